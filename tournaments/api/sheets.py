"""REST doors to lists as files: entrants, results and brackets, out and in, as CSV or JSON."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments import commands, queries, states
from tournaments.api import lines, told
from tournaments.api.doors import CostlyThrottle, Door, begun, caller, reader
from tournaments.api.shapes import ImportQuerySerializer, RefField, WholeField
from tournaments.commands.entering import RATING_MAX
from tournaments.errors import ImportRefused, NotOrganiser
from tournaments.queries.sheets import Checked
from wallet.api.caller import body, query
from wallet.api.csv_lines import CsvRenderer
from wallet.api.fields import AS_TEXT, StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.api.schema import CSV_PARAMETER, KEY_PARAMETER

Json = dict[str, Any]
ROWS_MAX: Final = 1000
JSON_PARSER: Final[type[BaseParser]] = APIView.parser_classes[0]


class Ignored(serializers.JSONField):
    """A column of an export that an import does not read."""

    def __init__(self) -> None:
        super().__init__(required=False, allow_null=True, write_only=True)


class EntrantRowSerializer(StrictSerializer):
    """Somebody to enter. Other columns of an export are not read."""

    name = serializers.CharField(max_length=60)
    account = serializers.BooleanField(default=False, help_text="The name is an account's.")
    rating = WholeField(min_value=-RATING_MAX, max_value=RATING_MAX, default=0)
    flight = serializers.CharField(max_length=40, default="", allow_blank=True)
    entrant, status, first, last, prize = (Ignored() for _column in range(5))


class ResultRowSerializer(StrictSerializer):
    """A result of a match; one without places and out says nothing."""

    stage = serializers.CharField(max_length=40)
    match = serializers.CharField(max_length=16)
    places = serializers.ListField(child=serializers.ListField(child=RefField()), default=list)
    out = serializers.ListField(child=RefField(), default=list, help_text="Absent, best first.")
    scores = serializers.ListField(
        child=serializers.ListField(min_length=2, max_length=2), default=list
    )
    how = serializers.CharField(max_length=10, default="", allow_blank=True)
    sides = serializers.ListField(
        child=RefField(allow_blank=True), default=list, help_text="If given, they must fit."
    )
    status = Ignored()

    def validate_scores(self, given: list[list[object]]) -> list[list[object]]:
        """Refuse what is no pair of an entrant and whole points."""
        if not all(type(ref) is str and type(points) is int for ref, points in given):
            raise serializers.ValidationError(_("A score is an entrant and a whole number."))
        return given


class RowsSerializer(StrictSerializer):
    """Lines, as an export has them; or the same as text/csv."""

    rows = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=ROWS_MAX)


class ExportView(Door, ABC):
    """A list to take away."""

    renderer_classes = [JSONRenderer, CsvRenderer]
    columns: Sequence[str] = ()
    name = ""

    @abstractmethod
    def rows(self, request: Request, tournament_id: int, **where: str) -> list[Json]:
        """Return the lines."""

    def answer(self, request: Request, tournament_id: int, **where: str) -> HttpResponseBase:
        """Answer in the form that was asked for."""
        rows = self.rows(request, tournament_id, **where)
        if request.accepted_renderer.format == CsvRenderer.format:
            return lines.csv_file(self.columns, rows, f"{self.name}-{tournament_id}")
        return Response({"rows": rows})


class EntrantsExportView(ExportView):
    """The entrants."""

    columns, name = lines.ENTRANTS, "entrants"

    def rows(self, request: Request, tournament_id: int, **where: str) -> list[Json]:
        """Return the entrants."""
        return queries.entrant_rows(begun(request, tournament_id))

    @extend_schema(
        operation_id="export_entrants",
        parameters=[CSV_PARAMETER],
        responses=told.RowsToldSerializer,
    )
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Export who entered, with rating, final places and prize, as JSON or CSV."""
        return self.answer(request, tournament_id)


