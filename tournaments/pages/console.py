"""The organiser's console: every verb, where it stands, what it waits for, and what was done."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.pages.clock_told import clock_told
from tournaments.pages.console_forms import (
    CancelForm,
    DisqualifyForm,
    EntrantForm,
    ForfeitForm,
    NoteForm,
    ReinstateForm,
    RemoveForm,
    SayForm,
    StartForm,
    TieForm,
)
from tournaments.pages.console_matches import byes, refused_aside, to_play
from tournaments.pages.console_told import drawn, outcome_told, results, starting
from tournaments.pages.deal_forms import proposed
from tournaments.pages.door import not_yours
from tournaments.pages.entry_forms import BotsForm, ImportForm
from tournaments.pages.frozen_told import frozen
from tournaments.pages.lobby import costs, entrants_told, head_of, levels_told, paid_out
from tournaments.pages.plan_told import planning
from tournaments.pages.play_verbs import AgreeForm
from tournaments.pages.policies_told import late_level
from tournaments.pages.prize_lines import with_lines
from tournaments.pages.reading import Seen, seen
from tournaments.pages.refusals import trouble_sentence
from tournaments.pages.report_form import ReportForm
from tournaments.pages.room_forms import BustsForm, StacksForm, in_play
from tournaments.pages.sold_forms import AddOnForm, RebuyForm, ReEntryForm, awaited
from tournaments.pages.ties import ties
from tournaments.pages.timeline import timeline
from tournaments.pages.verbs import Forms, Verb, VerbForm, did
from tournaments.rules.offers import late_entry_open

VERBS: Final[Mapping[str, Verb]] = {
    "announce": Verb(VerbForm, "announce", _("Announce"), _("It is announced.")),
    "discard": Verb(VerbForm, "discard", _("Throw the draft away"), _("It is gone."), danger=True),
    "open": Verb(VerbForm, "open_registration", _("Open registration"), _("It is open.")),
    "close": Verb(VerbForm, "close_registration", _("Close registration"), _("It is closed.")),
    "start": Verb(StartForm, "start", _("Start now"), _("The tournament runs.")),
    "pause": Verb(NoteForm, "pause", _("Pause"), _("The tournament stands.")),
    "resume": Verb(VerbForm, "resume", _("Resume"), _("It goes on.")),
    "cancel": Verb(
        CancelForm,
        "cancel",
        _("Cancel"),
        _("Cancelled: everybody got everything back."),
        danger=True,
    ),
    "say": Verb(SayForm, "say", _("Pin the note"), _("The note is changed.")),
    "check-in": Verb(EntrantForm, "check_in", _("Check in"), _("Checked in.")),
    "remove": Verb(RemoveForm, "remove", _("Remove"), _("Removed."), danger=True),
    "disqualify": Verb(
        DisqualifyForm, "disqualify", _("Disqualify"), _("Disqualified."), danger=True
    ),
    "reinstate": Verb(ReinstateForm, "reinstate", _("Reinstate"), _("Reinstated.")),
    "import": Verb(ImportForm, "enter_others", _("Enter them"), _("They are entered.")),
    "bots": Verb(BotsForm, "enter_bots", _("Enter bots"), _("They are entered.")),
    "report": Verb(ReportForm, "report", _("Report"), _("The result is written down.")),
    "rule": Verb(AgreeForm, "report", _("Decide"), _("The result is written down.")),
    "forfeit": Verb(ForfeitForm, "forfeit", _("Forfeit"), _("Written down."), danger=True),
    "busts": Verb(
        BustsForm, "report_busts", _("They are out"), _("The eliminations are written down.")
    ),
    "stacks": Verb(StacksForm, "report_stacks", _("Keep the counts"), _("The counts are kept.")),
    "rebuy": Verb(RebuyForm, "rebuy", _("Rebuy"), _("The rebuy is written down.")),
    "re-enter": Verb(ReEntryForm, "re_enter", _("Re-entry"), _("The re-entry is written down.")),
    "add-on": Verb(AddOnForm, "add_on", _("Add-on"), _("The add-on is written down.")),
    "break-tie": Verb(TieForm, "break_tie", _("Break the tie"), _("The tie is broken.")),
    "undo": Verb(NoteForm, "undo", _("Undo the last correction"), _("It is taken back.")),
    "redo": Verb(NoteForm, "redo", _("Redo"), _("It is in force again.")),
}
UNDER_WAY: Final = ("running", "finished", "paid", "cancelled")
UNFOLDED_MAX: Final = 12
"""So many entrants are listed without being asked for while a tournament runs."""
SOLD: Final = ("rebuy", "re-enter", "add-on")
LOOKS: Final[Mapping[str, str]] = {"look-import": "import", "look-busts": "busts"}
"""What shows beforehand what a verb would do, and that verb."""
BY_PHASE: Final[Mapping[str, tuple[str, ...]]] = {
    "draft": ("announce", "discard"),
    "announced": ("open", "cancel"),
    "registering": ("close", "start", "cancel"),
    "closed": ("start", "cancel"),
    "running": ("pause", "cancel"),
}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def console(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the console to the organiser and staff; a form does one verb."""
    here = seen(request, tournament_id)
    if not here.organiser:
        return not_yours(request)
    failed = None
    if request.method == "POST":
        verb = LOOKS.get(request.POST.get("do", ""))
        failed = _looked(request, here, verb) if verb else did(request, here, VERBS)
        if failed is None:
            return _after(request.POST.get("do", ""), tournament_id)
    status = (
        HTTPStatus.UNPROCESSABLE_ENTITY if failed is not None and failed.errors else HTTPStatus.OK
    )
    address = request.build_absolute_uri(reverse("tournament", args=[tournament_id]))
    context = context_of(here, failed, address)
    return render(request, "tournaments/console.html", context, status=status)


