"""The OpenAPI document: what drf-spectacular finds, plus the one shape of every error."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from deploy.api.authentication import PageSessionAuthentication

# Whoever asks names a language and a version, so there may be more of them than are kept.
DOCUMENTS_KEPT = 8

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


def add_problems(result: dict[str, Any], **_context: object) -> dict[str, Any]:
    """Say of every operation that its errors are problem objects."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for path in result["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                for status in ("4XX", "5XX"):
                    operation["responses"][status] = {
                        "description": "A problem.",
                        "content": content,
                    }
    return result


@lru_cache(maxsize=DOCUMENTS_KEPT)
def document(version: str | None, language: str | None) -> dict[str, Any]:
    """Return the OpenAPI document in the language that is active; not to be changed.

    To make it takes half a second of a core, and it is the same as long as the house is open.
    """
    generator: Any = SchemaGenerator  # has no types
    made: dict[str, Any] = generator(api_version=version).get_schema(public=True)
    return made


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


class DocsView(SpectacularSwaggerSplitView):
    """The API's reference page. Its script comes from its own address, so the CSP holds.

    Everybody may read it; it knows who is signed in, for its header.
    """

    authentication_classes = [PageSessionAuthentication]
    permission_classes = [AllowAny]
    url_name = "api-schema"
    template_name = "api/docs.html"
