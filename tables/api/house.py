"""REST doors to the tables that the house keeps open, for staff."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands, queries
from tables.api import serializers as shapes
from tables.api.caller import body, caller
from wallet.api.caller import IsStaff
from wallet.api.fields import StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER


class CompanySerializer(StrictSerializer):
    """Who keeps people company at a table of the house."""

    bots = shapes.WholeField(
        min_value=0, max_value=7, help_text="Bots at most; one seat is left for people."
    )
    plays = serializers.CharField(
        max_length=10, default="steady", help_text="How well they play: calm, steady or sharp."
    )
    bots_alone = serializers.BooleanField(
        default=False, help_text="Whether they play while nobody else is there."
    )


class DefineSerializer(CompanySerializer):
    """What the house shall keep open."""

    settings = serializers.DictField(help_text="As for opening a table (POST /tables).")


class HouseTableSerializer(serializers.Serializer[Any]):
    """A table that the house keeps open."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    settings = serializers.DictField(source="chosen")
    bots = serializers.IntegerField()
    plays = serializers.CharField()
    bots_alone = serializers.BooleanField()
    is_open = serializers.BooleanField(help_text="False: it closes when people have left.")
    table = serializers.IntegerField(source="table_id", allow_null=True)


class HouseTablesSerializer(serializers.Serializer[Any]):
    """All tables of the house."""

    results = HouseTableSerializer(many=True)


class HouseTablesView(APIView):
    """The house's own tables."""

    permission_classes = [IsAuthenticated, IsStaff]

    @extend_schema(operation_id="house_tables", responses=HouseTablesSerializer)
    def get(self, request: Request) -> Response:
        """List the tables that the house keeps or has kept, the newest first."""
        rows = queries.house_definitions()
        return Response(HouseTablesSerializer({"results": rows}).data)

    @extend_schema(
        operation_id="define_house_table",
        parameters=[KEY_PARAMETER],
        request=DefineSerializer,
        responses={201: HouseTableSerializer},
    )
    def post(self, request: Request) -> Response:
        """Keep a table open from now on; its bots sit down within seconds."""
        key = idempotency_key(request)
        asked = body(request, DefineSerializer)
        made = commands.define_house_table(user=caller(request), key=key, **asked)
        house = queries.house_definitions().get(pk=int(str(made["id"])))
        return Response(HouseTableSerializer(house).data, status=status.HTTP_201_CREATED)


class HouseTableView(APIView):
    """One of the house's own tables."""

    permission_classes = [IsAuthenticated, IsStaff]

    @extend_schema(
        operation_id="change_house_table",
        parameters=[KEY_PARAMETER],
        request=CompanySerializer,
        responses=HouseTableSerializer,
    )
    def put(self, request: Request, house_id: int) -> Response:
        """Change its company: how many bots, how well they play, whether they play alone."""
        key = idempotency_key(request)
        asked = body(request, CompanySerializer)
        commands.change_house_table(user=caller(request), key=key, house_id=house_id, **asked)
        house = queries.house_definitions().get(pk=house_id)
        return Response(HouseTableSerializer(house).data)

    @extend_schema(
        operation_id="retire_house_table",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={200: HouseTableSerializer},
    )
    def delete(self, request: Request, house_id: int) -> Response:
        """Keep it no longer: bots leave, and it closes when people have left."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        commands.retire_house_table(user=caller(request), key=key, house_id=house_id)
        house = queries.house_definitions().get(pk=house_id)
        return Response(HouseTableSerializer(house).data)
