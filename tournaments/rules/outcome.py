"""What a tournament comes to: who goes on to which stage, the final ranking, who is paid what."""

from collections.abc import Sequence

from tournaments.rules.draw import drawn_order
from tournaments.rules.errors import Refused
from tournaments.rules.parting import parted
from tournaments.rules.payouts import Prizes, awards, prizes, split_evenly, usual_weights
from tournaments.rules.plan import ranking_order
from tournaments.rules.ranks import Rank, ranks_of
from tournaments.rules.satellites import Satellite, satellite
from tournaments.rules.standings import BRACKETS, robin_groups, stage_groups, stage_over
from tournaments.rules.state import IN, WAITING_LIST, Entrant, StageState, Tournament
from tournaments.rules.structure import (
    AS_DRAWN,
    AS_PARTED,
    AS_RATED,
    ENTRIES,
    ROUND_ROBIN,
    Stage,
    Take,
)


def sources_over(state: Tournament, stage: Stage) -> bool:
    """Whether every stage that feeds this one is over."""
    return all(
        stage_over(state.stages[take.source]) for take in stage.takes if take.source != ENTRIES
    )


def due_entrants(state: Tournament, stage: Stage, seed: bytes = b"") -> tuple[str, ...]:
    """Who plays in a stage, best seed first.

    Who has gone is passed over, and the next one moves up. Raises Refused while a tie lies across
    a cut, or when a drawn order is asked for without the seed.
    """
    taken = [entrant for take in stage.takes for entrant in _taken(state, take)]
    if stage.seeding == AS_DRAWN:
        if not seed:
            raise Refused("no-seed", "A drawn order needs the tournament's seed.")
        return drawn_order(state.id, seed, f"{stage.id} seeding", taken)
    if stage.seeding == AS_RATED:
        known = state.entrants
        taken.sort(key=lambda one: (-known[one].rating, known[one].number))
    if stage.seeding == AS_PARTED and stage.kind in BRACKETS:
        return parted(taken, _group_of(state, stage))
    return tuple(taken)


def _group_of(state: Tournament, stage: Stage) -> dict[str, tuple[str, int]]:
    """The group of a round robin from which each one comes who comes from one."""
    sources = [state.stages[take.source] for take in stage.takes if take.source != ENTRIES]
    return {
        entrant: (source.spec.id, number)
        for source in sources
        if source.spec.kind == ROUND_ROBIN
        for number, members in enumerate(robin_groups(source))
        for entrant in members
    }


def final_groups(state: Tournament) -> tuple[tuple[str, ...], ...]:
    """The whole ranking, final or so far: the last stage's, then those left by the ones before.

    At the end everybody whose buy-in is in the pool has a place: behind those whom the ranking is
    made of come those of the other stages, and then, as equals, who never sat down in any. So no
    prize is without somebody to have it. Who left before anything was played is in none.
    """
    groups: list[tuple[str, ...]] = []
    ranked: set[str] = set()
    order = ranking_order(state.structure)
    over = _all_over(state)
    if over:
        order = (*order, *(name for name in reversed(state.stages) if name not in order))
    for name in order:
        stage = state.stages[name]
        if not stage.started:
            continue
        for group in stage_groups(stage):
            new = tuple(entrant for entrant in group if entrant not in ranked)
            if new:
                groups.append(new)
                ranked.update(new)
    if over:
        never = tuple(one.id for one in entries_paid(state) if one.id not in ranked)
        groups += [never] if never else []
    return tuple(groups)


def final_ranks(state: Tournament) -> tuple[Rank, ...]:
    """The same as ranges of places."""
    return ranks_of(final_groups(state))


def entries_paid(state: Tournament) -> tuple[Entrant, ...]:
    """Those whose buy-in is in the pool."""
    return tuple(
        one for one in state.entrants.values() if one.status != WAITING_LIST and not one.left_early
    )


