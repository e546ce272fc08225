"""Table talk: phrases and emotes of a fixed list, and not hearing somebody's.

What is said is an event of the table, so whoever comes back has it and a late spectator hears it
late; it is no line of any hand.
"""

from math import ceil
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tables.commands.locking import lock_table
from tables.commands.seats import seat_of
from tables.errors import BadRequest, TooMuchTalk
from tables.log import Log
from tables.models import Mute
from tables.phrases import ALL, EMOTES, PHRASES
from wallet.idempotency import once
from wallet.limits.errors import NoSuchPlayer

if TYPE_CHECKING:
    from deploy.accounts.models import User

# So many phrases in so many seconds.
SAYS_MAX, SAYS_SECONDS = 5, 10


def say(*, user: "User", key: str, table_id: int, phrase: str) -> dict[str, int]:
    """Say a phrase to the table; return {"event"}. The same key says it once.

    Only who has a seat speaks (`NotSeated`), 5 times in 10 s at a table at most (`TooMuchTalk`)
    and 10 times at once anywhere (`TooManyRequests`). `BadRequest` for what is not in the list
    (`tables.phrases`). What is refused leaves nothing behind but the count of the try.
    """
    if phrase not in ALL:
        raise BadRequest(_("phrase: one of %s.") % ", ".join(PHRASES + EMOTES))

    def work() -> dict[str, int]:
        table, now = lock_table(table_id)
        seat = seat_of(table, user)
        log = Log(table, now)
        lately = [at for at in seat.said_at if at > log.at - SAYS_SECONDS * 1000]
        if len(lately) >= SAYS_MAX:
            wait_s = ceil((lately[-SAYS_MAX] + SAYS_SECONDS * 1000 - log.at) / 1000)
            facts = {"most": SAYS_MAX, "seconds": SAYS_SECONDS, "retry_after": max(1, wait_s)}
            raise TooMuchTalk(facts=facts)
        seat.said_at = [*lately, log.at]
        seat.save(update_fields=["said_at"])
        event = log.tell("said", seat=seat.number, name=user.username, phrase=phrase)
        log.write()
        return {"event": event}

    content = {"say": phrase, "table": table_id}
    return once(
        actor=f"user:{user.pk}",
        key=key,
        content=content,
        work=work,
        rate="talk",
        keeps_refusals=False,
    )


def mute(*, user: "User", name: str | None) -> None:
    """Hear a player's talk no more, at any table; None: nobody's. `NoSuchPlayer`."""
    Mute.objects.get_or_create(user=user, muted=_player(name))


def unmute(*, user: "User", name: str | None) -> None:
    """Hear a player's talk again; None: lift the muting of everybody. `NoSuchPlayer`."""
    Mute.objects.filter(user=user, muted=_player(name)).delete()


def _player(name: str | None) -> "User | None":
    if name is None:
        return None
    found = get_user_model().objects.called([name])
    if not found:
        raise NoSuchPlayer
    return found[name]
