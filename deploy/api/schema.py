"""The OpenAPI document: what drf-spectacular finds, plus the one shape of every error."""

import gzip
import json
from functools import lru_cache
from threading import Lock
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from deploy.api.authentication import PageSessionAuthentication
from deploy.api.catalogue import title
from deploy.api.described import REFUSALS
from deploy.api.examples import EXAMPLES
from wallet.api.problem import problem_type

# Whoever asks names a language and a version, so there may be more of them than are kept.
DOCUMENTS_KEPT = 8
# The generator imports what it needs as it goes, and fails in one thread while another does so.
_ONE_AT_A_TIME = Lock()
UNFOLDED = {"docExpansion": "list", "defaultModelsExpandDepth": 1}

PROBLEM = {
    "type": "object",
    "description": "RFC 9457 problem details; further members are the facts of the refusal.",
    "required": ["type", "title", "status", "detail", "instance", "code"],
    "properties": {
        "type": {"type": "string", "description": "/problems/<code>: a page that explains it"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "code": {"type": "string", "description": "stable, for programs"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail"],
                "properties": {name: {"type": "string"} for name in ("field", "code", "detail")},
            },
        },
    },
    "additionalProperties": True,
}
PROBLEM_CONTENT = {
    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
}


def add_problems(result: dict[str, Any], **_context: object) -> dict[str, Any]:
    """Say of every operation which problems it may answer, and what its success is."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas["Problem"] = PROBLEM
    for address, path in result["paths"].items():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                for status, response in operation["responses"].items():
                    response["description"] = _success(operation, response, schemas, status)
                _tell_problems(operation, address)
                _add_example(operation)
    return result


def _tell_problems(operation: dict[str, Any], address: str) -> None:
    """List the codes under the status with which they come; 4XX and 5XX stand for any other."""
    refusals: dict[str, tuple[int, str]] = operation.pop(REFUSALS, {})
    by_status: dict[str, list[str]] = {}
    for code, (number, _says) in sorted(refusals.items()):
        by_status.setdefault(str(number), []).append(code)
    for status, codes in sorted(by_status.items()):
        lines = [f"* `{code}`: {refusals[code][1]}" for code in codes]
        if "rule-refused" in codes:
            lines.append("* or the code by which the rules of tournaments refuse it")
        operation["responses"][status] = {
            "description": "\n".join(lines),
            "content": _problem_of(codes[0], status, refusals[codes[0]][1], address),
            "x-problem-codes": codes,
        }
    for status in ("4XX", "5XX"):
        operation["responses"][status] = {
            "description": "Any other problem: `code` says which, /problems/<code> explains it.",
            "content": PROBLEM_CONTENT,
        }


def _problem_of(code: str, status: str, says: str, address: str) -> dict[str, Any]:
    """Return the content of an answer, with one problem as its example."""
    example = {
        "type": problem_type(code),
        "title": title(code),
        "status": int(status),
        "detail": says,
        "instance": address,
        "code": code,
    }
    return {kind: {**told, "example": example} for kind, told in PROBLEM_CONTENT.items()}


def _success(
    operation: dict[str, Any], response: dict[str, Any], schemas: dict[str, Any], status: str
) -> str:
    """Say what is answered: what the answer's class says of itself, else what was asked for."""
    for content in response.get("content", {}).values():
        schema = content.get("schema", {})
        many = schema.get("type") == "array"
        name = (schema.get("items", {}) if many else schema).get("$ref", "").rpartition("/")[2]
        if says := schemas.get(name, {}).get("description", ""):
            first = " ".join(says.partition("\n\n")[0].split())
            return f"A list, each: {first}" if many else first
    done = "Done, with nothing to say: " if status == "204" else "Done: "
    return f"{done}{operation.get('summary', '')}."


def _add_example(operation: dict[str, Any]) -> None:
    """Put the example of a body beside its schema."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None and operation["operationId"] in EXAMPLES:
        content["example"] = EXAMPLES[operation["operationId"]]


@lru_cache(maxsize=DOCUMENTS_KEPT)
def document(version: str | None, language: str | None) -> dict[str, Any]:
    """Return the OpenAPI document in the language that is active; not to be changed.

    To make it takes half a second of a core, and it is the same as long as the house is open.
    """
    generator: Any = SchemaGenerator  # has no types
    with _ONE_AT_A_TIME:
        made: dict[str, Any] = generator(api_version=version).get_schema(public=True)
    return made


@lru_cache(maxsize=DOCUMENTS_KEPT)
def written(version: str | None, language: str | None, *, packed: bool) -> bytes:
    """Return the same as JSON, also gzipped: all who ask share one copy of a million bytes."""
    text: bytes = JSONRenderer().render(document(version, language))
    return gzip.compress(text, mtime=0) if packed else text


class Remembered(SchemaGenerator):
    """Gives the document that was made before."""

    def get_schema(self, request: object = None, public: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the base's own
        """Return it; everybody sees all of it."""
        return document(self.api_version, get_language())


class SchemaView(SpectacularJSONAPIView):
    """The OpenAPI document."""

    generator_class = Remembered
    authentication_classes = []
    permission_classes = [AllowAny]

    def _get_schema_response(self, request: Request) -> HttpResponse:
        """Answer with the bytes that were written before."""
        version = request.version or super()._get_version_parameter(request)  # type: ignore[no-untyped-call]  # the base has no types
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        text = written(version, get_language(), packed=packed)
        answer = HttpResponse(text, content_type=request.accepted_media_type)
        name = super()._get_filename(request, version)  # type: ignore[no-untyped-call]  # see above
        answer["Content-Disposition"] = f'inline; filename="{name}"'
        answer["Vary"] = "Accept, Accept-Encoding, Accept-Language"
        if packed:
            answer["Content-Encoding"] = "gzip"
        return answer


class DocsView(SpectacularSwaggerSplitView):
    """The API's reference page. Its script comes from its own address, so the CSP holds.

    Everybody may read it; it knows who is signed in, for its header.
    """

    authentication_classes = [PageSessionAuthentication]
    permission_classes = [AllowAny]
    url_name = "api-schema"
    template_name = "api/docs.html"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Show it folded; `?show=all` unfolds every operation and schema, which takes seconds.

        Until it is drawn, or without a script, the page tells the groups of operations itself.
        """
        shown: Any = super()  # has no types
        answer: Response = shown.get(request, *args, **kwargs)
        unfolded = request.GET.get("show") == "all"
        answer.data["unfolded"] = unfolded
        if "settings" in answer.data:
            settings = spectacular_settings.SWAGGER_UI_SETTINGS | (UNFOLDED if unfolded else {})
            answer.data["settings"] = f"{{...{json.dumps(settings)}, ...batidaDocs}}"
        else:
            made = document(request.version, get_language())
            answer.data["groups"] = made["tags"]
            answer.data["operations"] = sum(len(path) for path in made["paths"].values())
        return answer
