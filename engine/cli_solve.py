"""`python3 -m engine solve`: what a hand can do, for people, scripts and whole files of hands."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine import cards
from engine.cards import JOKER, Card
from engine.cli_failure import CliFailure
from engine.cli_setup import changed_axis
from engine.errors import BadRules, UnknownRules
from engine.game import game_for
from engine.pifpaf.combinations import JOKERS
from engine.pifpaf.deal import with_wilds
from engine.pifpaf.rules import PifPafRules, settle_rules
from engine.solve import ARRANGEMENTS_MAX, Question, answer

_COPIES: Final = 2
_TOO_OFTEN: Final = {3: "three times", 4: "four times"}
_HELP: Final = """\
Answers for the cards held, with the card drawn or without one. can_go_out is false without a
drawn card, for nobody goes out before drawing; nine then tells whether the cards held are melded.
deadwood counts the values of the cards that no meld takes, where the rules have values, and the
cards themselves elsewhere; with a card drawn, after the best discard. outs are the cards that
bring the hand nearer, with how many are unseen; with a card drawn, those of the hand that is left
after throw."""


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = _HELP
    parser.add_argument("--rules", required=True, metavar="ID", help="the rule set")
    parser.add_argument("--vira", metavar="CARD", help="the card turned up, where there is one")
    parser.add_argument(
        "--set", action="append", default=[], metavar="AXIS=VALUE", help="change an axis"
    )
    parser.add_argument(
        "cards", nargs="+", metavar="CARDS", help='as in "JH QH KH …"; - reads a hand a line'
    )
    parser.add_argument("--drawn", metavar="CARD", help="the card drawn; else a tenth card is")
    parser.add_argument(
        "--from",
        dest="source",
        choices=("stock", "discard"),
        help="where the drawn card is from (stock)",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help=f"every arrangement, up to {ARRANGEMENTS_MAX} for a discard",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    """Answer for one hand, or for each line of standard input."""
    rules, vira = _rules(options)
    if options.cards == ["-"]:
        for question in _lines(options, rules, vira):
            print(_json(answer(question, every=options.all)))
        return 0
    question = _question(options, rules, vira, " ".join(options.cards))
    found = answer(question, every=options.all)
    if options.json:
        print(_json(found))
    else:
        for line in told(question, found):
            print(line)
    return 0


def _lines(options: Namespace, rules: PifPafRules, vira: Card | None) -> Iterator[Question]:
    try:
        for number, line in enumerate(sys.stdin, 1):
            if line.strip():
                try:
                    yield _question(options, rules, vira, line)
                except CliFailure as failure:
                    raise CliFailure(f"Line {number}: {failure}") from failure
    except UnicodeDecodeError as error:
        raise CliFailure("Standard input is no text in UTF-8.") from error


def _rules(options: Namespace) -> tuple[PifPafRules, Card | None]:
    try:
        game_for(options.rules)  # so that unknown rules are told as everywhere
        chosen = dict(changed_axis(game_for(options.rules), change) for change in options.set)
        rules = settle_rules(options.rules, chosen)
    except (UnknownRules, BadRules) as error:
        raise CliFailure(str(error)) from error
    if rules.vira == "none":
        if options.vira is not None:
            raise CliFailure(f"{rules.rules_id} turns no vira, so leave --vira out.")
        return rules, None
    if options.vira is None:
        raise CliFailure(f"{rules.rules_id} turns a vira that makes cards wild: add --vira CARD.")
    vira = _card(options.vira)
    if vira == JOKER:
        raise CliFailure("A joker is no vira: the next card is turned instead.")
    return rules, vira


def _question(options: Namespace, rules: PifPafRules, vira: Card | None, text: str) -> Question:
    held = [_card(name) for name in text.replace(",", " ").replace("+", " ").split()]
    drawn = None if options.drawn is None else _card(options.drawn)
    size = rules.hand_size
    if drawn is None and len(held) == size + 1:
        drawn = held.pop()
    if len(held) != size:
        given = len(held) + (drawn is not None)
        raise CliFailure(
            f"{rules.rules_id} is played with {size} cards in the hand: give {size} cards, or"
            f" {size + 1} with the one drawn, not {given}."
        )
    if drawn is None and options.source is not None:
        raise CliFailure("--from tells where the drawn card is from: add --drawn CARD.")
    question = Question(
        rules,
        with_wilds(rules, vira),
        vira,
        tuple(held),
        drawn,
        _banned(options, rules, held, drawn),
    )
    _check_copies(question)
    return question


def _banned(
    options: Namespace, rules: PifPafRules, held: Sequence[Card], drawn: Card | None
) -> Card | None:
    """The card that was taken from the discards, where the rules keep it in the hand (D9)."""
    if options.source != "discard" or rules.rediscard == "allowed":
        return None
    return None if rules.rediscard == "card" and drawn in held else drawn


def _check_copies(question: Question) -> None:
    counts = Counter(question.all_cards)
    if question.vira is not None:
        counts[question.vira] += 1
    if counts[JOKER] and question.rules.jokers == "none":
        raise CliFailure(f"{question.rules.rules_id} is played without jokers.")
    for card, copies in sorted(counts.items()):
        if copies > (JOKERS if card == JOKER else _COPIES):
            raise CliFailure(
                f"{cards.text(card)} is there {_TOO_OFTEN.get(copies, f'{copies} times')}: the"
                f" packs hold it {JOKERS if card == JOKER else _COPIES} times."
            )


def _card(name: str) -> Card:
    try:
        card = cards.parse(name)
    except ValueError as error:
        raise CliFailure(str(error)) from error
    if card > JOKER:
        raise CliFailure(f"{name} is a card of Pili Pili: Pif Paf has none with a number alone.")
    return card


def _json(found: Mapping[str, object]) -> str:
    return json.dumps(found, ensure_ascii=False)


def told(question: Question, found: Mapping[str, Any]) -> Iterator[str]:
    """The answer for a person, line by line."""
    held = " ".join(cards.texts(question.held))
    vira = "" if question.vira is None else f", vira {cards.text(question.vira)}"
    drawn = "" if question.drawn is None else f" + {cards.text(question.drawn)}"
    yield f"{question.rules.rules_id}{vira}: {held}{drawn}"
    if question.drawn is None:
        yield "All melded." if found["nine"] else "Not all melded."
    else:
        yield "Goes out." if found["can_go_out"] else "Does not go out."
    if found["ten"] is not None:
        yield f"  all melded: {_melds_told(found['ten'])}"
    for way in found["nine"]:
        thrown = "" if way["discard"] is None else f"throw {way['discard']}: "
        yield f"  {thrown}{_melds_told(way['melds'])}"
        for other in way.get("all", ()):
            yield f"      or {_melds_told(other)}"
    what = "points" if question.counts_points else "cards"
    yield f"Distance {found['distance']}, deadwood {found['deadwood']} {what}."
    if found["throw"] is not None and not found["can_go_out"]:
        yield f"Best throw: {found['throw']}"
    if found["outs"]:
        outs = ", ".join(f"{card} {unseen}" for card, unseen in found["outs"].items())
        yield f"Nearer with (unseen): {outs}"


def _melds_told(melds: Sequence[Sequence[str]]) -> str:
    return " | ".join(" ".join(meld) for meld in melds)
