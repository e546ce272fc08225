"""What the worker does for webhooks each second: it notes what is to be sent, and sends it.

A worker that dies keeps nothing: what it was sending is due again when its lease is over. Any
number may run; each takes other webhooks. No transaction is open while we wait for a receiver.
"""

import json
import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from tables.measures import here
from tables.sealing import unseal
from tournaments import queries
from tournaments.models import Tournament
from tournaments.webhooks.commands import seal_name
from tournaments.webhooks.models import Cursor, Delivery, Webhook
from tournaments.webhooks.sending import Outcome, Parcel, send

AT_ONCE: Final = 20
WORKERS: Final = 8
EVENTS_AT_ONCE: Final = 100
TOURNAMENTS_AT_ONCE: Final = 10
PARCELS_AT_ONCE: Final = 5
PURGED_AT_ONCE: Final = 1000
LEASE: Final = timedelta(seconds=90)
"""Longer than five parcels can take, each of which is cut off after some seconds."""
EVERYWHERE_S: Final = 60.0
LATELY: Final = timedelta(seconds=2 * EVERYWHERE_S)
TRIES_MAX: Final = 5
BACKOFF_S: Final = (5, 30, 120, 600, 1800, 3600)
FAILURES_MAX: Final = 15
"""So many tries in a row without one that was taken, over some hours, and it is disabled."""
TRIES_KEPT: Final = 20


@dataclass(frozen=True, slots=True)
class Batch:
    """What one webhook is to be sent, in order."""

    webhook: Webhook
    deliveries: Sequence[Delivery]

    def sent(self) -> list[Outcome]:
        """Send them until one is not taken."""
        hook, outcomes = self.webhook, []
        secret = unseal(seal_name(hook.pk), bytes(hook.secret))
        for one in self.deliveries:
            outcomes.append(send(Parcel(hook.url, secret, str(one.name), one.kind, one.body)))
            if not outcomes[-1].taken:
                break
        return outcomes


class Look:
    """Where to look for news: at what happened lately, and once in a while everywhere.

    Everywhere is where a worker begins, and goes on until nothing is found there: what happened
    while none ran, what a webhook missed that was disabled, more than is noted at once.
    """

    def __init__(self) -> None:
        self._all_told_at = -math.inf

    def news(self) -> tuple[QuerySet[Tournament], bool]:
        """Return the tournaments to look at, and whether those are all."""
        every = Tournament.objects.filter(seq__gt=0)
        if time.monotonic() - self._all_told_at >= EVERYWHERE_S:
            return every, True
        return every.filter(touched_at__gt=Now() - LATELY), False

    def found_nothing(self) -> None:
        """Note that everybody has been told everything, everywhere."""
        self._all_told_at = time.monotonic()


_look = Look()


def deliver() -> int:
    """Do what is due for every webhook; return how many tries were made."""
    news, everywhere = _look.news()
    batches = _claimed(news)
    if everywhere and not batches:
        _look.found_nothing()
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="webhook") as pool:
        for batch, outcomes in zip(batches, pool.map(Batch.sent, batches), strict=True):
            _note(batch, outcomes)
    return sum(len(batch.deliveries) for batch in batches)


def _claimed(news: QuerySet[Tournament]) -> list[Batch]:
    """Take webhooks at which something of `news` is due, for as long as a lease."""
    with transaction.atomic():
        # From what is new to who is to be told it: of old tournaments there are ever more.
        behind = Webhook.objects.filter(tournament__in=news, tournament__seq__gt=F("cursor"))
        any_news = _behind(news, OuterRef(OuterRef("pk"))).filter(owner=OuterRef("by"))
        behind_any = Webhook.objects.filter(Exists(any_news), tournament=None)
        waiting = Delivery.objects.filter(state=Delivery.State.PENDING).values("webhook")
        wanted = behind.values("pk").union(behind_any.values("pk"), waiting)
        due = Webhook.objects.filter(removed=False, disabled="", due_at__lte=Now())
        taken = list(
            due.filter(pk__in=wanted)
            .select_related("tournament")
            .select_for_update(skip_locked=True, of=("self",))
            .order_by("due_at")[:AT_ONCE]
        )
        for hook in taken:
            _collect(hook, news)
        Webhook.objects.filter(pk__in=[hook.pk for hook in taken]).update(due_at=Now() + LEASE)
    pending = Delivery.objects.filter(state=Delivery.State.PENDING).order_by("pk")
    return [Batch(hook, list(pending.filter(webhook=hook)[:PARCELS_AT_ONCE])) for hook in taken]


