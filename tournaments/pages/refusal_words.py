"""Sentences for the codes of rules whose own sentence, in English, says more: numbers and names.

Each code of `tournaments.rules` has one here or in `refusals`; a test demands that.
"""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

GENERAL: Final[dict[str, "StrPromise"]] = {
    **dict.fromkeys(
        ("already-committed", "bad-draw", "bad-seed", "no-seed", "wrong-seed"),
        _(
            "The seed of the draws is committed once, before registration closes, and shown as"
            " it was."
        ),
    ),
    "already-gone": _("This entrant is out of the tournament already."),
    "already-paused": _("The tournament is paused already."),
    "rebuy-awaited": _(
        "Somebody who lost the last chip in an earlier hand may still buy: write down first that"
        " they are out, or wait."
    ),
    "no-chips-yet": _(
        "Somebody counted here lost the last chip: write down what they bought first, or leave"
        " them out of the count."
    ),
    "brings-other": _("What is bought brings as many chips as was announced."),
    "not-paused": _("The tournament is not paused: it is running."),
    "bad-batch": _(
        "Those who go out in one hand are named once each, and somebody keeps the chips."
    ),
    **dict.fromkeys(
        ("bad-bounty", "no-killer"),
        _(
            "A bounty is what stands on the head of who goes out: those who took the last chips"
            " get it, 0 to 100 % of it in cash."
        ),
    ),
    "bad-chips": _(
        "Small chips are changed for large ones that are worth several of them, whole ones"
        " before the race."
    ),
    **dict.fromkeys(
        (
            "bad-chain",
            "bad-claim",
            "bad-clock",
            "bad-json",
            "bad-log",
            "bad-warning",
            "no-log",
            "not-canonical",
            "unknown-event",
        ),
        _("That cannot stand in the log of a tournament as it is."),
    ),
    "bad-deal": _(
        "A deal is made once, by exactly those who may still win the prizes that it shares, each"
        " with chips, and shares all of these."
    ),
    "deal-of-seats": _("The prizes are seats in another tournament, and a seat is not shared."),
    "deal-places-open": _(
        "Somebody who is out, or has left, may still share one of these places: a deal can be made"
        " when they are decided."
    ),
    "deal-stands": _("The deal that was made does not fit this: it ends before."),
    "deal-too-late": _(
        "The first place is decided: the other places are played for, and there is no deal any"
        " more."
    ),
    "deal-too-soon": _(
        "A deal can be made when the prizes are fixed and the stage that decides the first place"
        " has begun."
    ),
    "bad-entrant": _("An entrant has a name, and a tournament has 65536 of them at most."),
    **dict.fromkeys(
        ("bad-final", "bad-policy", "bad-rounding", "bad-scheme", "bad-tie-break"),
        _("A choice in the plan does not exist: take one of those that the form offers."),
    ),
    "bad-level": _("The level goes up, to one that stands in the table of levels."),
    "bad-levels": _(
        "A table of levels begins and ends with a level that is played; antes are 1 chip or more"
        " and never go down."
    ),
    "bad-order": _("The corrected order has exactly those who are out, each once."),
    **dict.fromkeys(
        ("bad-places", "bad-pool", "bad-weights", "no-entries"),
        _(
            "Prizes are for one place or more: each is paid something, and no more than the one"
            " above."
        ),
    ),
    "bad-points": _(
        "A full table has points for each of its places, and a better place no fewer than the"
        " next one."
    ),
    **dict.fromkeys(
        ("bad-ranks", "still-playing"),
        _("That is possible when the last places are decided."),
    ),
    "bad-round": _(
        "In a round each entrant of the stage sits once or has a bye, and nobody sits alone."
    ),
    **dict.fromkeys(
        ("bad-rounds", "bad-structure"),
        _(
            "These stages cannot be played: each takes its entrants from the entries or from a"
            " stage before it, has rounds, tables and amounts that can be, and no place goes two"
            " ways."
        ),
    ),
    "bad-ruling": _(
        "A ruling is about a later match that the correction touches: keep, swap, replay or void."
    ),
    "bad-satellite": _("A satellite has entries, a pool, and a seat with a price."),
    **dict.fromkeys(
        ("bad-seats", "bad-size", "bad-sizes", "bad-tables", "overfull"),
        _(
            "So many players do not fit at these tables: each sits once, at a table that has a"
            " seat for all at it."
        ),
    ),
    **dict.fromkeys(
        ("bad-tie", "no-tie"),
        _("A tie is broken among those who are equal, each named once."),
    ),
    "part-over": _(
        "Nobody sits down there any more: that part is over, or others play on from it already."
        " Keep your chips; where another flight is still played, enter that one."
    ),
    "all-won": _(
        "All is played, and the prizes will be paid: correct a result that is wrong. Only prizes"
        " that cannot be paid are given back by cancelling."
    ),
    "bounties-paid": _(
        "Bounties are paid already, so the entries cannot be given back: correct what keeps the"
        " prizes from being paid."
    ),
    "entries-closed": _("Entries are closed and the prizes fixed: nothing more can be bought."),
    "still-open": _(
        "Entries, rebuys or add-ons can still be bought: the prizes are fixed after that."
    ),
    "full": _("The place has gone to the next one on the waiting list."),
    **dict.fromkeys(
        ("no-freezeout", "not-playing"),
        _("That is for a freezeout, and for those who play in it."),
    ),
    "no-matches": _("A freezeout has eliminations, not results of matches."),
    "no-rounds": _("This stage has no rounds that are drawn."),
    "no-pairing": _("Too many players are kept apart: nobody is left to pair."),
    "no-points": _("There are no points for a table of that size."),
    **dict.fromkeys(
        ("no-seat", "table-full"),
        _("Every seat is taken: open another table, or wait for a seat."),
    ),
    "table-empty": _("Nobody sits at this table."),
    "no-such-seat": _("There is no such seat at this table."),
    "seat-taken": _("Somebody sits in this seat: take a free one."),
    "not-seated": _("This entrant sits at no table of that stage."),
    "no-such-entrant": _("There is no such entrant in this tournament."),
    "no-such-match": _("There is no such match in this stage."),
    "no-such-stage": _("This tournament has no such stage."),
    "no-third-place": _("A match for the third place needs four entrants or more."),
    "no-trf": _("Such a file tells a Swiss stage for two that has begun."),
    "nobody-plays": _(
        "Nobody at a table plays: somebody has to come back, or the organiser puts out who has"
        " left."
    ),
    "nobody-to-swap": _("Nobody stands in that match yet who could be swapped in."),
    "no-claim": _("Nothing that you said of this match stands: there is nothing to take back."),
    "table-decides": _(
        "This match is played at a live table, and ends as it ends there. The organiser alone can"
        " decide it otherwise."
    ),
    "not-agreed": _(
        "All who are still in the match have to say the same, or the organiser decides."
    ),
    **dict.fromkeys(
        ("not-due", "wrong-entrants"),
        _("Only those who are due in that stage play in it, in its order."),
    ),
    "not-now": _("That comes once, when what is before it is over."),
    "not-ready": _("This match is decided already, or its players are not known yet."),
    "not-started": _("This stage has not begun."),
    "too-late": _("Who left before the start comes back by a late entry."),
    "too-many-players": _("That way to share is worked out for fewer players: share by chips."),
    "all-played": _(
        "All is played: give the right result, and rule that later matches stay or are void, for"
        " nothing could be played any more."
    ),
    "no-account": _("Somebody who won a prize has no account: a prize goes to an account."),
}
