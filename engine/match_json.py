"""A match as JSON and back: what a server keeps between two hands."""

from collections.abc import Mapping
from typing import Any, Final

from engine.forms import Check, Form, fits, is_count, is_object, is_text, misfit, one_of
from engine.hand import Rake, Seating, Stakes
from engine.jsonable import Json
from engine.match_setup import MatchSetup, MatchStakes
from engine.match_state import HAND, HANDS, LAST_LEFT, LIMIT, THRESHOLD, Match, Standing

VERSION: Final = 1


def match_json(match: Match) -> Json:
    """The match as a JSON object; `match_of` reads an equal one back."""
    setup = match.setup
    return {
        "v": VERSION,
        "setup": {
            "rules": {"id": setup.rules_id, "options": dict(setup.options)},
            "seats": [{"seat": one.seat, "stack": one.stack} for one in setup.seats],
            "dealer": setup.dealer,
            "hand_stakes": {
                "kind": setup.hand_stakes.kind,
                "ante": setup.hand_stakes.ante,
                "rake": _rake_json(setup.hand_stakes.rake),
            },
            "stakes": {
                "kind": setup.stakes.kind,
                "amount": setup.stakes.amount,
                "rake": _rake_json(setup.stakes.rake),
            },
            "hand_limit": setup.hand_limit,
        },
        "standings": [
            {
                "seat": one.seat,
                "stack": one.stack,
                "points": one.points,
                "wins": one.wins,
                "out_after": one.out_after,
            }
            for one in match.standings
        ],
        **{name: getattr(match, name) for name in _PLAIN},
        **({"carried": match.carried} if match.carried else {}),
    }


def match_of(data: object) -> Match:
    """The match that `match_json` wrote. Raises ValueError, with a sentence, for anything else."""
    fault = misfit(data, _MATCH, "match", {"carried": is_text})
    if fault is not None:
        raise ValueError(fault)
    told: dict[str, Any] = dict(data) if isinstance(data, Mapping) else {}
    setup = _setup(told["setup"])
    standings = tuple(Standing(**entry) for entry in told["standings"])
    if [one.seat for one in standings] != [one.seat for one in setup.seats]:
        msg = "the standings of a match are those of its seats, in their order"
        raise ValueError(msg)
    return Match(
        setup=setup,
        standings=standings,
        carried=told.get("carried", ""),
        **{name: told[name] for name in _PLAIN},
    )


def _setup(entry: Mapping[str, Any]) -> MatchSetup:
    hand_stakes, stakes = entry["hand_stakes"], entry["stakes"]
    return MatchSetup(
        rules_id=entry["rules"]["id"],
        options=tuple(sorted(entry["rules"]["options"].items())),
        seats=tuple(Seating(one["seat"], one["stack"]) for one in entry["seats"]),
        dealer=entry["dealer"],
        hand_stakes=Stakes(hand_stakes["kind"], hand_stakes["ante"], _rake(hand_stakes["rake"])),
        stakes=MatchStakes(stakes["kind"], stakes["amount"], _rake(stakes["rake"])),
        hand_limit=entry["hand_limit"],
    )


def _rake_json(rake: Rake | None) -> Json | None:
    return None if rake is None else {"per_mille": rake.per_mille, "cap": rake.cap}


def _rake(entry: Mapping[str, int] | None) -> Rake | None:
    return None if entry is None else Rake(entry["per_mille"], entry["cap"])


def _is_count_or_none(value: object) -> bool:
    return value is None or is_count(value)


def _is_rake(value: object) -> bool:
    return value is None or fits({"per_mille": is_count, "cap": is_count})(value)


def _is_list_of(form: Form) -> Check:
    return lambda value: isinstance(value, list) and all(map(fits(form), value))


# Names of the fields of a match that JSON holds as they are.
_PLAIN: Final = ("dealer", "dealt", "hands", "won", "pot", "rake", "over")
_SETUP: Final[Form] = {
    "rules": fits({"id": is_text, "options": is_object}),
    "seats": _is_list_of({"seat": is_count, "stack": is_count}),
    "dealer": is_count,
    "hand_stakes": fits({"kind": is_text, "ante": is_count, "rake": _is_rake}),
    "stakes": fits({"kind": is_text, "amount": is_count, "rake": _is_rake}),
    "hand_limit": is_count,
}
_MATCH: Final[Form] = {
    "v": one_of(VERSION),
    "setup": fits(_SETUP),
    "standings": _is_list_of(
        {
            "seat": is_count,
            "stack": is_count,
            "points": is_count,
            "wins": is_count,
            "out_after": _is_count_or_none,
        }
    ),
    "dealer": is_count,
    "dealt": _is_count_or_none,
    "hands": is_count,
    "won": is_count,
    "pot": is_count,
    "rake": is_count,
    "over": one_of(None, HAND, THRESHOLD, HANDS, LAST_LEFT, LIMIT),
}