def _after(do: str, tournament_id: int) -> HttpResponse:
    """Where one goes when a verb is done: a form that is finished with is not unfolded again."""
    if do == "discard":
        return redirect("tournaments")
    address = reverse("tournament-console", args=[tournament_id])
    return redirect(f"{address}#c-entrants" if do in ("import", "bots") else address)


def _looked(request: HttpRequest, here: Seen, do: str) -> VerbForm:
    """The form as it was understood, to be shown before anything is written."""
    kind = ImportForm if do == "import" else BustsForm
    form = kind(request.POST, here, do)
    form.look()
    return form


def context_of(here: Seen, failed: VerbForm | None, address: str) -> dict[str, Any]:
    """What the console's template shows; `address` is that of the tournament's page."""
    forms = Forms(VERBS, here, failed)
    phase = here.row.phase
    lacking = max(0, here.structure.fewest - here.row.entered)
    phase_verbs = _phase_verbs(here, failed, lacking)
    checks_in = phase == "registering" and here.structure.check_in
    entrant_verbs = ["check-in"] if checks_in else []
    if phase in ("registering", "closed", "running", "announced"):
        entrant_verbs += ["remove", "disqualify", "reinstate"]
    planned = with_lines(here.structure, planning(here))
    late = here.state is not None and late_entry_open(here.state)
    takes_entries = phase == "registering" or late
    takes_others = takes_entries and not here.row.cost
    in_a_room = _in_a_room(here)
    if takes_others and here.row.online:
        entrant_verbs.insert(0, "bots")
    start = _start_first(here, planned, phase_verbs)
    head, entrants = head_of(here), entrants_told(here)
    matches = to_play(here, VERBS, failed)
    return {
        **head,
        "clock": clock_told(here, head["now"]),
        "phase_verbs": [_told(forms, do) for do in phase_verbs],
        "lacking": lacking if phase in ("registering", "closed") else 0,
        "say": _told(forms, "say"),
        "entrant_verbs": [_told(forms, do) for do in entrant_verbs if _usable(forms[do])],
        "import_verb": _told(forms, "import") if takes_others else None,
        # Nobody pays for others: what an organiser does in place of entering them.
        "own_hand": (phase == "announced" or takes_entries) and bool(here.row.cost),
        "late_until": late_level(here.structure) if late else 0,
        "buys": [_told(forms, do) for do in SOLD if _usable(forms[do])],
        "awaited": awaited(here),
        "address": address,
        **planned,
        "starting": start,
        "invites": phase in ("announced", "registering") or late,
        "levels": levels_told(here.structure),
        "frozen": frozen(here) if phase == "draft" else None,
        "costs": costs(here.structure),
        "trouble": [trouble_sentence(one) for one in here.row.trouble or ()],
        "drawing": phase == "running" and not any(map(drawn, here.played)),
        "matches": matches,
        "byes": byes(here),
        **outcome_told(here),
        "deal_open": proposed(here) is not None,
        "disputes": sum(bool(one["claims"] and one["claims"]["disputed"]) for one in matches),
        "refused": refused_aside(matches, failed),
        "busts": _told(forms, "busts") if in_a_room else None,
        "room": [_told(forms, "stacks")] if in_a_room else [],
        "orders": _orders(here),
        "ties": _ties(here, failed),
        "results": results(here) if phase in ("running", "finished", "paid") else [],
        "undo": [_told(forms, do) for do in _turns(here)],
        "entrants": entrants,
        "out": sum(one["out"] for one in entrants),
        # A long list of those who play is looked up, not read: it is folded.
        "folded": phase in UNDER_WAY and len(entrants) > UNFOLDED_MAX,
        "timeline": timeline(here, 60) if here.state is not None else [],
    }


