"""How the parts that REST doors share read in the OpenAPI document."""

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.utils import OpenApiParameter

from wallet.api.fields import ChipsField
from wallet.api.keys import HEADER

KEY_PARAMETER = OpenApiParameter(
    HEADER,
    location=OpenApiParameter.HEADER,
    required=True,
    description="New for each new request, the same for each repeat of it: a UUID, say. "
    "The answer is kept for 180 days, a refusal for 7.",
)

CSV_PARAMETER = OpenApiParameter(
    "format",
    enum=["json", "csv"],
    description="csv: every line in one file, as `Accept: text/csv` asks for too.",
)


class WholeNumbers(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # registers by subclassing
    """A field of whole numbers, with its bounds."""

    target_class = ChipsField
    match_subclasses = True

    def map_serializer_field(self, auto_schema: object, direction: str) -> dict[str, Any]:
        """Say integer, from the least to the most that the field takes."""
        return {
            "type": "integer",
            "minimum": self.target.min_value,
            "maximum": self.target.max_value,
        }
