"""Drafting a tournament: one form, its plan, and the nearest plans where it cannot be."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import commands
from tournaments.pages.door import may_organise, no_organiser, not_yours
from tournaments.pages.draft_fit import pointed, refitted
from tournaments.pages.draft_form import (
    BUYING,
    MONEY,
    MONEY_FINE,
    WHAT,
    WHO,
    WHO_FINE,
    DraftForm,
    moment,
)
from tournaments.pages.draft_initial import SHAPES, initial_of, shape
from tournaments.pages.draft_rows import arranged, with_near
from tournaments.pages.draft_whole import STAGES_MAX, Draft
from tournaments.pages.lobby import levels_told
from tournaments.pages.plan_told import Told, near_said, prizes_with, told_draft
from tournaments.pages.prize_lines import prize_lines
from tournaments.pages.reading import Seen, seen
from tournaments.pages.refusals import rule_sentence, sentence_of
from tournaments.rules.codec import to_json
from tournaments.rules.errors import Refused
from tournaments.rules.structure import Structure
from tournaments.rules.structure_checks import check_draft
from wallet.errors import Refusal

if TYPE_CHECKING:
    from deploy.accounts.models import User

IN_FREEZEOUTS: Final[Mapping[str, str]] = {
    "bounty-elsewhere": "bounty_part",
    "reentry-never": "reentries",
    "rebuy-unsold": "rebuys",
    "rebuy-brings-nothing": "rebuy_chips",
    "rebuy-never": "rebuy_level",
    "rebuy-free": "rebuy_price",
    "addon-brings-nothing": "addon_chips",
    "addon-never": "addon_level",
    "addon-free": "addon_price",
    "sold-to-the-end": "late_level",
}
AT: Final[Mapping[str, str]] = {
    **IN_FREEZEOUTS,
    "fee-without-prize": "prize_part",
    "bad-weights": "weights",
    "bad-ranking": "ranking",
}
"""By what the rules refuse, the field where it is put right; what is not named stands on top."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Make a draft, from one of the shapes; organisers may, and others read that first."""
    if not may_organise(cast("User", request.user)):
        return no_organiser(request)
    return _page(request, None)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Change a draft."""
    here = seen(request, tournament_id)
    if not here.organiser:
        return not_yours(request)
    if here.state is not None:
        raise Http404
    return _page(request, here)


def _page(request: HttpRequest, here: Seen | None) -> HttpResponse:
    picked = request.GET.get("shape", "")
    picked = picked if picked in SHAPES else "bracket"
    initial = initial_of(here.row, here.structure) if here is not None else shape(picked)
    kept = {stage.id: stage for stage in here.structure.stages} if here is not None else {}
    do = request.POST.get("do", "")
    data: QueryDict | None = request.POST if request.method == "POST" else None
    fit = refitted(data, picked) if data is not None and here is None else None
    data = fit or data
    with_points = pointed(data) if data is not None else None
    data = with_points or data
    if (fit is not None or with_points is not None) and do == "save":
        do = "preview"  # what was not seen is not saved
    moved = arranged(data, do) if data is not None else None
    draft = Draft(moved or data, initial, kept, named=do == "save")
    shown: Told | None = None
    structure: Structure | None = None
    if data is None:
        structure = here.structure if here is not None else Structure(SHAPES[picked][2])
        expected = int(initial["draft"]["expected"])
        shown = told_draft(structure, expected)
    elif moved is None and draft.is_valid():
        structure, shown = _looked_at(draft)
        use = request.POST.get("use", "")
        if shown is not None and use in map(str, range(len(shown.nearest))):
            number = _number(structure, shown.stage)
            changed = with_near(data, number, shown.nearest[int(use)])
            draft = Draft(changed, initial, kept)
            structure, shown = _looked_at(draft) if draft.is_valid() else (None, None)
        if structure is not None and do == "save":
            made = _saved(request, here, draft, structure)
            if made is not None:
                return made
    wrong = moved is None and draft.wrong
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    context = {
        **_parts(draft),
        "draft": here.row if here is not None else None,
        "wrong": wrong,
        "pointed": with_points is not None,
        "fitted_to": _expected(data) if fit is not None and data is not None else None,
        "shapes": [(name, words) for name, (words, _n, _stages) in SHAPES.items()]
        if here is None and data is None
        else [],
        "shape": picked,
        "plan": shown,
        "nearest": [(index, near_said(one)) for index, one in enumerate(shown.nearest)]
        if shown
        else [],
        "levels": levels_told(structure) if structure is not None else [],
        **_prizes(structure, shown),
    }
    return render(request, "tournaments/draft.html", context, status=status)


def _expected(data: QueryDict) -> int:
    """For how many what was sent is: told also where something else in it is wrong."""
    return int(data.get("expected", "0"))


def _prizes(structure: Structure | None, shown: Told | None) -> dict[str, Any]:
    found = prizes_with(structure, shown.entries) if structure and shown else None
    lines = prize_lines(structure, found, shown) if structure and found else []
    return {"prizes": found, "lines": lines}


def _looked_at(draft: Draft) -> tuple[Structure | None, Told | None]:
    """The structure and its plan; what the rules refuse stands above the form, or in the plan."""
    try:
        structure = draft.structure()
        shown = told_draft(structure, draft.expected)
        if not shown.refused:
            check_draft(structure)
    except Refused as refused:
        at = AT.get(refused.code) if draft.freezeout or refused.code not in IN_FREEZEOUTS else None
        draft.form.refuse(at, rule_sentence(refused))
        return None, None
    return structure, shown


def _number(structure: Structure | None, stage: str) -> int:
    ids = [one.id for one in structure.stages] if structure is not None else []
    return ids.index(stage) + 1 if stage in ids else 1


def _parts(draft: Draft) -> dict[str, Any]:
    form = draft.form
    every = [form, *(part for stage, takes in draft.stages for part in (stage, *takes))]
    return {
        "to_mend": [field for part in every for field in part if field.errors],
        "form": form,
        "stages": draft.stages,
        "several": len(draft.stages) > 1,
        "more": len(draft.stages) < STAGES_MAX,
        "what": [form[name] for name in WHAT],
        "who": [form[name] for name in WHO],
        "who_fine": [form[name] for name in WHO_FINE if name in form.fields],
        "money": [form[name] for name in MONEY],
        "money_fine": [form[name] for name in MONEY_FINE],
        "buying": [form[name] for name in BUYING],
        "freezeout": draft.freezeout,
    }


def _saved(
    request: HttpRequest, here: Seen | None, draft: Draft, structure: Structure
) -> HttpResponse | None:
    """Save it and go to its console; None, with the refusal above the form."""
    try:
        number = _save(request, here, draft.form, structure)
    except Refusal as refusal:
        draft.form.refuse(None, sentence_of(refusal))
        draft.form.data = _renewed(draft.form.data)
        return None
    messages.success(request, _("The draft is saved."))
    return redirect("tournament-console", number)


def _save(request: HttpRequest, here: Seen | None, form: DraftForm, structure: Structure) -> int:
    data = form.cleaned_data
    only = [name.strip() for name in data["only"].split(",") if name.strip()]
    settings: dict[str, Any] = {
        "name": data["name"],
        "about": data["about"],
        "structure": to_json(structure),
        "expected": data["expected"],
        "online": data["online"],
        "table": _table(here, data) if data["online"] else {},
        "starts_full": data["starts_full"],
        "conditions": {"account_days": data["account_days"], "only": only},
        "protest_s": 60 * data["protest_minutes"],
        **{name: moment(data[name]) for name in ("starts_at", "opens_at", "closes_at")},
    }
    if data["password"] or data.get("no_password"):
        settings["password"] = data["password"]
    user, key = cast("User", request.user), str(data["key"])
    if here is None:
        return int(commands.draft(user=user, key=key, settings=settings)["id"])
    made = commands.edit(user=user, key=key, tournament_id=here.row.pk, settings=settings)
    return int(made["id"])


def _table(here: Seen | None, data: dict[str, Any]) -> dict[str, Any]:
    """The settings of live tables: as they were, as long as the game is the same."""
    kept = dict(here.row.table_settings) if here is not None else {}
    return kept if kept.get("rules") == data["rules"] else {"rules": data["rules"]}


def _renewed(data: Any) -> QueryDict:  # noqa: ANN401 - a QueryDict by any other name
    fresh: QueryDict = data.copy()
    fresh["key"] = str(DraftForm.base_fields["key"].initial())
    return fresh
