"""Correcting the order of those who are out of a freezeout, any of them, with a preview."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import commands, queries
from tournaments.pages.door import not_yours
from tournaments.pages.lobby import head_of
from tournaments.pages.reading import Seen, seen
from tournaments.pages.refusals import sentence_of
from tournaments.pages.room_forms import OutForm
from tournaments.rules.rulings import KEEP
from tournaments.rules.state import StageState
from wallet.errors import Refusal


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct_order(request: HttpRequest, tournament_id: int, stage: str) -> HttpResponse:
    """Show the order, and what another one would change; then make it."""
    here = seen(request, tournament_id)
    if not here.organiser:
        return not_yours(request)
    about = _stage(here, stage)
    form = OutForm(request.POST if request.method == "POST" else None, here, "order").about(about)
    shown: dict[str, Any] | None = None
    if request.method == "POST" and form.is_valid():
        try:
            shown = _shown(here, about, form)
            if request.POST.get("do") == "correct":
                _correct(here, about, form, _rulings(request.POST, shown))
                messages.success(request, gettext("It is corrected."))
                return redirect("tournament-console", tournament_id)
        except Refusal as refusal:
            form.refuse(None, sentence_of(refusal))
            form.renewed()
    held = here.state.entrants if here.state is not None else {}
    context = {
        **head_of(here),
        "stage_name": here.stage_name(stage) if len(here.played) > 1 else "",
        "names": [
            {"number": held[ref].number, "name": here.name(ref)}
            for group in about.out
            for ref in group
        ],
        "form": form,
        "shown": shown,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/correct_order.html", context, status=status)


def _stage(here: Seen, stage: str) -> StageState:
    """The freezeout whose order is corrected."""
    known = any(one.id == stage for one in here.structure.stages)
    if not known or here.state is None or not here.state.stages[stage].out:
        raise Http404
    return here.state.stages[stage]


def _shown(here: Seen, about: StageState, form: OutForm) -> dict[str, Any]:
    """The preview, with names."""
    out = form.cleaned_data["out"]
    found = queries.preview_busts(here.row, stage=about.spec.id, out=out)
    prizes = found["prizes"]
    return {
        "ranks": [{**one, "name": here.name(one["entrant"])} for one in found["ranks"]],
        "prizes": prizes and [{**one, "name": here.name(one["entrant"])} for one in prizes],
        "stages": [
            {
                "id": one["stage"],
                "name": here.stage_name(one["stage"]),
                "gone": here.names(one["gone"]),
                "come": here.names(one["come"]),
            }
            for one in found["stages"]
        ],
        "ends_deal": found["ends_deal"],
    }


def _rulings(sent: QueryDict, shown: Mapping[str, Any]) -> dict[str, str]:
    """What was ruled for the stages that have begun; unsaid is not ruled."""
    named = [one["id"] for one in shown["stages"]]
    return {stage: KEEP for stage in named if sent.get(f"ruling-{stage}") == KEEP}


def _correct(here: Seen, about: StageState, form: OutForm, rulings: Mapping[str, str]) -> None:
    commands.correct_busts(
        user=here.reader,  # type: ignore[arg-type]  # the organiser, who is signed in
        key=str(form.cleaned_data["key"]),
        tournament_id=here.row.pk,
        stage=about.spec.id,
        out=form.cleaned_data["out"],
        note=form.cleaned_data["note"],
        rulings=rulings,
    )
