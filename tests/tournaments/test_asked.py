"""What others asked of tournaments: each of the 74 has its test, or says why it needs none."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = json.loads((ROOT / "tests" / "vectors" / "tournaments_asked.json").read_text())["rows"]
HOWS = {"test", "why", "open"}


def test_each_is_answered_once() -> None:
    assert list(range(1, 75)) == [row["n"] for row in ROWS]
    assert all(len(HOWS & row.keys()) == 1 for row in ROWS)


def test_every_named_test_is_there() -> None:
    missing = []
    for row in ROWS:
        if "test" in row:
            path, name = row["test"].split("::")
            if f"def {name}(" not in (ROOT / path).read_text():
                missing.append(row["test"])
    assert missing == []
