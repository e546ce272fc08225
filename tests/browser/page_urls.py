"""The house's addresses for tests of pages alone: names whose views need no server here."""

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.urls.resolvers import URLPattern, URLResolver

from deploy.urls import urlpatterns as house


def _nothing(request: HttpRequest, **facts: object) -> HttpResponse:
    """Stand where a view of the tables stands; only its address is used."""
    return HttpResponse(status=204)


urlpatterns: list[URLPattern | URLResolver] = [
    path("tables/", _nothing, name="lobby"),
    path("tables/new/", _nothing, name="new-table"),
    path("tables/<int:table_id>/", _nothing, name="table"),
    path("hands/<uuid:hand_id>/", _nothing, name="hand"),
    *house,
]
