"""Addresses of the pages that belong to no single app."""

from django.urls import path

from deploy.pages import accounts, views

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-up/", accounts.sign_up, name="sign-up"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("language/", accounts.set_language, name="set_language"),
    path("help/api/", views.help_api, name="help-api"),
    path("help/sockets/", views.help_sockets, name="help-sockets"),
    path("audit/", views.audit, name="audit"),
    path("problems/", views.problems, name="problems"),
    path("problems/<slug:code>", views.problem, name="problem"),
]
