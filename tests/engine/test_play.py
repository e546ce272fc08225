"""`python3 -m engine play`: whole matches of every rule set at a terminal, typed line by line."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.game import game_for
from engine.record import load, replay, setup_of, verify
from engine.replay import action_of
from tests.engine.table import FAMILY
from tests.engine.typist import Sensible, Session, offered, play

WIDTH = 79
CARD = re.compile(r"(?<![\w-])(?:[A2-9TJQK][CDHS]|JK)(?!\w)")


def known_cards(path: Path, seat: int) -> set[str]:
    """Every card that the seat's view and what it saw of the others' actions ever named."""
    record = load(path.read_bytes())
    game = game_for(setup_of(record.opening).rules_id)
    steps = list(replay(record))
    told: list[object] = []
    for (_, before), (event, after) in pairwise(steps):
        told.append(game.view(before, seat))
        action = action_of(event)
        if action is not None:
            told.append(game.seen(before, action, after, seat))
    return set(CARD.findall(json.dumps(told)))


VOID = "You left in mid-hand: it is void, nobody won or lost by it.\n"


@pytest.mark.parametrize("rules", FAMILY)
def test_a_match_of_every_rule_set(
    rules: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "hand.jsonl"
    # Bots think long over thirteen cards, so one is enough there.
    seats = "2" if rules == "pif-paf-quatro" else "4"
    options = ["--rules", rules, "--seats", seats, "--seed", "11"]
    ended = play(monkeypatch, Sensible(), *options, "--record", str(path))
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.text.splitlines())) <= WIDTH
    assert "\x1b" not in ended.text
    assert " wins: " in ended.text or "You win: " in ended.text
    assert ended.text.endswith("Bye.\n")
    for file in tmp_path.iterdir():
        assert verify(file.read_bytes()).ok


@pytest.mark.parametrize("rules", FAMILY)
def test_nothing_hidden_is_on_the_screen_before_the_end(
    rules: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only an ended hand shows the others' cards; its record tells them to everybody then."""
    path = tmp_path / "hand.jsonl"
    typed = (["d", "x"] * 2 + ["c", "d"] * 2 + ["s", "sort melds"]) * 2
    ended = play(monkeypatch, typed, "--rules", rules, "--seed", "5", "--record", str(path))
    shown = re.sub(r"as in .*", "", ended.text)
    assert " wins: " not in shown
    assert set(CARD.findall(shown)) <= known_cards(path, 0)
    assert verify(path.read_bytes()).summary.endswith("abandoned (the player left)")


def session(monkeypatch: pytest.MonkeyPatch, *typed: str, rules: str = "pife") -> Session:
    return play(monkeypatch, list(typed), "--rules", rules, "--seed", "3")


