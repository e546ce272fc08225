"""Tables that somebody else arranges: a tournament opens, seats, holds and closes them.

Nobody sits down at such a table or leaves it by their own will; who is away is dealt in all the
same, and the clock plays. What happens there goes out through the outbox (`tables.outbox`), and
the tables know no more of a tournament than its number.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.game import game_for
from engine.hand import ANTE_CAPPED_ROUND, PLAY
from tables.commands.settings import checked
from tables.errors import BadTable
from tables.playing_for import MATCHES

# What the organiser may set; seats, stakes and chips follow from the tournament.
FREE: Final = frozenset(
    {
        "rules",
        "options",
        "watch",
        "watch_ms",
        "action_ms",
        "window_ms",
        "pause_ms",
        "reserve_ms",
    }
)
STACK_MAX: Final = 1_000_000_000


def check_arranged(*, seats: int, ante: int, settings: Mapping[str, Any]) -> dict[str, object]:
    """Return the fields of an arranged table; BadTable names the setting that makes no sense.

    `ante` above 0: a table of a freezeout, played for tournament chips; 0: one match, for a
    winner.
    """
    unknown = sorted(settings.keys() - FREE)
    if unknown:
        message = f"unknown setting {unknown[0]!r}: one may set {', '.join(sorted(FREE))}"
        raise BadTable(message)
    chips: dict[str, Any] = {"stakes": PLAY}
    if ante:
        # With a fixed stake, whoever has less than that could neither play on nor be out.
        chips = {
            "stakes": ANTE_CAPPED_ROUND,
            "ante": ante,
            "buy_in_min": ante,
            "buy_in_max": STACK_MAX,
        }
    found = checked({"name": "-", **settings, **chips, "seats": seats, "min_players": 2})
    _check_game(found, freezeout=bool(ante))
    return found


def _check_game(found: Mapping[str, Any], *, freezeout: bool) -> None:
    rules_id = str(found["rules_id"])
    kind = game_for(rules_id).rules(rules_id, found["options"]).match.kind
    if freezeout and kind in MATCHES:
        message = (
            f"a freezeout is played hand by hand for antes, and {rules_id} makes matches of"
            " hands: take pif-paf-aposta, pif-paf-cassino or pife"
        )
        raise BadTable(message)
    if not freezeout and kind == "chips":
        message = (
            f"a match has a winner, and a hand of {rules_id} only moves chips: take pife-partida,"
            " cacheta or pif-paf"
        )
        raise BadTable(message)
