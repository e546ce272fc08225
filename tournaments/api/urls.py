"""Addresses of tournaments, below /api/v1/."""

from django.urls import path

from tables.long_poll import long_polled
from tournaments.api import contract, reading, sheets, verbs, views, webhooks
from tournaments.api.doors import only
from tournaments.api.verbs import MATCH, STAGE, TOURNAMENT
from tournaments.hub import hub

WEBHOOK = "webhooks/<int:webhook>"
EVENTS = long_polled(reading.EventsView.as_view(), hub.rung, "tournament_id")

urlpatterns = [
    path("asyncapi", contract.AsyncApiView.as_view(), name="api-asyncapi"),
    path("tournaments", views.TournamentsView.as_view(), name="api-tournaments"),
    path("tournaments/plan", views.PlanView.as_view(), name="api-tournaments-plan"),
    path(TOURNAMENT, views.TournamentView.as_view(), name="api-tournament"),
    path(f"{TOURNAMENT}/entries", views.EntriesView.as_view(), name="api-tournament-entries"),
    path(f"{TOURNAMENT}/entries/me", views.MyEntryView.as_view(), name="api-tournament-my-entry"),
    path(f"{TOURNAMENT}/stages", reading.StagesView.as_view(), name="api-tournament-stages"),
    path(
        f"{TOURNAMENT}/{STAGE}/bracket",
        reading.BracketView.as_view(),
        name="api-tournament-bracket",
    ),
    path(
        f"{TOURNAMENT}/{STAGE}/rounds", reading.RoundsView.as_view(), name="api-tournament-rounds"
    ),
    path(
        f"{TOURNAMENT}/{MATCH}/preview",
        reading.PreviewView.as_view(),
        name="api-tournament-preview",
    ),
    path(
        f"{TOURNAMENT}/{STAGE}/busts/preview",
        reading.PreviewBustsView.as_view(),
        name="api-tournament-busts-preview",
    ),
    path(
        f"{TOURNAMENT}/standings",
        reading.StandingsView.as_view(),
        name="api-tournament-standings",
    ),
    path(f"{TOURNAMENT}/tables", reading.RoomView.as_view(), name="api-tournament-tables"),
    path(f"{TOURNAMENT}/clock", reading.ClockView.as_view(), name="api-tournament-clock"),
    path(f"{TOURNAMENT}/payouts", reading.PayoutsView.as_view(), name="api-tournament-payouts"),
    path(f"{TOURNAMENT}/deals", reading.DealsView.as_view(), name="api-tournament-deals"),
    path(f"{TOURNAMENT}/draw", reading.DrawView.as_view(), name="api-tournament-draw"),
    path(
        f"{TOURNAMENT}/corrections",
        reading.CorrectionsView.as_view(),
        name="api-tournament-corrections",
    ),
    path(
        f"{TOURNAMENT}/projector",
        reading.ProjectorView.as_view(),
        name="api-tournament-projector",
    ),
    path(f"{TOURNAMENT}/log", reading.LogView.as_view(), name="api-tournament-log"),
    path(f"{TOURNAMENT}/events", EVENTS, name="api-tournament-events"),
    path(
        f"{TOURNAMENT}/exports/entrants",
        sheets.EntrantsExportView.as_view(),
        name="api-tournament-export-entrants",
    ),
    path(
        f"{TOURNAMENT}/exports/results",
        sheets.ResultsExportView.as_view(),
        name="api-tournament-export-results",
    ),
    path(
        f"{TOURNAMENT}/exports/{STAGE}",
        sheets.BracketExportView.as_view(),
        name="api-tournament-export-bracket",
    ),
    path(
        f"{TOURNAMENT}/exports/{STAGE}/trf",
        reading.TrfView.as_view(),
        name="api-tournament-export-trf",
    ),
    path(
        f"{TOURNAMENT}/imports/entrants",
        sheets.EntrantsImportView.as_view(),
        name="api-tournament-import-entrants",
    ),
    path(
        f"{TOURNAMENT}/imports/results",
        sheets.ResultsImportView.as_view(),
        name="api-tournament-import-results",
    ),
    path(f"{TOURNAMENT}/webhooks", webhooks.WebhooksView.as_view(), name="api-webhooks"),
    path(f"{TOURNAMENT}/{WEBHOOK}", webhooks.WebhookView.as_view(), name="api-webhook"),
    path(
        f"{TOURNAMENT}/{WEBHOOK}/deliveries",
        webhooks.DeliveriesView.as_view(),
        name="api-webhook-deliveries",
    ),
    *(
        path(
            f"{TOURNAMENT}/{WEBHOOK}/{words}",
            only(post=verb),
            name=f"api-webhook-{words.rpartition('/')[2]}",
        )
        for words, verb in webhooks.verbs().items()
    ),
    path("me/webhooks", webhooks.MyWebhooksView.as_view(), name="api-my-webhooks"),
    path(f"me/{WEBHOOK}", webhooks.MyWebhookView.as_view(), name="api-my-webhook"),
    path(
        f"me/{WEBHOOK}/deliveries",
        webhooks.MyDeliveriesView.as_view(),
        name="api-my-webhook-deliveries",
    ),
    *(
        path(
            f"me/{WEBHOOK}/{words}",
            only(post=verb),
            name=f"api-my-webhook-{words.rpartition('/')[2]}",
        )
        for words, verb in webhooks.verbs("my_").items()
    ),
    *verbs.urlpatterns,
]
