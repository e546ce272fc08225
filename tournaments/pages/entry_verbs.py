"""What an entrant does on the lobby page, and when each of these is offered."""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.pages.reading import Seen
from tournaments.pages.verbs import Verb, VerbForm
from tournaments.rules.coming import late_flights
from tournaments.rules.offers import (
    ADD_ON,
    RE_ENTER,
    REBUY,
    brings,
    in_front,
    is_out,
    late_entry_open,
    on_sale,
    price,
)
from tournaments.rules.state import (
    CHECKED_IN,
    GONE,
    REGISTERED,
    REGISTERING,
    RUNNING,
    WAITING_LIST,
    StageState,
)
from tournaments.rules.structure import FREEZEOUT, Structure
from tournaments.texts import NOTE_CHARS_MAX


class RegisterForm(VerbForm):
    """An entry; it asks for a password and a flight where there are any."""

    flight = forms.ChoiceField(label=_("Flight"))
    password = forms.CharField(
        label=_("Password of this tournament"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    def prepare(self, seen: Seen) -> None:
        """Leave out what this tournament does not ask for, and flights that seat nobody now."""
        state = seen.state
        late = state is not None and state.phase == RUNNING
        flights = late_flights(state) if late and state else flights_of(seen.structure)
        if any(flights):
            self.fields["flight"].choices = [(one, one) for one in flights]  # type: ignore[attr-defined]  # a choice field
        else:
            del self.fields["flight"]
        if not seen.row.password:
            del self.fields["password"]


class WithdrawForm(VerbForm):
    """Leaving, with a reason if one likes."""

    reason = forms.CharField(
        label=_("Reason, if you like"),
        required=False,
        max_length=NOTE_CHARS_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class BuyForm(VerbForm):
    """A purchase: its price and what it brings stand on the button, which a first tap opens."""

    def prepare(self, seen: Seen) -> None:
        """Know what is bought, for how much; the verb's name is that of what is sold."""
        self.buys, self.price, self.chips = False, 0, 0
        state = seen.state
        if state is not None and any(seen.me in stage.entrants for stage in freezeouts(seen)):
            self.buys = True
            self.price = price(state, self.do)
            self.chips = brings(state, self.do, seen.me)

    def said(self, done: str) -> str:
        """How many chips it brought."""
        if self.do not in (REBUY, ADD_ON) or not self.chips:
            return done
        words = ngettext(
            "%(chips)s chip to play with is yours.",
            "%(chips)s chips to play with are yours.",
            self.chips,
        )
        amount = number_format(self.chips, use_l10n=True, force_grouping=True)
        return words % {"chips": amount}


def flights_of(structure: Structure) -> tuple[str, ...]:
    """The flights that an entrant chooses from."""
    named = {take.flight for stage in structure.stages for take in stage.takes if take.flight}
    return tuple(sorted(named))


ENTRY_VERBS: Final[Mapping[str, Verb]] = {
    "register": Verb(RegisterForm, "register", _("Enter"), _("You are entered.")),
    "check-in": Verb(VerbForm, "check_in", _("Check in"), _("You are checked in.")),
    "withdraw": Verb(
        WithdrawForm, "withdraw", _("Withdraw"), _("You have withdrawn."), danger=True
    ),
    RE_ENTER: Verb(BuyForm, "re_enter", _("Re-enter"), _("You play again.")),
    REBUY: Verb(BuyForm, "rebuy", _("Buy chips again"), _("The chips are yours.")),
    ADD_ON: Verb(BuyForm, "add_on", _("Buy the add-on"), _("The chips are yours.")),
}


def offered(seen: Seen) -> list[str]:
    """The verbs that make sense for this reader now; the commands have the last word."""
    state = seen.state
    if state is None or seen.reader is None:
        return []
    held = state.entrants.get(seen.me) if seen.me else None
    if held is None or (held.status in GONE and held.left_early):
        return ["register"] if state.phase == REGISTERING or late_entry_open(state) else []
    found = list(_buys(seen, seen.me))
    if state.phase == REGISTERING and state.structure.check_in:
        waits = held.status == WAITING_LIST and held.before != CHECKED_IN
        if held.status == REGISTERED or waits:
            found.append("check-in")
    leaves = held.status not in GONE and not is_out(state, held.id)
    if leaves and state.phase in (REGISTERING, "announced", "closed", RUNNING):
        found.append("withdraw")
    return found


def _buys(seen: Seen, me: str) -> tuple[str, ...]:
    """What can be bought now: told by the rules themselves."""
    state = seen.state
    if state is None or not any(me in stage.entrants for stage in freezeouts(seen)):
        return ()
    return on_sale(state, me, chips_of(seen, me))


def freezeouts(seen: Seen) -> list[StageState]:
    """The freezeouts that have started."""
    return [stage for stage in seen.played if stage.spec.kind == FREEZEOUT]


def chips_of(seen: Seen, ref: str) -> int:
    """The chips that an entrant of a freezeout has in front, as far as is known."""
    assert seen.state is not None, "a freezeout that has started"  # noqa: S101 - asked for no other
    row = seen.rows[ref]
    return in_front(seen.state, ref, row.stack, busted=row.bust is not None)
