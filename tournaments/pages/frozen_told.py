"""What the announcement of a draft freezes, in words: for whoever is about to announce it."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.policies_told import policies
from tournaments.pages.reading import Seen
from tournaments.pages.words import game_said, length, pays
from tournaments.rules.structure import FREEZEOUT
from wallet.zone import zone_said

Fact = tuple[str, str]


def frozen(here: Seen) -> dict[str, list[Fact]]:
    """{"facts": when, who and where; "policies"}: each with its title."""
    facts = [*_when(here), *_who(here), *_where(here), *_bought(here)]
    return {"facts": facts, "policies": policies(here.structure, online=here.row.online)}


def _when(here: Seen) -> Iterator[Fact]:
    row = here.row
    if row.starts_at:
        yield _("Start"), _moment(row.starts_at)
    elif not row.starts_full:
        yield _("Start"), _("By hand: no hour is announced")
    if row.starts_full:
        yield _("Start"), _("By itself when all places are taken")
    if row.opens_at:
        yield _("Registration opens"), _moment(row.opens_at)
    if row.closes_at:
        yield _("Registration closes"), _moment(row.closes_at)


def _who(here: Seen) -> Iterator[Fact]:
    row, structure = here.row, here.structure
    no_limit = _("No limit")
    yield _("Most entrants"), str(structure.cap) if structure.cap else no_limit
    yield _("Fewest entrants"), str(structure.fewest)
    yield _("Password to enter"), _("Yes: only who knows it enters") if row.password else _("None")
    if row.online:
        paid = _("None: an entry costs chips, and everybody pays for their own")
        free = _("The organiser may fill free places with bots")
        yield _("Bots"), paid if row.cost else free
    days = row.conditions.get("account_days", 0)
    if days:
        words = ngettext("Accounts of %(n)s day or more", "Accounts of %(n)s days or more", days)
        yield _("Who may enter"), words % {"n": days}
    if only := row.conditions.get("only"):
        yield _("Only these players"), ", ".join(only)


def _where(here: Seen) -> Iterator[Fact]:
    row = here.row
    room = _("in a room, results are reported")
    yield _("Where it is played"), _("at live tables here") if row.online else room
    if game := game_said(row):
        yield _("Game"), game
    if row.protest_s and pays(here.structure):
        words = _("The prizes are paid %(protest)s after the end")
        yield _("Protests"), words % {"protest": length(row.protest_s)}


def _bought(here: Seen) -> Iterator[Fact]:
    """Stacks, and what is bought in play with its price: the policies say when, and what for."""
    stages = [stage for stage in here.structure.stages if stage.kind == FREEZEOUT]
    if not stages:
        return
    stacks = sorted({stage.stack for stage in stages if stage.stack})
    if stacks:
        yield _("Chips at the start"), " / ".join(map(_chips, stacks))
    rules, buying = here.structure.prizes, here.structure.buying
    if buying.rebuys:
        yield _("A rebuy costs"), _chips(rules.rebuy_price) if rules.rebuy_price else _("free")
    if buying.addon_at >= 0:
        yield _("The add-on costs"), _chips(rules.addon_price) if rules.addon_price else _("free")


def _moment(at: datetime) -> str:
    local = timezone.localtime(at)
    told = f"{date_format(local, 'DATE_FORMAT')}, {date_format(local, 'H:i')}"
    return f"{told} ({zone_said()})"


def _chips(amount: int) -> str:
    return number_format(amount, use_l10n=True, force_grouping=True)
