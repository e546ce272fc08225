"""Where one player stands: every limit with what is used of it, breaks, freezes, the session."""

from dataclasses import dataclass
from datetime import datetime

from wallet.limits import counting, queries
from wallet.limits.counting import Calendar, Session, Sums
from wallet.limits.models import Freeze, Period, What
from wallet.limits.queries import Limit, Restraints


@dataclass(frozen=True, slots=True)
class Used:
    """A limit with what is used of it in the current period, in chips or minutes."""

    limit: Limit
    used: int
    ends_at: datetime

    @property
    def share(self) -> int:
        """How much is used, in whole percent from 0 to 100."""
        most = self.limit.most or 0
        return 100 if self.used >= most else max(0, 100 * self.used // most)

    @property
    def shown(self) -> int:
        """What is used, as a reader counts it: more won than lost is nothing used."""
        return max(0, self.used)


@dataclass(frozen=True, slots=True)
class Standing:
    """All of it, at one moment."""

    now: datetime
    limits: tuple[Used, ...]
    excluded: bool
    excluded_until: datetime | None
    freeze: Freeze | None
    session: Session | None


def standing(user_id: int) -> Standing:
    """Return where a player stands now; the same few queries whoever it is."""
    now = queries.clock()
    held = queries.restraints([user_id], now).get(user_id, Restraints())
    limits = queries.in_order(held.limits)
    used = _used(user_id, limits, now)
    calendar = Calendar(now)
    return Standing(
        now=now,
        limits=tuple(
            Used(limit, used(limit.what, limit.period), calendar.ends(limit.period))
            for limit in limits
        ),
        excluded=held.excluded,
        excluded_until=held.excluded_until,
        freeze=held.freeze,
        session=counting.session(user_id, now),
    )


def _used(user_id: int, limits: list[Limit], now: datetime) -> "Usage":
    whats = {limit.what for limit in limits}
    return Usage(
        lost=counting.lost([user_id], now).get(user_id, Sums()) if What.LOSS in whats else Sums(),
        received=(
            counting.received([user_id], now).get(user_id, Sums())
            if What.DEPOSIT in whats
            else Sums()
        ),
        minutes=(
            counting.played([user_id], now).get(user_id, 0) // 60 if What.TIME in whats else 0
        ),
    )


@dataclass(frozen=True, slots=True)
class Usage:
    """What one player used of everything that limits count."""

    lost: Sums
    received: Sums
    minutes: int

    def __call__(self, what: str, period: str) -> int:
        """Return the chips or minutes of one sort in the current period."""
        if what == What.TIME:
            return self.minutes
        return (self.lost if what == What.LOSS else self.received).of(Period(period))
