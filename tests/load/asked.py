"""What the programs of this folder are asked at the command line; it needs no Django."""

import argparse

from tournaments.rules.seeding import ENTRANTS_MAX

PLAYERS = f"2 to {ENTRANTS_MAX}"


def some_players(given: str) -> int:
    """Read how many play, as `type` of an argument: a sentence for what is no such number."""
    number = int(given) if given.isascii() and given.isdigit() else 0
    if not 2 <= number <= ENTRANTS_MAX:
        message = f"a whole number from {PLAYERS}, not {given!r}"
        raise argparse.ArgumentTypeError(message)
    return number
