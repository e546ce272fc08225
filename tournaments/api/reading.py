"""REST doors to a tournament in play: brackets, rounds, standings, tables, money, log, events."""

from typing import Any, Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import commands, queries
from tournaments.api import answers, shapes, told
from tournaments.api.doors import SHARED, CostlyThrottle, Door, begun, done_by, reader, tagged
from tournaments.errors import NoSuchEntrant, NotEntered, NotOrganiser
from tournaments.models import Tournament
from wallet.api.caller import body, query

NDJSON: Final = "application/x-ndjson"
PLAIN: Final = "text/plain; charset=utf-8"
ME: Final = "me"


class StagesView(Door):
    """The stages."""

    @extend_schema(operation_id="tournament_stages", responses=told.StagesSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """List the stages, with how far each has come."""
        return tagged(request, {"results": queries.stages(begun(request, tournament_id))})


class BracketView(Door):
    """A bracket."""

    @extend_schema(operation_id="tournament_bracket", responses=told.BracketSerializer)
    def get(self, request: Request, tournament_id: int, stage: str) -> HttpResponseBase:
        """Show every match of a bracket: where its sides come from, and how it went."""
        row = begun(request, tournament_id)
        matches = queries.bracket(row, stage)
        return tagged(request, {"stage": stage, "matches": matches, "names": queries.names(row)})


class RoundsView(Door):
    """Rounds."""

    @extend_schema(operation_id="tournament_rounds", responses=told.RoundsSerializer)
    def get(self, request: Request, tournament_id: int, stage: str) -> HttpResponseBase:
        """Show the drawn rounds of a stage: tables, players, results and byes."""
        row = begun(request, tournament_id)
        drawn = queries.rounds(row, stage)
        return tagged(request, {"stage": stage, "rounds": drawn, "names": queries.names(row)})


class StandingsView(Door):
    """The standings."""

    @extend_schema(
        operation_id="tournament_standings",
        parameters=[shapes.StandingsQuerySerializer],
        responses=told.StandingsSerializer,
    )
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Show a page of the ranking so far, with the terms of each tie-break that decided.

        `around=me` finds the page on which I stand.
        """
        asked = query(request, shapes.StandingsQuerySerializer)
        row = begun(request, tournament_id)
        ranked, names = queries.standings(row, asked["stage"]), queries.names(row)
        size = asked["size"]
        page = asked.get("page", 1)
        if "around" in asked:
            ref = _ref(request, row, asked["around"])
            places = [at for at, one in enumerate(ranked) if one["entrant"] == ref]
            if not places:
                raise NoSuchEntrant(facts={"entrant": ref})
            page = places[0] // size + 1
        shown = ranked[(page - 1) * size : page * size]
        answer = {
            "stage": asked["stage"],
            "count": len(ranked),
            "page": page,
            "pages": -(-len(ranked) // size),
            "results": [{"name": names[one["entrant"]], **one} for one in shown],
        }
        return tagged(request, answer)


def _ref(request: Request, row: Tournament, around: str) -> str:
    if around != ME:
        return around
    mine = queries.entrants(row).filter(user_id=reader(request).pk).first()
    if mine is None or reader(request).pk is None:
        raise NotEntered
    return mine.ref


class RoomView(Door):
    """The tables of freezeouts."""

    @extend_schema(operation_id="tournament_tables", responses=told.RoomSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Show who sits where in the freezeouts, with stacks, and who moves where and why."""
        return tagged(request, {"results": queries.tables(begun(request, tournament_id))})


class ClockView(Door):
    """The clock of antes."""

    @extend_schema(operation_id="tournament_clock", responses=told.ClockSerializer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Tell the level of antes, the seconds left of it, and what comes next."""
        return Response({"clock": queries.clock(begun(request, tournament_id))})


class PayoutsView(Door):
    """The money."""

    @extend_schema(operation_id="tournament_payouts", responses=told.PayoutsSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Show what was paid in and what is paid out, with the sums that prove it."""
        return tagged(request, queries.prizes(begun(request, tournament_id)))


class DealsView(Door):
    """Deals."""

    @extend_schema(operation_id="tournament_deal", responses=told.DealToldSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Show the newest proposal to share the prizes, and who has answered."""
        return tagged(request, {"deal": queries.deal(begun(request, tournament_id))})

    post = done_by(
        "propose_deal",
        commands.propose_deal,
        "Propose to share the prizes; an earlier proposal is off.",
        answers.OfferedSerializer,
        shapes.DealSerializer,
        code=201,
    )


class DrawView(Door):
    """The draw."""

    @extend_schema(operation_id="tournament_draw", responses=told.DrawSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Show the commitment to the seed of all draws, and the seed when it is over."""
        row = begun(request, tournament_id)
        draw = queries.lobby(row, reader(request))["draw"]
        return tagged(request, {"tournament": row.log_name, **draw})


class CorrectionsView(Door):
    """Corrections."""

    @extend_schema(operation_id="tournament_corrections", responses=told.CorrectionsSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """List the corrections made, the newest first, and which were taken back."""
        return tagged(request, {"results": queries.corrections(begun(request, tournament_id))})


class PreviewView(Door):
    """What a correction would do."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [CostlyThrottle]

    @extend_schema(
        operation_id="preview_correction",
        request=shapes.WhatIfSerializer,
        responses=told.PreviewSerializer,
    )
    def post(self, request: Request, tournament_id: int, stage: str, match: str) -> Response:
        """Show the matches, ranks and prizes that a correction would change; nothing changes."""
        asked = body(request, shapes.WhatIfSerializer)
        row = begun(request, tournament_id)
        if not queries.seen_by(row, reader(request)):
            raise NotOrganiser
        return Response(queries.preview(row, stage=stage, match=match, **asked))


class PreviewBustsView(Door):
    """What a correction of the order of those out would do."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [CostlyThrottle]

    @extend_schema(
        operation_id="preview_correction_of_busts",
        request=shapes.OrderOutSerializer,
        responses=told.PreviewSerializer,
    )
    def post(self, request: Request, tournament_id: int, stage: str) -> Response:
        """Show the ranks, prizes and later stages that it would change; nothing changes."""
        asked = body(request, shapes.OrderOutSerializer)
        row = begun(request, tournament_id)
        if not queries.seen_by(row, reader(request)):
            raise NotOrganiser
        return Response(queries.preview_busts(row, stage=stage, **asked))


class ProjectorView(Door):
    """The big screen."""

    @extend_schema(operation_id="tournament_projector", responses=told.ProjectorSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Tell what a hall wants to see: clock, level, break, who is left, recent results.

        The same for everybody, and small; ask each second or two with If-None-Match.
        """
        row = begun(request, tournament_id)
        return tagged(request, queries.projector(row), cache=SHARED)


class AnyKind(BaseContentNegotiation):
    """The log has one form, whatever the client accepts."""

    def select_parser(self, request: Request, parsers: Any) -> Any:  # noqa: ANN401 - DRF's
        """Take the first."""
        return parsers[0]

    def select_renderer(
        self,
        request: Request,
        renderers: Any,  # noqa: ANN401 - DRF's
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        """Take the first."""
        return renderers[0], renderers[0].media_type


class LogView(Door):
    """The log."""

    content_negotiation_class = AnyKind

    @extend_schema(operation_id="tournament_log", responses={(200, NDJSON): OpenApiTypes.STR})
    def get(self, request: Request, tournament_id: int) -> HttpResponse:
        """Download the whole log: `python -m tournaments.rules verify FILE` checks it."""
        row = begun(request, tournament_id)
        answer = HttpResponse(queries.log_text(row), content_type=NDJSON)
        answer["Content-Disposition"] = f'attachment; filename="{row.log_name}.jsonl"'
        return answer


class TrfView(Door):
    """A Swiss stage as a tournament report file."""

    content_negotiation_class = AnyKind

    @extend_schema(operation_id="export_trf", responses={(200, PLAIN): OpenApiTypes.STR})
    def get(self, request: Request, tournament_id: int, stage: str) -> HttpResponse:
        """Download a Swiss stage for two as TRF16, the report file of chess federations.

        White is who deals first; points are 1, a half and 0.
        """
        row = begun(request, tournament_id)
        answer = HttpResponse(queries.trf_text(row, stage), content_type=PLAIN)
        name = content_disposition_header(True, f"{row.log_name}-{stage}.trf")  # noqa: FBT003 - Django's
        answer["Content-Disposition"] = name
        return answer


class EventsView(Door):
    """The stream of facts."""

    @extend_schema(
        operation_id="tournament_events",
        parameters=[shapes.EventsQuerySerializer],
        responses=told.StreamSerializer,
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Tell what happened after an event; with `wait` as soon as there is something to tell.

        `next` is the cursor to come back with.
        """
        asked = query(request, shapes.EventsQuerySerializer)
        row = begun(request, tournament_id)
        events = queries.events(row, after=asked["after"], limit=asked["limit"])
        newest = events[-1]["seq"] if events else asked["after"]
        return Response({"events": events, "next": newest, "head": max(row.seq, newest)})
