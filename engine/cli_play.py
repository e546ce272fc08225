"""`python3 -m engine play`: a person against bots at a terminal, hand after hand."""

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from itertools import count, cycle
from pathlib import Path
from typing import Final

from engine import match
from engine.bots import BOTS, bot_named
from engine.cli_failure import CliFailure
from engine.cli_person import Person
from engine.cli_play_hand import Company, Hand
from engine.cli_play_log import Log, write_file
from engine.cli_setup import (
    add_seed,
    add_set,
    add_stack,
    chosen_bots,
    chosen_options,
    failures_told,
    whole,
)
from engine.cli_terminal import Left, Terminal
from engine.game import Rules, Seating, Setup, game_for
from engine.match import Match, MatchSetup
from engine.match_setup import least_stack
from engine.replay import dealt
from engine.simulate import SEED_LIMIT, Plan, hand_seed, stakes_of
from engine.simulate_hand import Scribe
from engine.terminal import ending, screen
from engine.terminal.desks import desk_for

_SEATS_MAX: Final = 99
_QUITS: Final = frozenset({"q", "quit", "exit"})
_HELPS: Final = frozenset({"?", "h", "help"})
_BETWEEN: Final = (
    "Enter      go on",
    "q          leave; Ctrl-D and Ctrl-C do so too",
    "?          this list",
    "In the hand ? tells every word there is, and hint what a good player would do.",
)
_HELP: Final = """\
You play in one seat and bots in the others. Type ? at any prompt for the words there are, hint
for advice, q to quit. Cards are written 7H, TD, AS, in Pili Pili 1 to 55, and JK for a joker."""


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = _HELP
    parser.add_argument("--rules", default="pif-paf-aposta", metavar="ID", help="the rule set")
    parser.add_argument(
        "--seats", type=whole(1, _SEATS_MAX), default=4, metavar="N", help="how many play (4)"
    )
    parser.add_argument(
        "--seat", type=whole(0, _SEATS_MAX), default=0, metavar="N", help="your seat, from 0 (0)"
    )
    add_seed(parser, default=None, told="the same seed deals the same cards (random)")
    parser.add_argument(
        "--bots",
        default="steady",
        metavar="NAME,…",
        help=f"who sits in the other seats, and round again: {', '.join(BOTS)} (steady)",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the hand's record there, and of later hands to FILE-2, FILE-3 …",
    )
    add_stack(parser)
    add_set(parser)


def run(options: Namespace) -> int:
    """Play until the person leaves."""
    chosen = chosen_options(options)
    if options.seat >= options.seats:
        raise CliFailure(f"Sit at one of the seats 0 to {options.seats - 1}, not {options.seat}.")
    names = chosen_bots(options, options.seats - 1)
    seed = secrets.randbelow(SEED_LIMIT) if options.seed is None else options.seed
    if options.record is not None:
        if options.record.is_dir():
            raise CliFailure(f"{options.record} is a folder: name a file.")
        write_file(options.record, b"")
    plan = Plan(options.rules, options.seats, seed, names, options=chosen, stack=options.stack)
    least = _least(plan)
    if plan.stack < least:
        raise CliFailure(
            f"A stack must hold the {least} chips that may have to be paid, not {plan.stack}."
        )
    with failures_told():
        session = _Session(plan, options.seat, options.record)
        try:
            session.play()
        except Left:
            pass
        finally:
            session.leave()
    return 0


def _least(plan: Plan) -> int:
    """Chips that a seat needs for a match."""
    stakes, whole_stakes = stakes_of(plan)
    rules = game_for(plan.rules_id).rules(plan.rules_id, plan.options)
    return max(least_stack(rules, stakes), whole_stakes.amount)


