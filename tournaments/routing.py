"""Addresses of the sockets."""

from django.urls import URLPattern, path

from tournaments.consumers import TournamentConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/v1/tournaments/<int:tournament_id>", TournamentConsumer.as_asgi()),  # type: ignore[arg-type]  # an ASGI application, as Channels wants it
]
