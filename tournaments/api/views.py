"""REST doors to the list of tournaments, to one of them, its plan, and who is in it."""

from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import commands, queries
from tournaments.api import answers, shapes
from tournaments.api.doors import CostlyThrottle, Door, caller, done_by, reader, seen, tagged
from tournaments.errors import BadTournament
from tournaments.models import Entrant, Tournament
from wallet.api.caller import body, query
from wallet.api.keys import idempotency_key
from wallet.api.pages import Pages, number
from wallet.api.schema import KEY_PARAMETER


class NewestPages(Pages):
    """Pages from the newest on."""

    ordering = "-pk"
    place = number


class EntryPages(Pages):
    """Pages in the order of entry."""

    ordering = "pk"
    place = number


class TournamentsView(ListAPIView[Tournament]):
    """Tournaments."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = answers.TournamentSerializer
    pagination_class = NewestPages

    @extend_schema(operation_id="list_tournaments", parameters=[shapes.TournamentsQuerySerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List tournaments, the newest first; drafts are their organiser's to see."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Tournament]:
        """Find them; nothing is found when only the schema is drawn."""
        if getattr(self, "swagger_fake_view", False):
            return Tournament.objects.none()
        asked = query(self.request, shapes.TournamentsQuerySerializer)
        phases = [one for one in asked.get("phase", "").split(",") if one]
        unknown = sorted(set(phases) - set(Tournament.Phase.values))
        if unknown:
            raise BadTournament(f"phase: one of {', '.join(Tournament.Phase.values)}", status=400)
        found = queries.tournaments(reader(self.request), phases=phases, mine=asked["mine"])
        if "kind" in asked:
            found = found.filter(kinds__contains=[asked["kind"]])
        if "name" in asked:
            found = found.filter(name__icontains=asked["name"])
        return found

    @extend_schema(
        operation_id="draft_tournament",
        parameters=[KEY_PARAMETER],
        request=shapes.SettingsSerializer,
        responses={201: answers.DraftedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a draft of a tournament; organisers and staff may, and nobody else sees it."""
        key = idempotency_key(request)
        settings = body(request, shapes.SettingsSerializer)
        drafted = commands.draft(user=caller(request), key=key, settings=settings)
        where = reverse("api-tournament", kwargs={"tournament_id": drafted["id"]})
        return Response(drafted, status=status.HTTP_201_CREATED, headers={"Location": where})


class PlanView(Door):
    """What a structure comes to."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [CostlyThrottle]

    @extend_schema(
        operation_id="plan_tournament",
        request=shapes.PlanSerializer,
        responses=answers.PlannedSerializer,
    )
    def post(self, request: Request) -> Response:
        """Plan rounds, tables and length for so many entries, or say what could be played."""
        asked = body(request, shapes.PlanSerializer)
        entries, tables = asked["entries"], asked["tables"]
        return Response(queries.plan_for(asked["structure"], entries, tables=tables))


class TournamentView(Door):
    """One tournament."""

    @extend_schema(operation_id="tournament", responses=answers.TournamentToldSerializer)
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Tell all that is fixed about a tournament, where it stands, and what I may do in it."""
        row = seen(request, tournament_id)
        return tagged(request, queries.lobby(row, reader(request)))

    @extend_schema(
        operation_id="edit_tournament",
        parameters=[KEY_PARAMETER],
        request=shapes.SettingsSerializer,
        responses=answers.DraftedSerializer,
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """Give my draft other settings, all of them."""
        key = idempotency_key(request)
        settings = body(request, shapes.SettingsSerializer)
        user = caller(request)
        return Response(
            commands.edit(user=user, key=key, tournament_id=tournament_id, settings=settings)
        )

    delete = done_by(
        "discard_tournament", commands.discard, "Discard my draft.", answers.DraftedSerializer
    )


class EntriesView(ListAPIView[Entrant]):
    """Who is in."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    serializer_class = answers.EntrantSerializer
    pagination_class = EntryPages

    @extend_schema(operation_id="tournament_entries")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List all who ever entered, in the order of entry."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Entrant]:
        """Find them; nothing is found when only the schema is drawn."""
        if getattr(self, "swagger_fake_view", False):
            return Entrant.objects.none()
        return queries.entrants(seen(self.request, self.kwargs["tournament_id"]))

    post = done_by(
        "register",
        commands.register,
        "Enter with my own chips; over the cap I wait, and the chips come back if I stay out.",
        answers.EntrySerializer,
        shapes.RegisterSerializer,
        code=status.HTTP_201_CREATED,
    )


class MyEntryView(Door):
    """My entry."""

    delete = done_by(
        "withdraw",
        commands.withdraw,
        "Leave: before the start with all chips back, later without.",
        answers.EntrySerializer,
        shapes.WithdrawSerializer,
    )
