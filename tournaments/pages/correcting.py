"""Correcting a result with a preview: what changes, and a ruling for each such match (4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import commands, queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.door import not_yours
from tournaments.pages.lobby import head_of
from tournaments.pages.matches import live_tables
from tournaments.pages.reading import Seen, seen
from tournaments.pages.refusals import sentence_of
from tournaments.pages.report_form import ReportForm
from tournaments.pages.results_told import order_said
from tournaments.pages.words import RULINGS, said
from tournaments.rules.errors import Refused
from tournaments.rules.playing import players_of
from tournaments.rules.results import Result
from tournaments.rules.standings import BRACKETS, board
from tournaments.rules.state import StageState
from tournaments.texts import NOTE_CHARS_MAX
from wallet.errors import Refusal

REPLAY = "replay"
OPEN = "open"
LINE = ("place", "score")


@dataclass(frozen=True)
class Match:
    """The match that is corrected: its stage, its players and what stands on record."""

    stage: StageState
    id: str
    players: tuple[str, ...]
    result: Result


class CorrectForm(ReportForm):
    """The right result, or none: the match is open again; and the reason."""

    note = forms.CharField(
        label=_("Reason"),
        max_length=NOTE_CHARS_MAX,
        required=False,
        help_text=_("Required; everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "aria-required": "true"}),
    )

    def about(self, here: Seen, match: Match) -> "CorrectForm":
        """Be the form of a match that was played."""
        self.players = match.players
        del self.fields["stage"], self.fields["match"]  # the address names them
        self.fill(here)
        again = (OPEN, gettext("Nobody: the match is open again"))
        if "winner" in self.fields:
            self.fields["winner"].choices = [*self.fields["winner"].choices, again]  # type: ignore[attr-defined]  # a choice field
        else:
            self.fields[OPEN] = forms.BooleanField(label=again[1], required=False)
        self.begin_with(match.result.places, match.result.scores)
        self.recorded = dict(match.result.scores)
        self.order_fields([name for name in self.fields if name != "note"])
        return self

    @property
    def apart(self) -> list[str]:
        """The fields that stand by themselves, where those of a table stand in lines."""
        lines = [] if self.pair else [f"{what}-{one}" for one in self.named for what in LINE]
        return [name for name in self.fields if name not in (*lines, "note")]

    def result(self) -> dict[str, Any] | None:
        """The right result as the command takes it; None opens the match."""
        data = self.cleaned_data
        if data.get("winner") == OPEN or data.get(OPEN):
            return None
        return super().result()

    def contradicted(self) -> None:
        """Take out the score on record: it belonged to the result that was wrong."""
        sent = cast("QueryDict", self.data).copy()
        for one, score in self.recorded.items():
            if sent.get(f"score-{one}", "").strip() == str(score):
                sent[f"score-{one}"] = ""
        self.data = sent

    def prepare(self, seen: Seen) -> None:
        """Nothing: the match is known from the address."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, tournament_id: int, stage: str, match: str) -> HttpResponse:
    """Show the result and what a correction would change; then make it."""
    here = seen(request, tournament_id)
    if not here.organiser:
        return not_yours(request)
    about = _match(here, stage, match)
    form = CorrectForm(request.POST if request.method == "POST" else None, here, "correct")
    form.about(here, about)
    shown: dict[str, Any] | None = None
    if request.method == "POST" and form.is_valid():
        try:
            affected = _affected(here, about, form)
            rulings = _rulings(request.POST, affected)
            shown = _shown(here, about, form, affected, rulings)
            if request.POST.get("do") == "correct":
                _correct(here, about, form, rulings)
                messages.success(request, gettext("The result is corrected."))
                return redirect("tournament-console", tournament_id)
        except Refusal as refusal:
            form.refuse(None, sentence_of(refusal))
            form.renewed()
    context = {
        **head_of(here),
        "match": about,
        "called": numbered(here, about.stage).get(match, match),
        "was": order_said(here, about.result.places, about.result.scores) or gettext("nobody"),
        "rounds": about.stage.spec.kind not in BRACKETS,
        "form": form,
        "shown": shown,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/correct.html", context, status=status)


def _match(here: Seen, stage: str, match: str) -> Match:
    if not here.started(stage if _has(here, stage) else ""):
        raise Http404
    state = here.state.stages[stage] if here.state is not None else None
    if state is None or match not in state.results:
        raise Http404
    if state.spec.kind in BRACKETS:
        sides = board(state).stand(match).sides
        players = tuple(side for side in sides if side)
    else:
        try:
            players = players_of(state, match)
        except Refused as refused:
            raise Http404 from refused
    return Match(state, match, players, state.results[match])


def _has(here: Seen, stage: str) -> bool:
    return any(one.id == stage for one in here.structure.stages)


def _affected(here: Seen, about: Match, form: CorrectForm) -> list[dict[str, Any]]:
    """The matches in which others should stand if nothing were ruled."""
    found = queries.preview(
        here.row, stage=about.stage.spec.id, match=about.id, result=form.result(), rulings={}
    )
    affected: list[dict[str, Any]] = found["matches"]
    return affected


def _rulings(sent: QueryDict, affected: list[dict[str, Any]]) -> dict[str, str]:
    """What was ruled for the played ones; "replay" needs no saying in a bracket."""
    played = [one["match"] for one in affected if one["played"]]
    return {match: sent.get(f"ruling-{match}", REPLAY) for match in played}


def _shown(
    here: Seen,
    about: Match,
    form: CorrectForm,
    affected: list[dict[str, Any]],
    rulings: Mapping[str, str],
) -> dict[str, Any]:
    """The preview with these rulings, with names."""
    found = queries.preview(
        here.row, stage=about.stage.spec.id, match=about.id, result=form.result(), rulings=rulings
    )
    called = numbered(here, about.stage)
    live = live_tables(here, about.stage)
    return {
        "matches": [
            {
                "id": one["match"],
                "called": called.get(one["match"], one["match"]),
                "before": _sides(here, one["before"]),
                "after": _sides(here, one["after"]),
                "played": one["played"],
                "open": not one["played"] and one["match"] in live,
                "ruling": rulings.get(one["match"], REPLAY),
                "choices": [(name, said(RULINGS, name)) for name in RULINGS],
            }
            for one in affected
        ],
        "ranks": [{**one, "name": here.name(one["entrant"])} for one in found["ranks"]],
        "prizes": None
        if found["prizes"] is None
        else [{**one, "name": here.name(one["entrant"])} for one in found["prizes"]],
        "stages": [
            {
                "name": here.stage_name(one["stage"]),
                "gone": here.names(one["gone"]),
                "come": here.names(one["come"]),
            }
            for one in found["stages"]
        ],
        "ends_deal": found["ends_deal"],
    }


def _sides(here: Seen, sides: tuple[str | None, ...]) -> str:
    names = [
        here.name(side) if side else gettext("nobody") if side == "" else gettext("to be decided")
        for side in sides
    ]
    return " – ".join(names)


def _correct(here: Seen, about: Match, form: CorrectForm, rulings: Mapping[str, str]) -> None:
    commands.correct(
        user=here.reader,  # type: ignore[arg-type]  # the organiser, who is signed in
        key=str(form.cleaned_data["key"]),
        tournament_id=here.row.pk,
        stage=about.stage.spec.id,
        match=about.id,
        result=form.result(),
        rulings=dict(rulings),
        note=form.cleaned_data["note"],
    )
