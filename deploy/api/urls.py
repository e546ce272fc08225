"""Addresses under /api/v1. The apps' own addresses are included beside these in deploy.urls."""

from django.urls import path

from deploy.api import schema, views

urlpatterns = [
    path("", views.IndexView.as_view(), name="api-index"),
    path("schema", schema.SchemaView.as_view(), name="api-schema"),
    path("docs", schema.DocsView.as_view(), name="api-docs"),
    path("server-time", views.ServerTimeView.as_view(), name="api-server-time"),
    path("accounts", views.AccountsView.as_view(), name="api-accounts"),
    path("tokens", views.TokensView.as_view(), name="api-tokens"),
    path("tokens/current", views.CurrentTokenView.as_view(), name="api-token-current"),
    path("me", views.MeView.as_view(), name="api-me"),
    path("ws-tickets", views.SocketTicketsView.as_view(), name="api-ws-tickets"),
]
