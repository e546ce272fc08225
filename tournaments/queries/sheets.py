"""What can be taken out of a tournament as lines, and what lines say that are brought in.

A line is an object; `rows.py` of the API writes it as CSV too. Checking an import changes nothing:
it tells, for each row, what is wrong with it, so that all can be put right at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tournaments import states
from tournaments.accounts import accounts_called
from tournaments.errors import NoSuchStage, PaysOwnEntry, by_the_rules
from tournaments.models import Entrant, Tournament
from tournaments.queries.lists import entrants
from tournaments.queries.play import bracket, rounds
from tournaments.rules import events as e
from tournaments.rules import log as rules_log
from tournaments.rules.codec import to_json
from tournaments.rules.errors import Refused
from tournaments.rules.results import FORFEIT, REPORTED, VOID, Result, check_scores
from tournaments.rules.standings import BRACKETS, board
from tournaments.rules.state import Tournament as State
from tournaments.rules.trf import Report, trf
from tournaments.texts import composed, one_line

Json = dict[str, Any]
NAME_CHARS_MAX = 60


@dataclass(slots=True)
class Checked:
    """What rows come to: `new` is what they add, `same` how many are so already."""

    rows: int = 0
    new: list[Any] = field(default_factory=list)
    same: int = 0
    wrong: list[Json] = field(default_factory=list)

    def refuse(self, row: int, name: str, detail: str) -> None:
        """Note what is wrong with a row, counted from 1."""
        self.wrong.append({"row": row, "field": name, "detail": detail})


def entrant_rows(row: Tournament) -> list[Json]:
    """All who entered, in the order of entry, with rating, flight, final places and prize."""
    state = states.state_of(row)
    return [
        {
            "entrant": one.ref,
            "name": one.name,
            "account": one.user is not None,
            "rating": state.entrants[one.ref].rating,
            "flight": state.entrants[one.ref].flight,
            "status": one.status,
            "first": one.place_first,
            "last": one.place_last,
            "prize": one.prize,
        }
        for one in entrants(row)
        if one.ref in state.entrants
    ]


def result_rows(row: Tournament) -> list[Json]:
    """Every recorded result of a match, stage by stage."""
    return [
        {"stage": name, "match": match, **_result(result)}
        for name, stage in states.state_of(row).stages.items()
        for match, result in stage.results.items()
    ]


def trf_text(row: Tournament, stage: str) -> str:
    """A Swiss stage for two as a tournament report file (`rules.trf`).

    NoSuchStage, and RuleRefused for a stage that such a file cannot tell.
    """
    state = states.state_of(row)
    if stage not in state.stages:
        raise NoSuchStage(facts={"stage": stage})
    report = Report(
        title=row.name,
        arbiter=row.owner.username,
        names={one.ref: one.name for one in entrants(row)},
        ratings={ref: one.rating for ref, one in state.entrants.items()},
        begins=_day(row.started_at),
        ends=_day(row.finished_at),
    )
    with by_the_rules():
        return trf(state.stages[stage], report)


def _day(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y/%m/%d}"


def bracket_rows(row: Tournament, stage: str) -> list[Json]:
    """Every match of a stage in its order: who plays it, and its result as far as there is one."""
    found = [
        {
            "stage": stage,
            "match": one["match"],
            "sides": [side or "" for side in one["sides"]],
            "status": one["status"],
            **_result(one["result"]),
        }
        for one in bracket(row, stage)
    ]
    return found or [
        {
            "stage": stage,
            "match": table["match"],
            "sides": table["players"],
            "status": table["status"],
            **_result(table["result"]),
        }
        for each in rounds(row, stage)
        for table in each["tables"]
    ]


def _result(result: Result | Json | None) -> Json:
    told: Json = to_json(result) if isinstance(result, Result) else result or {}
    names = ("places", "out", "scores")
    how = told.get("how", "played") if told else ""
    return {"how": how, **{name: told.get(name, []) for name in names}}


def checked_entrants(row: Tournament, rows: Sequence[Mapping[str, Any]]) -> Checked:
    """Check a list of people to enter; `new` holds entries for `commands.enter_others`."""
    if row.cost:
        raise PaysOwnEntry
    found = Checked(len(rows))
    state = states.state_of(row)
    inside = _names_inside(row)
    rows = [{**one, **{key: composed(one[key]) for key in ("name", "flight")}} for one in rows]
    accounts = accounts_called(str(one["name"]).strip() for one in rows if one["account"])
    listed: set[str] = set()
    number = len(state.entrants)
    flights = state.structure.flights
    for at, one in enumerate(rows, start=1):
        name = str(one["name"]).strip()
        account = accounts.get(name) if one["account"] else None
        name = account.username if account is not None else name
        if not 1 <= len(name) <= NAME_CHARS_MAX or not name.isprintable():
            found.refuse(at, "name", f"A name has 1 to {NAME_CHARS_MAX} characters.")
        elif name in listed:
            found.refuse(at, "name", "This name stands above already.")
        elif name in inside:
            found.same += 1
        elif one["account"] and account is None:
            found.refuse(at, "account", f"There is no account {name}.")
        elif flights and one_line(one["flight"]) not in flights:
            found.refuse(at, "flight", f"A flight is one of: {', '.join(flights)}.")
        else:
            number += 1
            event = e.Registered(f"p{number}", one["rating"], one["flight"])
            try:
                state = rules_log.extend(state, [event], stored=True)
            except Refused as refused:
                found.refuse(at, "", refused.detail)
                continue
            listed.add(name)
            found.new.append({**one, "name": name})
    return found


def _names_inside(row: Tournament) -> set[str]:
    return set(Entrant.objects.filter(tournament=row).values_list("name", flat=True))


def checked_results(state: State, rows: Iterable[Mapping[str, Any]]) -> Checked:
    """Check results line by line, each on the state that those before it make.

    `new` holds the events. A line without a result says nothing, and one that says what is
    recorded is the same; another result than the recorded one is a matter for a correction.
    """
    found = Checked()
    for at, one in enumerate(rows, start=1):
        found.rows += 1
        if not one["places"] and not one["out"]:
            found.same += 1
            continue
        stage = state.stages.get(one["stage"])
        if stage is None:
            found.refuse(at, "stage", f"There is no stage {one['stage']}.")
            continue
        told = _read(one)
        held = stage.results.get(one["match"])
        if held is not None and (held.places, held.out) == (told.places, told.out):
            found.same += 1
        elif held is not None:
            found.refuse(at, "places", "Another result stands: correct it, with a reason.")
        elif not _sides_fit(state, one):
            found.refuse(at, "sides", "Others play this match.")
        else:
            event = e.ResultRecorded(one["stage"], one["match"], told, e.RULING)
            try:
                check_scores(told)
                state = rules_log.extend(state, [event], stored=True)
            except Refused as refused:
                found.refuse(at, "match", refused.detail)
                continue
            found.new.append(event)
    return found


def _read(one: Mapping[str, Any]) -> Result:
    places = tuple(tuple(group) for group in one["places"])
    scores = tuple((ref, score) for ref, score in one["scores"])
    how = FORFEIT if one["out"] or one["how"] == FORFEIT else REPORTED
    return Result(places, VOID if one["how"] == VOID else how, tuple(one["out"]), scores)


def _sides_fit(state: State, one: Mapping[str, Any]) -> bool:
    """Whether a line that names who plays names those who do."""
    stage = state.stages[one["stage"]]
    given = {side for side in one["sides"] if side}
    if not given or not stage.started or stage.spec.kind not in BRACKETS:
        return True
    stands = {stand.match.id: stand.sides for stand in board(stage).stands()}
    sides = {side for side in stands.get(one["match"], ()) if side}
    return not sides or given == sides
