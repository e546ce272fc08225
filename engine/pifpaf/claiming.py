"""The discard taken out of turn to go out with it.

It is claimed by anybody (S1, D13), or by those who have announced that they need one card (tô de
boa; S3 S4, D14).
"""

from engine.actions import Action
from engine.cards import Card
from engine.hand import Melds
from engine.jsonable import Json
from engine.pifpaf.goout import refuse_melds, shown, ways_json, ways_with
from engine.pifpaf.refusal import refuse
from engine.pifpaf.scoring import finish
from engine.pifpaf.state import (
    DISCARD,
    DRAW,
    WINDOW,
    Claim,
    State,
    after,
    changed,
    claim_of,
    less,
    piled,
    to_hold,
    with_hand,
    with_player,
)
from engine.pifpaf.throwing import thrown


class Right:
    """Nobody has a right to the discard out of turn; what the others change is said there.

    `kind`: the action by which a place asks for the card; empty where no place may.
    """

    kind = ""

    def entitled(self, state: State) -> list[int]:
        """The places that may ask for the open window's discard, nearest to the discarder first.

        Public: it never asks who could use the card, nor who has asked for it.
        """
        return []

    def opens_window(self, state: State) -> bool:
        """Whether the discard just thrown is worth a window, by what everybody knows."""
        return bool(self.entitled(state))

    def is_asleep(self, state: State) -> bool:
        """Whether no place can have the right yet, whatever is thrown; so no window can open."""
        return not self.kind

    def moves(self, state: State, place: int) -> list[Json]:
        """What the place may ask for now."""
        return []

    def ask(self, state: State, place: int, action: Action) -> State:
        """The state after the place has asked for the discard; refused if it may not."""
        refuse("not-now", "Under these rules nobody does that.")

    def announce(self, state: State, place: int) -> State:
        """The state after the place has said that it needs one card."""
        refuse("not-now", "Under these rules nobody announces anything.")

    def close(self, state: State) -> State:
        """The state after the window is closed."""
        return go_on(state)

    def settle(self, state: State) -> State:
        """The state after the place in turn has drawn while somebody still waits for the card."""
        return changed(state, claims=())


def go_on(state: State) -> State:
    """The closed window's end where nobody got the card: the place in turn plays."""
    return changed(state, phase=DRAW if state.drew is None else DISCARD, claims=())


class Claiming(Right):
    """Whoever goes out with the discard may claim it; the nearest after the discarder gets it."""

    kind = "claim"

    def entitled(self, state: State) -> list[int]:
        """All but the discarder, the place in turn too until it draws (D13).

        A false go-out has cost this right (D15).
        """
        if state.phase != WINDOW or state.discarder is None:
            return []
        return [
            place
            for place in after(state, state.discarder)
            if not (place == state.turn and state.drew is not None)
            and not state.players[place].stock_only
        ]

    def moves(self, state: State, place: int) -> list[Json]:
        """A claim, with each way to go out."""
        if state.phase != WINDOW:
            return []
        if claim_of(state, place) is not None or place not in self.entitled(state):
            return []
        ways = ways_with(state, place, state.discards[-1])
        return [{"kind": "claim", "options": ways_json(ways)}] if ways else []

    def ask(self, state: State, place: int, action: Action) -> State:
        """Store a claim whose melds are good."""
        rest = self._rest(state, place, action)
        melds = shown(state, rest, action.melds)
        if melds is None:
            refuse_melds(state, rest, action)
        return changed(state, claims=(*state.claims, Claim(place, action.card, melds)))

    def close(self, state: State) -> State:
        """The nearest claim wins the hand."""
        for place in self.entitled(state):
            claim = claim_of(state, place)
            if claim is not None:
                return _award(state, claim, claim.melds or ())
        return go_on(state)

    def _rest(self, state: State, place: int, action: Action) -> tuple[Card, ...]:
        """The cards that the claim would meld; refused if the place may not claim."""
        self._check_may(state, place)
        if claim_of(state, place) is not None:
            refuse("not-now", "You have claimed already: wait for the window to close.")
        hand, wanted = state.hands[place], state.discards[-1]
        if action.card is None and state.rules.ten_card_out:
            return (*hand, wanted)
        card = thrown(state, place, (*hand, wanted), action.card)
        if card == wanted and (wanted not in hand or state.rules.rediscard == "face"):
            refuse(
                "melds-invalid",
                "The card you claim must be in one of your melds: throw another one.",
            )
        return less((*hand, wanted), card)

    def _check_may(self, state: State, place: int) -> None:
        if state.phase != WINDOW:
            refuse(
                "not-now",
                "A card is claimed right after it was discarded; there is none to claim now.",
            )
        if place in self.entitled(state):
            return
        if place == state.discarder:
            refuse("not-now", "It is your own discard.")
        if place == state.turn and state.drew is not None:
            refuse("not-now", "You have drawn: wait for the window to close.")
        refuse("not-now", self._why_not(state, place))

    def _why_not(self, state: State, place: int) -> str:
        return "After your false hand only a card from the stock lets you go out."


