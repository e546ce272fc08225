"""The shuffle: exact bytes, proofs by exhaustion, and a battery that must catch wrong ones."""

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from engine.shuffle import (
    Entropy,
    Stream,
    commitment,
    deck_key,
    deck_of,
    player_commitment,
    shuffled,
)

SEED = bytes(range(64))
KEY = hashlib.sha512(b"a key for tests").digest()


def framed(*parts: bytes) -> bytes:
    """Each part behind its length: written out again here, to share no code with the engine."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


class TestBytes:
    """The bytes are those that the published description gives, part by part."""

    def test_the_commitment_binds_tag_hand_and_seed(self) -> None:
        expected = hashlib.sha512(framed(b"batida/1/commit", b"hand-1", SEED)).digest()
        assert commitment("hand-1", SEED) == expected
        assert commitment("hand-2", SEED) != expected

    def test_a_players_commitment_binds_the_seat_too(self) -> None:
        value = b"sixteen or more bytes"
        expected = hashlib.sha512(framed(b"batida/1/player", b"hand-1", b"\x05", value)).digest()
        assert player_commitment("hand-1", 5, value) == expected

    def test_the_key_without_witness_and_players(self) -> None:
        expected = hashlib.sha512(framed(b"batida/1/key", b"hand-1", SEED, b"")).digest()
        assert deck_key("hand-1", SEED) == expected

    def test_the_key_takes_in_witness_and_every_seat_of_the_roster(self) -> None:
        witness = b"w" * 64
        roster = [Entropy(3, b"p" * 16), Entropy(0, None)]
        parts = (SEED, witness, b"\x03\x01" + b"p" * 16, b"\x00\x00")
        expected = hashlib.sha512(framed(b"batida/1/key", b"hand-1", *parts)).digest()
        assert deck_key("hand-1", SEED, witness, roster) == expected
        assert deck_key("hand-1", SEED, witness, roster[::-1]) != expected

    def test_the_stream_is_hmac_over_deck_and_a_counter(self) -> None:
        stream = Stream(KEY)
        got = bytes(stream.byte() for _ in range(130))
        blocks = [
            hmac.new(KEY, b"deck" + counter.to_bytes(4, "big"), hashlib.sha512).digest()
            for counter in range(3)
        ]
        assert got == b"".join(blocks)[:130]

    def test_a_stream_goes_on_from_its_position(self) -> None:
        """A reshuffle in mid-hand takes the bytes after the deck's, in this process or another."""
        stream = Stream(KEY)
        shuffled(range(104), stream)
        again = Stream(KEY, stream.position)
        assert stream.position > 103
        assert shuffled(range(20), stream) == shuffled(range(20), again)
        assert stream.position == again.position

    def test_positions_at_the_edges_of_blocks(self) -> None:
        plain = Stream(KEY)
        all_bytes = [plain.byte() for _ in range(200)]
        for position in (0, 1, 63, 64, 65, 127, 128, 199):
            stream = Stream(KEY, position)
            assert stream.position == position
            assert stream.byte() == all_bytes[position]
            assert stream.position == position + 1

    def test_a_deck_is_the_pack_permuted_by_the_hands_own_stream(self) -> None:
        pack = tuple(range(52)) * 2
        deck = deck_of("hand-1", SEED, pack)
        assert Counter(deck) == Counter(pack)
        assert deck == shuffled(pack, Stream(deck_key("hand-1", SEED)))
        assert deck != deck_of("hand-2", SEED, pack)
        assert deck != deck_of("hand-1", SEED, pack, roster=[Entropy(0, b"p" * 16)])

    def test_a_deck_worked_out_once_stays_the_same_for_ever(self) -> None:
        """Old records must verify with every later engine: these cards may never change."""
        deck = deck_of("hand-1", SEED, tuple(range(52)) * 2)
        assert deck[:10] == FIRST_TEN

    @pytest.mark.parametrize("size", [0, 63, 65])
    def test_a_seed_of_another_size_is_refused(self, size: int) -> None:
        with pytest.raises(ValueError, match="a seed has 64 bytes"):
            commitment("hand-1", bytes(size))
        with pytest.raises(ValueError, match="a seed has 64 bytes"):
            deck_key("hand-1", bytes(size))

    @pytest.mark.parametrize("size", [0, 15, 65])
    def test_a_players_value_of_another_size_is_refused(self, size: int) -> None:
        with pytest.raises(ValueError, match="a player adds 16 to 64 bytes"):
            player_commitment("hand-1", 0, bytes(size))
        with pytest.raises(ValueError, match="a player adds 16 to 64 bytes"):
            deck_key("hand-1", SEED, b"", [Entropy(0, bytes(size))])

    @pytest.mark.parametrize("seat", [-1, 256])
    def test_a_seat_that_is_no_byte_is_refused(self, seat: int) -> None:
        with pytest.raises(ValueError, match="a seat is a number from 0 to 255"):
            player_commitment("hand-1", seat, bytes(16))

    def test_a_position_before_the_start_is_refused(self) -> None:
        with pytest.raises(ValueError, match="zero or more"):
            Stream(KEY, -1)

    @pytest.mark.parametrize("position", [0, 1, 63, 64, 65, 1000])
    @pytest.mark.parametrize("size", [0, 1, 2, 56, 108, 256])
    def test_a_streams_own_shuffle_is_the_same_and_stops_at_the_same_place(
        self, size: int, position: int
    ) -> None:
        fast, plain = Stream(KEY, position), Stream(KEY, position)
        assert fast.shuffled(range(size)) == shuffled(range(size), plain)
        assert fast.position == plain.position
        assert fast.byte() == plain.byte()

    @pytest.mark.parametrize("position", [0, 57, 60, 64])
    def test_several_bytes_at_once_are_the_same_bytes(self, position: int) -> None:
        fast, plain = Stream(KEY, position), Stream(KEY, position)
        assert fast.take(8) == bytes(plain.byte() for _ in range(8))
        assert fast.position == plain.position

    def test_nothing_secret_stands_in_a_repr(self) -> None:
        assert KEY.hex() not in repr(Stream(KEY))
        assert "p" * 16 not in repr(Entropy(0, b"p" * 16))


