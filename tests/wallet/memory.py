"""The same ledger in a hundred lines of memory: what it must answer, and what must then be where.

It knows no SQL, no locks and no chains. Refusals are codes; a refused request changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Place = tuple[str, int, int, int]  # kind, user, table, tournament (0: none)
ORDER = ["seat", "bounty", "prize_pool", "player", "promo", "fee", "rake", "house", "issuer"]
HOUSE, ISSUER = ("house", 0, 0, 0), ("issuer", 0, 0, 0)


class No(Exception):
    """A refusal; its argument is the code."""


@dataclass
class Transfer:
    """What was done once, by kind, legs and what else makes it the same request."""

    kind: str
    legs: dict[Place, int]
    ref: str | None = None
    reverses: int | None = None

    def moved(self) -> int:
        return sum(chips for chips in self.legs.values() if chips > 0)


@dataclass
class Ledger:
    """Chips by place; transfers in order; requests and hands that were done."""

    chips: dict[Place, int] = field(default_factory=dict)
    held: dict[Place, str] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)
    requests: dict[tuple[str, str, str], int] = field(default_factory=dict)

    def post(self, actor: str, key: str, wanted: Transfer, *, opens: bool = True) -> int:
        """Do a transfer, or find that it was done; return its place in `transfers`."""
        for place in wanted.legs:
            if place not in self.chips and not (opens or place[0] == "rake"):
                raise No("no-account")
        request = (wanted.kind, actor, key)
        if request in self.requests:
            number = self.requests[request]
            if self.transfers[number] != wanted:
                raise No("key-reused")
            return number
        if (seen := self._seen(wanted)) is not None:
            return seen
        self._judge(wanted)
        for place, chips in wanted.legs.items():
            self.chips[place] = self.chips.get(place, 0) + chips
        self.transfers.append(wanted)
        self.requests[request] = len(self.transfers) - 1
        if wanted.kind == "settlement":
            self.held = {place: hand for place, hand in self.held.items() if hand != wanted.ref}
        return len(self.transfers) - 1

    def _seen(self, wanted: Transfer) -> int | None:
        for number, done in enumerate(self.transfers):
            if wanted.ref is not None and (done.kind, done.ref) == (wanted.kind, wanted.ref):
                if done != wanted:
                    raise No("already-settled")
                return number
            if wanted.reverses is not None and done.reverses == wanted.reverses:
                raise No("already-reversed")
        return None

    def _judge(self, wanted: Transfer) -> None:
        faults = set()
        for place, chips in wanted.legs.items():
            if place in self.held and (wanted.kind, wanted.ref) != (
                "settlement",
                self.held[place],
            ):
                faults.add((ORDER.index(place[0]), "account-held"))
            elif place != ISSUER and self.chips.get(place, 0) + chips < 0:
                faults.add((ORDER.index(place[0]), "insufficient-chips"))
        if faults:
            first = min(rank for rank, _code in faults)
            raise No(*sorted(code for rank, code in faults if rank == first))

    def empty(self, actor: str, key: str, kind: str, source: Place, to: Place) -> int:
        """Move everything from one place to another; return how much (0: nothing was there)."""
        before = self.requests.get((kind, actor, key))
        moved = self.transfers[before].moved() if before is not None else 0
        amount = moved or self.chips.get(source, 0)
        if not amount:
            return 0
        self.post(actor, key, Transfer(kind, {source: -amount, to: amount}))
        return amount

    def hold(self, table: int, hand: str, users: list[int]) -> Mapping[int, int]:
        """Hold seats for a hand that opens."""
        seats = [("seat", user, table, 0) for user in users]
        if any(seat not in self.chips for seat in seats):
            raise No("no-account")
        if any(self.held.get(seat, hand) != hand for seat in seats):
            raise No("account-held")
        if any((done.kind, done.ref) == ("settlement", hand) for done in self.transfers):
            raise No("hand-settled")
        self.held |= dict.fromkeys(seats, hand)
        return {seat[1]: self.chips[seat] for seat in seats}

    def undo(self, kind: str, key: str, number: int, only: str | None = None) -> int:
        """Post the exact negative of a transfer; a refund, of what did last what the entry did."""
        undone = self.transfers[number]
        if not undone.legs or (only and undone.kind != only):
            raise No("no-transfer")
        actor = "house" if kind == "refund" else "staff"
        if kind == "refund":
            doings = self._doings(number)
            before = self.requests.get((kind, actor, key))
            again = None if before is None else self.transfers[before].reverses
            number = again if again in doings else doings[-1]
        legs = {place: -chips for place, chips in self.transfers[number].legs.items()}
        return self.post(actor, key, Transfer(kind, legs, None, number), opens=False)

    def _doings(self, number: int) -> list[int]:
        """A transfer, and each that undid what had undone the one before."""
        undone_by = {one.reverses: n for n, one in enumerate(self.transfers)}
        doings = [number]
        while (undoing := undone_by.get(doings[-1])) is not None and undoing in undone_by:
            doings.append(undone_by[undoing])
        return doings
