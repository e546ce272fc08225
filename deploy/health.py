"""What machines ask: does the process live, may people be sent, how is the house (/metrics)."""

from ipaddress import ip_address

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from rest_framework.exceptions import APIException

from deploy.api.authentication import TokenAuthentication
from deploy.metrics import exposition
from tables import queries
from tables.outage import UNAVAILABLE

SILENCE_SECONDS_MAX = 10
# Headers by which a proxy says for whom it asks.
FROM_A_PROXY = {
    "Cf-Connecting-Ip", "Forwarded", "True-Client-Ip", "Via", "X-Client-Ip", "X-Forwarded-For",
    "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-Ip",
}  # fmt: skip
_migrated: set[str] = set()  # databases found up to date; they do not go back while we run


async def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as this process answers anything."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database answers, is migrated, and was swept lately; else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        facts: dict[str, object] = {"database": True, "migrations": _up_to_date()}
        silence = queries.silence()
        age = None if silence is None else silence.total_seconds()
        facts["sweeper_silent_seconds"] = age
        ready = facts["migrations"] is True and age is not None and age < SILENCE_SECONDS_MAX
    except (DatabaseError, *UNAVAILABLE):
        facts, ready = {"database": False}, False
    return JsonResponse({"ready": ready, **facts}, status=200 if ready else 503)


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the house's numbers as Prometheus reads them; 403 for strangers.

    Staff may read them, by session or by API token, and programs on this machine that ask without
    a proxy between: behind one every request comes from this machine, and it says for whom.
    """
    if not (request.user.is_staff or _is_near(request) or _has_staffs_token(request)):
        return HttpResponse("for staff, or from this machine\n", "text/plain", 403)
    return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _has_staffs_token(request: HttpRequest) -> bool:
    try:
        found = TokenAuthentication().authenticate(request)
    except APIException:
        return False
    return found is not None and found[0].is_staff


def _is_near(request: HttpRequest) -> bool:
    if FROM_A_PROXY & request.headers.keys():
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _up_to_date() -> bool:
    alias = connection.alias
    if alias not in _migrated:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _migrated.add(alias)
    return True