class Announcing(Claiming):
    """Who has said "tô de boa" may cut in on a later discard, at the risk of being burned."""

    def entitled(self, state: State) -> list[int]:
        """Those who had announced before the card was thrown and aren't burned."""
        return [
            place
            for place in super().entitled(state)
            if _announced_before(state, place) and not state.players[place].burned
        ]

    def opens_window(self, state: State) -> bool:
        """Only for others than the place in turn, which has the card next anyway."""
        return any(place != state.turn for place in self.entitled(state))

    def is_asleep(self, state: State) -> bool:
        """Until somebody announces."""
        # A tick is never 0. Asked at every throw: a list is twice as fast as a generator.
        return not any([player.announced for player in state.players])  # noqa: C419 - see above

    def moves(self, state: State, place: int) -> list[Json]:
        """A claim, true or false; and to announce, for whoever holds nine cards."""
        moves: list[Json] = []
        in_window = state.phase == WINDOW and claim_of(state, place) is None
        if in_window and place in self.entitled(state):
            ways = ways_json(ways_with(state, place, state.discards[-1]))
            moves.append({"kind": "claim", "options": ways, "declare": True})
        if _may_announce(state, place):
            moves.append({"kind": "announce"})
        return moves

    def ask(self, state: State, place: int, action: Action) -> State:
        """Store a claim: whether it is good shows when the window closes."""
        rest = self._rest(state, place, action)
        shown(state, rest, action.melds)
        claim = Claim(place, action.card, action.melds)
        return changed(state, claims=(*state.claims, claim))

    def announce(self, state: State, place: int) -> State:
        """The place has announced; it may cut in from the next discard on."""
        if not _may_announce(state, place):
            if state.players[place].announced is not None:
                refuse("not-now", "You have announced already in this hand.")
            if state.players[place].stock_only:
                refuse("not-now", "After your false hand you may not cut in, so don't announce.")
            refuse("not-now", "Announce before you draw, with a full hand and no card more.")
        tick = state.tick + 1
        player = state.players[place]._replace(announced=tick)
        return changed(state, players=with_player(state, place, player), tick=tick)

    def close(self, state: State) -> State:
        """The nearest good claim wins; whoever claimed before it and can't go out is burned."""
        for place in self.entitled(state):
            claim = claim_of(state, place)
            if claim is None:
                continue
            hand = (*state.hands[place], state.discards[-1])
            rest = hand if claim.card is None else less(hand, claim.card)
            melds = shown(state, rest, claim.melds)
            if melds is not None:
                return _award(state, claim, melds)
            player = state.players[place]._replace(burned=True)
            state = changed(state, players=with_player(state, place, player))
        return go_on(state)

    def _why_not(self, state: State, place: int) -> str:
        player = state.players[place]
        if player.burned:
            return "You are burned: in this hand you may go out in your own turn only."
        if player.stock_only:
            return super()._why_not(state, place)
        return "Only who had announced before the card was thrown may cut in."


def _announced_before(state: State, place: int) -> bool:
    announced = state.players[place].announced
    return announced is not None and announced < state.window_tick


def _may_announce(state: State, place: int) -> bool:
    player = state.players[place]
    return (
        state.phase in (DRAW, DISCARD, WINDOW)
        and player.announced is None
        and not player.stock_only
        and len(state.hands[place]) == to_hold(state, place)
    )


def _award(state: State, claim: Claim, melds: Melds) -> State:
    wanted, place = state.discards[-1], claim.place
    hand = (*state.hands[place], wanted)
    state = changed(state, discards=state.discards[:-1], pile=piled(state, place, "took", wanted))
    if claim.card is not None:
        hand = less(hand, claim.card)
        state = changed(
            state,
            discards=(*state.discards, claim.card),
            pile=piled(state, place, "threw", claim.card),
        )
    taken = changed(state, hands=with_hand(state, place, hand))
    return finish(taken, place, "claim", melds, claim.card)
