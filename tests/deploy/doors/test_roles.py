"""Who runs the house says who is organiser, auditor or staff."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from deploy.accounts import commands, queries
from deploy.accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)
MakeUser = Callable[..., User]


def role(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `manage.py role` prints."""
    call_command("role", *arguments)
    return capsys.readouterr().out.strip()


def test_a_role_is_given_once_and_taken_away(
    make_user: MakeUser, capsys: pytest.CaptureFixture[str]
) -> None:
    make_user("olga")
    assert role(capsys, "olga", "organiser").endswith("organiser")
    assert role(capsys, "olga", "organiser").count("organiser") == 1
    assert "organiser" not in role(capsys, "olga", "organiser", "--take-away")


def test_staff_sees_the_houses_pages_and_no_more_when_it_is_taken_away(
    make_user: MakeUser, capsys: pytest.CaptureFixture[str]
) -> None:
    user = make_user("sara")
    assert "staff" in role(capsys, "sara", "staff")
    user.refresh_from_db()
    assert user.is_staff
    assert not user.is_superuser
    role(capsys, "sara", "staff", "--take-away")
    user.refresh_from_db()
    assert not user.is_staff


def test_a_name_that_nobody_has_is_said_and_changes_nothing() -> None:
    with pytest.raises(CommandError, match="There is no player"):
        call_command("role", "nobody", "staff")
    assert not User.objects.filter(username="nobody").exists()


def test_a_role_that_there_is_not_is_refused_with_those_that_there_are(
    make_user: MakeUser,
) -> None:
    with pytest.raises(ValueError, match=", ".join(queries.ROLES)):
        commands.set_role(username=make_user("ana").username, role="king")
