"""Addresses of the tables' pages."""

from django.urls import path

from tables.pages import hands, views

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("hands/", hands.finished, name="hands"),
    path("hands/<uuid:hand_id>/", hands.hand, name="hand"),
]