def _start_first(
    here: Seen, planned: Mapping[str, Any], phase_verbs: list[str]
) -> dict[str, Any] | None:
    """How to start, if that can be done; its verb stands first where it is to be done now."""
    start = starting(here, planned) if "start" in phase_verbs else None
    if start is not None and start["ready"]:
        phase_verbs.sort(key=lambda do: do != "start")
    return start


def _phase_verbs(here: Seen, failed: VerbForm | None, lacking: int) -> list[str]:
    """What takes the tournament on or stops it; a start that failed stays, to say why."""
    verbs = list(BY_PHASE.get(here.row.phase, ()))
    if here.row.phase == "running" and here.row.paused:
        verbs[0] = "resume"
    if here.row.phase == "finished" and here.row.trouble:
        return ["cancel"]  # what can be paid to nobody goes back
    if lacking and not (failed is not None and failed.do == "start"):
        verbs = [do for do in verbs if do != "start"]
    return verbs


def _usable(form: VerbForm) -> bool:
    """Whether there is somebody to choose, or something was refused."""
    return not getattr(form, "empty", False) or form.is_bound


def _told(forms: Forms, do: str) -> tuple[str, Verb, VerbForm]:
    return do, VERBS[do], forms[do]


def _in_a_room(here: Seen) -> bool:
    """Whether a freezeout is played in a room, so that the organiser reports it."""
    return here.row.phase == "running" and not here.row.online and bool(in_play(here))


def _orders(here: Seen) -> list[dict[str, str]]:
    """The freezeouts of which somebody is out, and so whose order can be put right."""
    if here.row.phase not in ("running", "finished"):
        return []
    return [
        {"stage": stage.spec.id, "name": here.stage_name(stage.spec.id)}
        for stage in here.played
        if stage.out
    ]


def _turns(here: Seen) -> list[str]:
    """Which of "undo" and "redo" has something to do."""
    if paid_out(here):
        return []
    undone = set(here.row.corrections.values_list("undone", flat=True))
    return [do for do, found in (("undo", False), ("redo", True)) if found in undone]


def _ties(here: Seen, failed: VerbForm | None) -> list[dict[str, Any]]:
    found = []
    for stage, equals in ties(here):
        sent = failed is not None and failed.data.get("equals") == ",".join(equals)
        form = failed if sent else TieForm(None, here, "break-tie")
        if form is not None and not sent:
            form.initial.update({"stage": stage, "equals": ",".join(equals)})
            form.auto_id = f"tie-{equals[0]}-%s"
        numbers = here.state.entrants if here.state is not None else {}
        names = [f"{here.name(one)} ({numbers[one].number})" for one in equals]
        found.append({"names": names, "verb": VERBS["break-tie"], "form": form})
    return found
