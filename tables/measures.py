"""What a process counts of itself, and the sum over the processes of one machine.

Counting is a dictionary and a lock: no database, no file. Each process writes what it has counted
to a file of its own every few seconds (`share`), and whoever is asked adds the files up
(`together`), since the kernel decides which web process a caller comes to. What an ended process
counted stays in the sum, as a counter must never fall; what it held (`hold`) ended with it.
"""

import contextlib
import fcntl
import json
import os
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

Labels = tuple[tuple[str, str], ...]
# Upper bounds in seconds, of an answer or of an action: from what nobody feels to what is broken.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
ENDED = "ended.json"
Kind = Literal["counter", "histogram", "gauge", "moment"]


class Family(NamedTuple):
    """A kind of number that processes count, with Prometheus' name and a sentence for people."""

    name: str
    kind: Kind  # a "moment" is a gauge of which the latest counts, in Unix seconds
    says: str


class Process:
    """The numbers of this process."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self._lock = threading.Lock()
        self._added: dict[tuple[str, Labels], float] = defaultdict(float)
        self._held: dict[tuple[str, Labels], float] = defaultdict(float)
        self._at: dict[tuple[str, Labels], float] = {}

    def add(self, name: str, much: float = 1, **labels: str) -> None:
        """Add to a counter."""
        with self._lock:
            self._added[name, _sorted(labels)] += much

    def time(self, name: str, seconds: float, **labels: str) -> None:
        """Add a duration to a histogram: its bucket, its sum and its count."""
        named = _sorted(labels)
        bound = next((str(bound) for bound in BUCKETS if seconds <= bound), "+Inf")
        with self._lock:
            self._added[f"{name}_bucket", (*named, ("le", bound))] += 1
            self._added[f"{name}_sum", named] += seconds
            self._added[f"{name}_count", named] += 1

    def hold(self, name: str, more: float, **labels: str) -> None:
        """Change what this process holds, such as open sockets."""
        with self._lock:
            self._held[name, _sorted(labels)] += more

    def set(self, name: str, value: float, **labels: str) -> None:
        """Say what this process holds."""
        with self._lock:
            self._held[name, _sorted(labels)] = value

    def note(self, name: str, **labels: str) -> None:
        """Say that something happened now."""
        with self._lock:
            self._at[name, _sorted(labels)] = round(time.time(), 3)

    def written(self) -> str:
        """Return everything as JSON."""
        with self._lock:
            parts = {"added": self._added, "held": self._held, "at": self._at}
            return json.dumps(
                {
                    part: [[*key, value] for key, value in kept.items()]
                    for part, kept in parts.items()
                }
            )


here = Process()


@contextlib.contextmanager
def timed(name: str) -> Iterator[None]:
    """Time the block for a histogram; the label `outcome` says whether it raised."""
    begun = time.perf_counter()
    outcome = "refused"
    try:
        yield
        outcome = "ok"
    finally:
        here.time(name, time.perf_counter() - begun, outcome=outcome)


def share(folder: Path) -> None:
    """Write this process's numbers to its file; a reader sees the old ones or the new ones."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = folder / f"{os.getpid()}.partial"
    partial.write_text(here.written())
    partial.replace(folder / f"{os.getpid()}.json")


def gather(folder: Path) -> None:
    """Add the files of ended processes to one, and remove them; nothing if others are at it.

    What they counted is in the sum exactly once at any moment, also if this is killed: a file
    that is named as `merged` counts no more, and whoever reads keeps the lock meanwhile.
    """
    with contextlib.suppress(OSError, ValueError), _locked(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
        ended = [path for path in _files(folder) if not _lives(int(path.stem))]
        if not ended:
            return
        total, merged = _ended(folder)
        for path in ended:
            if path.stem not in merged:
                total.take(path.read_text(), lives=False)
        _write_ended(folder, total, [path.stem for path in ended])
        for path in ended:
            path.unlink()
        _write_ended(folder, total, [])


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob("*.json")) if path.stem.isdecimal()]


