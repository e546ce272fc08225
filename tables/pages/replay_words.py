"""Words of the replay of a finished hand, for its script."""

from django.utils.translation import gettext_lazy as _

from tables.pages.saying import Said

REPLAY: dict[str, Said] = {
    "replay.controls": _("Steps of the hand"),
    "replay.first": _("To the deal"),
    "replay.back": _("One step back"),
    "replay.next": _("One step on"),
    "replay.last": _("To the end"),
    "replay.play": _("Play by itself"),
    "replay.pause": _("Stop here"),
    "replay.place": _("{n} of {of}"),
    "replay.said": _("Step {n} of {of}. {what}"),
    "replay.slider": _("Step"),
    "replay.speed": _("Speed"),
    "replay.speed-slow": _("slow"),
    "replay.speed-usual": _("normal"),
    "replay.speed-fast": _("fast"),
    "replay.keys": _("Keys: ← → one step, Home and End, space plays"),
    "replay.hand-of": _("Cards of {name}"),
    "replay.lost": _("The steps could not be loaded. The hand is told beside this."),
    "replay.again": _("Try again"),
}
