"""What the worker does for webhooks each second: it notes what is to be sent, and sends it.

A worker that dies keeps nothing: what it was sending is due again when its lease is over. Any
number may run; each takes other webhooks. No transaction is open while we wait for a receiver.
"""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from tables.sealing import unseal
from tournaments import queries
from tournaments.webhooks.commands import seal_name
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.sending import Outcome, Parcel, send

AT_ONCE: Final = 20
WORKERS: Final = 8
EVENTS_AT_ONCE: Final = 100
PARCELS_AT_ONCE: Final = 5
LEASE: Final = timedelta(seconds=90)
"""Longer than five parcels can take, each of which is cut off after some seconds."""
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


def deliver() -> int:
    """Do what is due for every webhook; return how many tries were made."""
    batches = _claimed()
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="webhook") as pool:
        for batch, outcomes in zip(batches, pool.map(Batch.sent, batches), strict=True):
            _note(batch, outcomes)
    return sum(len(batch.deliveries) for batch in batches)


def _claimed() -> list[Batch]:
    """Take webhooks at which something is due, for as long as a lease."""
    with transaction.atomic():
        behind = Webhook.objects.filter(tournament__seq__gt=F("cursor")).values("pk")
        waiting = Delivery.objects.filter(state=Delivery.State.PENDING).values("webhook")
        due = Webhook.objects.filter(removed=False, disabled="", due_at__lte=Now())
        wanted = due.filter(Q(pk__in=behind) | Q(pk__in=waiting))
        taken = list(
            wanted.select_related("tournament")
            .select_for_update(skip_locked=True, of=("self",))
            .order_by("due_at")[:AT_ONCE]
        )
        for hook in taken:
            _collect(hook)
        Webhook.objects.filter(pk__in=[hook.pk for hook in taken]).update(due_at=Now() + LEASE)
    pending = Delivery.objects.filter(state=Delivery.State.PENDING).order_by("pk")
    return [Batch(hook, list(pending.filter(webhook=hook)[:PARCELS_AT_ONCE])) for hook in taken]


def _collect(hook: Webhook) -> None:
    """Make deliveries of the events after the cursor, and move it."""
    row = hook.tournament
    events = queries.events(row, after=hook.cursor, limit=EVENTS_AT_ONCE)
    if not events:
        return
    told = {"id": row.pk, "name": row.name}
    Delivery.objects.bulk_create(
        [
            Delivery(
                webhook=hook,
                event_seq=event["seq"],
                kind=event["kind"],
                body=json.dumps({"webhook": hook.pk, "tournament": told, "event": event}),
            )
            for event in events
            if not hook.kinds or event["kind"] in hook.kinds
        ],
        ignore_conflicts=True,
    )
    Webhook.objects.filter(pk=hook.pk).update(cursor=events[-1]["seq"])


def _note(batch: Batch, outcomes: Sequence[Outcome]) -> None:
    """Write down how it went, and when the webhook is looked at again."""
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(no_key=True).get(pk=batch.webhook.pk)
        for one, outcome in zip(batch.deliveries, outcomes, strict=False):
            one.attempts += 1
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
