"""Addresses of the sockets."""

from django.urls import URLPattern, path

from tables.consumers import TableConsumer

websocket_urlpatterns: list[URLPattern] = [
    # Channels types its ASGI application as no Django view, though `path` takes it.
    path("ws/v1/tables/<int:table_id>", TableConsumer.as_asgi()),  # type: ignore[arg-type]
]
