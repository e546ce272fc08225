"""Help for players: how a hand goes, and the rules of each game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.naming import RULE_SETS, rules_name
from tables.pages.rules_told import rule_set_told, rules_about


@require_safe
def help_play(request: HttpRequest) -> HttpResponse:
    """Tell a newcomer how a hand goes, and list the games."""
    games = [(rules_id, rules_name(rules_id), rules_about(rules_id)) for rules_id in RULE_SETS]
    return render(request, "tables/help_play.html", {"games": games})


@require_safe
def help_rules(request: HttpRequest, rules_id: str) -> HttpResponse:
    """Tell the rules of one game, as its tables tell them."""
    if rules_id not in RULE_SETS:
        raise Http404
    return render(request, "tables/help_rules.html", {"rules": rule_set_told(rules_id)})
