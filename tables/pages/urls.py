"""Addresses of the tables' pages."""

from django.urls import path

from tables.pages import hands, house, invite, views

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("invites/<str:invite>/", invite.invite, name="invite"),
    path("house/tables/", house.house_tables, name="house-tables"),
    path("hands/", hands.finished, name="hands"),
    path("hands/<uuid:hand_id>/", hands.hand, name="hand"),
]
