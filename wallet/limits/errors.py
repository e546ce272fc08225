"""Refusals of the gate. Each names the limit, says when it ends, and where to change it."""

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from wallet.errors import Refusal
from wallet.zone import zone_said

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# Where a player sees and changes limits.
WHERE = "/chips/limits/"


def moment_text(at: datetime) -> str:
    """Write a moment as sentences here do: to the minute, in the zone of who reads, named."""
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M} {zone_said()}"


class LimitReached(Refusal):
    """A limit of the player's own. Facts: limit, left, period, ends_at, change_at."""

    status = 403
    sentences: "ClassVar[dict[str, StrPromise]]" = {}

    def __init__(self, *, period: str, limit: int, left: int, ends_at: datetime) -> None:
        facts = {
            "period": period,
            "limit": limit,
            "left": left,
            "ends_at": moment_text(ends_at),
            "change_at": WHERE,
        }
        super().__init__(str(self.sentences[period] % facts), facts=facts)


class LossLimitReached(LimitReached):
    """More could be lost than the player's own limit allows. Facts as in LimitReached."""

    code = "loss-limit"
    title = _("Your loss limit")
    sentences: "ClassVar[dict[str, StrPromise]]" = {
        "day": ngettext_lazy(
            "Your loss limit of %(limit)s chip a day leaves %(left)s to risk until "
            "%(ends_at)s. You see and change it at %(change_at)s.",
            "Your loss limit of %(limit)s chips a day leaves %(left)s to risk until "
            "%(ends_at)s. You see and change it at %(change_at)s.",
            "limit",
        ),
        "week": ngettext_lazy(
            "Your loss limit of %(limit)s chip a week leaves %(left)s to risk until "
            "%(ends_at)s. You see and change it at %(change_at)s.",
            "Your loss limit of %(limit)s chips a week leaves %(left)s to risk until "
            "%(ends_at)s. You see and change it at %(change_at)s.",
            "limit",
        ),
        "month": ngettext_lazy(
            "Your loss limit of %(limit)s chip a month leaves %(left)s to risk until "
            "%(ends_at)s. You see and change it at %(change_at)s.",
            "Your loss limit of %(limit)s chips a month leaves %(left)s to risk until "
            "%(ends_at)s. You see and change it at %(change_at)s.",
            "limit",
        ),
    }


class DepositLimitReached(LimitReached):
    """More chips would arrive than the player's own limit allows. Facts as in LimitReached."""

    code = "deposit-limit"
    title = _("Deposit limit")
    sentences: "ClassVar[dict[str, StrPromise]]" = {
        "day": ngettext_lazy(
            "This player's deposit limit of %(limit)s chip a day leaves %(left)s to "
            "receive until %(ends_at)s. The player alone changes it, at %(change_at)s.",
            "This player's deposit limit of %(limit)s chips a day leaves %(left)s to "
            "receive until %(ends_at)s. The player alone changes it, at %(change_at)s.",
            "limit",
        ),
        "week": ngettext_lazy(
            "This player's deposit limit of %(limit)s chip a week leaves %(left)s to "
            "receive until %(ends_at)s. The player alone changes it, at %(change_at)s.",
            "This player's deposit limit of %(limit)s chips a week leaves %(left)s to "
            "receive until %(ends_at)s. The player alone changes it, at %(change_at)s.",
            "limit",
        ),
        "month": ngettext_lazy(
            "This player's deposit limit of %(limit)s chip a month leaves %(left)s to "
            "receive until %(ends_at)s. The player alone changes it, at %(change_at)s.",
            "This player's deposit limit of %(limit)s chips a month leaves %(left)s to "
            "receive until %(ends_at)s. The player alone changes it, at %(change_at)s.",
            "limit",
        ),
    }


class TimeLimitReached(LimitReached):
    """The player's own time for a day is used up. Facts as in LimitReached, in minutes."""

    code = "time-limit"
    title = _("Your time limit")
    sentences: "ClassVar[dict[str, StrPromise]]" = {
        "day": ngettext_lazy(
            "Your time limit of %(limit)s minute a day is used up until %(ends_at)s. "
            "You see and change it at %(change_at)s.",
            "Your time limit of %(limit)s minutes a day is used up until %(ends_at)s. "
            "You see and change it at %(change_at)s.",
            "limit",
        ),
    }


class SelfExcluded(Refusal):
    """The player takes a break from play, which nobody can end early. Facts: ends_at."""

    code = "self-excluded"
    status = 403
    title = _("You take a break")
    sentence = _(
        "You chose to take a break from play until %(ends_at)s. It cannot be ended early; "
        "you see it at %(change_at)s."
    )
    for_ever = _(
        "You chose to stop playing for ever. That cannot be undone; you see it at %(change_at)s."
    )

    def __init__(self, ends_at: datetime | None) -> None:
        facts = {"ends_at": ends_at and moment_text(ends_at), "change_at": WHERE}
        sentence = self.for_ever if ends_at is None else self.sentence
        super().__init__(str(sentence) % facts, facts=facts)


class PlayFrozen(Refusal):
    """Staff keeps the player from playing. Facts: reason, since."""

    code = "play-frozen"
    status = 403
    title = _("Frozen by the house")
    sentence = _(
        "The house froze this account on %(since)s: %(reason)s. It ends when the house lifts it; "
        "you see it at %(change_at)s."
    )

    def __init__(self, reason: str, since: datetime) -> None:
        facts = {"reason": reason, "since": moment_text(since), "change_at": WHERE}
        super().__init__(facts=facts)


class NoSuchChange(Refusal):
    """No change of that number waits for this player any more."""

    code = "no-such-change"
    status = 404
    title = _("No such change")
    sentence = _("No change of a limit with that number is waiting: it holds, or was cancelled.")


class LimitUnchanged(Refusal):
    """The limit is what is asked for already, and nothing is waiting."""

    code = "limit-unchanged"
    title = _("Already so")
    sentence = _("That is your limit already.")


class BadLimit(Refusal):
    """A limit that makes no sense; the detail names what would."""

    code = "bad-limit"
    status = 422
    title = _("Not a limit")
    sentence = _(
        "A limit is on deposit or loss for a day, week or month in chips from 0, or on time for a "
        "day in minutes from 0 to 1440."
    )


class BreakShorter(Refusal):
    """A break from play can only be made longer. Facts: ends_at."""

    code = "break-shorter"
    title = _("Your break is longer already")
    sentence = _("You take a break until %(ends_at)s already; a new one can only be longer.")
    for_ever = _("You chose to stop playing for ever; no break is longer.")

    def __init__(self, ends_at: datetime | None) -> None:
        facts = {"ends_at": ends_at and moment_text(ends_at)}
        super().__init__("" if ends_at else self.for_ever, facts=facts)


class NoSuchPlayer(Refusal):
    """There is no player with that number or name."""

    code = "no-such-player"
    status = 404
    title = _("No such player")
    sentence = _("There is no player with that number or name.")


class AlreadyFrozen(Refusal):
    """The player is frozen already."""

    code = "already-frozen"
    title = _("Frozen already")
    sentence = _("This player is frozen already, and is until that is lifted.")


class NotFrozen(Refusal):
    """There is no freeze to lift."""

    code = "not-frozen"
    title = _("Not frozen")
    sentence = _("This player is not frozen.")
