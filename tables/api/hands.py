"""REST doors to hands: the finished ones, their records, and their telling in plain text."""

import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import history, queries
from tables.api import hand_serializers as shapes
from tables.api.caller import caller, query
from tables.build import engine_digest
from tables.errors import HandNotOver
from tables.models import Hand
from wallet.api.caching import tagged
from wallet.api.pages import Pages, moment

NDJSON = "application/x-ndjson"
# How long a browser need not even ask whether its copy is good: a newer house may say more.
KEPT = "private, max-age=3600, immutable"


class HandPages(Pages):
    """Pages from the newest on, by the time of their end."""

    ordering = ("-ended_at", "-pk")
    place = moment


class HandsView(ListAPIView[Hand]):
    """Finished hands, the newest first, of one table or of mine if asked."""

    permission_classes = [IsAuthenticated]
    serializer_class = shapes.HandSerializer
    pagination_class = HandPages

    @extend_schema(operation_id="list_hands", parameters=[shapes.HandsQuerySerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List finished hands, the newest first, of one table or of mine if asked."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Hand]:
        """Find them; nothing is found when only the schema is drawn."""
        if getattr(self, "swagger_fake_view", False):
            return Hand.objects.none()
        asked = query(self.request, shapes.HandsQuerySerializer)
        reader = caller(self.request)
        user = reader if asked["mine"] else None
        found = queries.hands(asked.get("table"), user, reader)
        return found.prefetch_related("players__user")


class MyHandsView(ListAPIView[Hand]):
    """My finished hands, the newest first."""

    permission_classes = [IsAuthenticated]
    serializer_class = shapes.HandSerializer
    pagination_class = HandPages

    @extend_schema(operation_id="my_hands", parameters=[shapes.MyHandsQuerySerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the finished hands that I played, the newest first."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Hand]:
        """Find them; nothing is found when only the schema is drawn."""
        if getattr(self, "swagger_fake_view", False):
            return Hand.objects.none()
        asked = query(self.request, shapes.MyHandsQuerySerializer)
        for name in ("cursor", "page_size"):
            asked.pop(name, None)
        return history.my_hands(caller(self.request), **asked).prefetch_related("players__user")


def _hand(request: Request, hand_id: uuid.UUID) -> Hand:
    return queries.hand_for(hand_id, caller(request).pk)


class HandView(APIView):
    """One hand."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="hand", responses=shapes.HandSerializer)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Tell who played it and how it ended."""
        shown = shapes.HandSerializer(_hand(request, hand_id), context={"request": request})
        return Response(shown.data)


@method_decorator(gzip_page, name="dispatch")  # nothing secret is in it that could be guessed
class StepsView(APIView):
    """A hand step by step."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="hand_steps",
        parameters=[shapes.StepsQuerySerializer],
        responses=shapes.StepsSerializer,
    )
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponseBase:
        """Show a finished hand step by step: data for a replayer.

        As I could see it then; with `cards=all` with everybody's cards, which its record tells
        too. It never changes, so it may be kept.
        """
        asked = query(request, shapes.StepsQuerySerializer)["cards"]
        hand, reader = _hand(request, hand_id), caller(request).pk
        if hand.state != Hand.State.CLOSED:
            raise HandNotOver
        # Weak: sent as it is or compressed, it says the same.
        etag = f'W/"{bytes(hand.head).hex()[:24]}-{engine_digest()[-16:]}-{reader}-{asked}"'

        def told() -> dict[str, object]:
            found = history.steps(hand, reader, all_cards=asked == "all")
            facts = {"id": hand.pk, "hand_no": hand.hand_no, "result": hand.result}
            return {**facts, "steps": found}

        return tagged(request, told, etag=etag, cache=KEPT, vary=("Accept-Encoding",))


class WhateverIsAccepted(BaseContentNegotiation):
    """What there is only in one form is sent in it; errors are problem objects as everywhere."""

    def select_parser(self, request: Request, parsers: object) -> None:
        """Nothing is sent to these addresses."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Take the first; it is used for errors alone."""
        first = next(iter(renderers))
        return first, first.media_type


class RecordView(APIView):
    """The record of a hand."""

    permission_classes = [IsAuthenticated]
    content_negotiation_class = WhateverIsAccepted

    @extend_schema(operation_id="hand_record", responses={(200, NDJSON): OpenApiTypes.STR})
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Download the record of a finished hand; `python3 -m engine verify` proves it."""
        hand = _hand(request, hand_id)
        name = f"batida-table{hand.table_id}-hand{hand.hand_no}.jsonl"
        return HttpResponse(
            queries.record_text(hand),
            content_type=NDJSON,
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


class ReplayView(APIView):
    """A hand in plain text."""

    permission_classes = [IsAuthenticated]
    content_negotiation_class = WhateverIsAccepted

    @extend_schema(operation_id="hand_replay", responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Tell a finished hand line by line, as `python3 -m engine replay` does."""
        told = queries.replay_text(_hand(request, hand_id))
        return HttpResponse(told, content_type="text/plain; charset=utf-8")
