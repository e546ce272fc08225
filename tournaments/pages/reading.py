"""What every page of one tournament starts from: its row, its state, who reads, and all names."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from django.http import Http404, HttpRequest

from tables.naming import bot_name
from tournaments import queries, states
from tournaments.errors import NoSuchTournament
from tournaments.pages.words import STATUSES, said, stage_said
from tournaments.queries.decided import grounds
from tournaments.rules import events as e
from tournaments.rules.codec import from_json
from tournaments.rules.errors import Refused
from tournaments.rules.offers import outs
from tournaments.rules.outcome import final_ranks
from tournaments.rules.ranks import Rank
from tournaments.rules.state import NO_SHOW, RUNNING, StageState
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import FREEZEOUT, SWISS, Structure

if TYPE_CHECKING:
    from deploy.accounts.models import User

NOT_COME: Final = (e.RULING, e.NO_SHOW)
"""Whose word it is that somebody who is out with a match was not there: organiser, clock."""


@dataclass
class Seen:
    """A tournament as somebody sees it.

    `state` is None for a draft. `me` is the reader's ref, "" for who has not entered. `rows` are
    the entrants' rows by ref. `called` and `rounds`: what matches and their rounds are called, by
    stage, as far as asked for.
    """

    row: Any  # a tournaments.models.Tournament: pages read rows, and only queries make them
    reader: "User | None"
    structure: Structure
    state: State | None
    rows: Mapping[str, Any] = field(default_factory=dict)
    me: str = ""
    organiser: bool = False
    called: dict[str, Mapping[str, str]] = field(default_factory=dict)
    rounds: dict[str, Mapping[str, str]] = field(default_factory=dict)
    _rank_of: dict[str, Rank] | None = None
    _outs: frozenset[str] | None = None
    _absent: frozenset[str] | None = None

    def name(self, ref: str | None) -> str:
        """How an entrant is called on pages."""
        row = self.rows.get(ref or "")
        if row is None:
            return str(ref or "")
        return bot_name(row.name) if row.user_id and row.user.is_bot else str(row.name)

    def mark(self, ref: str) -> str:
        """A word beside the name in a ranking: disqualified, withdrawn, not come; mostly ""."""
        if self.state is None or ref not in self.state.entrants:
            return ""
        if self.state.gone(ref):
            return said(STATUSES, self.state.entrants[ref].status)
        return said(STATUSES, NO_SHOW) if ref in self.absent() else ""

    def absent(self) -> frozenset[str]:
        """Refs of those who left a stage because they did not come to a match, found once."""
        if self._absent is None:
            found: set[str] = set()
            for stage in self.played:
                out = {match: one.out for match, one in stage.results.items() if one.out}
                told = grounds(self.row, stage.spec.id) if out else {}
                found |= {
                    ref for match in out if told.get(match) in NOT_COME for ref in out[match]
                }
            self._absent = frozenset(found)
        return self._absent

    def names(self, refs: "tuple[str, ...] | list[str]") -> str:
        """Several names in a row."""
        return ", ".join(self.name(ref) for ref in refs)

    @property
    def played(self) -> list[StageState]:
        """The stages that have started, in the order of the structure."""
        if self.state is None:
            return []
        return [self.state.stages[s.id] for s in self.structure.stages if self.started(s.id)]

    @property
    def drawn(self) -> list[tuple[str, str]]:
        """Ids and names of those with a bracket or drawn rounds: they are lists to take out."""
        return [
            (one.spec.id, stage_said(one.spec.id))
            for one in self.played
            if one.spec.kind != FREEZEOUT
        ]

    @property
    def paired(self) -> list[tuple[str, str]]:
        """Ids and names of the Swiss stages for two: they have a report file."""
        return [
            (one.spec.id, stage_said(one.spec.id))
            for one in self.played
            if (one.spec.kind, one.spec.size) == (SWISS, 2)
        ]

    def started(self, stage: str) -> bool:
        """Whether a stage has started."""
        return self.state is not None and self.state.stages[stage].started

    def ranks(self) -> tuple[Rank, ...]:
        """The ranking, final or so far; empty while nothing has started."""
        if not self.played or self.state is None:
            return ()
        try:
            return final_ranks(self.state)
        except Refused:
            return ()

    def rank(self, ref: str) -> Rank | None:
        """The place of one entrant, final or so far; None where there is none."""
        if self._rank_of is None:
            self._rank_of = {one.entrant: one for one in self.ranks()}
        return self._rank_of.get(ref)

    def outs(self) -> frozenset[str]:
        """Refs of those who have nothing left to play, worked out once for a page."""
        if self._outs is None:
            self._outs = outs(self.state) if self.state is not None else frozenset()
        return self._outs

    def stack(self, stage: StageState, ref: str) -> int | None:
        """The chips of an entrant in that stage; None where nobody has counted any."""
        row = self.rows.get(ref)
        return row.stack if row is not None and row.stage == stage.spec.id else None

    def stage_name(self, stage: str) -> str:
        """How a stage is called on pages."""
        return stage_said(stage)


def news_mark(row: Any) -> str:  # noqa: ANN401 - a row of tournaments
    """What differs whenever a page of a tournament has something new to show.

    A live table is opened after the event that calls for it, so the newest one counts too. That
    somebody of a room who lost the last chip may buy again is no event either, nor is the
    proposal of a deal, or an answer to it, nor that the clock of the levels runs or stands.
    """
    tables = row.match_tables.filter(state="open").values_list("table_id", flat=True)
    told = f"{row.note} {sorted(tables)}"
    if not row.online and FREEZEOUT in row.kinds:
        told += f" {row.entrants.filter(bust__isnull=False).count()}"
    if row.phase == RUNNING:
        told += f" {queries.deal_mark(row)} {row.clock_from}"
    return f"{row.pk}-{row.seq}-{row.phase}-{crc32(told.encode())}"


def seen(request: HttpRequest, tournament_id: int) -> Seen:
    """The tournament as this reader sees it; Http404 for one that is none to the reader."""
    reader = request.user if request.user.is_authenticated else None
    try:
        row = queries.tournament(tournament_id, reader)
    except NoSuchTournament as refusal:
        raise Http404 from refusal
    structure: Structure = from_json(Structure, row.structure)
    rows = {one.ref: one for one in queries.entrants(row)}
    mine = [one.ref for one in rows.values() if reader is not None and one.user_id == reader.pk]
    state = states.state_of(row) if row.seq else None
    me = mine[0] if mine and state is not None and mine[0] in state.entrants else ""
    organiser = queries.seen_by(row, reader)
    return Seen(row, reader, structure, state, rows, me, organiser)
