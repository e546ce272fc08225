"""The embedded broker: a folder of files, of which none can stop the worker.

Celery never holds the only copy of any work (deploy.celery), so whatever is damaged here may be
thrown away. kombu's own filesystem transport opens a file before it fills it, so that a reader
may find it empty, and dies of what it cannot read. This one puts each file into its place whole,
drops what is no message, keeps its own list of bindings for a lost one, and makes its folders
anew.
"""

import fcntl
import json
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any

import structlog
from kombu.exceptions import ChannelError
from kombu.transport import filesystem, virtual
from kombu.transport.filesystem import exchange_queue_t
from kombu.utils.json import dumps, loads

log = structlog.get_logger(__name__)

# What a damaged file raises when it is taken for what it should be.
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError)


class Channel(filesystem.Channel):
    """Queues are names that end alike in one folder, exchanges are files in another."""

    # -- messages ----------------------------------------------------------------------------

    # What kombu puts is by position; its own classes disagree about the name.
    def _put(self, queue: str, message: object, **_: object) -> None:  # type: ignore[override]  # so
        """Write a message beside its place, then move it there; names sort by time."""
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(message))

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        """Take the oldest message; files that are none are removed. Empty when there is none."""
        for path in self._waiting(queue):
            taken = path.with_name(f".{path.name}.taken")
            try:
                path.rename(taken)  # of two readers one succeeds
                text = taken.read_bytes()
                taken.unlink()
            except FileNotFoundError:
                continue
            except OSError as error:
                log.warning("broker-file-unreadable", file=path.name, error=str(error))
                continue
            if (payload := self._message(text)) is not None:
                return payload
            log.warning("broker-file-damaged", file=path.name, size=len(text))
        raise Empty

    def _message(self, text: bytes) -> dict[str, Any] | None:
        try:
            payload: dict[str, Any] = loads(text.decode())
            sent = self.Message(payload, channel=self).delivery_info
            # By these it is put back when the worker stops before it is done.
            known = isinstance(sent["exchange"], str) and isinstance(sent["routing_key"], str)
        except UNREADABLE:
            return None
        return payload if known else None

    def _waiting(self, queue: str) -> list[Path]:
        """Return the queue's messages, the oldest first; none where there is no folder."""
        try:
            found = list(Path(self.data_folder_in).iterdir())
        except FileNotFoundError:
            return []
        return sorted(path for path in found if path.name.partition(".")[2] == f"{queue}.msg")

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        count = 0
        for path in self._waiting(queue):
            with suppress(OSError):  # somebody else took it
                path.unlink()
                count += 1
        return count

    # -- bindings ----------------------------------------------------------------------------

    def get_table(self, exchange: str) -> list[exchange_queue_t]:
        """Return the exchange's bindings; those of this process alone if the file is no use."""
        try:
            rows = json.loads(self._exchange_file(exchange).read_bytes())
            if isinstance(rows, list):
                return [_binding(key, pattern, queue) for key, pattern, queue in rows]
        except (OSError, *UNREADABLE):
            pass
        own = self.state.exchanges.get(exchange, {}).get("table", ())
        return [_binding(*row) for row in own]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        bound = _binding(routing_key, pattern, queue)
        with self._changing(exchange) as table:
            if bound not in table:
                table.insert(0, bound)

    def _delete(self, queue: str, exchange: str, *binding: str, **_: object) -> None:
        self._purge(queue)
        with self._changing(exchange) as table, suppress(ValueError):
            table.remove(_binding(*binding))

    @contextmanager
    def _changing(self, exchange: str) -> Iterator[list[exchange_queue_t]]:
        """Give the bindings, one writer at a time, and write what has become of them."""
        file = self._exchange_file(exchange)
        try:
            self.control_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (self.control_folder / ".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                table = self.get_table(exchange)
                yield table
                _write(file, json.dumps(table))
        except OSError as error:
            raise ChannelError(f"cannot write {file}: {error.strerror}") from error


class Transport(filesystem.Transport):
    """What CELERY_BROKER_TRANSPORT names when there is no Redis."""

    Channel = Channel
    global_state = virtual.BrokerState()


def _binding(routing_key: str | None, pattern: str | None, queue: str | None) -> exchange_queue_t:
    return exchange_queue_t(routing_key or "", pattern or "", queue or "")


def _write(path: Path, text: str) -> None:
    """Put a file into its place at once, in a folder that may have to be made anew."""
    partial = path.with_name(f".{uuid.uuid4()}.partial")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial.write_text(text)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise ChannelError(f"cannot write {path}: {error.strerror}") from error
