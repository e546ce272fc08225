"""Template tags of the page shell: where am I, and how many chips have I."""

import re
from collections.abc import Iterable
from typing import cast

from django import template
from django.conf import settings
from django.template.context import RequestContext
from django.utils.formats import number_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from deploy import modules
from tables import queries as tables
from tables.naming import bot_name
from tournaments import queries as tournaments
from wallet import queries
from wallet.books import may_see_all

register = template.Library()
register.simple_tag(modules.script, name="module")

HOUSE_REASONS = {
    "welcome": gettext_lazy("to begin with"),
    "the tournament was cancelled": gettext_lazy("the tournament was cancelled"),
    "for bots": gettext_lazy("for bots"),
    "for a guarantee": gettext_lazy("for a guarantee"),
}
"""What the house itself writes as a reason into the ledger, where everybody's is kept as it is."""


@register.simple_tag(takes_context=True)
def here(context: RequestContext, url: str) -> SafeString:
    """Mark a link of the navigation as the page that is being read."""
    request = context.get("request")
    if request is not None and request.path == url:
        return mark_safe(' aria-current="page"')
    return mark_safe("")


@register.simple_tag(takes_context=True)
def balance(context: RequestContext) -> int | None:
    """Return the reader's free chips (in whole chips), or None for a visitor."""
    user = context.get("user")
    if user is None or not user.is_authenticated:
        return None
    return queries.balance(user.pk)


@register.simple_tag(takes_context=True)
def sees_ledger(context: RequestContext) -> bool:
    """Whether the reader may see the whole ledger, so that the menu leads there."""
    user = context.get("user")
    return user is not None and user.is_authenticated and may_see_all(user)


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """The house's languages, each by its own name (Django would translate the names)."""
    return list(settings.LANGUAGES)


@register.filter
def thousands(amount: int) -> str:
    """Write an amount of chips with the reader's thousands separator."""
    return number_format(amount, use_l10n=True, force_grouping=True)


@register.filter
def reason_said(reason: str) -> str:
    """Write why chips moved: the house's own reasons in the reader's language, others as given."""
    return str(HOUSE_REASONS.get(reason, reason))


@register.filter
def signed(amount: int | None) -> str:
    """Write chips won or lost with a sign, a real minus for what was lost; '' for None."""
    if amount is None:
        return ""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return f"{sign}{thousands(abs(amount))}"


@register.filter
def code_marks(text: object) -> SafeString:
    """Show what stands between backticks as code."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(str(text)))
    return mark_safe(marked)  # noqa: S308 - escaped one line above


@register.simple_tag(takes_context=True)
def know_tables(context: RequestContext, table_ids: Iterable[int]) -> str:
    """Read the names of all these tables in one query, for every `table_name` on the page."""
    wanted = {table_id for table_id in table_ids if table_id}
    if wanted:
        names = tables.table_names(wanted)
        _names(context).update({number: names.get(number, f"#{number}") for number in wanted})
    return ""


@register.simple_tag(takes_context=True)
def table_name(context: RequestContext, table_id: int) -> str:
    """Return a table's name, asked of the database once for a page; its number if it has none."""
    names = _names(context)
    if table_id not in names:
        know_tables(context, [table_id])
    return names.get(table_id, f"#{table_id}")


@register.filter
def player_name(name: str) -> str:
    """Return a player's name as it is shown: a bot's mark is in the reader's language."""
    return bot_name(name)


@register.simple_tag(takes_context=True)
def tournament_name(context: RequestContext, tournament_id: int) -> str:
    """Return a tournament's name, asked of the database once for a page; empty if it has none."""
    kept = cast("dict[str, dict[int, str]]", context.render_context)
    names = kept.setdefault("tournament names", {})
    if tournament_id not in names:
        names[tournament_id] = tournaments.name_of(tournament_id)
    return names[tournament_id]


def _names(context: RequestContext) -> dict[int, str]:
    # Lives as long as the page is drawn.
    kept = cast("dict[str, dict[int, str]]", context.render_context)
    return kept.setdefault("table names", {})
