"""Corrections: seen before they are made, made with a reason, taken back at will.

Nothing is rewritten: a correction is an event, its undoing another one, and the state follows.
Where it shows that others than those of a deal had the prizes to share, that deal ends before it,
as an event of its own, and those who are left then may agree anew.
"""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from tournaments.book import Book
from tournaments.commands.keyed import once
from tournaments.commands.locking import book_of_organiser, checked_note
from tournaments.commands.proposals import end_deals
from tournaments.commands.writing import finish
from tournaments.errors import (
    AlreadyPaidOut,
    NothingChanges,
    NothingToUndo,
    RuleRefused,
    StageBegun,
    by_the_rules,
)
from tournaments.models import Correction
from tournaments.queries import correction_of
from tournaments.rules import events as e
from tournaments.rules import log as rules_log
from tournaments.rules.correction import (
    Preview,
    Undo,
    changes_nothing,
    deal_ending,
    fitted,
    inverse,
    preview,
    re_entered_since,
)
from tournaments.rules.log import extend
from tournaments.rules.outcome import payments
from tournaments.rules.results import check_agrees
from tournaments.rules.rulings import KEEP
from tournaments.rules.standings import stage_over
from tournaments.rules.state import PAID, RUNNING
from tournaments.rules.state import Tournament as State
from tournaments.states import lines_of

if TYPE_CHECKING:
    from deploy.accounts.models import User


def correct(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    stage: str,
    match: str,
    result: Mapping[str, Any] | None,
    rulings: Mapping[str, str],
    note: str,
) -> dict[str, Any]:
    """Put another result in the place of a recorded one; None opens the match again.

    `rulings`: for later matches "keep", "swap", "replay" or "void" (`queries.preview` lists those
    that are affected). The organiser may, with a public reason. Returns {"event"}: its number.
    AlreadyPaidOut once prizes have been paid; NothingChanges.
    """
    said = checked_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        event = correction_of(stage, match, result, rulings, said)
        if event.result is not None and not book.row.online:
            book.check(partial(check_agrees, event.result))
        _make(book, user, event, said)
        return {"event": book.row.seq}

    content = {
        "correct": tournament_id,
        "stage": stage,
        "match": match,
        "result": None if result is None else dict(result),
        "rulings": dict(rulings),
        "note": note,
    }
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def correct_busts(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    stage: str,
    out: list[list[str]],
    note: str,
    rulings: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Put those who are out of a freezeout in another order: groups of equals, first out first.

    Who is out stays out. `rulings`: for a stage that has begun with others than should have gone
    there (`queries.preview_busts` lists them) "keep", and nothing else: it goes on as it is. The
    organiser may, with a public reason. Returns {"event"}. StageBegun without that ruling;
    AlreadyPaidOut, NothingChanges.
    """
    said = checked_note(note)
    ruled = dict(rulings or {})

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        groups = tuple(tuple(group) for group in out)
        event = e.BustsCorrected(stage, groups, said)
        _check_begun(previewed(book.state, event), ruled)
        _make(book, user, event, said)
        return {"event": book.row.seq}

    content: dict[str, Any] = {
        "correct-busts": tournament_id,
        "stage": stage,
        "out": out,
        "note": note,
        **({"rulings": ruled} if ruled else {}),
    }
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def undo(*, user: "User", key: str, tournament_id: int, note: str) -> dict[str, Any]:
    """Take the newest correction in force back; return {"event"}. NothingToUndo."""
    return _turn(user, key, tournament_id, note, undone=False)


def redo(*, user: "User", key: str, tournament_id: int, note: str) -> dict[str, Any]:
    """Put the correction that was taken back last in force again; return {"event"}."""
    return _turn(user, key, tournament_id, note, undone=True)


def previewed(state: State, event: e.ResultCorrected | e.BustsCorrected) -> Preview:
    """What a correction would change; RuleRefused where the rules would refuse it."""
    with by_the_rules():
        return preview(state, event)


def _check_begun(found: Preview, rulings: Mapping[str, str]) -> None:
    """Let a stage that has begun go on with those in it only if that is ruled."""
    begun = {one.stage for one in found.stages}
    if set(rulings) - begun:
        detail = f"Nothing is to be ruled about {', '.join(sorted(set(rulings) - begun))}."
        raise RuleRefused(detail, code="bad-ruling")
    for one in found.stages:
        if rulings.get(one.stage) != KEEP:
            facts = {"stage": one.stage, "gone": list(one.gone), "come": list(one.come)}
            raise StageBegun(facts=facts)


def _make(
    book: Book, user: "User", event: e.ResultCorrected | e.BustsCorrected, note: str
) -> None:
    found = previewed(book.state, event)
    _refuse_paid(book)
    if changes_nothing(book.state, event):
        raise NothingChanges
    _check_played(book, event)
    _end_deal(book, user, event, note)
    book.add(event, actor=user, note=note)
    # What was undone before is not to be redone over another correction.
    Correction.objects.filter(tournament=book.row, undone=True).delete()
    Correction.objects.create(
        tournament=book.row, event_seq=book.row.seq, back=rules_log.line(found.undo)
    )
    finish(book)


def _turn(
    user: "User", key: str, tournament_id: int, note: str, *, undone: bool
) -> dict[str, Any]:
    said = checked_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        found = Correction.objects.filter(tournament=book.row, undone=undone)
        row = found.order_by("event_seq" if undone else "-event_seq").first()
        if row is None:
            raise NothingToUndo
        event = rules_log.read(row.back)
        if not isinstance(event, e.ResultsRestored | e.BustsCorrected):
            raise NothingToUndo
        _refuse_paid(book)
        back, now = inverse(book.state, event), _as_now(book, row, event)
        _check_played(book, now)
        _end_deal(book, user, now, said)
        book.add(now, actor=user, note=said)
        row.undone, row.back = not undone, rules_log.line(back)
        row.save()
        finish(book)
        return {"event": book.row.seq}

    content = {"redo" if undone else "undo": tournament_id, "note": note}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def _check_played(book: Book, event: e.ResultCorrected | Undo) -> None:
    """Refuse to open a match again when nothing is played any more: no prize could be paid."""
    if book.state.phase == RUNNING:
        return
    with by_the_rules():
        after = extend(book.state, (*deal_ending(book.state, event), event))
    if not all(map(stage_over, after.stages.values())):
        detail = (
            "All is played: give the right result, and rule that later matches stay or are void,"
            " for nothing could be played any more."
        )
        raise RuleRefused(detail, code="all-played")


def _end_deal(book: Book, user: "User", event: e.ResultCorrected | Undo, note: str) -> None:
    """Write down first that a deal ends which a correction, or its undoing, would not leave so."""
    with by_the_rules():
        ending = deal_ending(book.state, event)
    if ending:
        book.add(e.DealEnded(note), actor=user, note=note)
        end_deals(book)


def _as_now(book: Book, row: Correction, event: Undo) -> Undo:
    """The event that turns a correction now, whoever has gone out or re-entered since."""
    if not isinstance(event, e.BustsCorrected):
        return event
    log = map(rules_log.read, lines_of(book.row))
    return fitted(book.state, event, re_entered_since(log, row.event_seq, event.stage))


def _refuse_paid(book: Book) -> None:
    """Refuse when prizes or seats have been paid: what they were paid by stays as it is."""
    state = book.state
    if state.phase == PAID and (state.satellite is not None or any(payments(state).values())):
        raise AlreadyPaidOut
