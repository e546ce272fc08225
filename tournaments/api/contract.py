"""REST door to the contract of the sockets, of tables and of tournaments."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.asyncapi import TABLE, document
from tournaments.messages import TOURNAMENT


class AsyncApiView(APIView):
    """What is said over the sockets."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="asyncapi", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Describe every message of the sockets, as AsyncAPI 3."""
        return Response(document(TABLE, TOURNAMENT))
