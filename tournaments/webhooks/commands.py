"""Registering webhooks, and asking for deliveries. One function is one transaction."""

import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tables.sealing import seal
from tournaments.commands.locking import (
    DatabaseClock,
    check_may_organise,
    check_organiser,
    lock_tournament,
)
from tournaments.models import Tournament
from tournaments.rules.events import EVENTS
from tournaments.webhooks.addresses import Unfit, resolved, target_of
from tournaments.webhooks.errors import BadWebhook, NoSuchWebhook, TooManyWebhooks
from tournaments.webhooks.models import Cursor, Delivery, Webhook
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User

WEBHOOKS_MAX = 5
PING = "ping"
SECRET_BYTES = 32


def seal_name(webhook_id: int) -> str:
    """To what a secret is bound."""
    return f"webhook-{webhook_id}"


def register_webhook(
    *,
    user: "User",
    key: str,
    url: str,
    tournament_id: int | None = None,
    kinds: Sequence[str] = (),
) -> dict[str, Any]:
    """Have what happens from now on told to an address; {"id", "secret"}. The organiser may.

    Without a tournament: in all tournaments of the caller's, also those to come. The secret is
    shown this once: a repeat of the request says null, and `renew_secret` makes another.
    BadWebhook for an address or kinds that cannot be; TooManyWebhooks.
    """
    unknown = sorted(set(kinds) - EVENTS.keys())
    if unknown:
        raise BadWebhook(
            _("There is no event %(kind)s: %(known)s.")
            % {"kind": unknown[0], "known": ", ".join(sorted(EVENTS))}
        )
    try:
        resolved(target_of(url))
    except Unfit as unfit:
        raise BadWebhook(str(unfit)) from unfit
    made: dict[str, Any] = {}

    def work() -> dict[str, Any]:
        hooks = _organised(user, tournament_id)
        if hooks.count() >= WEBHOOKS_MAX:
            raise TooManyWebhooks(facts={"most": WEBHOOKS_MAX})
        row = None if tournament_id is None else Tournament.objects.get(pk=tournament_id)
        webhook = Webhook.objects.create(
            tournament=row,
            by=user,
            url=url,
            kinds=[*kinds],
            secret=b"",
            cursor=row.seq if row is not None else 0,
            due_at=DatabaseClock(),
        )
        if row is None:
            _begin_now(webhook)
        made["secret"] = _give_secret(webhook)
        return {"id": webhook.pk}

    content = {"webhook": tournament_id, "url": url, "kinds": [*kinds]}
    told = once(actor=f"user:{user.pk}", key=key, content=content, work=work)
    return {**told, "secret": made.get("secret")}


def renew_secret(
    *, user: "User", key: str, tournament_id: int | None = None, webhook: int
) -> dict[str, Any]:
    """Make another secret, shown this once; the old one signs no more. {"id", "secret"}."""
    made: dict[str, Any] = {}

    def work() -> dict[str, Any]:
        made["secret"] = _give_secret(_one(_organised(user, tournament_id), webhook))
        return {"id": webhook}

    content = {"webhook-secret": webhook, "tournament": tournament_id}
    told = once(actor=f"user:{user.pk}", key=key, content=content, work=work)
    return {**told, "secret": made.get("secret")}


def remove_webhook(
    *, user: "User", key: str, tournament_id: int | None = None, webhook: int
) -> dict[str, Any]:
    """Tell that address nothing more. {"id"}."""
    return _changed(user, key, tournament_id, webhook, {"removed": True})


def enable_webhook(
    *, user: "User", key: str, tournament_id: int | None = None, webhook: int
) -> dict[str, Any]:
    """Begin anew with one that was disabled: what it missed follows. {"id"}."""
    return _changed(user, key, tournament_id, webhook, {"disabled": "", "failures": 0})


def ping_webhook(
    *, user: "User", key: str, tournament_id: int | None = None, webhook: int
) -> dict[str, Any]:
    """Send a test to it; {"delivery"}: its number, for the log."""

    def work() -> dict[str, Any]:
        found = _one(_organised(user, tournament_id), webhook)
        told = {"webhook": found.pk, "tournament": tournament_id, "event": {"kind": PING}}
        made = Delivery.objects.create(
            webhook=found, tournament_id=tournament_id, kind=PING, body=json.dumps(told)
        )
        return {"delivery": made.pk}

    content = {"webhook-ping": webhook, "tournament": tournament_id}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def redeliver(
    *, user: "User", key: str, webhook: int, delivery: int, tournament_id: int | None = None
) -> dict[str, Any]:
    """Send a delivery again, however it went; it keeps its name. {"delivery"}."""

    def work() -> dict[str, Any]:
        found = _one(_organised(user, tournament_id), webhook)
        again = Delivery.objects.filter(webhook=found, pk=delivery)
        if not again.update(state=Delivery.State.PENDING, attempts=0):
            raise NoSuchWebhook
        return {"delivery": delivery}

    content = {"redeliver": delivery, "webhook": webhook, "tournament": tournament_id}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def _organised(user: "User", tournament_id: int | None) -> QuerySet[Webhook]:
    """The webhooks of a tournament that the user organises, or of all of them; locked."""
    if tournament_id is None:
        check_may_organise(user)
        get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
        return Webhook.objects.filter(tournament=None, by=user, removed=False)
    row, _now = lock_tournament(tournament_id)
    check_organiser(user, row)
    return Webhook.objects.filter(tournament=row, removed=False)


def _begin_now(webhook: Webhook) -> None:
    """What was before is not told: only tournaments to come are told from their beginning."""
    known = Tournament.objects.filter(owner=webhook.by, seq__gt=0).values_list("pk", "seq")
    Cursor.objects.bulk_create(
        Cursor(webhook=webhook, tournament_id=number, seq=seq) for number, seq in known
    )


def _one(hooks: QuerySet[Webhook], webhook: int) -> Webhook:
    found = hooks.filter(pk=webhook).first()
    if found is None:
        raise NoSuchWebhook
    return found


def _changed(
    user: "User", key: str, tournament_id: int | None, webhook: int, values: dict[str, Any]
) -> dict[str, Any]:
    def work() -> dict[str, Any]:
        hooks = _organised(user, tournament_id)
        hooks.filter(pk=_one(hooks, webhook).pk).update(**values, due_at=DatabaseClock())
        return {"id": webhook}

    content = {"webhook": webhook, "tournament": tournament_id, "change": values}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def _give_secret(webhook: Webhook) -> str:
    secret = secrets.token_hex(SECRET_BYTES)
    webhook.secret = seal(seal_name(webhook.pk), secret.encode())
    webhook.save(update_fields=["secret"])
    return secret
