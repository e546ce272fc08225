"""Help for players: what chips are. For everybody, and nothing of it asks the database."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def help_chips(request: HttpRequest) -> HttpResponse:
    """Tell where chips come from, how they move, and what limits and ledger are for."""
    return render(request, "wallet/help.html", {"welcome": settings.WELCOME_CHIPS})
