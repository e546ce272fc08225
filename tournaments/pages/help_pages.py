"""Help for players: how a tournament goes. For everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def help_tournaments(request: HttpRequest) -> HttpResponse:
    """Tell how to enter, report, buy again and be paid, and what a correction is."""
    return render(request, "tournaments/help.html")
