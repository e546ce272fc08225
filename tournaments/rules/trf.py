"""A Swiss stage for two as a tournament report file, TRF16 (FIDE Handbook C.04, annex 2).

One record a line, each at fixed columns; what pairing programs and federations read. Our games
have no colours: white is who deals first, which `rounds` balances as colours are. Points are told
as the format has them: 1 for a win, ½ for a tie, 0 for a loss.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.rules.errors import Refused
from tournaments.rules.ranks import ranks_of
from tournaments.rules.results import FORFEIT, Result
from tournaments.rules.standings import match_id, rounds_planned, stage_groups
from tournaments.rules.state import Round, StageState
from tournaments.rules.structure import SWISS

_END: Final = "\r\n"
_NAME: Final = 33
_RATING_MAX: Final = 9999
_PLAYERS_MAX: Final = 9999
_MATCH: Final = 2
_WORTH: Final = {"1": Fraction(1), "+": Fraction(1), "F": Fraction(1), "=": Fraction(1, 2)}
_NOBODY: Final = "0000"


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says beside the play: names and ratings by entrant, and the tournament's own.

    Dates are YYYY/MM/DD, empty while they are not known.
    """

    title: str
    arbiter: str
    names: Mapping[str, str]
    ratings: Mapping[str, int]
    begins: str = ""
    ends: str = ""


def trf(stage: StageState, report: Report) -> str:
    """The whole file. Raises Refused for a stage that the format cannot tell."""
    spec = stage.spec
    if spec.kind != SWISS or spec.size != _MATCH:
        raise Refused("no-trf", "A TRF file tells a Swiss stage for two.")
    if not stage.started or len(stage.entrants) > _PLAYERS_MAX:
        raise Refused("no-trf", f"A TRF file tells a stage that has begun, of {_PLAYERS_MAX}.")
    rated = sum(0 < report.ratings.get(one, 0) <= _RATING_MAX for one in stage.entrants)
    heads = (
        ("012", report.title),
        ("042", report.begins),
        ("052", report.ends),
        ("062", str(len(stage.entrants))),
        ("072", str(rated)),
        ("092", "Individual: Swiss-System"),
        ("102", report.arbiter),
        ("XXR", str(rounds_planned(stage))),
    )
    lines = [f"{code} {_plain(said)}" for code, said in heads if said]
    return "".join(line + _END for line in (*lines, *_players(stage, report)))


def _players(stage: StageState, report: Report) -> Iterator[str]:
    numbers = {entrant: number for number, entrant in enumerate(stage.entrants, start=1)}
    ranks = {rank.entrant: rank.first for rank in ranks_of(stage_groups(stage))}
    for entrant, number in numbers.items():
        cells = [
            _cell(stage, place, each, entrant, numbers)
            for place, each in enumerate(stage.rounds, start=1)
        ]
        points = sum((_worth(stage, cell[-1]) for cell in cells), Fraction(0))
        rating = report.ratings.get(entrant, 0)
        shown = str(rating) if 0 < rating <= _RATING_MAX else ""
        name = _plain(report.names.get(entrant, entrant))[:_NAME]
        yield (
            f"001 {number:>4}{'':6}{name:<{_NAME}} {shown:>4}{'':27} {float(points):>4.1f}"
            f" {ranks[entrant]:>4}" + "".join(f"  {cell}" for cell in cells)
        )


def _cell(
    stage: StageState, number: int, each: Round, entrant: str, numbers: Mapping[str, int]
) -> str:
    """One round of one player: opponent, colour and result, 8 characters."""
    for table, players in enumerate(each.tables, start=1):
        if entrant not in players:
            continue
        result = stage.results.get(match_id(number, table))
        if result is not None and not result.entrants:
            break  # a void match counts for nobody
        (other,) = (one for one in players if one != entrant)
        colour = "w" if players[0] == entrant else "b"
        return f"{numbers[other]:>4} {colour} {_code(result, entrant)}"
    return f"{_NOBODY} - {'U' if entrant in each.byes else 'Z'}"


def _code(result: Result | None, entrant: str) -> str:
    if result is None:
        return " "
    first: Sequence[str] = result.places[0] if result.places else ()
    if result.how == FORFEIT or result.out:
        return "+" if entrant in first else "-"
    if len(first) > 1:
        return "="
    return "1" if entrant in first else "0"


def _worth(stage: StageState, code: str) -> Fraction:
    if code == "U":
        return Fraction(stage.spec.bye_points, max(1, stage.spec.points[0]))
    return _WORTH.get(code, Fraction(0))


def _plain(text: str) -> str:
    """A text on one line: no character in it ends a record."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
