"""Tournaments as an iCalendar file (RFC 5545), for the calendars of players."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

FOLD_OCTETS: Final = 75


@dataclass(frozen=True, slots=True)
class Entry:
    """One tournament in a calendar."""

    uid: str
    name: str
    about: str
    address: str
    starts_at: datetime
    length: timedelta
    cancelled: bool = False
    sequence: int = 0


def calendar(entries: Iterable[Entry], now: datetime) -> str:
    """The text of the file: lines of at most 75 octets, ended by CRLF."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Batida//Tournaments//EN"]
    for entry in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.uid}",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(entry.starts_at)}",
            f"DURATION:PT{max(1, round(entry.length.total_seconds() / 60))}M",
            f"SUMMARY:{_escaped(entry.name)}",
            f"DESCRIPTION:{_escaped(entry.about)}",
            f"URL:{entry.address}",
            f"SEQUENCE:{entry.sequence}",
            f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for one, other in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        text = text.replace(one, other)
    return text


def _folded(line: str) -> list[str]:
    """The line in parts of at most 75 octets, no character torn; each after the first indented."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > FOLD_OCTETS:
            parts.append(part)
            part = " "
        part += letter
    return [*parts, part]