FIRST_TEN = (20, 36, 36, 1, 8, 11, 13, 23, 46, 0)


class TestExhaustion:
    """Fairness proved by trying everything there is."""

    @pytest.mark.parametrize("n", range(2, 257))
    def test_below_gives_every_residue_equally_often(self, n: int) -> None:
        """Each number below n comes from 256 // n of the 256 bytes; the rest are passed over."""
        given: Counter[int] = Counter()
        for byte in range(256):
            # A second byte is read only when the first was refused; 0 answers for every n.
            stream = Given((byte, 0))
            number = stream.below(n)
            if stream.position == 2:
                assert byte >= 256 - 256 % n
            else:
                given[number] += 1
        assert given == dict.fromkeys(range(n), 256 // n)

    @pytest.mark.parametrize("n", [-1, 0, 1, 257])
    def test_below_refuses_a_range_it_cannot_be_fair_in(self, n: int) -> None:
        with pytest.raises(ValueError, match="n from 2 to 256"):
            Stream(KEY).below(n)

    @pytest.mark.parametrize("size", range(7))
    def test_every_order_comes_from_exactly_one_list_of_choices(self, size: int) -> None:
        ranges = [range(i + 1) for i in range(size - 1, 0, -1)]
        orders = [
            shuffled(range(size), Scripted(choices)) for choices in itertools.product(*ranges)
        ]
        assert sorted(orders) == sorted(itertools.permutations(range(size)))


class Given(Stream):
    """A stream of given bytes, again and again."""

    def __init__(self, given: Sequence[int]) -> None:
        self._given = bytes(given)
        super().__init__(KEY)

    def _read_block(self) -> bytes:
        return self._given


class Scripted:
    """Choices given in advance, each checked to be asked for in its own range."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._left = list(choices)

    def below(self, n: int, /) -> int:
        choice = self._left.pop(0)
        assert 0 <= choice < n
        return choice


Shuffle = Callable[[int, Stream], tuple[int, ...]]


def right(size: int, stream: Stream) -> tuple[int, ...]:
    return shuffled(range(size), stream)


def naive_swap(size: int, stream: Stream) -> tuple[int, ...]:
    """Each card changes places with any card: n^n ways into n! orders cannot be even."""
    order = list(range(size))
    for i in range(size):
        j = stream.below(size)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def sattolo(size: int, stream: Stream) -> tuple[int, ...]:
    """A card never stays where it was: the range of each choice is one too short."""
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = stream.below(i) if i > 1 else 0
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def folded_byte(size: int, stream: Stream) -> tuple[int, ...]:
    """`byte % n` without passing over the uneven rest."""
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = stream.byte() % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def short_loop(size: int, stream: Stream) -> tuple[int, ...]:
    """The loop's range is off by one: the last two cards are never asked about."""
    order = list(range(size))
    for i in range(size - 1, 1, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def late_start(size: int, stream: Stream) -> tuple[int, ...]:
    """The loop's range is off by one at its top: the last card stays where it is."""
    order = list(range(size))
    for i in range(size - 2, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def streams(count: int) -> Iterator[Stream]:
    for number in range(count):
        yield Stream(hashlib.sha512(b"battery %d" % number).digest())


def excess(observed: Counter[int], cells: int, total: int) -> float:
    """Chi-squared over evenly filled cells, as standard deviations above what chance gives."""
    mean = total / cells
    chi = sum((observed[cell] - mean) ** 2 for cell in range(cells)) / mean
    return float((chi - (cells - 1)) / (2 * (cells - 1)) ** 0.5)


def card_at_position(shuffle: Shuffle, size: int, count: int) -> float:
    """Every card is at every position equally often."""
    seen: Counter[int] = Counter()
    for stream in streams(count):
        seen.update(p * size + card for p, card in enumerate(shuffle(size, stream)))
    return excess(seen, size * size, count * size)


def last_card(shuffle: Shuffle, size: int, count: int) -> float:
    """The card that the first choice of all puts last is each equally often."""
    return excess(Counter(shuffle(size, stream)[-1] for stream in streams(count)), size, count)


def small_orders(shuffle: Shuffle, size: int, count: int) -> float:
    """Every order of a few cards comes equally often."""
    index = {order: i for i, order in enumerate(itertools.permutations(range(size)))}
    seen = Counter(index[shuffle(size, stream)] for stream in streams(count))
    return excess(seen, len(index), count)


def alarm(shuffle: Shuffle) -> float:
    """The loudest of the battery's figures; above five only a wrong shuffle comes."""
    return max(
        card_at_position(shuffle, 8, 2000),
        last_card(shuffle, 104, 4000),
        small_orders(shuffle, 5, 6000),
    )


def test_the_battery_is_content_with_the_real_shuffle() -> None:
    assert alarm(right) < 5


@pytest.mark.parametrize("fault", [naive_swap, sattolo, folded_byte, short_loop, late_start])
def test_the_battery_catches_a_planted_fault(fault: Shuffle) -> None:
    assert alarm(fault) > 5
