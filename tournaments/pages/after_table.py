"""Where a player goes from a table: told to its page, and an address that leads there."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.bust_told import prize_of
from tournaments.pages.matches import began, my_match
from tournaments.pages.reading import Seen, seen
from tournaments.pages.words import DECIDED
from tournaments.rules.advance import READY, WAITING
from tournaments.rules.ranks import Rank
from tournaments.rules.results import VOID, Result
from tournaments.rules.standings import BRACKETS, board, stage_over
from tournaments.rules.state import CANCELLED, FINISHED, PAID, RUNNING, StageState
from tournaments.rules.structure import FREEZEOUT


@never_cache
@require_safe
def next_place(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Lead a player to the table where the tournament goes on for him, else to how he did."""
    return redirect(_next_url(seen(request, tournament_id)))


@never_cache
@require_safe
def after_table(request: HttpRequest, tournament_id: int, table_id: int) -> HttpResponse:
    """Tell the page of a table how its match ended and where the reader goes from there.

    `called`: what the match is called, such as "Match 5". `ended` and `then` are sentences, ""
    where there is nothing to say; `won` the match; `go`: an address and its words; `wait`: whether
    to ask again, since more is to come.
    """
    here = seen(request, tournament_id)
    table = here.row.match_tables.filter(table_id=table_id).first()
    result = _result(here, table)
    won = result is not None and result.places[:1] == ((here.me,),)
    ended = ""
    if table is not None and table.state != "open":
        ended = " ".join(filter(None, (_ended(here, table, result), _why(here, table))))
    facts = {"called": _called(here, table), "ended": ended, "won": won}
    return JsonResponse({**facts, **_then(here, table_id)})


def _called(here: Seen, table: Any) -> str:  # noqa: ANN401 - a row of match tables
    """What a table's match is called on the pages of its tournament."""
    if table is None or here.state is None:
        return ""
    stage = here.state.stages[table.stage]
    if stage.spec.kind == FREEZEOUT:
        return _("Table %(n)s") % {"n": table.match}
    return numbered(here, stage).get(table.match, "")


def _result(here: Seen, table: Any) -> Result | None:  # noqa: ANN401 - a row of match tables
    if table is None or here.state is None:
        return None
    return here.state.stages[table.stage].results.get(table.match)


def _ended(here: Seen, table: Any, result: Result | None) -> str:  # noqa: ANN401 - as above
    """Say how the match of a closed table ended."""
    assert here.state is not None, "a table is of a tournament that runs"  # noqa: S101 - ours
    if here.state.stages[table.stage].spec.kind == FREEZEOUT:
        return ""
    if result is None:
        return (
            "" if here.state.phase == CANCELLED else _("The match is not decided at this table.")
        )
    if not result.places:
        void = result.how == VOID
        return _("The match counts for nobody.") if void else _("Nobody won the match.")
    first = result.places[0]
    if first == (here.me,):
        return _("You won the match!")
    if len(first) > 1:
        return _("The match is a tie.")
    mine = next((n for n, group in enumerate(result.places, 1) if here.me in group), 0)
    if mine and len(result.entrants) > 2:  # noqa: PLR2004 - of two, the other one won
        said = _("%(name)s won the match. You took place %(n)s at this table.")
        return said % {"name": here.name(first[0]), "n": mine}
    return _("%(name)s won the match.") % {"name": here.name(first[0])}


def _why(here: Seen, table: Any) -> str:  # noqa: ANN401 - as above
    """Say why a match ended that was not played to its end at its table."""
    assert here.state is not None, "a table is of a tournament that runs"  # noqa: S101 - ours
    played = table.state == "done" or here.state.stages[table.stage].spec.kind == FREEZEOUT
    if played or here.state.phase == CANCELLED:
        return ""
    return str(DECIDED.get(queries.decided_by(table), ""))


def _then(here: Seen, table_id: int) -> dict[str, Any]:
    """What comes next for the reader: a table, waiting, or the place that was reached."""
    phase = here.state.phase if here.state is not None else ""
    rank = next((one for one in here.ranks() if one.entrant == here.me), None)
    live = _live(here)
    if phase == CANCELLED:
        return _told(_("The tournament is cancelled."), _next_url(here), _("To the tournament"))
    if live not in (None, table_id):
        words = _("Your next table is ready.")
        return _told(words, reverse("table", args=[live]), _("Go to my next table"), wait=True)
    if rank is not None and (rank.first, rank.last) == (1, 1) and not _goes_on(here):
        words = " ".join([_("Congratulations: you won the tournament!"), _prize(here, rank)])
        return _told(words.strip(), _next_url(here), _("See the result"), wait=phase == RUNNING)
    if phase == RUNNING and _goes_on(here):
        words = _("You play on. Your next table is offered here as soon as it is open.")
        return _told(words, _next_url(here), _("To the tournament"), wait=True)
    if rank is None:
        return _told("", _next_url(here), _("To the tournament"), wait=False)
    said = _("For you the tournament is over: place %(rank)s of %(of)s.")
    words = said % {"rank": rank, "of": began(here)}
    told = " ".join([words, _prize(here, rank)]).strip()
    over = phase in (FINISHED, PAID)
    return _told(told, _next_url(here), _("See the result") if over else _("My result"))


def _told(then: str, href: str, words: str, *, wait: bool = False) -> dict[str, Any]:
    return {"then": then, "go": {"href": href, "words": words}, "wait": wait}


def _prize(here: Seen, rank: Rank) -> str:
    """What the place is worth, as far as that is fixed."""
    prize = prize_of(here, rank) or 0
    words = ngettext("Your prize: %(n)s chip.", "Your prize: %(n)s chips.", prize)
    told = words % {"n": number_format(prize, force_grouping=True)}
    return told if prize else ""


def _live(here: Seen) -> int | None:
    """The live table at which the reader plays now."""
    if here.state is None or here.state.phase != RUNNING:
        return None
    mine = my_match(here)
    return mine["live"] if mine is not None else None


def _next_url(here: Seen) -> str:
    """The reader's table, else the result when all is over, else what is said of the reader."""
    live = _live(here)
    if live is not None:
        return reverse("table", args=[live])
    if here.row.phase in (FINISHED, PAID):
        return reverse("tournament-result", args=[here.row.pk])
    return reverse("tournament", args=[here.row.pk]) + "#mine"


def _goes_on(here: Seen) -> bool:
    """Whether the reader has more to play, or may have in a stage that has not begun."""
    if here.state is None or not here.me or here.state.gone(here.me):
        return False
    if any(not here.started(spec.id) for spec in here.structure.stages):
        return True
    return any(_plays_on(stage, here.me) for stage in here.played if not stage_over(stage))


def _plays_on(stage: StageState, ref: str) -> bool:
    if stage.spec.kind == FREEZEOUT:
        return ref in stage.seats
    if stage.spec.kind in BRACKETS:
        return any(
            ref in stand.sides
            for stand in board(stage).stands()
            if stand.status in (WAITING, READY)
        )
    return ref in stage.entrants