def _behind(news: QuerySet[Any], webhook: Any) -> QuerySet[Any]:  # noqa: ANN401 - an id, or a reference
    """Those of which a webhook for all has not been told everything; `told`: up to what it was."""
    told = Cursor.objects.filter(webhook=webhook, tournament=OuterRef("pk")).values("seq")
    found: QuerySet[Any] = news.annotate(told=Coalesce(Subquery(told), 0)).filter(
        seq__gt=F("told")
    )
    return found


def _collect(hook: Webhook, news: QuerySet[Tournament]) -> None:
    """Make deliveries of the events after the cursor, and move it."""
    if hook.tournament is not None:
        if reached := _make(hook, hook.tournament, hook.cursor):
            Webhook.objects.filter(pk=hook.pk).update(cursor=reached)
        return
    mine = _behind(news.filter(owner=hook.by_id), hook.pk).order_by("pk")
    for row in mine[:TOURNAMENTS_AT_ONCE]:
        if reached := _make(hook, row, row.told):
            Cursor.objects.update_or_create(
                webhook=hook, tournament=row, defaults={"seq": reached}
            )


def _make(hook: Webhook, row: Tournament, after: int) -> int:
    """Make deliveries of some events of a tournament; return the last event's number, or 0."""
    events = queries.events(row, after=after, limit=EVENTS_AT_ONCE)
    if not events:
        return 0
    told = {"id": row.pk, "name": row.name}
    Delivery.objects.bulk_create(
        [
            Delivery(
                webhook=hook,
                tournament=row,
                event_seq=event["seq"],
                kind=event["kind"],
                body=json.dumps({"webhook": hook.pk, "tournament": told, "event": event}),
            )
            for event in events
            if not hook.kinds or event["kind"] in hook.kinds
        ],
        ignore_conflicts=True,
    )
    return events[-1]["seq"]


def _note(batch: Batch, outcomes: Sequence[Outcome]) -> None:
    """Write down how it went, and when the webhook is looked at again."""
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(no_key=True).get(pk=batch.webhook.pk)
        for one, outcome in zip(batch.deliveries, outcomes, strict=False):
            one.attempts += 1
            here.add("batida_webhook_tries_total", outcome="taken" if outcome.taken else "failed")
            told = {"status": outcome.status, "error": outcome.error, "ms": outcome.ms}
            one.tries = [*one.tries, told][-TRIES_KEPT:]
            if outcome.taken:
                one.state, hook.failures = Delivery.State.DONE, 0
            else:
                hook.failures += 1
                if one.attempts >= TRIES_MAX:
                    one.state = Delivery.State.FAILED
            one.save(update_fields=["attempts", "tries", "state"])
        wait_s = BACKOFF_S[min(hook.failures, len(BACKOFF_S)) - 1] if hook.failures else 0
        if hook.failures >= FAILURES_MAX:
            hook.disabled = f"{hook.failures} tries in a row failed."
        hook.save(update_fields=["failures", "disabled"])
        Webhook.objects.filter(pk=hook.pk).update(due_at=Now() + timedelta(seconds=wait_s))


def purge() -> int:
    """Forget deliveries that were made, or given up, long ago; return how many.

    Those to be sent to a webhook that was removed go too: nobody will send them. Some at a time,
    so that nothing waits for it.
    """
    old = Delivery.objects.filter(
        created_at__lt=Now() - timedelta(days=settings.WEBHOOK_DELIVERIES_DAYS)
    )
    gone = 0
    for some in (old.exclude(state=Delivery.State.PENDING), old.filter(webhook__removed=True)):
        while batch := list(some.values_list("pk", flat=True)[:PURGED_AT_ONCE]):
            gone += Delivery.objects.filter(pk__in=batch).delete()[0]
    return gone
