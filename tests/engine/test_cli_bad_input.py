"""Whatever a command is given: one sentence on stderr, exit code 2, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.__main__ import main

ROOT = Path(engine.__file__).parent.parent
NINE = "JH QH KH 4C 4H 4S 3C 4C 5C"
SOLVE = ["solve", "--rules", "pife"]

REFUSED = [
    ([], "COMMAND"),
    (["deal"], "invalid choice: 'deal'"),
    (["--colour"], "COMMAND"),
    ([*SOLVE, "JH JH JH 4C 4H 4S 3C 4C 5C"], "JH is there three times"),
    ([*SOLVE, NINE, "--drawn", "4C"], "4C is there three times"),
    ([*SOLVE, "JH QH KH 4C 4H 4S 3C 4C"], "or 10 with the one drawn, not 8"),
    ([*SOLVE, f"{NINE} 6C 7C"], "or 10 with the one drawn, not 11"),
    ([*SOLVE, f"{NINE} 6C", "--drawn", "7C"], "or 10 with the one drawn, not 11"),
    ([*SOLVE, ""], "or 10 with the one drawn, not 0"),
    ([*SOLVE, NINE.replace("3C", "1C")], '"1C" is not a card'),
    ([*SOLVE, NINE.replace("3C", "3X")], '"3X" is not a card'),
    ([*SOLVE, NINE, "--drawn", "ace"], '"ace" is not a card'),
    ([*SOLVE, NINE, "--drawn", "JK"], "is played without jokers"),
    ([*SOLVE, NINE, "--vira", "8C"], "pife turns no vira"),
    (["solve", "--rules", "cacheta", NINE], "add --vira CARD"),
    (["solve", "--rules", "cacheta", NINE, "--vira", "JK"], "A joker is no vira"),
    (["solve", "--rules", "cacheta", NINE, "--vira", "?"], '"?" is not a card'),
    (["solve", "--rules", "pif-paf-quatro", NINE], "give 12 cards"),
    (["solve", "--rules", "poker", NINE], 'There are no rules "poker"'),
    (["solve", NINE], "--rules"),
    (SOLVE, "CARDS"),
    ([*SOLVE, NINE, "--set", "colour=red"], 'There is no axis "colour"'),
    ([*SOLVE, NINE, "--set", "ace=upside"], '"ace" must be one of low, low-high, corner'),
    ([*SOLVE, NINE, "--set", "ace"], "--set takes AXIS=VALUE"),
    ([*SOLVE, NINE, "--set", "wild_cap=1"], "wild_cap"),
    ([*SOLVE, NINE, "--from", "hand"], "invalid choice: 'hand'"),
    ([*SOLVE, NINE, "--from", "stock"], "add --drawn CARD"),
    (["play", "--rules", "poker"], 'There are no rules "poker"'),
    (["play", "--seats", "9"], "is for 2 to 8 seats, not 9"),
    (["play", "--seats", "1"], "is for 2 to 8 seats, not 1"),
    (["play", "--seats", "four"], "must be a whole number"),
    (["play", "--seat", "4"], "Sit at one of the seats 0 to 3, not 4"),
    (["play", "--seed", "lucky"], "must be a whole number"),
    (["play", "--bots", "shark"], 'There is no bot "shark"'),
    (["play", "--bots", "calm,calm,calm,calm"], "4 bots have no place on 3 seats"),
    (["play", "--set", "colour=red"], 'There is no axis "colour"'),
    (["play", "--set", "max_players=20"], '"max_players" must be a whole number from 2 to 11'),
    (["play", "--stack", "0"], "must be a whole number"),
    (["play", "--rules", "pif-paf-cassino", "--stack", "10"], "must hold the 20 chips"),
    (["play", "--record", "/proc/no/where"], "Can't write /proc/no/where"),
    (["play", "--record", "/proc"], "is a folder"),
    (["simulate", "--rules", "poker"], 'There are no rules "poker"'),
    (["simulate", "--rules", "pif-paf-quatro", "--seats", "9"], "is for 2 to 8 seats, not 9"),
    (["simulate", "--seats", "3", "--set", "min_players=5"], "is for 5 to 8 seats, not 3"),
    (["play", "--seats", "3", "--set", "min_players=5"], "is for 5 to 8 seats, not 3"),
    (["simulate", "--seed", "lucky"], "must be a whole number"),
    (["simulate", "--set", "ace"], "--set takes AXIS=VALUE"),
    (["simulate", "--rules", "pif-paf-cassino", "--stack", "10"], "must hold the 20 chips"),
    (["perft"], "--rules"),
    (["perft", "--rules", "poker"], 'There are no rules "poker"'),
    (["perft", "--rules", "pife", "--seats", "9"], "is for 2 to 8 seats, not 9"),
    (["perft", "--rules", "pife", "--seats", "1"], "is for 2 to 8 seats, not 1"),
    (["perft", "--rules", "pife", "--depth", "0"], "must be a whole number"),
    (["perft", "--rules", "pife", "--seed", "-1"], "must be a whole number"),
    (["bench", "--rounds", "0"], "must be a whole number"),
    (["bench", "--hands", "many"], "must be a whole number"),
    (["bench", "now"], "Unrecognized arguments: now"),
    (["rules", "poker"], 'There are no rules "poker"'),
    (["rules", "poker", "--json"], 'There are no rules "poker"'),
    (["rules", "pife", "cacheta"], "Unrecognized arguments: cacheta"),
    (["verify"], "FILE"),
    (["verify", "/proc"], "There is no record"),
    (["verify", "--head", "00" * 32, "a", "b"], "name one file"),
    (["verify", "--head", "", "a"], "--head takes the 64 hexadecimal digits"),
    (["verify", "--head", "zz", "a"], "--head takes the 64 hexadecimal digits"),
    (["verify", "--commit", "00" * 32, "a"], "--commit takes the 128 hexadecimal digits"),
    (["replay"], "FILE"),
    (["replay", "/no/where"], "Can't read /no/where"),
    (["replay", "/proc"], "is not a file"),
    (["replay", "/etc/passwd"], "this is not a hand record"),
    (["replay", sys.executable], "this is not a hand record"),
    (["replay", "/etc/passwd", "--seat", "x"], "invalid int value"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED, ids=lambda part: str(part)[:60])
def test_what_is_wrong_is_said_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as left:
        code = int(str(left.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert err.endswith(".\n")


def test_every_command_has_its_rows() -> None:
    commands = {"solve", "play", "simulate", "perft", "bench", "rules", "verify", "replay"}
    assert commands <= {arguments[0] for arguments, _ in REFUSED if arguments}


ANSWERED = [
    ["rules"],
    ["rules", "pife", "--json"],
    [*SOLVE, NINE],
    [*SOLVE, "-"],
    ["play", "--seed", "1"],
    ["simulate", "--hands", "1"],
    ["perft", "--rules", "pife", "--depth", "2"],
    ["--help"],
]


def shell(line: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command under /bin/sh; `line` holds $RUN where the command stands."""
    quoted = " ".join(f"'{part}'" for part in arguments)
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("$RUN", f"{sys.executable} -m engine {quoted}")],
        cwd=ROOT,
        env=os.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("arguments", ANSWERED, ids=" ".join)
class TestOutput:
    def test_closed_input_and_output(self, arguments: list[str]) -> None:
        ran = shell("$RUN <&- >&-", arguments)
        assert (ran.returncode, ran.stderr) == (0, "")

    def test_a_full_disk(self, arguments: list[str]) -> None:
        ran = shell("$RUN >/dev/full", arguments)
        if arguments == [*SOLVE, "-"]:
            assert (ran.returncode, ran.stderr) == (0, "")
        else:
            said = "Can't write the answer: No space left on device.\n"
            assert (ran.returncode, ran.stderr) == (2, said)

    def test_a_reader_who_leaves(self, arguments: list[str]) -> None:
        assert shell("$RUN | true", arguments).stderr == ""
