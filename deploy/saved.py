"""The file of a saved house: a gzipped tar whose last member lists all the others.

`saved.json` holds the size and SHA-256 of every file and names every folder. What is read back is
exactly that, read to the last byte of the gzip stream and its checksum, or it is refused.
"""

import gzip
import hashlib
import io
import json
import os
import tarfile
import time
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from deploy.errors import CannotStart
from deploy.place import SECRETS, open_new, parse_env
from deploy.postgres import ROLE, SUPERUSER

ENV = "batida.env"
LIST = "saved.json"
CLUSTER = PurePosixPath("pg/cluster")
CREDENTIALS = f"{CLUSTER}/credentials.json"
NEEDED = (LIST, ENV, CREDENTIALS, f"{CLUSTER}/data/global/pg_control")
# What a file of a house has at most; PostgreSQL cuts its own at 1 GiB.
BYTES_MAX = {ENV: 1 << 16, CREDENTIALS: 1 << 16, LIST: 1 << 26}
FILE_BYTES_MAX = 1 << 30
SEAL_BYTES = (16, 24, 32)  # the keys that AES has
CHUNK_BYTES = 1 << 20
COMPRESSED_BYTES = 1 << 16  # at a time: zeros grow a thousandfold


class _Member(tarfile.TarInfo):
    """A member with a plain header: those of other kinds are read whole, however long they are."""

    def _proc_member(self, tar: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _EXTENSIONS:
            raise tarfile.ReadError("it holds a header of a kind that no saved house has")
        made: tarfile.TarInfo = super()._proc_member(tar)  # type: ignore[misc]  # typeshed lacks it
        return made


_EXTENSIONS = {
    tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.GNUTYPE_SPARSE,
    tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE,
}  # fmt: skip

Told = list[int | str] | None  # size and SHA-256 of a file, None for a folder


def pack(file: BinaryIO, env: bytes, credentials: bytes, data: Path) -> None:
    """Write the secrets, the passwords and the copied database to `file`.

    Raises CannotStart when they are no house that would open again.
    """
    if wrong := lacking(env, credentials):
        raise CannotStart(
            f"the house cannot be saved whole: {wrong} (a value that only the environment gives "
            f"must stand in {ENV})"
        )
    told: dict[str, Told] = {}
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
        for name, content in ((ENV, env), (CREDENTIALS, credentials)):
            told[name] = _add_file(tar, name, io.BytesIO(content))
        for path in (data, *sorted(data.rglob("*"))):
            name = str(CLUSTER / "data" / path.relative_to(data))
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                raise CannotStart(f"the house cannot be saved: {path} is no file and no folder")
            if path.is_dir():
                told[name] = _add_folder(tar, name)
            else:
                with path.open("rb") as opened:
                    told[name] = _add_file(tar, name, opened)
        _add_file(tar, LIST, io.BytesIO(json.dumps(told).encode()))


def unpack(file: Path, folder: Path) -> bytes:
    """Unpack the cluster to the new `folder`, and return the content of batida.env.

    Raises CannotStart, with the name of what is wrong, unless it is all there as it was saved.
    """
    kept: dict[str, bytes] = {}
    seen: dict[str, Told] = {}
    folder.mkdir(mode=0o700)
    try:
        _check_stream(file)
        with (
            gzip.open(file) as stream,
            tarfile.open(fileobj=stream, mode="r:", tarinfo=_Member) as tar,
        ):
            for member in tar:
                if member.name in seen:
                    raise CannotStart(f"{file} is damaged: it holds {member.name} twice")
                if not _belongs(member):
                    raise CannotStart(f"{file} is no saved house: it holds {member.name}")
                if member.size > (most := BYTES_MAX.get(member.name, FILE_BYTES_MAX)):
                    raise CannotStart(
                        f"{file} is no saved house: its {member.name} has {member.size} bytes, "
                        f"and {most} at most would be right"
                    )
                seen[member.name] = _take(tar, member, folder, kept)
            while rest := stream.read(CHUNK_BYTES):
                if any(rest):
                    raise CannotStart(f"{file} is damaged: it goes on after its end")
    except (OSError, EOFError, ValueError, tarfile.TarError, zlib.error) as error:
        raise CannotStart(f"{file} cannot be read: {error}") from error
    if absent := [name for name in NEEDED if name not in seen]:
        raise CannotStart(f"{file} is no saved house: {absent[0]} is not in it")
    del seen[LIST]
    credentials = (folder / "credentials.json").read_bytes()
    if wrong := _difference(kept[LIST], seen) or lacking(kept[ENV], credentials):
        raise CannotStart(f"{file} is damaged: {wrong}")
    return kept[ENV]


def lacking(env: bytes, credentials: bytes) -> str:
    """Return what keeps a house with these two files from opening, "" if nothing."""
    try:
        values = parse_env(env.decode())
    except UnicodeDecodeError:
        return f"{ENV} is no text"
    if absent := [name for name in SECRETS if not values.get(name)]:
        return f"{ENV} lacks {absent[0]}"
    try:
        seal = bytes.fromhex(values["BATIDA_SEAL_KEY"])
    except ValueError:
        seal = b""
    if len(seal) not in SEAL_BYTES:
        return f"BATIDA_SEAL_KEY in {ENV} is no key"
    passwords = _json_object(credentials)
    if passwords is None:
        return "credentials.json is no JSON object"
    for role in (SUPERUSER, ROLE):  # their owner is given a new one if it has none
        if not (isinstance(password := passwords.get(role), str) and password):
            return f"credentials.json lacks the password of {role}"
    return ""


def _add_file(tar: tarfile.TarFile, name: str, opened: io.BufferedReader | io.BytesIO) -> Told:
    digest = hashlib.file_digest(opened, "sha256").hexdigest()
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = opened.seek(0, os.SEEK_END), 0o600, int(time.time())
    opened.seek(0)
    tar.addfile(member, opened)
    return [member.size, digest]


def _add_folder(tar: tarfile.TarFile, name: str) -> Told:
    member = tarfile.TarInfo(name)
    member.type, member.mode, member.mtime = tarfile.DIRTYPE, 0o700, int(time.time())
    tar.addfile(member)
    return None


def _check_stream(file: Path) -> None:
    """Read the gzip stream to its end: tarfile stops before the checksum and the length."""
    stream = zlib.decompressobj(wbits=31)  # 31: a gzip header and trailer, both checked
    with file.open("rb") as opened:
        while not stream.eof and (compressed := opened.read(COMPRESSED_BYTES)):
            stream.decompress(compressed)
        if not stream.eof:
            raise CannotStart(f"{file} cannot be read: it ends too early")
        if stream.unused_data or opened.read(1):
            raise CannotStart(f"{file} is damaged: it goes on after its end")


def _belongs(member: tarfile.TarInfo) -> bool:
    """True for the members that a saved house may have; no link, nothing outside.

    Each has one name: whoever could write it another way could bring it twice.
    """
    if member.name in (ENV, LIST):
        return member.isreg()
    path = PurePosixPath(member.name)
    inside = path.is_relative_to(CLUSTER) and path != CLUSTER and ".." not in path.parts
    return inside and str(path) == member.name and (member.isreg() or member.isdir())


def _take(
    tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path, kept: dict[str, bytes]
) -> Told:
    """Put the member into `folder` or `kept`, and return what was read."""
    if member.isdir():
        (folder / PurePosixPath(member.name).relative_to(CLUSTER)).mkdir(mode=0o700)
        return None
    content = tar.extractfile(member)
    if content is None:
        raise tarfile.ReadError(f"{member.name} is no file")
    if member.name in (ENV, LIST):
        kept[member.name] = content.read()
        return [len(kept[member.name]), hashlib.sha256(kept[member.name]).hexdigest()]
    digest, size = hashlib.sha256(), 0
    with open_new(folder / PurePosixPath(member.name).relative_to(CLUSTER)) as out:
        while chunk := content.read(CHUNK_BYTES):
            digest.update(chunk)
            size += out.write(chunk)
    return [size, digest.hexdigest()]


def _difference(saved: bytes, seen: dict[str, Told]) -> str:
    """Return what is missing, was added or is not as the list says, "" if nothing."""
    told = _json_object(saved)
    if told is None:
        return f"{LIST} is no JSON object"
    for name in sorted(told.keys() | seen.keys()):
        if name not in seen:
            return f"{name} is missing"
        if name not in told:
            return f"{name} was not saved with it"
        if told[name] != seen[name]:
            return f"{name} is not as it was saved"
    return ""


def _json_object(content: bytes) -> dict[str, object] | None:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
