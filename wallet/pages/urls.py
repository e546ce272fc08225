"""Addresses of the wallet's page."""

from django.urls import path

from wallet.pages import views

urlpatterns = [path("chips/", views.my_chips, name="my-chips")]
