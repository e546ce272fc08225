"""What players call the rule sets, for every page of the house that lists them."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

BOT_MARK: Final = " (bot)"
"""How the name of a bot of the house ends."""

USUAL_RULES = "pif-paf-aposta"
"""The rule set of a table for which none was chosen."""

# Name and one line for each rule set, in the order of the form.
RULE_SETS: dict[str, tuple[str | Promise, str | Promise]] = {
    "pif-paf-aposta": (
        _("Pif Paf with bets"),
        _("Antes and one betting round; any discard may be claimed to go out."),
    ),
    "pif-paf": (
        _("Pif Paf"),
        _("Three melds of three, jokers wild. What you hold when somebody goes out counts."),
    ),
    "pif-paf-compra": (
        _("Pif Paf with buying"),
        _("Pif Paf where a discard can be bought out of turn for penalty points."),
    ),
    "pif-paf-quatro": (_("Pif Paf with four melds"), _("Pif Paf with twelve cards.")),
    "pif-paf-sem-curinga": (_("Pif Paf without jokers"), _("Pif Paf with natural melds only.")),
    "pif-paf-aberto": (
        _("Open Pif Paf"),
        _("Pif Paf where melds are laid on the table as soon as they are complete."),
    ),
    "pif-paf-cassino": (
        _("Casino Pif Paf"),
        _("A fixed stake each hand; going out on your first turn pays four times."),
    ),
    "pife": (
        _("Pife"),
        _("Go out with nine or all ten cards; a false hand is punished. Each hand is a game."),
    ),
    "pife-partida": (
        _("Pife match"),
        _("Pife with ten points each: who goes out takes points from the others."),
    ),
    "cacheta": (
        _("Cacheta"),
        _("A turned card makes others wild, and “tô de boa” lets you cut in."),
    ),
    "pife-curingas": (_("Pife with jokers"), _("Pife with four wild jokers.")),
    "pife-curingas-mortos": (
        _("Pife with dead jokers"),
        _("Pife with four jokers that meld only with each other."),
    ),
    "pife-volta": (_("Pife round the corner"), _("Pife where king, ace, two is a run.")),
    "pili-pili": (
        _("Pili Pili"),
        _("Bid how many tricks you win and win exactly so many; a Mission changes each round."),
    ),
    "pili-pili-sem-missoes": (
        _("Pili Pili without Missions"),
        _("Pili Pili for first games: five cards each, and nothing but bids and tricks."),
    ),
}


def rules_name(rules_id: str) -> str:
    """Return what players call a rule set; its id where the house has no word for it."""
    return str(RULE_SETS[rules_id][0]) if rules_id in RULE_SETS else rules_id


def bot_name(name: str) -> str:
    """The name of a bot of the house, with its mark in the reader's language."""
    if not name.endswith(BOT_MARK):
        return name
    return gettext("%(name)s (bot)") % {"name": name.removesuffix(BOT_MARK)}
