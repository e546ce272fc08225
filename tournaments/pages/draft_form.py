"""The form of a draft: format, seats, money and levels; it makes a structure, and back."""

from datetime import UTC, datetime
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.game import rules_ids
from tables.naming import rules_name
from tournaments.pages.words import BUSTS, FINALS, KINDS, ROUNDINGS, SEEDINGS
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level, generated
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    PrizeRules,
    Stage,
    Structure,
)
from wallet.pages.forms import KeyedForm

MOMENT = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
LIST: Final = r"^\s*\d{1,3}(\s*,\s*\d{1,3})*\s*$"
PARTS: Final[dict[str, tuple[str, ...]]] = {
    SINGLE: ("third_place",),
    DOUBLE: ("final",),
    TABLES: ("sizes", "advance"),
    ROUND_ROBIN: ("groups", "double", "points"),
    SWISS: ("table", "rounds", "points"),
    FREEZEOUT: (
        "seats", "stack", "first_ante", "growth", "level_minutes", "break_every",
        "break_minutes", "bust_policy", "late_level", "bounty_part", "bounty_cash",
        "rebuys", "rebuy_price", "rebuy_chips", "addon_price", "addon_chips",
    ),
}  # fmt: skip
"""The fields that only one format has."""
LEVEL_FIELDS: Final = frozenset(
    {"kind", "stack", "first_ante", "growth", "level_minutes", "break_every", "break_minutes"}
)


