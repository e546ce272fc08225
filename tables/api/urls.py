"""Addresses of tables and hands, below /api/v1/."""

from django.urls import path

from tables.api import ahead, guests, hands, house, play, talk, views
from tables.api.guests import unanswered
from tables.hub import hub
from tables.long_poll import long_polled

TABLE = "tables/<int:table_id>"
HAND = "hands/<uuid:hand_id>"
EVENTS = long_polled(play.EventsView.as_view(), hub.rung, "table_id")

urlpatterns = [
    path("me/seats", views.MySeatsView.as_view(), name="api-my-seats"),
    path("tables", views.TablesView.as_view(), name="api-tables"),
    path(TABLE, views.TableView.as_view(), name="api-table"),
    path(f"{TABLE}/close", views.CloseView.as_view(), name="api-table-close"),
    path(f"{TABLE}/seats", views.SeatsView.as_view(), name="api-table-seats"),
    path(f"{TABLE}/seats/me", views.MySeatView.as_view(), name="api-table-my-seat"),
    path(f"{TABLE}/seats/me/sit-out", views.SitOutView.as_view(), name="api-table-sit-out"),
    path(f"{TABLE}/seats/me/sit-in", views.SitInView.as_view(), name="api-table-sit-in"),
    path(f"{TABLE}/seats/me/top-up", views.TopUpView.as_view(), name="api-table-top-up"),
    path(f"{TABLE}/seats/<int:seat>", guests.SeatView.as_view(), name="api-table-seat"),
    path(f"{TABLE}/invite", guests.LinkView.as_view(), name="api-table-invite"),
    path(f"{TABLE}/guests", guests.GuestsView.as_view(), name="api-table-guests"),
    path(f"{TABLE}/guests/<str:username>", guests.GuestView.as_view(), name="api-table-guest"),
    path(
        f"{TABLE}/request",
        long_polled(guests.RequestView.as_view(), hub.rung, "table_id", unanswered),
        name="api-table-request",
    ),
    path("invites/<str:invite>", guests.InvitationView.as_view(), name="api-invite"),
    path("house-tables", house.HouseTablesView.as_view(), name="api-house-tables"),
    path("house-tables/<int:house_id>", house.HouseTableView.as_view(), name="api-house-table"),
    path(f"{TABLE}/bots", views.BotsView.as_view(), name="api-table-bots"),
    path(f"{TABLE}/bots/<int:seat>", views.BotView.as_view(), name="api-table-bot"),
    path(f"{TABLE}/state", play.StateView.as_view(), name="api-table-state"),
    path(f"{TABLE}/events", EVENTS, name="api-table-events"),
    path(f"{TABLE}/legal-actions", play.LegalActionsView.as_view(), name="api-table-legal"),
    path(f"{TABLE}/actions", play.ActionsView.as_view(), name="api-table-actions"),
    path(f"{TABLE}/hand-order", ahead.HandOrderView.as_view(), name="api-table-order"),
    path(f"{TABLE}/preactions", ahead.PreactionsView.as_view(), name="api-table-preactions"),
    path(f"{TABLE}/reserve", ahead.ReserveView.as_view(), name="api-table-reserve"),
    path(f"{TABLE}/talk", talk.TalkView.as_view(), name="api-table-talk"),
    path("phrases", talk.PhrasesView.as_view(), name="api-phrases"),
    path("me/mutes", talk.MutesView.as_view(), name="api-mutes"),
    path("me/mutes/<str:username>", talk.MuteView.as_view(), name="api-mute"),
    path("hands", hands.HandsView.as_view(), name="api-hands"),
    path(HAND, hands.HandView.as_view(), name="api-hand"),
    path(f"{HAND}/record", hands.RecordView.as_view(), name="api-hand-record"),
    path(f"{HAND}/steps", hands.StepsView.as_view(), name="api-hand-steps"),
    path("me/hands", hands.MyHandsView.as_view(), name="api-my-hands"),
    path(f"{HAND}/replay", hands.ReplayView.as_view(), name="api-hand-replay"),
]
