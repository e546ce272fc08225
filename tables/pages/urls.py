"""Addresses of the tables' pages."""

from django.urls import path

from tables.pages import views

urlpatterns = [
    path("tables/", views.lobby, name="lobby"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("hands/<uuid:hand_id>/", views.hand, name="hand"),
]
