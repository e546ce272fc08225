"""`play`, `replay`, `simulate` and `verify` of Pili Pili, as a person at a terminal meets them."""

import random
import re
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.narrate import narrate
from engine.record import load, verify
from tests.engine.test_pilipili_laws import KINDS
from tests.engine.typist import Session, offered, play

WIDTH = 79


class Sensible:
    """Types what is offered: the first of several, a bid by chance; quits after the match."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def __call__(self, text: str) -> str:
        return self._word(text, offered(text)) + "\n"

    def _word(self, text: str, offer: str) -> str:
        if "match is over" in text:
            return "q"
        if "hides your cards" in offer or "Enter deals" in offer:
            return ""
        for pattern, answer in (
            (r"bid ([\d ]+)", lambda found: self._random.choice(found[1].split())),
            (r"turn a card", lambda _: "1"),
            (r"name the Joker", lambda _: "30"),
            (r"give (\d) of ([\w ]+)", lambda found: " ".join(found[2].split()[: int(found[1])])),
            (r"pick a seat of (\d)", lambda found: found[1]),
            (r"play (\d+)", lambda found: found[1]),
            (r"JK with a value", lambda _: "jk 12"),
        ):
            found = re.search(pattern, offer)
            if found:
                return answer(found)
        raise AssertionError(f"nothing to type at: {offer}")


def played(
    monkeypatch: pytest.MonkeyPatch, typed: Sensible | list[str], mission: str, *more: str
) -> Session:
    chosen = f"missions={mission or 'none'}"
    options = ("--rules", "pili-pili", "--seats", "3", "--seed", "6", "--set", chosen)
    return play(monkeypatch, typed, *options, *more)


@pytest.mark.parametrize("mission", KINDS)
def test_a_match_with_every_mission(
    mission: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = str(tmp_path / "hand.jsonl")
    ended = played(monkeypatch, Sensible(7), mission, "--record", file)
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.text.splitlines())) <= WIDTH
    assert "the match is over" in ended.text
    for path in tmp_path.iterdir():
        assert verify(path.read_bytes()).ok
        for seat in (None, 0, 1):
            assert list(narrate(load(path.read_bytes()), seat))


def test_words_and_wrong_words(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["9", "abc", "bid", "?", "hint", "sort dealt", "s", "rules", "2"]
    text = played(monkeypatch, typed, "").text
    assert "You may bid 0, 1, 2, 3, 4 or 5, not 9." in text
    assert '"abc" is no number' in text
    assert "Type N: bid so many tricks" in text
    assert "Your hand is worth about" in text
    assert "The steady bot bids" in text
    assert "you bid 2" in text


def test_a_joker_out_of_range(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(1, 60):
        options = ("--rules", "pili-pili-sem-missoes", "--seats", "2", "--seed", str(seed))
        text = play(monkeypatch, ["0", "jk 57", "jk -1", "jk"], *options).text
        if re.search(r"your cards .*JK", text):
            assert text.count("Give the Joker a whole number from 0 to 56 as its value.") == 3
            return
    raise AssertionError("no deal with the Joker")


def test_who_blindly_bids_sees_no_card_before(monkeypatch: pytest.MonkeyPatch) -> None:
    text = played(monkeypatch, ["0"], "BLINDBID 3").text
    before, after = text.split("you bid 0")
    assert "3 face down" in before
    assert re.search(r"your cards( +(\d+|JK)){3}", after)


def test_foreheads_show_the_others_cards_only(monkeypatch: pytest.MonkeyPatch) -> None:
    text = played(monkeypatch, [], "FOREHEAD 2").text
    assert "2 face down" in text
    assert len(re.findall(r"seat [12] \(steady\) .* \d+ \w+$", text, re.MULTILINE)) >= 2


@pytest.mark.parametrize("bots", ["calm", "steady", "sharp,calm"])
def test_simulated_rounds_have_records_that_verify_and_can_be_told(
    bots: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    command = ["simulate", "--rules", "pili-pili", "--seats", "4", "--hands", "8"]
    assert main([*command, "--bots", bots, "--records", folder]) == 0
    assert main(["verify", "--quiet", folder]) == 0
    for seat in ("0", "3"):
        assert main(["replay", f"{folder}/hand-0001.jsonl", "--seat", seat]) == 0
    assert main(["replay", f"{folder}/hand-0002.jsonl"]) == 0
    out = capsys.readouterr().out
    assert "Mission " in out
    assert "wins the trick" in out
    assert "Pilis" in out
