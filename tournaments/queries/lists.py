"""Lists: tournaments, entrants, events."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypedDict

from django.db import connection
from django.db.models import Count, Q, QuerySet

from tables.queries import telling
from tournaments.errors import NoSuchTournament
from tournaments.models import Entrant, Tournament, TournamentEvent
from tournaments.rules.files import file_text
from tournaments.rules.state import WAITING_LIST

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deploy.accounts.models import User

    Reader = User | AnonymousUser

EVENTS_MAX = 500


class EventRow(TypedDict):
    """One event as the stream of facts tells it."""

    seq: int
    kind: str
    at: str
    line: str
    head: str
    note: str
    ledger: Sequence[int]


BOTS_MAX: Final = 64


def bots_most(row: Tournament) -> int:
    """How many bots may enter now at a time: as many as there are places, BOTS_MAX at most."""
    cap = int(row.structure.get("cap", 0))
    return min(BOTS_MAX, max(0, cap - row.entered)) if cap else BOTS_MAX


def tournaments(
    reader: "Reader | None" = None, *, phases: Sequence[str] = (), mine: bool = False
) -> QuerySet[Tournament]:
    """Tournaments that the reader may see, the next start first; `mine`: entered or organised.

    Drafts are seen by their organiser and staff only.
    """
    found = Tournament.objects.select_related("owner").filter(_seen(reader))
    if phases:
        found = found.filter(phase__in=phases)
    if mine and (reader is None or reader.pk is None):
        return found.none()
    if mine and reader is not None and reader.pk is not None:
        entered = Q(pk__in=Entrant.objects.filter(user_id=reader.pk).values("tournament_id"))
        found = found.filter(entered | Q(owner_id=reader.pk))
    return found.order_by("-starts_at", "-pk")


def tournament(tournament_id: int, reader: "Reader | None" = None) -> Tournament:
    """One tournament, or NoSuchTournament; a draft is none to strangers."""
    found = Tournament.objects.select_related("owner").filter(_seen(reader), pk=tournament_id)
    row = found.first()
    if row is None:
        raise NoSuchTournament(facts={"tournament": tournament_id})
    return row


def seen_by(row: Tournament, reader: "Reader | None") -> bool:
    """Whether the reader organises it (or is staff), and so sees the organiser's side of it."""
    return reader is not None and (row.owner_id == reader.pk or reader.is_staff)


def began(rows: Iterable[Tournament]) -> dict[int, int]:
    """How many have begun to play, by tournament: who left or was put out later is among them.

    A re-entry is the same entrant again. In one query, however many tournaments are asked about.
    """
    played = Entrant.objects.filter(tournament__in=list(rows), number__gt=0, left_early=False)
    counted = played.exclude(status=WAITING_LIST).values_list("tournament").annotate(n=Count("pk"))
    return dict(counted.order_by())


def winners(rows: Iterable[Tournament]) -> dict[int, list[str]]:
    """Who finished first, by tournament: several where they share the place. In one query."""
    first = Entrant.objects.filter(tournament__in=list(rows), place_first=1).order_by("number")
    found: dict[int, list[str]] = {}
    for number, name in first.values_list("tournament_id", "name"):
        found.setdefault(number, []).append(name)
    return found


def entrants(row: Tournament) -> QuerySet[Entrant]:
    """All who ever entered, in the order of entry."""
    return Entrant.objects.filter(tournament=row).select_related("user").order_by("number", "pk")


def entries_of(user: "User") -> QuerySet[Entrant]:
    """A user's entries, the newest first, each with its tournament."""
    return Entrant.objects.filter(user=user).select_related("tournament").order_by("-pk")


def events(row: Tournament, *, after: int = 0, limit: int = EVENTS_MAX) -> list[EventRow]:
    """The events after a cursor (an event's number), oldest first: everybody may read them."""
    rows = TournamentEvent.objects.filter(tournament=row, seq__gt=after).order_by("seq")
    return [
        {
            "seq": one.seq,
            "kind": one.kind,
            "at": one.at.isoformat(),
            "line": one.line,
            "head": bytes(one.head).hex(),
            "note": one.note,
            "ledger": one.ledger,
        }
        for one in rows[: min(limit, EVENTS_MAX)]
    ]


def log_text(row: Tournament) -> str:
    """The log as a file that `python -m tournaments.rules verify FILE` reads and checks."""
    lines = TournamentEvent.objects.filter(tournament=row).order_by("seq")
    return file_text((line, bytes(head)) for line, head in lines.values_list("line", "head"))


def due_tournaments() -> list[int]:
    """Tournaments at which something is due, the longest overdue first; then those told something.

    None of those that are put off, because they failed, is among them.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM tournaments_tournament WHERE (due_at <= clock_timestamp()"
            " OR id = ANY(%s)) AND (put_off_until IS NULL OR put_off_until <= clock_timestamp())"
            " ORDER BY due_at > clock_timestamp(), due_at, id",
            [telling()],
        )
        return [row[0] for row in cursor.fetchall()]


def _seen(reader: "Reader | None") -> Q:
    if reader is not None and reader.is_staff:
        return Q()
    public = ~Q(phase=Tournament.Phase.DRAFT)
    return public if reader is None or reader.pk is None else public | Q(owner_id=reader.pk)


def name_of(tournament_id: int) -> str:
    """What a tournament is called, for a line of a wallet that names it; "" for none."""
    names = Tournament.objects.filter(pk=tournament_id).values_list("name", flat=True)
    return next(iter(names), "")
