"""Template tags of the page shell: where am I, and how many chips have I."""

from django import template
from django.conf import settings
from django.template.context import RequestContext
from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe

from wallet import queries

register = template.Library()


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


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """The house's languages, each by its own name (Django would translate the names)."""
    return list(settings.LANGUAGES)


@register.filter
def thousands(amount: int) -> str:
    """Write an amount of chips with the reader's thousands separator."""
    return number_format(amount, use_l10n=True, force_grouping=True)
