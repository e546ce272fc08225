"""Every change of an account: sign-up, sign-in by token, sign-out, language, tidying."""

import uuid
from datetime import timedelta

import structlog
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, update_last_login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from knox.models import AuthToken

from deploy.accounts.errors import PasswordWeak, SignInFailed, UsernameTaken
from deploy.accounts.models import SocketTicket, User
from deploy.accounts.names import clean_username
from deploy.accounts.queries import ROLES
from wallet import rate_limits
from wallet.commands import grant
from wallet.idempotency import once
from wallet.limits.errors import NoSuchPlayer

logger = structlog.get_logger(__name__)
PASSWORD_MAX = 128
TOKENS_PER_USER = 20  # the oldest goes when one more is made


def sign_up(*, username: object, password: object, language: str = "", key: str = "") -> User:
    """Open a player's account with welcome chips, all in one transaction, and return the user.

    `key` names the request: a repeat with the same name and password returns the same account,
    with others KeyReused. Refusals: UsernameInvalid, UsernameTaken, PasswordWeak.
    """
    name = clean_username(username)
    secret = clean_password(password, name)
    known = {code for code, _name in settings.LANGUAGES}
    language = language if language in known else ""
    encoded = make_password(secret)  # slow on purpose, so outside the transaction

    def work() -> dict[str, object]:
        user = _create_player(name, encoded, language)
        grant(
            key=f"welcome:{user.pk}",
            actor="house",
            user_id=user.pk,
            amount=settings.WELCOME_CHIPS,
            reason="welcome",
        )
        return {"user_id": user.pk}

    # A keyed hash, so that the stored request cannot be used to guess the password.
    proof = salted_hmac("batida.sign-up", secret, algorithm="sha256").hexdigest()
    content = {"username": name, "language": language, "password": proof}
    answer = once(
        actor=f"sign-up:{name}", key=key or str(uuid.uuid4()), content=content, work=work
    )
    return User.objects.get(pk=answer["user_id"])


def _create_player(name: str, encoded: str, language: str) -> User:
    try:
        with transaction.atomic():
            user = User.objects.create(username=name, password=encoded, language=language)
    except IntegrityError as error:
        raise UsernameTaken from error
    user.groups.add(Group.objects.get_or_create(name="player")[0])
    return user


def clean_password(password: object, username: str) -> str:
    """Return the password if it may be used; PasswordWeak with every reason as a sentence."""
    if not isinstance(password, str) or len(password) > PASSWORD_MAX or "\0" in password:
        raise PasswordWeak(facts={"reasons": [str(PasswordWeak.sentence)]})
    try:
        validate_password(password, User(username=username))
    except ValidationError as error:
        reasons = [str(message) for message in error.messages]
        raise PasswordWeak(" ".join(reasons), facts={"reasons": reasons}) from error
    return password


def set_role(*, username: str, role: str, has: bool = True) -> User:
    """Give an account a role (`queries.ROLES`), or take it away; again changes nothing more.

    Staff also sees the house's own pages, which are for those marked so. `NoSuchPlayer` for a
    name that nobody has; a role that there is not is a ValueError.
    """
    if role not in ROLES:
        message = f"a role is one of {', '.join(ROLES)}, not {role!r}"
        raise ValueError(message)
    with transaction.atomic(durable=True):
        found = User.objects.called([username])
        if not found:
            raise NoSuchPlayer(facts={"name": username})
        user = User.objects.select_for_update().get(pk=found[username].pk)
        group = Group.objects.get_or_create(name=role)[0]
        (user.groups.add if has else user.groups.remove)(group)
        if role == "staff" and user.is_staff != has:
            user.is_staff = has
            user.save(update_fields=["is_staff"])
    logger.info("role-set", username=user.username, role=role, has=has)
    return user


def check_credentials(*, username: str, password: str, address: str) -> User:
    """Return the user of that name and password, or raise SignInFailed or TooManyRequests.

    Tries are limited by name and address together, by address, and by name, which is the same
    for all ways to write it; a success clears the first of them.
    """
    rate_limits.take("sign-in-address", address)
    name = User.objects.look(username)[:40]
    known_as = f"{name}@{address}"
    rate_limits.take("sign-in-name", name)
    rate_limits.take("sign-in", known_as)
    user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise SignInFailed
    rate_limits.give_back("sign-in", known_as)
    return user


def create_token(user: User) -> tuple[AuthToken, str]:
    """Make an API token; return its row and its text, which is shown this once.

    A user keeps at most 20 tokens: the oldest are revoked.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        row, text = AuthToken.objects.create(user=user)
        mine = AuthToken.objects.filter(user=user).order_by("-created", "-digest")
        AuthToken.objects.filter(pk__in=[old.pk for old in mine[TOKENS_PER_USER:]]).delete()
        update_last_login(User, user)
    return row, text


def choose_language(user: User, language: str) -> None:
    """Remember the language that the user chose; an unknown one changes nothing."""
    if language in dict(settings.LANGUAGES):
        User.objects.filter(pk=user.pk).update(language=language)


def tidy() -> None:
    """Delete what has no use any more: late tickets, expired tokens and empty buckets."""
    now = timezone.now()
    SocketTicket.objects.filter(expires_at__lt=now - timedelta(minutes=1)).delete()
    AuthToken.objects.filter(expiry__lt=now).delete()
    rate_limits.tidy()
