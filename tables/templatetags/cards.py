"""Cards in a sentence, each as a small card in the colour of its suit."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_CARD = re.compile(r"\b(10|[A-Z0-9])([♣♦♥♠])")


@register.filter
def card_marks(sentence: object) -> SafeString:
    """Mark the cards in a sentence, such as 7♥, by suit; what else stands in it is plain text."""
    marked = _CARD.sub(
        lambda found: f'<span class="log-card" data-suit="{SUITS[found[2]]}">{found[0]}</span>',
        escape(str(sentence)),
    )
    return mark_safe(marked)  # noqa: S308 - escaped one line above