def whole(label: Any, least: int, most: int, initial: int, hint: Any = "") -> forms.IntegerField:  # noqa: ANN401 - lazy words
    """A field for a whole number within bounds."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        help_text=hint,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def numbers(label: Any, initial: str, hint: Any = "") -> forms.RegexField:  # noqa: ANN401 - lazy words
    """A field for whole numbers with commas."""
    return forms.RegexField(
        regex=LIST,
        label=label,
        initial=initial,
        required=False,
        help_text=hint,
        error_messages={"invalid": _("Whole numbers with commas, please: 4, 4")},
    )


class DraftForm(KeyedForm):
    """All settings of a draft; fields of other formats are left alone."""

    name = forms.CharField(label=_("Name"), max_length=60)
    about = forms.CharField(
        label=_("About it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    kind = forms.ChoiceField(label=_("Format"), choices=list(KINDS.items()))
    expected = whole(_("Plan for so many entrants"), 2, 4096, 16)
    seeding = forms.ChoiceField(
        label=_("Seeding"), choices=list(SEEDINGS.items()), initial="drawn"
    )
    cap = whole(_("Most entrants"), 0, 4096, 0, _("0: no limit. Who comes later waits."))
    fewest = whole(_("Fewest entrants"), 2, 4096, 2)
    minutes = whole(_("Minutes a round is expected to take"), 1, 600, 30)
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    final = forms.ChoiceField(label=_("Final"), choices=list(FINALS.items()), initial="reset")
    sizes = numbers(_("Seats at a table, by round"), "4, 4")
    advance = numbers(_("How many go on, by round but the last"), "1")
    groups = whole(_("Groups"), 1, 64, 1)
    double = forms.BooleanField(label=_("Everybody meets twice"), required=False)
    table = whole(_("Players at a table"), 2, 8, 2)
    rounds = whole(_("Rounds"), 1, 50, 5)
    points = numbers(_("Points by place, most first"), "2, 0")
    seats = whole(_("Seats at a table"), 2, 8, 8)
    stack = whole(_("Chips to start with"), 1, 10**9, 1000)
    first_ante = whole(_("First ante"), 1, 10**9, 10)
    growth = whole(_("Each ante is so many per cent of the one before"), 101, 400, 140)
    level_minutes = whole(_("Minutes a level"), 1, 240, 15)
    break_every = whole(_("A break after so many levels"), 0, 50, 4, _("0: no breaks."))
    break_minutes = whole(_("Minutes a break"), 1, 240, 10)
    bust_policy = forms.ChoiceField(label=_("Elimination order"), choices=list(BUSTS.items()))
    late_level = whole(_("Late entry until the end of level"), 0, 100, 0, _("0: none."))
    prize_part = whole(_("To the prizes"), 0, 10**9, 0)
    fee_part = whole(_("Fee of the house"), 0, 10**9, 0)
    bounty_part = whole(_("Bounty on one's head"), 0, 10**9, 0)
    bounty_cash = whole(_("Per cent of a bounty paid at once"), 1, 100, 100)
    rebuys = whole(_("Rebuys for each entrant"), -1, 100, 0, _("−1: any number."))
    rebuy_price = whole(_("A rebuy costs"), 0, 10**9, 0)
    rebuy_chips = whole(_("A rebuy brings so many chips"), 0, 10**9, 0)
    addon_price = whole(_("The add-on costs"), 0, 10**9, 0)
    addon_chips = whole(_("The add-on brings so many chips"), 0, 10**9, 0, _("0: none."))
    guarantee = whole(_("Pool that the house guarantees"), 0, 10**9, 0, _("Staff only."))
    weights = numbers(_("Per cent of the pool, by place"), "", _("Empty: the usual table."))
    rounding = forms.ChoiceField(label=_("Rounding"), choices=list(ROUNDINGS.items()))
    starts_at = forms.DateTimeField(label=_("Start (UTC)"), required=False, widget=MOMENT)
    opens_at = forms.DateTimeField(
        label=_("Registration opens (UTC)"), required=False, widget=MOMENT
    )
    closes_at = forms.DateTimeField(
        label=_("Registration closes (UTC)"), required=False, widget=MOMENT
    )
    check_in = forms.BooleanField(label=_("Entrants have to check in"), required=False)
    online = forms.BooleanField(label=_("Matches open live tables here"), required=False)
    rules = forms.ChoiceField(
        label=_("Game at live tables"),
        choices=lambda: [
            (one, rules_name(one)) for one in rules_ids() if not one.startswith("pili-pili")
        ],
        initial="pife",
    )
    password = forms.CharField(label=_("Password to enter"), required=False, max_length=60)

    def __init__(self, data: QueryDict | None, initial: dict[str, Any] | None = None) -> None:
        """A form for a new draft, or with the settings of one."""
        super().__init__(data)
        self.initial = initial or {}
        self.kept: tuple[Level, ...] = ()

    def keep(self, levels: tuple[Level, ...]) -> None:
        """Keep these levels as long as none of the fields that make levels is changed."""
        self.kept = levels

    def clean(self) -> dict[str, Any]:
        """What is left empty is what it usually is."""
        data = super().clean() or self.cleaned_data
        for name, field in self.fields.items():
            if data.get(name) is None and isinstance(field, forms.IntegerField):
                data[name] = field.initial
        if data.get("weights") and sum(_list(data["weights"])) != 100:  # noqa: PLR2004 - per cent
            self.add_error("weights", gettext("The percentages sum to 100."))
        return data

    def structure(self) -> Structure:
        """The structure that was asked for; the rules say whether it can be."""
        data = self.cleaned_data
        weights = tuple(100 * one for one in _list(data["weights"]))
        freezeout = data["kind"] == FREEZEOUT
        made_anew = not self.kept or LEVEL_FIELDS & set(self.changed_data)
        levels = (_levels(data) if made_anew else self.kept) if freezeout else ()
        prizes = PrizeRules(
            prize_part=data["prize_part"],
            fee_part=data["fee_part"],
            bounty_part=data["bounty_part"] if freezeout else 0,
            rebuy_price=data["rebuy_price"] if freezeout else 0,
            addon_price=data["addon_price"] if freezeout else 0,
            weights=weights,
            guarantee=data["guarantee"],
            rounding=data["rounding"],
            bounty_cash_per_cent=data["bounty_cash"],
        )
        buying = _buying(data, levels) if freezeout else BuyingRules(0)
        return Structure(
            (_stage(data, levels),),
            prizes,
            buying,
            cap=data["cap"],
            fewest=data["fewest"],
            check_in=data["check_in"],
        )


def moment(given: datetime | None) -> str | None:
    """A moment that was typed in UTC, as the settings take it."""
    return None if given is None else given.replace(tzinfo=UTC).isoformat()


def _list(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split(",")) if text.strip() else ()


def _stage(data: dict[str, Any], levels: tuple[Level, ...]) -> Stage:
    kind = data["kind"]
    parts: dict[str, Any] = {
        SINGLE: {"third_place": data["third_place"]},
        DOUBLE: {"final": data["final"]},
        TABLES: {"sizes": _list(data["sizes"]), "advance": _list(data["advance"])},
        ROUND_ROBIN: {"groups": data["groups"], "double": data["double"]},
        SWISS: {"size": data["table"], "rounds": data["rounds"]},
        FREEZEOUT: {
            "size": data["seats"],
            "stack": data["stack"],
            "levels": levels,
            "bust_policy": data["bust_policy"],
        },
    }[kind]
    if kind in (ROUND_ROBIN, SWISS):
        points = _list(data["points"]) or (2, 0)
        parts |= {"points": points, "bye_points": points[0]}
    return Stage("main", kind, seeding=data["seeding"], seconds=60 * data["minutes"], **parts)


def _levels(data: dict[str, Any]) -> tuple[Level, ...]:
    return generated(
        data["first_ante"],
        data["stack"],
        growth=data["growth"],
        seconds=60 * data["level_minutes"],
        break_every=data["break_every"],
        break_seconds=60 * data["break_minutes"],
        players=data["expected"],
    )


def _buying(data: dict[str, Any], levels: tuple[Level, ...]) -> BuyingRules:
    """What may be bought, all of it until the end of the same level (an add-on at that level)."""
    late = data["late_level"]
    played = [index for index, level in enumerate(levels) if not level.is_break]
    until = played[min(late, len(played)) - 1] if late else -1
    return BuyingRules(
        data["stack"],
        late_until=until,
        rebuys=data["rebuys"],
        rebuy_until=until if data["rebuys"] else -1,
        rebuy_stack=data["stack"] if data["rebuys"] else 0,
        rebuy_chips=data["rebuy_chips"],
        addon_at=until if data["addon_chips"] else -1,
        addon_chips=data["addon_chips"],
    )
