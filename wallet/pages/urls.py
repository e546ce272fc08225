"""Addresses of the wallet's pages."""

from django.urls import path

from wallet.pages import help_pages, integrity, limits, staff, views

urlpatterns = [
    path("chips/", views.my_chips, name="my-chips"),
    path("chips/limits/", limits.my_limits, name="my-limits"),
    path("chips/transfers/<int:transfer_id>", views.transfer, name="transfer"),
    path("help/chips/", help_pages.help_chips, name="help-chips"),
    path("integrity/", integrity.integrity, name="integrity"),
    path("staff/ledger/", staff.accounts, name="staff-ledger"),
    path("staff/ledger/accounts/<int:account_id>", staff.account, name="staff-account"),
    path("staff/ledger/transfers/", staff.transfers, name="staff-transfers"),
    path("staff/ledger/requests/", staff.requests, name="staff-requests"),
    path("staff/ledger/freezes/", staff.frozen, name="staff-freezes"),
]
