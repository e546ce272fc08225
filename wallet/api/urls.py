"""Addresses of the wallet, below /api/v1/."""

from django.urls import path

from wallet.api import desk, integrity, limits, views

urlpatterns = [
    path("me/wallet", views.WalletView.as_view(), name="api-my-wallet"),
    path("me/wallet/closure", views.ClosureView.as_view(), name="api-my-closure"),
    path("me/wallet/statement", views.StatementView.as_view(), name="api-my-statement"),
    path("me/escrows", views.EscrowsView.as_view(), name="api-my-escrows"),
    path("me/limits", limits.LimitsView.as_view(), name="api-my-limits"),
    path(
        "me/limits/changes/<int:change_id>",
        limits.LimitChangeView.as_view(),
        name="api-my-limit-change",
    ),
    path("me/exclusions", limits.ExclusionsView.as_view(), name="api-my-exclusions"),
    path("transfers", views.TransfersView.as_view(), name="api-transfers"),
    path("transfers/<int:transfer_id>", views.TransferView.as_view(), name="api-transfer"),
    path("ledger/supply", integrity.SupplyView.as_view(), name="api-supply"),
    path("ledger/seals", integrity.SealsView.as_view(), name="api-seals"),
    path("ledger/accounts", desk.AccountsView.as_view(), name="api-ledger-accounts"),
    path(
        "ledger/accounts/<int:account_id>", desk.AccountView.as_view(), name="api-ledger-account"
    ),
    path(
        "ledger/accounts/<int:account_id>/lines",
        desk.AccountLinesView.as_view(),
        name="api-ledger-account-lines",
    ),
    path("ledger/transfers", desk.LedgerTransfersView.as_view(), name="api-ledger-transfers"),
    path("ledger/grants", desk.GrantsView.as_view(), name="api-grants"),
    path("ledger/burns", desk.BurnsView.as_view(), name="api-burns"),
    path("ledger/corrections", desk.CorrectionsView.as_view(), name="api-corrections"),
    path("ledger/requests", desk.RequestsView.as_view(), name="api-issue-requests"),
    path(
        "ledger/requests/<int:request_id>/approve",
        desk.ApproveView.as_view(),
        name="api-issue-request-approve",
    ),
    path(
        "ledger/requests/<int:request_id>/decline",
        desk.DeclineView.as_view(),
        name="api-issue-request-decline",
    ),
    path("ledger/freezes", desk.FreezesView.as_view(), name="api-freezes"),
    path("ledger/freezes/<int:user_id>", desk.FreezeView.as_view(), name="api-freeze"),
    path("ledger/closures/<int:user_id>", desk.ClosureView.as_view(), name="api-closure"),
    path("ledger/freezes/<int:user_id>/lift", desk.UnfreezeView.as_view(), name="api-unfreeze"),
]
