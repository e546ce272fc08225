"""Addresses of the tables' pages."""

from django.urls import path

from tables.pages import hands, help_pages, house, invite, views

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("invites/<str:invite>/", invite.invite, name="invite"),
    path("house/tables/", house.house_tables, name="house-tables"),
    path("help/", help_pages.help_play, name="help-play"),
    path("help/rules/<slug:rules_id>/", help_pages.help_rules, name="help-rules"),
    path("hands/", hands.finished, name="hands"),
    path("hands/<uuid:hand_id>/", hands.hand, name="hand"),
]