def _ended(folder: Path) -> "tuple[Sum, set[str]]":
    """Return what is kept of ended processes, and whose files are in it though still there."""
    total = Sum()
    try:
        text = (folder / ENDED).read_text()
    except FileNotFoundError:
        return total, set()
    total.take(text, lives=False)
    return total, set(json.loads(text)["merged"])


def _write_ended(folder: Path, total: "Sum", merged: list[str]) -> None:
    rows: dict[str, object] = {
        part: [[*key, value] for key, value in kept.items()]
        for part, kept in (("added", total.added), ("at", total.at))
    }
    partial = folder / "ended.partial"
    partial.write_text(json.dumps({**rows, "held": [], "merged": merged}))
    partial.replace(folder / ENDED)


@contextlib.contextmanager
def _locked(folder: Path, how: int) -> Iterator[None]:
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, how)
        yield
    finally:
        os.close(lock)


class Sum:
    """The numbers of several processes."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.values: dict[str, dict[Labels, float]] = defaultdict(dict)
        self.added: dict[tuple[str, Labels], float] = defaultdict(float)
        self.at: dict[tuple[str, Labels], float] = {}

    def take(self, text: str, *, lives: bool) -> None:
        """Add what a process wrote; what it held only if it `lives`."""
        told = json.loads(text)
        for part in ("added", "held") if lives else ("added",):
            for name, labels, value in told[part]:
                found = self.values[name]
                key = tuple((str(label), str(text)) for label, text in labels)
                found[key] = found.get(key, 0) + value
                if part == "added":
                    self.added[name, key] += value
        for name, labels, value in told["at"]:
            found = self.values[name]
            key = tuple((str(label), str(text)) for label, text in labels)
            found[key] = self.at[name, key] = max(found.get(key, 0), value)


def together(folder: Path) -> Sum:
    """Return the sum over this process, as it is now, and the files of the others."""
    total = Sum()
    total.take(here.written(), lives=True)
    with contextlib.suppress(OSError), _locked(folder, fcntl.LOCK_SH):
        merged: set[str] = {str(os.getpid())}
        with contextlib.suppress(OSError, ValueError):
            merged |= _ended(folder)[1]
            total.take((folder / ENDED).read_text(), lives=False)
        for path in _files(folder):
            if path.stem not in merged:
                with contextlib.suppress(OSError, ValueError):
                    total.take(path.read_text(), lives=_lives(int(path.stem)))
    return total


def lines(families: Iterable[Family], total: Sum) -> Iterator[str]:
    """Tell a sum as Prometheus reads it; what was never counted is left out."""
    for family in families:
        told = [*_samples(family, total)]
        if told:
            yield f"# HELP {family.name} {family.says}"
            yield f"# TYPE {family.name} {'gauge' if family.kind == 'moment' else family.kind}"
            yield from told


def _samples(family: Family, total: Sum) -> Iterator[str]:
    if family.kind != "histogram":
        for labels, value in sorted(total.values.get(family.name, {}).items()):
            yield _sample(family.name, labels, value)
        return
    buckets = total.values.get(f"{family.name}_bucket", {})
    for labels, count in sorted(total.values.get(f"{family.name}_count", {}).items()):
        below = 0.0
        for bound in (*map(str, BUCKETS), "+Inf"):
            below += buckets.get((*labels, ("le", bound)), 0)
            yield _sample(f"{family.name}_bucket", (*labels, ("le", bound)), below)
        yield _sample(f"{family.name}_sum", labels, total.values[f"{family.name}_sum"][labels])
        yield _sample(f"{family.name}_count", labels, count)


def _sample(name: str, labels: Labels, value: float) -> str:
    inner = ",".join(f'{label}="{text}"' for label, text in labels)
    return f"{name}{{{inner}}} {_number(value)}" if inner else f"{name} {_number(value)}"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.6f}".rstrip("0")


def _sorted(labels: dict[str, str]) -> Labels:
    return tuple(sorted(labels.items()))


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