class ResultsExportView(ExportView):
    """The results."""

    columns, name = lines.RESULTS, "results"

    def rows(self, request: Request, tournament_id: int, **where: str) -> list[Json]:
        """Return the results."""
        return queries.result_rows(begun(request, tournament_id))

    @extend_schema(
        operation_id="export_results",
        parameters=[CSV_PARAMETER],
        responses=told.RowsToldSerializer,
    )
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Export every recorded result of a match, as JSON or CSV."""
        return self.answer(request, tournament_id)


class BracketExportView(ExportView):
    """A bracket."""

    columns, name = lines.BRACKET, "bracket"

    def rows(self, request: Request, tournament_id: int, **where: str) -> list[Json]:
        """Return the matches of the stage."""
        return queries.bracket_rows(begun(request, tournament_id), where["stage"])

    @extend_schema(
        operation_id="export_bracket",
        parameters=[CSV_PARAMETER],
        responses=told.RowsToldSerializer,
    )
    def get(self, request: Request, tournament_id: int, stage: str) -> HttpResponseBase:
        """Export every match of a stage with who plays it, as JSON or CSV."""
        return self.answer(request, tournament_id, stage=stage)


class ImportDoor(Door, ABC):
    """A list to bring in."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [CostlyThrottle]
    parser_classes = [JSON_PARSER, lines.CsvParser]
    row_kind: type[StrictSerializer] = StrictSerializer

    @abstractmethod
    def checked(self, tournament_id: int, rows: list[Json]) -> Checked:
        """Check lines whose form is right."""

    @abstractmethod
    def take_in(self, request: Request, tournament_id: int, rows: list[Json], new: Any) -> None:  # noqa: ANN401 - lines or events
        """Do it; the command judges again."""

    def answer(self, request: Request, tournament_id: int) -> Response:
        """Check the lines, and take them in unless it is a dry run."""
        dry = query(request, ImportQuerySerializer)["dry_run"]
        if not dry:
            idempotency_key(request)
        row = begun(request, tournament_id)
        if not queries.seen_by(row, reader(request)):
            raise NotOrganiser
        raw = body(request, RowsSerializer)["rows"]
        written = {AS_TEXT: request.content_type.startswith(lines.CsvParser.media_type)}
        found, rows = Checked(len(raw)), []
        for at, one in enumerate(raw, start=1):
            shape = self.row_kind(data=one, context=written)
            if shape.is_valid():
                known = (name for name in shape.validated_data if name in self.reads())
                rows.append({name: shape.validated_data[name] for name in known})
            for name, said in shape.errors.items():
                found.refuse(at, str(name), _first(said))
        if not found.wrong:
            found = self.checked(tournament_id, rows)
        if not dry and found.wrong:
            raise ImportRefused(facts={"wrong": found.wrong})
        if not dry and found.new:
            self.take_in(request, tournament_id, rows, found.new)
        new = len(found.new)
        answer = {"rows": found.rows, "new": new, "same": found.same, "wrong": found.wrong}
        return Response({**answer, "done": not dry})

    def reads(self) -> set[str]:
        """Return the columns that are read."""
        fields = self.row_kind().fields.items()
        return {name for name, field in fields if not isinstance(field, Ignored)}


class EntrantsImportView(ImportDoor):
    """A list of entrants."""

    row_kind = EntrantRowSerializer

    def checked(self, tournament_id: int, rows: list[Json]) -> Checked:
        """Check names, accounts, and what the rules say."""
        return queries.checked_entrants(queries.tournament(tournament_id, None), rows)

    def take_in(self, request: Request, tournament_id: int, rows: list[Json], new: Any) -> None:  # noqa: ANN401 - lines
        """Enter those who are new."""
        key, user = idempotency_key(request), caller(request)
        commands.enter_others(user=user, key=key, tournament_id=tournament_id, entries=new)

    @extend_schema(
        operation_id="import_entrants",
        parameters=[KEY_PARAMETER, ImportQuerySerializer],
        request=RowsSerializer,
        responses=told.CheckedSerializer,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Enter people of a free tournament by list, JSON or CSV; first only a dry run.

        Who is in already is counted as the same, so a list may be brought twice.
        """
        return self.answer(request, tournament_id)


class ResultsImportView(ImportDoor):
    """A list of results."""

    row_kind = ResultRowSerializer

    def checked(self, tournament_id: int, rows: list[Json]) -> Checked:
        """Check each result on what those before it make."""
        row = queries.tournament(tournament_id, None)
        return queries.checked_results(states.state_of(row), rows)

    def take_in(self, request: Request, tournament_id: int, rows: list[Json], new: Any) -> None:  # noqa: ANN401 - events
        """Record them."""
        key, user = idempotency_key(request), caller(request)
        commands.import_results(user=user, key=key, tournament_id=tournament_id, rows=rows)

    @extend_schema(
        operation_id="import_results",
        parameters=[KEY_PARAMETER, ImportQuerySerializer],
        request=RowsSerializer,
        responses=told.CheckedSerializer,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Record results by list, JSON or CSV, all or none; first only a dry run.

        The lines of an exported bracket are lines of results: fill in `places`.
        """
        return self.answer(request, tournament_id)


def _first(said: Any) -> str:  # noqa: ANN401 - DRF's nested errors
    """Return the first sentence of a field's errors, however deep it stands."""
    while isinstance(said, dict | list):
        said = next(iter(said.values() if isinstance(said, dict) else said))
    return str(said)
