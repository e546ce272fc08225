"""Two questions of a machine: does the process live (/healthz), may people be sent (/readyz)."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache

from tables import queries

SILENCE_SECONDS_MAX = 10
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
    except DatabaseError:
        facts, ready = {"database": False}, False
    return JsonResponse({"ready": ready, **facts}, status=200 if ready else 503)


def _up_to_date() -> bool:
    alias = connection.alias
    if alias not in _migrated:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _migrated.add(alias)
    return True
