"""Home, help, and the pages that explain problems."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from deploy.api.catalogue import GROUPS, KINDS
from tournaments.messages import TOURNAMENT


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
    if code not in KINDS:
        raise Http404
    return render(request, "pages/problem.html", {"code": code, "kind": KINDS[code]})
