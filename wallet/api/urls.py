"""Addresses of the wallet, below /api/v1/."""

from django.urls import path

from wallet.api.views import StatementView, WalletView

urlpatterns = [
    path("me/wallet", WalletView.as_view(), name="api-my-wallet"),
    path("me/wallet/statement", StatementView.as_view(), name="api-my-statement"),
]
