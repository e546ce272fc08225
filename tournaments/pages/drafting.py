"""Drafting a tournament: one form, its plan, and the nearest plans where it cannot be."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import commands
from tournaments.pages.draft_form import PARTS, DraftForm, moment
from tournaments.pages.draft_initial import initial_of
from tournaments.pages.lobby import levels_told
from tournaments.pages.plan_told import Told, prizes_with, told
from tournaments.pages.reading import Seen, seen
from tournaments.pages.refusals import sentence_of
from tournaments.pages.words import KINDS, said
from tournaments.rules.codec import to_json
from tournaments.rules.errors import Refused
from tournaments.rules.structure import TABLES, Stage, Structure
from wallet.errors import Refusal

if TYPE_CHECKING:
    from deploy.accounts.models import User


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a draft; organisers and staff may, and the command says so to others."""
    return _page(request, None)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change a draft. One of several stages is made through the API, and changed there."""
    here = seen(request, tournament_id)
    if not here.organiser or here.state is not None:
        raise Http404
    return _page(request, here)


def _page(request: HttpRequest, here: Seen | None) -> HttpResponse:
    initial = initial_of(here.row, here.structure) if here is not None else None
    form = DraftForm(_sent(request), initial)
    if here is not None:
        form.keep(here.structure.stages[0].levels)
    shown: Told | None = None
    structure: Structure | None = None
    if request.method == "POST" and form.is_valid():
        try:
            structure = form.structure()
            shown = told(structure, form.cleaned_data["expected"])
        except Refused as refused:
            form.refuse(None, refused.detail)
        if structure is not None and request.POST.get("do") == "save":
            try:
                number = _save(request, here, form, structure)
            except Refusal as refusal:
                form.refuse(None, sentence_of(refusal))
                form.data = _renewed(form.data)
            else:
                messages.success(request, _("The draft is saved."))
                return redirect("tournament-console", number)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {
        "form": form,
        "parts": [
            (kind, said(KINDS, kind), [form[name] for name in names])
            for kind, names in PARTS.items()
        ],
        "several": here is not None and len(here.structure.stages) > 1,
        "draft": here.row if here is not None else None,
        "plan": shown,
        "nearest": [(index, near_said(one)) for index, one in enumerate(shown.nearest)]
        if shown
        else [],
        "levels": levels_told(structure) if structure is not None else [],
        "prizes": prizes_with(structure, form.cleaned_data["expected"]) if structure else None,
    }
    return render(request, "tournaments/draft.html", context, status=status)


def near_said(near: object) -> str:
    """A plan that could be played, in a few words."""
    if isinstance(near, Stage):
        about = {"kind": said(KINDS, near.kind), "size": near.size, "rounds": near.rounds}
        if near.groups > 1:
            return _("%(kind)s in %(groups)s groups") % {**about, "groups": near.groups}
        if near.rounds:
            return _("%(kind)s, tables of %(size)s, %(rounds)s rounds") % about
        return _("%(kind)s, tables of %(size)s") % about
    sizes, advance = cast("tuple[tuple[int, ...], tuple[int, ...]]", near)
    rounds = ", ".join(map(str, sizes))
    if not advance:
        return _("tables of %(sizes)s") % {"sizes": rounds}
    words = _("tables of %(sizes)s by round, of which %(advance)s go on")
    return words % {"sizes": rounds, "advance": ", ".join(map(str, advance))}


def _sent(request: HttpRequest) -> QueryDict | None:
    """What was sent; with the nearest plan that was picked put in."""
    if request.method != "POST":
        return None
    picked = request.POST.get("use", "")
    form = DraftForm(request.POST)
    if not picked.isdigit() or not form.is_valid():
        return request.POST
    try:
        near = told(form.structure(), form.cleaned_data["expected"]).nearest
    except Refused:
        return request.POST
    if int(picked) >= len(near):
        return request.POST
    data = request.POST.copy()
    data.update(_fields(near[int(picked)]))  # the last one of a name counts
    return data


def _fields(near: object) -> dict[str, str]:
    if isinstance(near, Stage):
        return {
            "kind": near.kind,
            "groups": str(near.groups),
            "table": str(near.size),
            "rounds": str(near.rounds or 1),
        }
    sizes, advance = cast("tuple[tuple[int, ...], tuple[int, ...]]", near)
    return {
        "kind": TABLES,
        "sizes": ", ".join(map(str, sizes)),
        "advance": ", ".join(map(str, advance)),
    }


def _save(request: HttpRequest, here: Seen | None, form: DraftForm, structure: Structure) -> int:
    data = form.cleaned_data
    settings: dict[str, Any] = {
        "name": data["name"],
        "about": data["about"],
        "structure": to_json(structure),
        "expected": data["expected"],
        "online": data["online"],
        "table": {"rules": data["rules"]} if data["online"] else {},
        "password": data["password"],
        **{name: moment(data[name]) for name in ("starts_at", "opens_at", "closes_at")},
    }
    user, key = cast("User", request.user), str(data["key"])
    if here is None:
        return int(commands.draft(user=user, key=key, settings=settings)["id"])
    made = commands.edit(user=user, key=key, tournament_id=here.row.pk, settings=settings)
    return int(made["id"])


def _renewed(data: Any) -> QueryDict:  # noqa: ANN401 - a QueryDict by any other name
    fresh: QueryDict = data.copy()
    fresh["key"] = str(DraftForm.base_fields["key"].initial())
    return fresh