class _Session:
    """What goes on from hand to hand: the seats, the match, the numbers of the hands."""

    def __init__(self, plan: Plan, seat: int, record: Path | None) -> None:
        self._plan = plan
        self._game = game_for(plan.rules_id)
        self._rules: Rules = self._game.rules(plan.rules_id, plan.options)
        self._terminal = Terminal()
        others = [other for other in range(plan.seats) if other != seat]
        self._names = {**dict(zip(others, cycle(plan.bots), strict=False)), seat: "you"}
        bots = {other: bot_named(self._names[other]) for other in others}
        self._desk = desk_for(self._rules, self._names)
        person = Person(self._terminal, seat, self._rules, self._desk)
        self._company = Company(person, bots, self._names)
        self._record = record
        self._numbers = count(1)
        self._previous: str | None = None
        self._log: Log | None = None

    def play(self) -> None:
        """Match after match. Raises Left when the person quits."""
        plan = self._plan
        stakes, whole_stakes = stakes_of(plan)
        least = _least(plan)
        stacks = dict.fromkeys(range(plan.seats), plan.stack)
        dealer = 0
        self._greet()
        while True:
            self._top_up(stacks, least)
            state = match.begin(
                MatchSetup(
                    rules_id=plan.rules_id,
                    options=tuple(sorted(plan.options.items())),
                    seats=tuple(Seating(seat, stack) for seat, stack in stacks.items()),
                    dealer=dealer,
                    hand_stakes=stakes,
                    stakes=whole_stakes,
                )
            )
            state = self._match(state)
            stacks = {one.seat: one.stack for one in state.standings}
            dealer = state.dealer
            self._go_on("Enter plays another one, q quits; ? helps.")

    def leave(self) -> None:
        """Close a hand left in the middle, and say good-bye."""
        if self._log is not None:
            file = self._log.void()
            self._log = None
            self._terminal.say("You left in mid-hand: it is void, nobody won or lost by it.")
            self._told_file(file)
        self._terminal.say("Bye.")

    def _match(self, state: Match) -> Match:
        """Hand after hand until the match is over."""
        rules = self._rules.match
        say_all = self._terminal.say_all
        while True:
            state = self._hand(state)
            self._terminal.say()
            if state.over is not None:
                say_all(ending.match_over(state, rules, self._names))
                return state
            say_all(ending.standing(state, rules, self._names))
            if self._company.person.seat in state.seats_in:
                self._go_on("Enter deals the next hand, q quits; ? helps.")
            else:
                self._go_on("You are out. Enter plays a hand of the others, q quits; ? helps.")

    def _hand(self, state: Match) -> Match:
        setup = match.next_hand(state)
        number = next(self._numbers)
        hand_id = f"played-{self._plan.seed}-{number}"
        seed = hand_seed(self._plan.seed, number)
        scribe = Scribe(hand_id)
        self._log = Log(scribe, seed, self._file(number))
        self._log.open(setup, number, self._players(setup), self._previous)
        hand = Hand(
            self._game,
            dealt(setup, hand_id, seed),
            self._company,
            self._terminal,
            log=self._log,
            whim=hand_id,
        )
        self._head(number, hand)
        outcome = hand.play()
        file = self._log.close(outcome)
        self._log = None
        self._previous = scribe.head.hex()
        self._terminal.say()
        told = self._desk.ended(outcome, hand.hands(), self._rules.match)
        self._terminal.say_all(told)
        self._told_file(file)
        return match.apply(state, outcome)

    def _head(self, number: int, hand: Hand) -> None:
        self._terminal.say()
        self._terminal.say(f"--- hand {number} " + "-" * 60)
        view = self._game.view(hand.state, self._company.person.seat)
        self._terminal.say_all(self._desk.table(view))

    def _players(self, setup: Setup) -> Mapping[int, str]:
        return {one.seat: f"{self._names[one.seat]}-{one.seat}" for one in setup.seats}

    def _file(self, number: int) -> Path | None:
        """FILE for the first hand, then FILE with the number before its ending."""
        path = self._record
        if path is None or number == 1:
            return path
        return path.with_name(f"{path.stem}-{number}{path.suffix}")

    def _told_file(self, file: str | None) -> None:
        if file is not None:
            self._terminal.say(f"record: {file}")

    def _greet(self) -> None:
        plan = self._plan
        self._terminal.say(f"{plan.rules_id}, {plan.seats} seats, seed {plan.seed}")
        self._terminal.say(
            "Type ? at the prompt for the words there are, hint for advice, q to quit."
        )

    def _top_up(self, stacks: dict[int, int], least: int) -> None:
        fresh = self._plan.stack
        for seat, stack in stacks.items():
            if stack < least:
                stacks[seat] = stack + fresh
                name = screen.name_of(seat, self._names)
                self._terminal.say(f"{name} was bust and gets a fresh stack of {fresh}")

    def _go_on(self, told: str) -> None:
        """Wait for Enter. Raises Left for q."""
        self._terminal.say(told)
        while (line := self._terminal.ask().strip().lower()) != "":
            if line in _QUITS:
                raise Left
            if line in _HELPS:
                self._terminal.say_all(_BETWEEN)
            self._terminal.say(told)
