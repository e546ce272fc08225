"""Addresses of the tournaments' pages."""

from django.urls import path

from tournaments.pages import (
    after_table,
    console,
    correcting,
    correcting_order,
    drafting,
    help_pages,
    listing,
    live,
    lobby,
    projector,
    result,
)

urlpatterns = [
    path("help/tournaments/", help_pages.help_tournaments, name="help-tournaments"),
    path("tournaments/", listing.tournaments, name="tournaments"),
    path("tournaments/calendar.ics", listing.calendar_file, name="tournaments-calendar"),
    path("tournaments/new/", drafting.new, name="new-tournament"),
    path("tournaments/<int:tournament_id>/edit/", drafting.edit, name="edit-tournament"),
    path("tournaments/<int:tournament_id>/console/", console.console, name="tournament-console"),
    path(
        "tournaments/<int:tournament_id>/correct/<stage:stage>/<str:match>/",
        correcting.correct,
        name="correct-result",
    ),
    path(
        "tournaments/<int:tournament_id>/correct/<stage:stage>/",
        correcting_order.correct_order,
        name="correct-order",
    ),
    path("tournaments/<int:tournament_id>/", lobby.lobby, name="tournament"),
    path(
        "tournaments/<int:tournament_id>/calendar.ics",
        listing.one_calendar_file,
        name="tournament-calendar",
    ),
    path("tournaments/<int:tournament_id>/log.jsonl", lobby.log, name="tournament-log"),
    path("tournaments/<int:tournament_id>/live/", live.live, name="tournament-live"),
    path("tournaments/<int:tournament_id>/next/", after_table.next_place, name="tournament-next"),
    path(
        "tournaments/<int:tournament_id>/next/<int:table_id>",
        after_table.after_table,
        name="tournament-after-table",
    ),
    path("tournaments/<int:tournament_id>/pulse", live.pulse, name="tournament-pulse"),
    path(
        "tournaments/<int:tournament_id>/projector/",
        projector.projector,
        name="tournament-projector",
    ),
    path("tournaments/<int:tournament_id>/result/", result.result, name="tournament-result"),
]
