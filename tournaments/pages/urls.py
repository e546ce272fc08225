"""Addresses of the tournaments' pages."""

from django.urls import path

from tournaments.pages import listing, live, lobby, projector, result

urlpatterns = [
    path("tournaments/", listing.tournaments, name="tournaments"),
    path("tournaments/calendar.ics", listing.calendar_file, name="tournaments-calendar"),
    path("tournaments/<int:tournament_id>/", lobby.lobby, name="tournament"),
    path(
        "tournaments/<int:tournament_id>/calendar.ics",
        listing.one_calendar_file,
        name="tournament-calendar",
    ),
    path("tournaments/<int:tournament_id>/log.jsonl", lobby.log, name="tournament-log"),
    path("tournaments/<int:tournament_id>/live/", live.live, name="tournament-live"),
    path("tournaments/<int:tournament_id>/pulse", live.pulse, name="tournament-pulse"),
    path(
        "tournaments/<int:tournament_id>/projector/",
        projector.projector,
        name="tournament-projector",
    ),
    path("tournaments/<int:tournament_id>/result/", result.result, name="tournament-result"),
]
