"""Results of matches by hand: reported by the players or the organiser, or by forfeit; ties."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.book import Book
from tournaments.commands.keyed import BY_PLAYERS, count_player, once
from tournaments.commands.locking import (
    book_of_organiser,
    checked_note,
    entrant_of,
    open_book,
    organises,
    possible_note,
)
from tournaments.commands.matches import ready_matches
from tournaments.commands.writing import finish
from tournaments.errors import BadResult, NotInMatch, RuleRefused, TableDecides, by_the_rules
from tournaments.rules import events as e
from tournaments.rules.claims import absent, claim, says_same, settled, standing, unheard
from tournaments.rules.codec import from_json
from tournaments.rules.due import draw_tie
from tournaments.rules.errors import Refused
from tournaments.rules.playing import started_stage
from tournaments.rules.results import (
    FORFEIT,
    REPORTED,
    Result,
    check_agrees,
    check_scores,
)

if TYPE_CHECKING:
    from deploy.accounts.models import User


def report(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    stage: str,
    match: str,
    result: Mapping[str, Any],
) -> dict[str, Any]:
    """Say how a match ended; return {"recorded", "waiting_for"}.

    `result`: {"places": groups of refs, best first, "scores": [[ref, points], …]}. What the
    organiser says is recorded at once, and the live table of the match is closed. In a room a
    player's word is a claim in the log, and all who have not gone have to say the same
    (`waiting_for`: those who do not yet). NotInMatch, BadResult, TableDecides, and the rules'
    refusals.
    """
    told = _read(result)

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        players = players_to_play(book, stage, match)
        ground = e.RULING
        if not book.row.online:
            book.check(lambda: check_agrees(told))
        if not organises(user, book.row):
            count_player(user)
            if book.row.online:
                raise TableDecides
            _claim(book, user, (stage, match), players, told)
            if settled(book.state, book.state.stages[stage], match, players) is None:
                finish(book)
                waiting_for = _unlike(book, (stage, match), players, told)
                return {"recorded": False, "waiting_for": waiting_for}
            ground = e.AGREEMENT
        book.add(e.ResultRecorded(stage, match, told, ground), actor=user)
        finish(book)
        return {"recorded": True, "waiting_for": []}

    content = {"report": tournament_id, "stage": stage, "match": match, "result": dict(result)}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def take_back(
    *, user: "User", key: str, tournament_id: int, stage: str, match: str
) -> dict[str, Any]:
    """Say nothing of my open match any more; return {"taken_back", "waiting_for"}.

    `taken_back` is False where nothing of mine stood, which then stays so. NotInMatch, and the
    rules' refusals: what is decided already is for the organiser to correct.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        players = players_to_play(book, stage, match)
        me = entrant_of(book, user)
        if me.ref not in players:
            raise NotInMatch
        said = standing(book.state.stages[stage], match, players)
        if me.ref in said:
            book.add(e.ClaimTakenBack(stage, match, me.ref), actor=user)
            finish(book)
        silent = [
            ref
            for ref in players
            if (ref not in said or ref == me.ref) and not book.state.gone(ref)
        ]
        return {"taken_back": me.ref in said, "waiting_for": silent}

    content = {"take-back": tournament_id, "stage": stage, "match": match}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=BY_PLAYERS)


def forfeit(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    stage: str,
    match: str,
    absent: Sequence[str],
    note: str,
) -> dict[str, Any]:
    """Decide a match for those who came: all others are absent and out of the stage with it.

    With all absent it is a double walk-over. The organiser may, with a reason. {"recorded"}.
    """
    said = checked_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        players = players_to_play(book, stage, match)
        there = tuple((ref,) for ref in players if ref not in absent)
        gone = tuple(ref for ref in players if ref in absent)
        if not gone or len(gone) != len(set(absent)):
            raise BadResult(_("Somebody of the match is absent, each named once."))
        result = Result(there, FORFEIT, gone)
        book.add(e.ResultRecorded(stage, match, result, e.RULING), actor=user, note=said)
        finish(book)
        return {"recorded": True}

    content = {"forfeit": tournament_id, "stage": stage, "match": match, "absent": list(absent)}
    return once(actor=f"user:{user.pk}", key=key, content={**content, "note": note}, work=work)


def break_tie(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    stage: str,
    equals: Sequence[str],
    order: Sequence[str] | None = None,
    note: str = "",
) -> dict[str, Any]:
    """Put equals in order: by a playoff or a ruling (`order`, best first, and a reason), or drawn.

    A draw comes from the committed seed, so anybody can check it later. Returns {"order"}.
    """
    said = checked_note(note) if order is not None else possible_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        if order is not None and sorted(order) != sorted(equals):
            raise BadResult(_("The order names exactly the equals, each once."))
        drawn = draw_tie(book.state, stage, equals, book.seed()) if order is None else tuple(order)
        how = "draw" if order is None else "ruling"
        book.add(e.TieBroken(stage, drawn, how), actor=user, note=said)
        finish(book)
        return {"order": list(drawn)}

    content = {
        "tie": tournament_id,
        "stage": stage,
        "equals": list(equals),
        "order": None if order is None else list(order),
        "note": note,
    }
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def players_to_play(book: Book, stage: str, match: str) -> tuple[str, ...]:
    """Who has to play a match that is ready; RuleRefused when it is not."""
    with by_the_rules():
        held = started_stage(book.state, stage)
    players = dict(ready_matches(held)).get(match)
    if players is None:
        detail = f"Match {match} is done, or its players are not known yet."
        raise RuleRefused(detail, code="not-ready")
    return players


def _read(data: Mapping[str, Any]) -> Result:
    if data.keys() - {"places", "scores"}:
        raise BadResult(_("A result has places, and scores if the game counts any."))
    try:
        result = from_json(Result, {**data, "how": REPORTED})
        check_scores(result)
    except Refused as refused:
        raise BadResult(refused.detail) from refused
    return result


def _claim(
    book: Book, user: "User", where: tuple[str, str], players: Sequence[str], told: Result
) -> None:
    """Write down what a player says.

    Who says again what stands already has said nothing new: the log has it once.
    """
    me = entrant_of(book, user)
    if me.ref not in players or book.state.gone(me.ref):
        raise NotInMatch
    stage, match = where
    before = standing(book.state.stages[stage], match, players).get(me.ref)
    if before is None or not says_same(before, told):
        gone = unheard(book.state, players)
        book.add(claim(book.state.stages[stage], match, players, me.ref, told, gone), actor=user)


def _unlike(book: Book, where: tuple[str, str], players: Sequence[str], told: Result) -> list[str]:
    """Who does not say the same yet, of those who are still at the match."""
    stage, match = where
    gone = absent(book.state, players)
    said = standing(book.state.stages[stage], match, players, gone)
    same = [ref for ref, one in said.items() if says_same(one, told)]
    return [ref for ref in players if ref not in same and ref not in gone]
