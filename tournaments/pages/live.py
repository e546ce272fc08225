"""The live page: brackets, rounds, tables, standings, the clock; and whether there is news."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments import queries
from tournaments.errors import NoSuchTournament
from tournaments.pages.bracket_told import bracket, numbered
from tournaments.pages.bust_told import BACK_VERBS, bust_card
from tournaments.pages.chips_drawing import chip_graph
from tournaments.pages.chips_told import chips_told
from tournaments.pages.clock_told import clock_told
from tournaments.pages.deal_forms import deal_told
from tournaments.pages.lobby import head_of
from tournaments.pages.matches import live_tables, open_matches
from tournaments.pages.play_verbs import PLAY_VERBS, reporting
from tournaments.pages.reading import Seen, news_mark, seen
from tournaments.pages.standings_told import around, standings
from tournaments.pages.timeline import timeline
from tournaments.pages.verbs import VerbForm, did
from tournaments.pages.weak_told import weak_told
from tournaments.pages.words import KINDS, said
from tournaments.rules.plan import group_sizes
from tournaments.rules.standings import match_id, stage_over
from tournaments.rules.state import StageState
from tournaments.rules.structure import FREEZEOUT, ROUND_ROBIN

NEWEST = 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def live(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the course of play; `player` follows somebody, `all` lists every place.

    A form reports the reader's own match, proposes a deal, or answers one.
    """
    here = seen(request, tournament_id)
    if here.state is None or not here.played:
        return redirect("tournament", tournament_id)
    failed = None
    if request.method == "POST":
        if here.reader is None:
            return redirect_to_login(request.get_full_path())
        failed = did(request, here, {**PLAY_VERBS, **BACK_VERBS})
        if failed is None:
            return redirect("tournament-live", tournament_id)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed is not None else HTTPStatus.OK
    return render(request, "tournaments/live.html", _context(request, here, failed), status=status)


def _context(request: HttpRequest, here: Seen, failed: VerbForm | None) -> dict[str, Any]:
    followed = request.GET.get("player", "")
    if here.state is None or followed not in here.state.entrants:
        followed = ""
    whole = bool(request.GET.get("all"))
    head = head_of(here)
    mine = head["playing"]
    report = reporting(here, mine, failed) if mine else None
    # Somebody decided it meanwhile: there is no match left beside which a refusal could stand.
    late = failed is not None and failed.do in ("report", "agree", "take-back") and report is None
    return {
        **head,
        "followed": followed,
        "followed_name": here.name(followed) if followed else "",
        "whole": whole,
        "clock": clock_told(here, head["now"]),
        "stages": [
            stage_told(here, stage, followed, everything=whole) for stage in reversed(here.played)
        ],
        "mine": mine,
        "report": report,
        "refused": failed.non_field_errors() if failed is not None and late else (),
        "deal": deal_told(here, failed),
        "bust": bust_card(here, failed),
        "timeline": timeline(here, NEWEST),
        "stacks_average": average_stack(here),
    }


@never_cache
@require_safe
def pulse(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Say at which event a tournament is, with an ETag: pages ask again every few seconds."""
    reader = request.user if request.user.is_authenticated else None
    try:
        row = queries.tournament(tournament_id, reader)
    except NoSuchTournament as refusal:
        raise Http404 from refusal
    mark = news_mark(row)
    tag = f'"{mark}"'
    if request.headers.get("If-None-Match") == tag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        facts = {"news": mark, "seq": row.seq, "phase": row.phase, "remaining": row.remaining}
        answer = JsonResponse(facts)
    answer["ETag"] = tag
    return answer


def stage_told(
    here: Seen, stage: StageState, followed: str = "", *, everything: bool = False
) -> dict[str, Any]:
    """One stage as the live page shows it."""
    table = standings(here, stage)
    shown = around(table["rows"], followed or here.me, everything=everything)
    drawn = bracket(here, stage, followed)
    freezeout, over = stage.spec.kind == FREEZEOUT, stage_over(stage)
    return {
        "id": stage.spec.id,
        "name": here.stage_name(stage.spec.id),
        "kind": said(KINDS, stage.spec.kind),
        "over": over,
        "bracket": drawn,
        "playing": playing_told(here, stage) if drawn else [],
        "rounds": [] if drawn or freezeout else rounds_told(here, stage),
        "tables": tables_told(here, stage) if freezeout and not over else [],
        "graph": _graph(here, stage) if freezeout and not over else None,
        "chips": chips_told(here, stage, followed) if freezeout else None,
        "columns": table["columns"],
        "after": table.get("after"),
        "standings": shown,
        "cut": len(shown) < len(table["rows"]),
        "groups": group_sizes(stage.spec, len(stage.entrants))
        if stage.spec.kind == ROUND_ROBIN and stage.spec.groups > 1
        else (),
    }


def playing_told(here: Seen, stage: StageState) -> list[dict[str, Any]]:
    """The matches of a bracket that are at a live table now, for those who like to watch."""
    live = live_tables(here, stage)
    called = numbered(here, stage) if live else {}
    return [
        {
            "called": called.get(match, match),
            "names": [here.name(one) for one in players],
            "live": live[match],
        }
        for match, players in open_matches(stage)
        if match in live
    ]


def rounds_told(here: Seen, stage: StageState) -> list[dict[str, Any]]:
    """The drawn rounds, newest first, each table with its players in the order of their places."""
    found = []
    live = live_tables(here, stage)
    weak = weak_told(here, stage)
    for number, each in enumerate(stage.rounds, start=1):
        tables = []
        for table, players in enumerate(each.tables, start=1):
            match = match_id(number, table)
            result = stage.results.get(match)
            scores = dict(result.scores) if result is not None else {}
            order = (
                [one for group in result.places for one in group] + [*result.out]
                if result is not None and result.places
                else list(players)
            )
            tables.append(
                {
                    "number": table,
                    "match": match,
                    "done": result is not None,
                    "void": result is not None and not result.entrants,
                    "live": live.get(match),
                    "players": [
                        {
                            "name": here.name(one),
                            "ref": one,
                            "me": one == here.me,
                            "place": place if result is not None and result.places else 0,
                            "score": scores.get(one, ""),
                        }
                        for place, one in enumerate(order, start=1)
                    ],
                }
            )
        byes = [here.name(one) for one in each.byes]
        found.append({"number": number, "tables": tables, "byes": byes, "weak": weak[number - 1]})
    return found[::-1]


def tables_told(here: Seen, stage: StageState) -> list[dict[str, Any]]:
    """The tables of a freezeout, each with its seats and stacks."""
    live = live_tables(here, stage)
    return [
        {
            "number": table,
            "live": live.get(str(table)),
            "seats": [
                {
                    "seat": seat,
                    "ref": ref,
                    "name": here.name(ref),
                    "me": ref == here.me,
                    "stack": here.stack(stage, ref),
                }
                for seat, ref in sorted(seats.items())
            ],
        }
        for table, seats in sorted(stage.tables().items())
    ]


def average_stack(here: Seen) -> int | None:
    """The average of the stacks in play; None where none are known."""
    stacks = [one.stack for one in here.rows.values() if one.stack and one.table_no]
    return sum(stacks) // len(stacks) if stacks else None


def _graph(here: Seen, stage: StageState) -> Any:  # noqa: ANN401 - a Graph or None
    return chip_graph(
        [
            (here.name(ref), here.stack(stage, ref) or 0, ref == here.me)
            for ref in stage.seats
            if ref in here.rows
        ]
    )
