"""REST door to the contract of the sockets."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.asyncapi import document


class AsyncApiView(APIView):
    """What is said over a table's socket."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="asyncapi", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Describe every message of a table's socket, as AsyncAPI 3."""
        return Response(document())
