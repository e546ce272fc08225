"""The forms of the wallet's pages. They carry words; the rules stand in the commands."""

import uuid
from datetime import UTC, date, datetime, time, timedelta

from django import forms
from django.core.validators import MaxValueValidator
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from wallet.books import WALLET_CHOICES, Filter
from wallet.commands.staff import REASON_MAX
from wallet.errors import AMOUNT_MAX
from wallet.limits.models import Length, Period, What
from wallet.models import AccountKind, AccountState, TransferKind
from wallet.zone import zoned

ANY = ("", _("all"))
DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class PageForm(forms.Form):
    """A form whose fields say by themselves that they are wrong, also to a screen reader."""

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, label_suffix="")

    def refuse(self, field: str | None, *sentences: str) -> None:
        """Show the sentences of a refusal at `field` (None: above the form)."""
        for sentence in sentences:
            self.add_error(field, sentence)


class KeyedForm(PageForm):
    """A form that changes something. `key` names it, so that pressing twice does it once."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


# A day is read to its end, which is the next one's beginning: the very last day has none.
DAY_BEFORE_LAST = MaxValueValidator(date.max - timedelta(days=1))


class StatementForm(PageForm):
    """Which lines of a statement; whatever makes no sense is left out."""

    kind = forms.ChoiceField(label=_("What"), required=False, choices=[ANY, *WALLET_CHOICES])
    table = forms.TypedChoiceField(
        label=_("Table"), required=False, coerce=int, empty_value=None, choices=[ANY]
    )
    since = forms.DateField(label=zoned(_("From (%(zone)s)")), required=False, widget=DATE)
    until = forms.DateField(
        label=_("To, inclusive"), required=False, widget=DATE, validators=[DAY_BEFORE_LAST]
    )

    def __init__(self, data: QueryDict, tables: dict[int, str]) -> None:
        """Offer the tables named, by number."""
        super().__init__(data)
        self.fields["table"].choices = [ANY, *tables.items()]  # type: ignore[attr-defined]  # a choice field

    def wanted(self) -> Filter:
        """Return what is asked for."""
        self.is_valid()
        asked = self.cleaned_data
        since, until = asked.get("since"), asked.get("until")
        return Filter(
            kind=asked.get("kind") or "",
            table=asked.get("table"),
            since=since and _begins(since),
            until=until and _begins(until + timedelta(days=1)),
        )


def _begins(day: date) -> datetime:
    """When a day begins where the pages are read, in UTC."""
    return datetime.combine(day, time(), timezone.get_current_timezone()).astimezone(UTC)


class LimitForm(KeyedForm):
    """One limit to set; an empty amount takes it away."""

    what = forms.ChoiceField(choices=What.choices, widget=forms.HiddenInput)
    period = forms.ChoiceField(choices=Period.choices, widget=forms.HiddenInput)
    most = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=AMOUNT_MAX,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": _("A whole number, please.")},
    )


class CancelForm(KeyedForm):
    """A waiting change to take back."""

    change = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=AMOUNT_MAX)


class BreakForm(KeyedForm):
    """A break from play, with a sign that its meaning is understood."""

    length = forms.ChoiceField(
        label=_("For how long"), choices=Length.choices, widget=forms.RadioSelect
    )
    sure = forms.BooleanField(
        label=_("I know that nobody can end this break early, not even the house."),
        error_messages={"required": _("Tick this box, if you mean it.")},
    )


class CloseForm(KeyedForm):
    """One's own wallet closed for ever, with a sign that its meaning is understood."""

    sure = forms.BooleanField(
        label=_("I know that nobody can open this wallet again, not even the house."),
        error_messages={"required": _("Tick this box, if you mean it.")},
    )


class AccountsForm(PageForm):
    """Which accounts."""

    name = forms.CharField(label=_("Owner's name begins with"), required=False, max_length=150)
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[ANY, *AccountKind.choices])
    state = forms.ChoiceField(
        label=_("State"), required=False, choices=[ANY, *AccountState.choices]
    )
    table = forms.IntegerField(
        label=_("Table's number"),
        required=False,
        min_value=1,
        max_value=AMOUNT_MAX,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )


class TransfersForm(PageForm):
    """Which transfers."""

    kind = forms.ChoiceField(label=_("What"), required=False, choices=[ANY, *TransferKind.choices])


class ReasonForm(KeyedForm):
    """Something that staff does with a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MAX,
        help_text=_("Stays on record, and the player can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class IssueForm(ReasonForm):
    """Chips to grant or to take out of play."""

    amount = forms.IntegerField(
        label=_("Chips"),
        min_value=1,
        max_value=AMOUNT_MAX,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": _("A whole number, please.")},
    )
    field_order = ["key", "amount", "reason"]
