"""Addresses of the sockets."""

from django.urls import URLPattern, path

from tables.consumers import TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/v1/tables/<int:table_id>", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # an ASGI application, as Channels wants it
]