def test_who_is_asked_to_stay_for_points(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--rules", "cacheta", "--set", "fold_cost=1", "--seats", "3", "--bots", "calm"]
    text = play(monkeypatch, ["d", "stay", "f", "q"], *options, "--seed", "4", "--seat", "1").text
    assert "stay, f folds for 1 point; ? helps" in text
    assert "Say first whether you stay in: stay or fold." in text
    assert "\nyou stay in\n" in text


class TestWords:
    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("fly", '"fly" is no command; ? lists them.'),
            ("bet", "Say the chips it goes to, 5 to 20, as in bet 5."),
            ("bet 21", "21 is above the cap: at most 20 for each player in this hand."),
            ("bet 1", "1 is too little: go to 5 at least."),
            ("bet all", "Say the chips it goes to, 5 to 20, as in bet 5."),
            ("call", "There is nothing to call: check, bet or fold."),
            ("d", "The betting round comes first: check, call, bet, raise or fold."),
            ("x", "Say which card you throw, as in x 7H."),
            ("x 1H", '"1h" is not a card: write rank'),
            ("out 7H 8H", "Say one card to throw, as in out 7H, or out all."),
            ("out", "You can't go out now."),
            ("claim", "You can't claim a card now."),
            ("check twice", '"check" stands alone, without "twice".'),
            ("sort sideways", "Sort by one of suit, rank, melds, dealt, as in sort rank."),
            ("lay", "The betting round comes first: check, call, bet, raise or fold."),
            ("\x00\x07", "is no command; ? lists them."),
            ("x" * 5000, "is no command; ? lists them."),
        ],
    )
    def test_a_wrong_line_gets_one_sentence_and_is_asked_again(
        self, typed: str, sentence: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ended = play(
            monkeypatch, [typed, "q"], "--rules", "pife", "--seed", "3", "--seats", "4",
            "--seat", "1",
        )  # fmt: skip
        assert sentence.replace(" ", "") in re.sub(r"\s+", "", ended.text)
        assert ended.code == 0
        assert ended.text.count("\nc checks, bet 5 to 20, f folds; ? helps\n") == 1
        assert ended.text.endswith(f"\n> q\n{VOID}Bye.\n")

    def test_help_hint_sort_table_and_rules(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = session(monkeypatch, "?", "hint", "sort rank", "sort", "s", "rules", "").text
        assert "  c       check, or call what others have bet\n" in text
        assert re.search(r"\d cards are missing\.\nNearer with \d+ unseen cards: ", text)
        assert text.count("your cards  ") == 4
        assert "pife: Nine cards or all ten melded go out" in text

    def test_a_card_alone_is_thrown_and_boa_may_follow(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = play(
            monkeypatch, ["boa", "d", "x JK", "q"], "--rules", "cacheta", "--seed", "1",
        ).text  # fmt: skip
        assert "you say tô de boa" in text
        assert "You don't hold the card that you want to discard." in text
        held = text.split("your cards  ")[-1].split()[0]
        text = play(
            monkeypatch, ["d", f"x {held.lower()} boa", "q"], "--rules", "cacheta", "--seed", "1"
        ).text
        assert f"you discard {held}\nyou say tô de boa\n" in text

    def test_a_false_hand_is_warned_of_and_then_paid_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = session(monkeypatch, "c", "d", "out").text
        held = text.split("your cards  ")[-1].split()[0]
        assert "Your melds don't take all the cards they must" in text
        text = session(monkeypatch, "c", "d", f"out {held}").text
        assert "from now on only a card of the stock lets you go out" in text


class TestLeaving:
    def test_the_end_of_the_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ended = play(monkeypatch, [], "--seed", "3")
        assert (ended.code, ended.err) == (0, "")
        assert ended.text.endswith(f"> \n{VOID}Bye.\n")

    def test_between_hands_the_prompt_tells_what_can_be_typed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = play(monkeypatch, ["f", "?", "what", "q"], "--seed", "3", "--seats", "2").text
        prompt = "Enter deals the next hand, q quits; ? helps.\n> "
        _asked, helped, wondered, left = text.split(prompt)[-4:]
        assert helped.startswith("?\nEnter      go on\n")
        assert "leave; Ctrl-D and Ctrl-C do so too" in helped
        assert (wondered, left) == ("what\n", "q\nBye.\n")  # no hand was left in the middle

    def test_the_seed_is_told_and_gives_the_same_hand(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = play(monkeypatch, []).text
        found = re.search(r"seed (\d+)", text)
        assert found
        assert play(monkeypatch, [], "--seed", found[1]).text == text

    def test_later_hands_are_recorded_beside_the_first(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        path = tmp_path / "mine.jsonl"
        play(monkeypatch, Sensible(hands=2), "--seed", "3", "--record", str(path))
        assert sorted(file.name for file in tmp_path.iterdir()) == ["mine-2.jsonl", "mine.jsonl"]
        first, second = (
            load((tmp_path / name).read_bytes()) for name in ("mine.jsonl", "mine-2.jsonl")
        )
        assert second.opening["previous"] == first.head.hex()


def _hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Pseudo:
    """`play` at a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            # Whoever runs the tests in the background has SIGINT ignored, and a child inherits it.
            preexec_fn=_hear_interrupts,  # noqa: PLW1509 - it sets a signal and takes no lock
            env={**os.environ, "TERM": "xterm", **environment},
        )
        os.close(slave)

    def until(self, ending: str) -> str:
        text = b""
        while not text.endswith(ending.encode()):
            ready, _, _ = select.select([self.master], [], [], 30)
            assert ready, text
            text += os.read(self.master, 65536)
        return text.decode()

    def end(self) -> int:
        code = self.process.wait(30)
        os.close(self.master)
        return code


class TestTerminal:
    def test_colour_is_an_extra(self) -> None:
        texts = []
        for environment in ({"NO_COLOR": ""}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
            shell = Pseudo("--seed", "3", **environment)
            texts.append(shell.until("> "))
            os.write(shell.master, b"q\n")
            shell.until("Bye.\r\n")
            assert shell.end() == 0
        painted, plain, dumb = texts
        assert "\x1b[31m" in painted
        assert re.sub(r"\x1b\[\d+m", "", painted) == plain == dumb

    def test_ctrl_d_and_ctrl_c(self, tmp_path: Path) -> None:
        shell = Pseudo("--seed", "3")
        shell.until("> ")
        os.write(shell.master, b"\x04")
        assert "Traceback" not in shell.until("Bye.\r\n")
        assert shell.end() == 0
        path = tmp_path / "left.jsonl"
        shell = Pseudo("--seed", "3", "--record", str(path))
        shell.until("> ")
        shell.process.send_signal(signal.SIGINT)
        assert "Traceback" not in shell.until("Stopped.\r\n")
        assert shell.end() == 130
        assert verify(path.read_bytes()).ok


def test_a_cut_that_was_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who announces and then takes a discard in vain is burned (D14)."""

    def bold(text: str) -> str:
        offer = offered(text)
        if "you are burned" in text or "Enter deals" in offer:
            return ""
        held = text.rsplit("your cards  ", maxsplit=1)[-1].split(maxsplit=1)[0]
        words = (("claim CARD", f"claim {held}"), ("boa", "boa"), ("x CARD", f"x {held}"))
        return next((answer for word, answer in words if word in offer), "d") + "\n"

    text = play(monkeypatch, bold, "--rules", "cacheta", "--seed", "4").text
    assert "you say tô de boa" in text
    assert "you have asked for the card" in text
    assert "you are burned" in text


WORDS = (
    "c", "d", "t", "d", "x", "out", "claim", "lay", "buy", "boa", "f", "bet", "stay", "pass", "",
    "hint", "sort", "s", "?", "rules", "raise", "call", "all", "1", "5", "99999999999999999", "7H",
    "JK", "٣", "½", "to", "q?",
)  # fmt: skip


@pytest.mark.parametrize("rules", FAMILY)
def test_any_words_in_any_order(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the lines are nonsense, the others a card of the hand or what a hand needs."""
    chance = Random(7)
    left = iter(range(250))

    def anything(text: str) -> str:
        if next(left, None) is None:
            return ""
        words = [chance.choice(WORDS) for _ in range(chance.choice((1, 1, 2, 3)))]
        held = text.rsplit("your cards  ", 1)[-1].split() if "your cards" in text else ["d"]
        return (" ".join(words) if chance.random() < 0.5 else chance.choice(held[:9])) + "\n"

    ended = play(monkeypatch, anything, "--rules", rules, "--seed", "2", "--bots", "calm")
    assert (ended.code, ended.err) == (0, "")
    assert ended.text.endswith("Bye.\n")
