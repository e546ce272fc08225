"""What commands that deal hands share: their options, read and checked, and how they fail."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from engine.bots import UnknownBot
from engine.cli_failure import CliFailure
from engine.errors import BadRules, BadSetup, UnknownRules
from engine.game import Game, game_for
from engine.simulate import SEED_LIMIT, START_STACK, EngineFault

STACK_MAX: Final = 10**9
_DIGITS_MAX: Final = 20
_FAULT: Final = 1
_FEWEST: Final = 2


def add_seed(parser: ArgumentParser, *, default: int | None, told: str) -> None:
    """Add --seed."""
    parser.add_argument(
        "--seed", type=whole(0, SEED_LIMIT - 1), default=default, metavar="N", help=told
    )


def add_stack(parser: ArgumentParser) -> None:
    """Add --stack."""
    parser.add_argument(
        "--stack",
        type=whole(1, STACK_MAX),
        default=START_STACK,
        metavar="N",
        help=f"chips that each seat starts with, and gets again when bust ({START_STACK})",
    )


def add_set(parser: ArgumentParser) -> None:
    """Add --set."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="AXIS=VALUE",
        help="change an axis of the rules; may be given again",
    )


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """A reader of whole numbers within these bounds, for argparse."""

    def read(text: str) -> int:
        # int() also takes "1_0" and other scripts' digits; a terminal has plain ones.
        number = (
            int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX else -1
        )
        if not lowest <= number <= highest:
            raise ArgumentTypeError(
                f"must be a whole number from {lowest} to {highest}, not {text[:40]}"
            )
        return number

    return read


def chosen_options(options: Namespace) -> dict[str, object]:
    """The rules' options that --rules, --set and --seats ask for. Raises CliFailure."""
    with failures_told():
        game = game_for(options.rules)
        chosen = dict(changed_axis(game, change) for change in options.set)
        rules = game.rules(options.rules, chosen)
        low, high = rules.min_players, rules.max_players
        if "min_players" not in chosen:
            # Two may play by the house option; whoever asks for two wants it.
            low = min(_FEWEST, low)
        if not low <= options.seats <= high:
            raise CliFailure(f"{options.rules} is for {low} to {high} seats, not {options.seats}.")
        if options.seats < rules.min_players:
            chosen["min_players"] = options.seats
    return chosen


def chosen_bots(options: Namespace, seats: int) -> tuple[str, ...]:
    """The names of --bots, no more than there are seats for them. Raises CliFailure."""
    bots = tuple(name.strip() for name in options.bots.split(","))
    if len(bots) > seats:
        raise CliFailure(f"{len(bots)} bots have no place on {seats} seats.")
    return bots


def changed_axis(game: Game, change: str) -> tuple[str, object]:
    """An option as AXIS=VALUE. Raises CliFailure or BadRules."""
    name, equals, value = change.partition("=")
    if not equals:
        raise CliFailure(f"--set takes AXIS=VALUE, as in --set ace=low, not {change[:40]}.")
    return name.strip(), game.read_option(name.strip(), value)


@contextmanager
def failures_told() -> Iterator[None]:
    """Turn what the engine refuses into a CliFailure with the same sentence."""
    try:
        yield
    except (UnknownRules, BadRules, BadSetup, UnknownBot) as error:
        raise CliFailure(str(error)) from error
    except EngineFault as fault:
        raise CliFailure(str(fault), _FAULT) from fault
    except OSError as error:
        if error.filename is None:
            raise  # standard output: the same for every command
        raise CliFailure(f"Can't write {error.filename}: {error.strerror or error}.") from error
