"""REST doors that everybody may look through: all chips added up, and the seals."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from wallet import books, queries
from wallet.api import serializers as shapes
from wallet.api.pages import Pages, number
from wallet.models import Seal


class SealPages(Pages):
    """Pages by the seals' numbers."""

    ordering = "-n"
    place = number


class SupplyView(APIView):
    """All chips."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(operation_id="supply", responses=shapes.SupplySerializer)
    def get(self, request: Request) -> Response:
        """Add up all house chips: how many exist, and who holds them. At most a minute old."""
        return Response(shapes.SupplySerializer(books.recent_supply()).data)


class SealsView(ListAPIView[Seal]):
    """The seals."""

    authentication_classes = []
    permission_classes = [AllowAny]
    serializer_class = shapes.SealSerializer
    pagination_class = SealPages

    @extend_schema(operation_id="seals")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the seals, the newest first. Keep some: they show whether the past was altered."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Seal]:
        """Return all of them."""
        return queries.seals()
