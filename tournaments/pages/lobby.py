"""The lobby of one tournament: what it is, what it costs, how it is played, and entering it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tables.queries import clock
from tournaments import queries
from tournaments.pages.deal_made import deal_made
from tournaments.pages.entry_verbs import ENTRY_VERBS, offered
from tournaments.pages.matches import began, my_match, still_in
from tournaments.pages.plan_told import planning
from tournaments.pages.policies_told import late_level, policies
from tournaments.pages.prize_lines import PrizeLine, prize_lines, with_lines
from tournaments.pages.reading import Seen, news_mark, seen
from tournaments.pages.verbs import Forms, VerbForm, did
from tournaments.pages.words import KINDS, STATUSES, game_said, length, pays, phase_said, said
from tournaments.rules.errors import Refused
from tournaments.rules.offers import late_entry_open
from tournaments.rules.outcome import amounts, fixed_prizes, payments
from tournaments.rules.state import CANCELLED, GONE, RUNNING
from tournaments.rules.structure import FREEZEOUT, Structure
from tournaments.rules.whereabouts import whereabouts

LISTED_MAX = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show a tournament; a form enters, checks in, leaves, or buys."""
    here = seen(request, tournament_id)
    if here.state is None:
        return redirect("tournament-console", tournament_id)
    failed = None
    if request.method == "POST":
        if here.reader is None:
            return redirect_to_login(request.get_full_path())
        failed = did(request, here, ENTRY_VERBS)
        if failed is None:
            return redirect("tournament", tournament_id)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed is not None else HTTPStatus.OK
    return render(request, "tournaments/lobby.html", context_of(here, failed), status=status)


