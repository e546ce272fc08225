"""A state as text and back: to keep it, to send it to a test, to compare two.

The text holds every secret of the hand. It is one JSON object; cards are written by name, and the
rules by their id and options, so an axis added later doesn't change what an old text says.
"""

import json
from collections.abc import Iterable
from typing import Final

from engine import cards
from engine.betting import Bettor, Round
from engine.cards import Card
from engine.hand import Melds, Outcome, Pot, Rake, Seating, Setup, Stakes
from engine.jsonable import Json
from engine.pifpaf.deal import with_wilds
from engine.pifpaf.pile import piled
from engine.pifpaf.rules import settle_rules
from engine.pifpaf.state import Claim, Player, State
from engine.shuffle import StreamPlace

VERSION: Final = 2


def dump(state: State) -> str:
    """The state as text."""
    data: Json = {
        "v": VERSION,
        "setup": _setup_json(state.setup),
        "options": dict(state.rules.options),
        "betting": _round_json(state.betting),
        "hands": [_cards(hand) for hand in state.hands],
        "players": [_player_json(player) for player in state.players],
        "stock": _cards(state.stock),
        "discards": _cards(state.discards),
        "pile": state.pile.told(),
        "later": None if state.later is None else [state.later.key.hex(), state.later.position],
        "vira": _card(state.vira),
        "drawn": _card(state.drawn),
        "claims": [
            {"place": one.place, "card": _card(one.card), "melds": _melds(one.melds)}
            for one in state.claims
        ],
        "returned": state.returned,
        "outcome": None if state.outcome is None else _outcome_json(state.outcome),
        **{name: getattr(state, name) for name in _PLAIN},
    }
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def load(text: str) -> State:
    """The state of a text. Raises ValueError for one that `dump` didn't write."""
    try:
        data = json.loads(text)
        if data["v"] != VERSION:
            msg = f"a state is written in version {VERSION}, not {data['v']}"
            raise ValueError(msg)
        return _state(data)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        msg = f"this is no state of a hand: {error!r}"
        raise ValueError(msg) from error


# Fields that are JSON as they are.
_PLAIN: Final = (
    "phase",
    "turn",
    "drew",
    "failed",
    "discarder",
    "recycled",
    "tick",
    "window_tick",
)


def _state(data: Json) -> State:
    setup = _setup(data["setup"])
    rules = settle_rules(setup.rules_id, data["options"])
    vira = _read_card(data["vira"])
    later, outcome = data["later"], data["outcome"]
    return State(
        setup=setup,
        rules=rules,
        melds=with_wilds(rules, vira),
        betting=_round(data["betting"]),
        hands=tuple(_read_cards(hand) for hand in data["hands"]),
        players=tuple(_player(player) for player in data["players"]),
        stock=_read_cards(data["stock"]),
        discards=_read_cards(data["discards"]),
        pile=piled(data["pile"]),
        later=None if later is None else StreamPlace(bytes.fromhex(later[0]), later[1]),
        vira=vira,
        drawn=_read_card(data["drawn"]),
        claims=tuple(
            Claim(one["place"], _read_card(one["card"]), _read_melds(one["melds"]))
            for one in data["claims"]
        ),
        returned=_pairs(data["returned"]),
        outcome=None if outcome is None else _outcome(outcome),
        **{name: data[name] for name in _PLAIN},
    )


def _setup_json(setup: Setup) -> Json:
    rake = setup.stakes.rake
    return {
        "rules": setup.rules_id,
        # A list: the options as they were given, in their order.
        "options": [list(option) for option in setup.options],
        "seats": [[one.seat, one.stack, one.score] for one in setup.seats],
        "dealer": setup.dealer,
        "stakes": [setup.stakes.kind, setup.stakes.ante],
        "rake": None if rake is None else [rake.per_mille, rake.cap],
    }


def _setup(data: Json) -> Setup:
    kind, ante = data["stakes"]
    rake = data["rake"]
    return Setup(
        rules_id=data["rules"],
        options=tuple((name, value) for name, value in data["options"]),
        seats=tuple(Seating(*one) for one in data["seats"]),
        dealer=data["dealer"],
        stakes=Stakes(kind, ante, None if rake is None else Rake(*rake)),
    )


def _round_json(round_: Round) -> Json:
    return {
        "bettors": [[getattr(one, name) for name in _BETTOR] for one in round_.bettors],
        **{name: getattr(round_, name) for name in _ROUND},
    }


_BETTOR: Final = ("seat", "stack", "paid", "level", "acted", "folded")
_ROUND: Final = ("cap", "least", "full_raise", "turn", "level")


def _round(data: Json) -> Round:
    return Round(
        bettors=tuple(Bettor(*one) for one in data["bettors"]),
        **{name: data[name] for name in _ROUND},
    )


_PLAYER: Final = ("played", "announced", "burned", "stock_only", "bought")


def _player_json(player: Player) -> Json:
    return {name: getattr(player, name) for name in _PLAYER} | {"laid": _melds(player.laid)}


def _player(data: Json) -> Player:
    return Player(laid=_read_melds(data["laid"]) or (), **{name: data[name] for name in _PLAYER})


_OUTCOME: Final = ("winner", "how", "next_dealer", "direto", "out_with", "rake")
_PAIRS: Final = ("returned", "deltas", "stacks", "points")


def _outcome_json(outcome: Outcome) -> Json:
    return {name: getattr(outcome, name) for name in (*_OUTCOME, *_PAIRS)} | {
        "melds": _melds(outcome.melds),
        "discard": _card(outcome.discard),
        "pots": [[pot.amount, pot.seats, pot.winner] for pot in outcome.pots],
    }


def _outcome(data: Json) -> Outcome:
    return Outcome(
        melds=_read_melds(data["melds"]) or (),
        discard=_read_card(data["discard"]),
        pots=tuple(Pot(amount, tuple(seats), winner) for amount, seats, winner in data["pots"]),
        returned=_pairs(data["returned"]),
        deltas=_pairs(data["deltas"]),
        stacks=_pairs(data["stacks"]),
        points=_pairs(data["points"]),
        **{name: data[name] for name in _OUTCOME},
    )


def _cards(held: Iterable[Card]) -> str:
    return " ".join(cards.texts(held))


def _read_cards(names: str) -> tuple[Card, ...]:
    return tuple(map(cards.parse, names.split()))


def _card(card: Card | None) -> str | None:
    return None if card is None else cards.text(card)


def _read_card(name: str | None) -> Card | None:
    return None if name is None else cards.parse(name)


def _melds(melds: Melds | None) -> list[str] | None:
    return None if melds is None else [_cards(meld) for meld in melds]


def _read_melds(melds: list[str] | None) -> Melds | None:
    return None if melds is None else tuple(map(_read_cards, melds))


def _pairs(pairs: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, amount) for seat, amount in pairs)
