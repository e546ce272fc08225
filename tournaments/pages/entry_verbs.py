"""What an entrant does on the lobby page, and when each of these is offered."""

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.reading import Seen
from tournaments.pages.verbs import Verb, VerbForm
from tournaments.rules.buying import Bought, check_addon, check_rebuy, check_reentry
from tournaments.rules.errors import Refused
from tournaments.rules.state import (
    CHECKED_IN,
    GONE,
    REGISTERED,
    REGISTERING,
    RUNNING,
    WAITING_LIST,
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
        """Leave out what this tournament does not ask for."""
        flights = flights_of(seen.structure)
        if flights:
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
    "re-enter": Verb(VerbForm, "re_enter", _("Re-enter"), _("You play again.")),
    "rebuy": Verb(VerbForm, "rebuy", _("Buy chips again"), _("The chips are yours.")),
    "add-on": Verb(VerbForm, "add_on", _("Buy the add-on"), _("The chips are yours.")),
}


def offered(seen: Seen) -> list[str]:
    """The verbs that make sense for this reader now; the commands have the last word."""
    state = seen.state
    if state is None or seen.reader is None:
        return []
    held = state.entrants.get(seen.me) if seen.me else None
    if held is None or (held.status in GONE and held.left_early):
        late = state.phase == RUNNING and state.structure.buying.late_until >= state.level
        return ["register"] if state.phase == REGISTERING or late else []
    found = []
    if state.phase == REGISTERING and state.structure.check_in:
        waits = held.status == WAITING_LIST and held.before != CHECKED_IN
        if held.status == REGISTERED or waits:
            found.append("check-in")
    if held.status not in GONE and state.phase in (REGISTERING, "announced", "closed", RUNNING):
        found.append("withdraw")
    return [*_buys(seen, seen.me), *found] if state.phase == RUNNING else found


def _buys(seen: Seen, me: str) -> list[str]:
    """What can be bought now: told by the rules themselves."""
    state = seen.state
    if state is None or not any(stage.spec.kind == FREEZEOUT for stage in seen.played):
        return []
    held, rules = state.entrants[me], state.structure.buying
    out = any(me in group for stage in seen.played for group in stage.out)
    chips = seen.rows[me].stack or 0
    bought = Bought(chips, out, held.reentries, held.rebuys, held.addons)
    checks = {"re-enter": check_reentry, "rebuy": check_rebuy, "add-on": check_addon}
    found = []
    for do, check in checks.items():
        try:
            check(rules, bought, state.level)
        except Refused:
            continue
        found.append(do)
    return found