@require_safe
def log(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The log as a file: anybody checks it with `python -m tournaments.rules verify`."""
    here = seen(request, tournament_id)
    if here.state is None:
        raise Http404
    answer = HttpResponse(queries.log_text(here.row), content_type="application/x-ndjson")
    name = f"batida-tournament-{here.row.pk}.jsonl"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def context_of(here: Seen, failed: VerbForm | None = None) -> dict[str, Any]:
    """What the lobby's template shows."""
    row, structure = here.row, here.structure
    shown = offered(here)
    if failed is not None and failed.do in ENTRY_VERBS and failed.do not in shown:
        shown.append(failed.do)
    planned = with_lines(structure, planning(here))
    return {
        **head_of(here),
        "verbs": [(do, ENTRY_VERBS[do], Forms(ENTRY_VERBS, here, failed)[do]) for do in shown],
        "mine": _mine(here),
        "full": bool(row.cap) and row.entered >= row.cap,
        "late_until": late_level(structure) if here.state and late_entry_open(here.state) else 0,
        "costs": costs(structure),
        **planned,
        "levels": levels_told(structure),
        "payouts": payouts(here, planned),
        "policies": [*_game(here), *policies(structure, online=row.online)],
        "entrants": entrants_told(here),
        "protest": length(row.protest_s) if row.protest_s and pays(structure) else "",
    }


def head_of(here: Seen) -> dict[str, Any]:
    """What the head of every page of a tournament shows."""
    row = here.row
    return {
        "t": row,
        "here": here,
        "phase": phase_said(row),
        "game": game_said(row),
        "kinds": ", ".join(said(KINDS, kind) for kind in row.kinds),
        "now": clock(),
        "news": news_mark(row),
        "playing": my_match(here) if row.phase == "running" else None,
        "state": here.state,
        "me": here.me,
        "deal_made": deal_made(here),
        "organiser": here.organiser,
        "still_in": still_in(here),
        "began": began(here),
        "ahead": row.phase in ("announced", "registering", "closed"),
        "over": row.phase in ("finished", "paid"),
        "paid_out": paid_out(here),
        "pays_at": pays_at(here),
    }


def paid_out(here: Seen) -> bool:
    """Whether prizes have been paid, so that no correction may move them any more."""
    return here.row.phase == "paid" and here.state is not None and bool(amounts(here.state))


def pays_at(here: Seen) -> datetime | None:
    """When the prizes of a finished tournament are paid; None: paid already, or there are none."""
    row = here.row
    if row.phase != "finished" or row.finished_at is None or here.state is None:
        return None
    due: datetime = row.finished_at + timedelta(seconds=row.protest_s)
    return due if amounts(here.state) else None


def costs(structure: Structure) -> dict[str, list[tuple[str, int]]]:
    """{"parts": what one entry is made of, "more": what else can be bought later}."""
    rules = structure.prizes
    parts = [
        (_("To the prizes"), rules.prize_part),
        (_("Fee of the house"), rules.fee_part),
        (_("Bounty on one's head"), rules.bounty_part),
    ]
    more = [
        (_("Rebuy"), rules.rebuy_price if structure.buying.rebuys else 0),
        (_("Add-on"), rules.addon_price if structure.buying.addon_at >= 0 else 0),
    ]
    return {
        "parts": [(words, amount) for words, amount in parts if amount],
        "more": [(words, amount) for words, amount in more if amount],
    }


def levels_told(structure: Structure) -> list[dict[str, Any]]:
    """The levels of the freezeout, numbered as players count: breaks have no number."""
    stage = next((one for one in structure.stages if one.kind == FREEZEOUT), None)
    found: list[dict[str, Any]] = []
    number, begins = 0, 0
    for level in stage.levels if stage is not None else ():
        number += not level.is_break
        found.append(
            {
                "number": 0 if level.is_break else number,
                "ante": level.ante,
                "minutes": level.seconds / 60,
                "begins": length(begins) if begins else "0",
            }
        )
        begins += level.seconds
    return found


def payouts(here: Seen, planned: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
    """The prizes of the places: fixed, as planned, or as they would be with those who are in now.

    "rows" are lines as they are read, "amounts" the chips by place. "entries": with how many they
    are planned, 0 where they are not.
    """
    state, rules = here.state, here.structure.prizes
    if state is None or not (rules.prize_part or rules.guarantee):
        return None
    if state.satellite is not None:
        rows = [
            PrizeLine(str(place), 1, 0, number_format(amount, use_l10n=True, force_grouping=True))
            for place, amount in enumerate(state.satellite.amounts, 1)
        ]
        return {"fixed": True, "rows": rows, "amounts": state.satellite.amounts}
    ahead = planned is not None and here.row.phase in queries.AHEAD
    found = state.prizes
    if found is None and planned is not None and ahead:
        found = planned["plan_prizes"]
    elif found is None:
        try:
            found = fixed_prizes(state)[0]
        except Refused:
            return None
    if found is None:
        return None
    rows = prize_lines(here.structure, found, planned["plan"] if planned is not None else None)
    entries = planned["plan"].entries if planned is not None and ahead else 0
    fixed = state.prizes is not None
    return {
        "fixed": fixed,
        "rows": rows,
        "amounts": found.amounts,
        "prizes": found,
        "entries": entries,
    }


def entrants_told(here: Seen) -> list[dict[str, Any]]:
    """Who is in, in the order of entry; then who is out of a freezeout, at last who has gone."""
    if here.state is None:
        return []
    out = {one for one in here.state.entrants if _is_out(here, one)}
    held = sorted(
        here.state.entrants.values(),
        key=lambda one: (one.status in GONE, one.id in out, one.number),
    )
    return [
        {
            "ref": one.id,
            "name": here.name(one.id),
            "number": one.number,
            "rating": one.rating,
            "status": _status(here, one.id),
            "plain": one.status == "registered" and not _done(here, one.id),
            "out": one.id in out,
            "gone": one.status in GONE,
            "me": one.id == here.me,
            "reentries": one.reentries,
        }
        for one in held
    ]


def _game(here: Seen) -> list[tuple[str, str]]:
    """The game as the first line of the policies."""
    game = game_said(here.row)
    return [(_("Game"), game)] if game else []


def _status(here: Seen, ref: str) -> str:
    """Where somebody stands; who was put out in the middle of a hand still plays it.

    Taking the cards away would change the hand for everybody else at the table: it ends as it was
    dealt, and then the seat and all its chips leave the game.
    """
    assert here.state is not None  # noqa: S101 - only asked where somebody has entered
    rank = here.rank(ref) if _done(here, ref) else None
    if rank is not None and rank.first == 1:
        return _("in first place")  # a champion is not out
    if _is_out(here, ref):
        return _("out, place %(place)s") % {"place": rank} if rank is not None else _("out")
    status = said(STATUSES, here.state.entrants[ref].status)
    seated = whereabouts(here.state).get(ref) is not None
    if here.row.online and seated and here.state.gone(ref):
        return _("%(status)s, playing a last hand to its end") % {"status": status}
    return status


def _is_out(here: Seen, ref: str) -> bool:
    """Whether somebody has played and is out while others play on; who has won is not."""
    rank = here.rank(ref) if _done(here, ref) else None
    return _done(here, ref) and (rank is None or rank.first > 1)


def _done(here: Seen, ref: str) -> bool:
    """Whether somebody has nothing left to play while it runs; who left is called so."""
    state = here.state
    if state is None or state.phase != RUNNING or state.gone(ref):
        return False
    return ref in here.outs()


def _mine(here: Seen) -> dict[str, Any] | None:
    if here.state is None or not here.me:
        return None
    held = here.state.entrants[here.me]
    waiting = here.state.waiting.index(here.me) + 1 if here.me in here.state.waiting else 0
    row = here.rows[here.me]
    out = _is_out(here, here.me)
    return {
        "out": out,
        "rank": here.rank(here.me) if out else None,
        "status": _status(here, here.me),
        "number": held.number,
        "waiting": waiting,
        "place": here.rank(here.me) if row.place_first else None,
        "gone": here.state.gone(here.me),
        "won": (row.place_first, row.place_last) == (1, 1),
        "prize": _prize(here),
        "cancelled": _came_back(row) if here.state.phase == CANCELLED else None,
    }


def _prize(here: Seen) -> int:
    """What the reader's place brings, as soon as all is played; 0 before that."""
    if here.state is None or here.row.phase not in ("finished", "paid"):
        return 0
    try:
        return payments(here.state).get(here.me, 0)
    except Refused:
        return 0


def _came_back(row: Any) -> dict[str, int]:  # noqa: ANN401 - a row of entrants
    """What somebody got back of a cancelled tournament, and what is still to come, in chips."""
    paid = list(row.payments.values_list("amount", "refund_id"))
    return {
        "back": sum(amount for amount, refund in paid if refund is not None),
        "to_come": sum(amount for amount, refund in paid if refund is None),
    }
