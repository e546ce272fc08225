"""The next round of a stage that is drawn round by round."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from tournaments.rules.draw import Draw
from tournaments.rules.events import RoundDrawn
from tournaments.rules.fitting import fitting_split
from tournaments.rules.qualify import Qualifier, reseeded, through
from tournaments.rules.round_robin import berger, double_berger, even_meetings
from tournaments.rules.seeding import snake
from tournaments.rules.standings import games, places_at, robin_groups
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure import ROUND_ROBIN, SWISS, TABLES
from tournaments.rules.swiss_pairs import Player, pair_round
from tournaments.rules.swiss_split import SHORT_SHARED, choose_byes
from tournaments.rules.swiss_tables import Seated, TablePlayer, report, seat_round

MATCH: Final = 2


def next_round(state: Tournament, stage: StageState, draw: Draw) -> RoundDrawn:
    """The round after the last one, whose results are all in."""
    return _NEXT[stage.spec.kind](state, stage, draw)


def _tables(state: Tournament, stage: StageState, draw: Draw) -> RoundDrawn:
    number = len(stage.rounds)
    size = stage.spec.sizes[number]
    if not number:
        seated = snake(stage.entrants, -(-len(stage.entrants) // size))
    else:
        qualifiers = _qualifiers(stage, number)
        seated = reseeded(qualifiers, -(-len(qualifiers) // size))
    return RoundDrawn(stage.spec.id, tuple(draw.order(table) for table in seated))


def _qualifiers(stage: StageState, number: int) -> list[Qualifier]:
    seeds = {entrant: seed for seed, entrant in enumerate(stage.entrants)}
    found: list[Qualifier] = []
    for table in range(1, len(stage.rounds[-1].tables) + 1):
        groups = places_at(stage, number, table) or ()
        k = stage.spec.advance[number - 1]
        found += [
            Qualifier(entrant, table, place, seeds[entrant])
            for entrant, place in through(groups, k)
        ]
    return found


def _robin(state: Tournament, stage: StageState, draw: Draw) -> RoundDrawn:
    number = len(stage.rounds)
    tables: list[tuple[str, ...]] = []
    byes: list[str] = []
    for members in robin_groups(stage):
        if stage.spec.size != MATCH:
            rounds = even_meetings(stage.spec.size)
        else:
            rounds = double_berger(len(members)) if stage.spec.double else berger(len(members))
        if number >= len(rounds):
            byes += members
            continue
        for table in rounds[number]:
            seated = tuple(members[one - 1] for one in table)
            if len(seated) > 1:
                tables.append(seated)
            else:
                byes += seated
    return RoundDrawn(stage.spec.id, tuple(tables), tuple(byes))


def _swiss(state: Tournament, stage: StageState, draw: Draw) -> RoundDrawn:
    playing = [entrant for entrant in stage.entrants if not state.gone(entrant)]
    scores, pulled = _scores_and_pulled_up(stage)
    met: dict[str, Counter[str]] = {entrant: Counter() for entrant in stage.entrants}
    byes: Counter[str] = Counter()
    for each in stage.rounds:
        byes.update(each.byes)
        for table in each.tables:
            for one in table:
                met[one].update(other for other in table if other != one)
    if stage.spec.size == MATCH:
        return _pairs(stage, playing, scores, met, byes)
    return _seated(stage, playing, scores, met, byes, pulled=pulled, draw=draw)


def _pairs(
    stage: StageState,
    playing: list[str],
    scores: dict[str, Fraction],
    met: dict[str, Counter[str]],
    byes: Counter[str],
) -> RoundDrawn:
    numbers = {entrant: number for number, entrant in enumerate(stage.entrants)}
    rounds = len(stage.rounds)
    pairing = pair_round(
        [
            Player(
                one,
                numbers[one],
                scores[one],
                met[one],
                byes=byes[one],
                missed=rounds - met[one].total() - byes[one],
            )
            for one in playing
        ]
    )
    first = Counter(table[0] for each in stage.rounds for table in each.tables)
    # Who has dealt first less often deals first; nobody has another colour than that.
    pairs = tuple(
        pair if first[pair[0]] <= first[pair[1]] else pair[::-1] for pair in pairing.pairs
    )
    return RoundDrawn(stage.spec.id, pairs, (pairing.bye,) if pairing.bye else ())


def _seated(
    stage: StageState,
    playing: list[str],
    scores: dict[str, Fraction],
    met: dict[str, Counter[str]],
    byes: Counter[str],
    *,
    pulled: Counter[str],
    draw: Draw,
) -> RoundDrawn:
    sizes = fitting_split(len(playing), stage.spec.size, stage.spec.split)
    numbers = {entrant: number for number, entrant in enumerate(stage.entrants)}
    resting = choose_byes(
        [(one, scores[one], byes[one], numbers[one]) for one in playing], sizes.byes
    )
    sat: dict[str, list[tuple[str, ...]]] = {entrant: [] for entrant in stage.entrants}
    for each in stage.rounds:
        for table in each.tables:
            for one in table:
                sat[one].append(table)
    players = [
        TablePlayer(one, scores[one], met[one], pulled=pulled[one], sat=tuple(sat[one]))
        for one in playing
        if one not in resting
    ]
    if not players:
        return RoundDrawn(stage.spec.id, (), resting)
    shared = stage.spec.split == SHORT_SHARED
    seated = seat_round(players, sizes.sizes, draw, shared=shared)
    return RoundDrawn(stage.spec.id, seated.tables, resting)


def weak_spots(stage: StageState) -> list[Seated]:
    """What each drawn round of a Swiss stage could not avoid: repeats, and who was pulled up."""
    history = games(stage)
    before = dict.fromkeys(stage.entrants, Fraction(0))
    met: dict[str, Counter[str]] = {entrant: Counter() for entrant in stage.entrants}
    found = []
    for number, each in enumerate(stage.rounds):
        players = [TablePlayer(one, before[one], met[one]) for one in stage.entrants]
        found.append(report(players, each.tables))
        for table in each.tables:
            for one in table:
                met[one].update(other for other in table if other != one)
        for one, rounds in history.items():
            before[one] += sum((game.points for game in rounds[number : number + 1]), Fraction(0))
    return found


def _scores_and_pulled_up(stage: StageState) -> tuple[dict[str, Fraction], Counter[str]]:
    """The points of each, and how often each has sat below the best score of his table."""
    history = games(stage)
    scores = dict.fromkeys(stage.entrants, Fraction(0))
    pulled: Counter[str] = Counter()
    for number, each in enumerate(stage.rounds):
        for table in each.tables:
            best = max(scores[one] for one in table)
            pulled.update(one for one in table if scores[one] < best)
        for one, rounds in history.items():
            scores[one] += rounds[number].points
    return scores, pulled


_NEXT: Final[dict[str, Callable[[Tournament, StageState, Draw], RoundDrawn]]] = {
    TABLES: _tables,
    ROUND_ROBIN: _robin,
    SWISS: _swiss,
}
