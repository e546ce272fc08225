"""The form of what all stages of a draft share: names, people, moments, money."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.game import rules_ids
from tables.naming import rules_name
from tournaments.pages.draft_fields import (
    SeparatedField,
    numbers,
    one_sentence_of,
    usual,
    weighed,
    whole,
)
from tournaments.pages.words import ROUNDINGS
from tournaments.rules.structure_checks import NO_SHOW_MAX
from wallet.pages.forms import KeyedForm
from wallet.zone import zoned

MOMENT = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
PER_CENT: Final = 100
WEIGHTS: Final = r"^\s*\d{1,3}(\.\d{1,2})?(\s*,\s*\d{1,3}(\.\d{1,2})?)*\s*$"
WHAT: Final = ("name", "about", "expected", "online", "rules", "no_show")
WHO: Final = (
    "cap", "fewest", "starts_at", "opens_at", "closes_at", "check_in",
)  # fmt: skip
WHO_FINE: Final = ("starts_full", "password", "no_password", "account_days", "only")
MONEY: Final = ("prize_part", "fee_part", "guarantee", "weights", "rounding", "protest_minutes")
MONEY_FINE: Final = ("unit", "seat_value", "seat_into", "seat_portion")
BUYING: Final = (
    "late_level", "reentries", "rebuys", "rebuy_price", "rebuy_chips", "rebuy_stack",
    "rebuy_level", "addon_level", "addon_price", "addon_chips", "bounty_part", "bounty_cash",
)  # fmt: skip
"""The fields of each part of the page; those for buying belong to freezeouts."""


class DraftForm(KeyedForm):
    """All settings of a draft but its stages."""

    name = forms.CharField(label=_("Name"), max_length=60)
    about = forms.CharField(
        label=_("About it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    expected = whole(_("Plan for so many entrants"), 2, 4096, 16)
    ranking = numbers(
        _("The final ranking is made of the stages"),
        "",
        _("Their numbers, best first. Empty: from the last stage back."),
    )
    cap = whole(_("Most entrants"), 0, 4096, 0, _("0: no limit. Who comes later waits."))
    fewest = whole(_("Fewest entrants"), 1, 4096, 2)
    prize_part = whole(_("To the prizes"), 0, 10**9, 0)
    fee_part = whole(_("Fee of the house"), 0, 10**9, 0)
    guarantee = whole(_("Pool that the house guarantees"), 0, 10**9, 0, _("Staff only."))
    weights = SeparatedField(
        regex=WEIGHTS,
        label=_("Per cent of the pool, by place"),
        required=False,
        help_text=_("Such as 50, 30, 20. Empty: the usual table."),
        error_messages={
            "invalid": _("Percentages, parted by commas, semicolons or spaces: 50, 30, 20")
        },
    )
    rounding = one_sentence_of(_("Rounding"), ROUNDINGS, "floor-first")
    unit = whole(_("Prizes are whole multiples of"), 1, 10**6, 1)
    protest_minutes = whole(
        _("Minutes between the end and the payment"),
        0,
        7 * 24 * 60,
        5,
        _("So long a mistyped result can be corrected. 0: the prizes are paid at once."),
    )
    seat_value = whole(
        _("Satellite: what a seat is worth"), 0, 10**9, 0, _("0: the prizes are chips.")
    )
    seat_into = forms.RegexField(
        regex=r"^\d*$",
        label=_("Satellite: number of the tournament"),
        required=False,
        max_length=12,
    )
    seat_portion = whole(
        _("Satellite: the rest is paid in parts of"),
        0,
        10**9,
        0,
        _("0: to the next place. If everybody has a seat, the rest goes to the first."),
    )
    late_level = whole(_("Late entry until the end of level"), 0, 100, 0, _("0: none."))
    reentries = whole(_("Re-entries for each entrant"), -1, 100, 0, _("−1: any number."))
    rebuys = whole(_("Rebuys for each entrant"), -1, 100, 0, _("−1: any number."))
    rebuy_price = whole(_("A rebuy costs"), 0, 10**9, 0)
    rebuy_chips = whole(_("A rebuy brings so many chips"), 0, 10**9, 0, _("0: those of a start."))
    rebuy_stack = whole(
        _("For those with at most so many chips"), 0, 10**9, 0, _("0: those of a start.")
    )
    rebuy_level = whole(
        _("Rebuys until the end of level"), 0, 100, 0, _("0: as long as late entry.")
    )
    addon_level = whole(
        _("The add-on is sold at level"), 0, 100, 0, _("0: the last one of late entry.")
    )
    addon_price = whole(_("The add-on costs"), 0, 10**9, 0)
    addon_chips = whole(_("The add-on brings so many chips"), 0, 10**9, 0, _("0: none."))
    bounty_part = whole(_("Bounty on one's head"), 0, 10**9, 0)
    bounty_cash = whole(_("Per cent of a bounty paid at once"), 0, 100, 100)
    starts_at = forms.DateTimeField(
        label=zoned(_("Start (%(zone)s)")), required=False, widget=MOMENT
    )
    opens_at = forms.DateTimeField(
        label=zoned(_("Registration opens (%(zone)s)")), required=False, widget=MOMENT
    )
    closes_at = forms.DateTimeField(
        label=zoned(_("Registration closes (%(zone)s)")), required=False, widget=MOMENT
    )
    check_in = forms.BooleanField(label=_("Entrants have to check in"), required=False)
    starts_full = forms.BooleanField(
        label=_("It starts by itself when all places are taken"), required=False
    )
    online = forms.BooleanField(label=_("Matches open live tables here"), required=False)
    rules = forms.ChoiceField(
        label=_("Game at live tables"),
        help_text=_("Only where matches open live tables here."),
        choices=lambda: [(one, rules_name(one)) for one in rules_ids()],
        initial="pife",
        required=False,
    )
    no_show = whole(
        _("Minutes until a no-show forfeits (live matches)"),
        0,
        NO_SHOW_MAX,
        0,
        _("0: the organiser decides. Half-way there is a call."),
    )
    password = forms.CharField(
        label=_("Password to enter"),
        required=False,
        max_length=60,
        help_text=_("Empty: none."),
    )
    no_password = forms.BooleanField(label=_("No password any more"), required=False)
    account_days = whole(_("Accounts are so many days old at least"), 0, 10_000, 0)
    only = forms.CharField(
        label=_("Only these players, with commas"), required=False, max_length=20_000
    )

    def __init__(
        self,
        data: QueryDict | None,
        initial: Mapping[str, Any] | None = None,
        *,
        named: bool = False,
    ) -> None:
        """A form for a new draft, or with the settings of one; `named`: it needs its name now.

        A password that was saved is shown to nobody: it stays, unless another one is typed.
        """
        super().__init__(data)
        self.initial = dict(initial or {})
        if self.initial.get("has_password"):
            self.fields["password"].help_text = _("Empty: the one that was saved stays.")
        else:
            del self.fields["no_password"]
        self.fields["name"].required = named

    def clean(self) -> dict[str, Any]:
        """What is left empty is what it usually is."""
        data = usual(self, super().clean() or self.cleaned_data)
        cap, fewest = data.get("cap"), data.get("fewest")
        if cap and fewest and cap < fewest:
            words = gettext("At least %(n)s, the fewest entrants, or 0 for no limit.")
            self.add_error("cap", words % {"n": fewest})
        if data.get("weights") and sum(weighed(data["weights"])) != PER_CENT**2:
            self.add_error("weights", gettext("The percentages sum to 100."))
        if data.get("password") and data.get("no_password"):
            self.add_error("no_password", gettext("Either a new password or none."))
        return data


def moment(given: datetime | None) -> str | None:
    """A moment that was typed in the zone of the pages, as the settings take it: in UTC."""
    return None if given is None else given.astimezone(UTC).isoformat()