def fixed_prizes(state: Tournament) -> tuple[Prizes | None, Satellite | None]:
    """The prizes for what has been paid in, when nothing more can be bought."""
    rules = state.structure.prizes
    paying = entries_paid(state)
    entries = sum(1 + one.reentries for one in paying)
    paid_in = sum(pool_part(state, one) for one in paying)
    if not entries or not max(paid_in, rules.guarantee):
        return None, None
    if rules.seat_value:
        pool = max(paid_in, rules.guarantee)
        portion = rules.seat_portion or None
        return None, satellite(pool, rules.seat_value, len(paying), portion=portion)
    # Re-entries make the field larger, but nobody is paid twice.
    weights = (rules.weights or usual_weights(entries))[: len(paying)]
    fixed = prizes(
        paid_in,
        len(paying),
        weights,
        guarantee=rules.guarantee,
        unit=rules.unit,
        rounding=rules.rounding,
    )
    return fixed, None


def pool_part(state: Tournament, one: Entrant) -> int:
    """What one entrant has paid into the pool, house chips."""
    rules = state.structure.prizes
    buys = rules.prize_part * (1 + one.reentries)
    return buys + rules.rebuy_price * one.rebuys + rules.addon_price * one.addons


def paid_by(state: Tournament, one: Entrant) -> int:
    """All that one entrant has paid: what a cancelled tournament gives back."""
    rules = state.structure.prizes
    others = (rules.fee_part + rules.bounty_part) * (1 + one.reentries)
    return pool_part(state, one) + others


def amounts(state: Tournament) -> tuple[int, ...]:
    """The prize of each place; empty before they are fixed."""
    if state.satellite is not None:
        return state.satellite.amounts
    return () if state.prizes is None else state.prizes.amounts


def payments(state: Tournament) -> dict[str, int]:
    """Who gets which prize: by rank, tied ones pooled and split, and by the deal if there is one.

    Raises Refused while a paid place is open. The sum is the pool, always.
    """
    if not amounts(state):
        return {}
    if not _all_over(state):
        raise Refused("still-playing", "The prizes are paid when the last places are decided.")
    groups = final_groups(state)
    number = {one.id: one.number for one in state.entrants.values()}
    if not state.deal:
        return awards(ranks_of(groups), amounts(state), number)
    return _with_deal(state, groups, number)


def _with_deal(
    state: Tournament, groups: Sequence[Sequence[str]], number: dict[str, int]
) -> dict[str, int]:
    """The agreed amounts for those of the deal; the prizes after theirs for all others, in order.

    What is left for the first goes to the best of the deal, or in parts to equal ones.
    """
    dealt = state.deal
    others = [[one for one in group if one not in dealt] for group in groups]
    found = {**dealt, **awards(ranks_of(others), amounts(state)[len(dealt) :], number)}
    best = next(inside for group in groups if (inside := [o for o in group if o in dealt]))
    best.sort(key=number.__getitem__)
    for one, part in zip(best, split_evenly(state.for_first, len(best)), strict=True):
        found[one] += part
    return found


def _all_over(state: Tournament) -> bool:
    return all(stage_over(stage) for stage in state.stages.values())


def still_here(state: Tournament, stage: StageState) -> tuple[tuple[str, ...], ...]:
    """The ranking of a stage without those who have gone: who can go on from it."""
    kept = (tuple(one for one in group if not state.gone(one)) for group in stage_groups(stage))
    return tuple(group for group in kept if group)


def _taken(state: Tournament, take: Take) -> list[str]:
    if take.source == ENTRIES:
        return [
            one.id
            for one in state.entrants.values()
            if one.status in IN and (not take.flight or take.flight == one.flight)
        ]
    groups = still_here(state, state.stages[take.source])
    order = [entrant for group in groups for entrant in group]
    last = take.last or len(order)
    for rank in ranks_of(groups):
        across_last = rank.first <= last < rank.last and last < len(order)
        if across_last or rank.first < take.first <= rank.last:
            raise Refused(
                "tie-at-the-cut",
                f"Places {rank.first} to {rank.last} of {take.source} are shared: break the tie.",
            )
    return order[take.first - 1 : last]
