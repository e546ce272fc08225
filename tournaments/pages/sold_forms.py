"""What the organiser of a room writes down for others: rebuys, re-entries and add-ons."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.console_forms import WHOLE, EntrantForm
from tournaments.pages.entry_verbs import chips_of, freezeouts
from tournaments.pages.reading import Seen
from tournaments.rules.offers import ADD_ON, RE_ENTER, REBUY, brings, on_sale, price
from tournaments.rules.state import RUNNING


class SoldForm(EntrantForm):
    """One of those who may buy `what` now, where it costs no chips of the house."""

    what = ""

    def prepare(self, seen: Seen) -> None:
        """Offer those to whom the rules would sell it."""
        self.chips = 0
        choices = []
        state = seen.state
        playing = {one for stage in freezeouts(seen) for one in stage.entrants}
        if state is not None and by_hand(seen, self.what):
            for ref in (one for one in state.entrants if one in playing):
                if self.what in on_sale(state, ref, self.in_front(seen, ref)):
                    self.chips = brings(state, self.what, ref)
                    choices.append(ref)
        self.offer(seen, choices)

    def in_front(self, seen: Seen, ref: str) -> int:
        """The chips that somebody has."""
        return chips_of(seen, ref)


class RebuyForm(SoldForm):
    """A rebuy, by somebody with so many chips in front."""

    what = REBUY

    chips_in_front = forms.IntegerField(
        label=_("Chips in front"),
        min_value=0,
        initial=0,
        required=False,
        help_text=_("0: the last chip is lost."),
        widget=WHOLE,
    )

    def in_front(self, seen: Seen, ref: str) -> int:
        """None, until the organiser says how many."""
        return 0

    def arguments(self) -> dict[str, Any]:
        """The entrant, and the chips that the organiser has seen."""
        data = self.cleaned_data
        return {"entrant": data["entrant"], "chips": data.get("chips_in_front") or 0}


class ReEntryForm(SoldForm):
    """A re-entry."""

    what = RE_ENTER


class AddOnForm(SoldForm):
    """An add-on."""

    what = ADD_ON


def by_hand(seen: Seen, what: str) -> bool:
    """Whether the organiser writes down what is sold: in a room, and for no chips of the house."""
    state = seen.state
    return state is not None and (
        state.phase == RUNNING and not seen.row.online and not price(state, what)
    )


def awaited(seen: Seen) -> list[dict[str, Any]]:
    """Those in a room who have lost the last chip and may buy again by their own hand."""
    if seen.row.online or seen.state is None or seen.state.phase != RUNNING:
        return []
    return [
        {"ref": ref, "name": seen.name(ref), "stack": row.bust["stack"] or 1, "key": str(uuid4())}
        for ref, row in seen.rows.items()
        if row.bust is not None and not row.bust.get("final")
    ]
