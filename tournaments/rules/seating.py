"""Moves between tables turned into seats: who moves, and where he sits down (2.6)."""

from collections.abc import Collection, Mapping

from tournaments.rules.balance import Rebalance
from tournaments.rules.events import BALANCE, BREAK, Seated
from tournaments.rules.seats import choose_mover, choose_seat
from tournaments.rules.state import StageState


def seat_moves(
    stage: StageState,
    moves: Rebalance,
    dealers: Mapping[int, int],
    lately: Collection[str],
) -> tuple[Seated, ...]:
    """The seats of everybody who moves: first those of broken tables, then the balancing."""
    tables = stage.tables()
    gone = {table: sorted(tables[table].items()) for table in moves.broken}
    seated: list[tuple[str, int, int]] = []
    for source, target in moves.spread:
        _, entrant = gone[source].pop(0)
        seated.append((entrant, target, _sit(stage, tables, dealers, target, entrant)))
    found = [Seated(stage.spec.id, tuple(seated), BREAK)] if seated else []
    moved: list[tuple[str, int, int]] = []
    skip = {*lately, *(entrant for entrant, _, _ in seated)}
    for source, target in moves.moves:
        occupied = tables[source]
        seat = choose_mover(
            stage.spec.size,
            dealers[source],
            occupied,
            scheme=stage.spec.scheme,
            moved_lately=[seat for seat, one in occupied.items() if one in skip],
        )
        entrant = occupied.pop(seat)
        skip.add(entrant)
        moved.append((entrant, target, _sit(stage, tables, dealers, target, entrant)))
    return (*found, Seated(stage.spec.id, tuple(moved), BALANCE)) if moved else tuple(found)


def _sit(
    stage: StageState,
    tables: dict[int, dict[int, str]],
    dealers: Mapping[int, int],
    target: int,
    entrant: str,
) -> int:
    occupied = tables[target]
    seat = choose_seat(stage.spec.size, dealers[target], occupied, stage.spec.scheme)
    occupied[seat] = entrant
    return seat
