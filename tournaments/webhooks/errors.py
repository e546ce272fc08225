"""Refusals of webhooks. Each says what would be right; refused means unchanged."""

from django.utils.translation import gettext_lazy as _

from wallet.errors import Refusal


class BadWebhook(Refusal):
    """An address to which nothing is sent, or unknown kinds of events; the detail says which."""

    code = "bad-webhook"
    status = 422
    title = _("Nothing can be sent there")


class NoSuchWebhook(Refusal):
    """There is no webhook, or no delivery, of that number here."""

    code = "no-such-webhook"
    status = 404
    title = _("No such webhook")
    sentence = _("There is no webhook or delivery of that number here.")


class TooManyWebhooks(Refusal):
    """A tournament, or an organiser, has so many webhooks at most. Facts: most."""

    code = "too-many-webhooks"
    status = 409
    title = _("Enough webhooks")
    sentence = _("Here are at most %(most)s webhooks: remove one first.")
