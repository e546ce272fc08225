"""The staff pages of Django's admin speak the reader's language: models, fields, headings."""

import re

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.utils.translation import override

from deploy.accounts.models import User

LANGUAGES = ("pt-br", "fr", "de")
# The same in English and in some of our languages, or a name.
SAME = {"code", "hash", "version", "moment", "table", "ID", "id", "bot", "Bot", "period"}


def shown() -> list[tuple[str, object]]:
    """Every name of ours that these pages show, with where it stands."""
    found: list[tuple[str, object]] = []
    for model in admin.site._registry:
        if not model.__module__.startswith(("wallet", "deploy")):
            continue
        meta = model._meta
        found += [(meta.label, meta.verbose_name), (meta.label, meta.verbose_name_plural)]
        found.append((meta.app_label, apps.get_app_config(meta.app_label).verbose_name))
        columns = {str(one) for one in admin.site._registry[model].list_display}
        for field in meta.fields:
            if field.name in columns:
                found.append((f"{meta.label}.{field.name}", field.verbose_name))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_the_staff_pages_is_translated(language: str) -> None:
    with override("en"):
        english = {where + str(place): str(name) for place, (where, name) in enumerate(shown())}
    with override(language):
        ours = {where + str(place): str(name) for place, (where, name) in enumerate(shown())}
    assert len(english) > 60
    same = [where for where, name in english.items() if ours[where] == name and name not in SAME]
    assert same == []


@pytest.mark.django_db
def test_a_member_of_the_staff_reads_the_ledger_in_german(client: Client) -> None:
    client.force_login(User.objects.create(username="sofia", is_staff=True, is_superuser=True))
    client.cookies["django_language"] = "de"
    page = client.get("/admin/").content.decode()
    assert "Batida: die Bücher des Hauses" in page
    assert re.search(r">\s*Übertragungen\s*<", page)
    assert not re.search(r">\s*(Transfers|Issue requests|Limit changes)\s*<", page)
