"""What staff do to chips: with a reason, above a limit only two together, never to their own.

Every function here is a door of its own: it opens its transaction through `once` and remembers
refusals under the caller's key. That the caller is staff is for the door in front of it to see.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from wallet.commands.issue import burn, grant
from wallet.commands.sense import checked, identity, is_id
from wallet.commands.undoing import reverse
from wallet.errors import (
    AlreadyDecided,
    NoSuchAccount,
    NoSuchRequest,
    OwnAccount,
    ReasonMissing,
    SecondPerson,
)
from wallet.idempotency import once
from wallet.limits.gate import may_receive
from wallet.models import Entry, IssueRequest, TransferKind

REASON_MAX = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of it: the transfer that stands, or the request that waits for a second person.

    `transfer` is None while it waits, and after it was declined; `request` is None if one person
    was enough.
    """

    transfer: int | None
    request: int | None


def staff_grant(*, key: str, staff_id: int, user_id: int, amount: int, reason: str) -> Asked:
    """Grant chips to a player, or ask for it above settings.TWO_PEOPLE_ABOVE.

    OwnAccount for oneself; DepositLimitReached if the player chose not to receive so many.
    """
    return _ask(TransferKind.GRANT, key, staff_id, user_id, (amount, reason))


def staff_burn(*, key: str, staff_id: int, user_id: int, amount: int, reason: str) -> Asked:
    """Take a player's chips out of play, or ask for it above settings.TWO_PEOPLE_ABOVE.

    OwnAccount for one's own chips.
    """
    return _ask(TransferKind.BURN, key, staff_id, user_id, (amount, reason))


def approve(*, key: str, staff_id: int, request_id: int) -> Asked:
    """Agree to what somebody else asked for, and do it.

    SecondPerson if the asker tries, OwnAccount if whose chips they are; AlreadyDecided,
    NoSuchRequest; and what the transfer refuses, which leaves the request open.
    """

    def work() -> dict[str, object]:
        request = _undecided(request_id)
        if request.asked_by_id == staff_id:
            raise SecondPerson
        _not_own(staff_id, request.user_id)
        move = grant if request.kind == TransferKind.GRANT else burn
        if move is grant:
            may_receive(user_id=request.user_id, amount=request.amount)
        receipt = move(
            key=f"request {request.pk}",
            actor=f"staff:{request.asked_by_id}+{staff_id}",
            user_id=request.user_id,
            amount=request.amount,
            reason=request.reason,
        )
        _decide(request, staff_id, receipt.transfer_id)
        return asdict(Asked(receipt.transfer_id, request.pk))

    return _once(staff_id, key, {"approve": request_id}, work)


def decline(*, key: str, staff_id: int, request_id: int) -> Asked:
    """Say no to a request; who asked may take it back so. AlreadyDecided, NoSuchRequest."""

    def work() -> dict[str, object]:
        request = _undecided(request_id)
        _decide(request, staff_id, None)
        return asdict(Asked(None, request.pk))

    return _once(staff_id, key, {"decline": request_id}, work)


def correct(*, key: str, staff_id: int, transfer_id: int, reason: str) -> Asked:
    """Undo a transfer by its exact negative: `reverse`, with a key that is remembered.

    OwnAccount if it moved chips of the one who would undo it, at a table too.
    """

    def work() -> dict[str, object]:
        if is_id(transfer_id):
            _not_own(staff_id, *_owners_in(transfer_id))
        receipt = reverse(
            key=key,
            actor=f"staff:{staff_id}",
            transfer_id=transfer_id,
            reason=stated_reason(reason),
        )
        return asdict(Asked(receipt.transfer_id, None))

    return _once(staff_id, key, {"correct": transfer_id, "reason": reason}, work)


def _ask(
    kind: TransferKind, key: str, staff_id: int, user_id: int, what: tuple[int, str]
) -> Asked:
    amount, reason = what

    def work() -> dict[str, object]:
        checked(amount)
        _not_own(staff_id, user_id)
        if amount > settings.TWO_PEOPLE_ABOVE:
            request = IssueRequest.objects.create(
                kind=kind,
                user_id=known(user_id),
                amount=amount,
                reason=stated_reason(reason),
                asked_by_id=staff_id,
            )
            return asdict(Asked(None, request.pk))
        move = grant if kind == TransferKind.GRANT else burn
        if move is grant:
            may_receive(user_id=identity(user_id), amount=amount)
        receipt = move(
            key=key,
            actor=f"staff:{staff_id}",
            user_id=user_id,
            amount=amount,
            reason=stated_reason(reason),
        )
        return asdict(Asked(receipt.transfer_id, None))

    content = {kind.value: user_id, "amount": repr(amount), "reason": reason}
    return _once(staff_id, key, content, work)


def _once(
    staff_id: int, key: str, content: dict[str, object], work: Callable[[], dict[str, object]]
) -> Asked:
    known(staff_id)
    return Asked(**once(actor=f"staff:{staff_id}", key=key, content=content, work=work))


def _not_own(staff_id: int, *user_ids: int | None) -> None:
    if staff_id in user_ids:
        raise OwnAccount


def known(user_id: int) -> int:
    """Return the number of somebody who has an account here; else NoSuchAccount."""
    if not get_user_model().objects.filter(pk=identity(user_id)).exists():
        raise NoSuchAccount(facts={"users": [user_id]})
    return user_id


def stated_reason(reason: str) -> str:
    """Return a reason that says something, on one line; else ReasonMissing."""
    given: object = reason
    if not isinstance(given, str) or not given.strip() or not given.isprintable():
        raise ReasonMissing
    if len(reason) > REASON_MAX:
        raise ReasonMissing
    return reason


def _owners_in(transfer_id: int) -> Iterable[int | None]:
    entries = Entry.objects.filter(transfer=transfer_id)
    return entries.values_list("account__user_id", flat=True)


def _undecided(request_id: int) -> IssueRequest:
    sought = request_id if is_id(request_id) else 0
    request = IssueRequest.objects.select_for_update().filter(pk=sought).first()
    if request is None:
        raise NoSuchRequest
    if request.approved is not None:
        raise AlreadyDecided
    return request


def _decide(request: IssueRequest, staff_id: int, transfer_id: int | None) -> None:
    request.approved = transfer_id is not None
    request.decided_by_id = staff_id
    request.decided_at = timezone.now()
    request.transfer_id = transfer_id
    request.save(update_fields=["approved", "decided_by", "decided_at", "transfer"])
