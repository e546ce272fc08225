"""Home, help, and the pages that explain problems."""

import re
from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deploy.api.catalogue import GROUPS, KINDS
from tournaments import rules
from tournaments.messages import TOURNAMENT

_OF_RULES = re.compile(r'(?:Refused|Impossible)\(\s*"([a-z]+(?:-[a-z]+)*)"')


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what Batida is, and lead to a seat."""
    return render(request, "pages/home.html")


@require_safe
def help_api(request: HttpRequest) -> HttpResponse:
    """Tell a programmer how to begin, and lead to the reference."""
    return render(request, "pages/help_api.html", _origins(request))


@require_safe
def help_sockets(request: HttpRequest) -> HttpResponse:
    """Tell a programmer what the sockets of a table and of a tournament say and hear."""
    context = _origins(request) | {"tournament_codes": sorted(TOURNAMENT.close_codes)}
    return render(request, "pages/help_sockets.html", context)


@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """Tell whoever trusts nobody what can be downloaded, how it is checked, what that proves."""
    return render(request, "pages/audit.html")


def _origins(request: HttpRequest) -> dict[str, object]:
    """Return where this house is, as a program dials it."""
    here = f"{request.scheme}://{request.get_host()}"
    return {"origin": here, "socket_origin": here.replace("http", "ws", 1)}


@require_safe
def problems(request: HttpRequest) -> HttpResponse:
    """List every kind of problem."""
    return render(request, "pages/problems.html", {"groups": GROUPS})


@require_safe
def problem(request: HttpRequest, code: str) -> HttpResponse:
    """Explain one kind of problem; its address is the problem's `type`."""
    known = "rule-refused" if code in codes_of_rules() else code
    if known not in KINDS:
        raise Http404
    kind = KINDS.get(code, KINDS[known])
    return render(request, "pages/problem.html", {"code": code, "kind": kind})


@cache
def codes_of_rules() -> frozenset[str]:
    """Return the codes by which the rules of tournaments refuse; they share one page."""
    folder = Path(rules.__file__).parent
    texts = (path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    return frozenset(code for text in texts for code in _OF_RULES.findall(text))
