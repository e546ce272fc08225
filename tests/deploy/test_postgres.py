"""The embedded PostgreSQL, with its real binaries."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from deploy.errors import CannotStart
from deploy.identity import Identity
from deploy.postgres import OWNER, PORT, ROLE, SUPERUSER, Cluster, binaries
from deploy.processes import started

Made = Callable[[], Path]


@contextlib.contextmanager
def serving(cluster: Cluster) -> Iterator[subprocess.Popen[bytes]]:
    """Prepare and run it for the block."""
    cluster.prepare()
    process = cluster.spawn()
    try:
        cluster.wait_ready(process)
        yield process
    finally:
        cluster.stop(process)


def ask(cluster: Cluster, question: str, role: str = ROLE) -> object:
    """One value from the server."""
    with cluster.connect(role) as connection:
        row = connection.execute(question.encode()).fetchone()
    return row[0] if row else None


@pytest.fixture(scope="module")
def original(open_folder: Made) -> Cluster:
    """A finished cluster, stopped; tests work on copies."""
    cluster = Cluster(open_folder() / "pg", open_folder() / "log")
    with serving(cluster), cluster.connect(OWNER) as connection:
        connection.execute("CREATE TABLE kept (chips int); INSERT INTO kept VALUES (7)")
        connection.execute(f"GRANT SELECT ON kept TO {ROLE}".encode())
    return cluster


@pytest.fixture
def cluster(original: Cluster, open_folder: Made) -> Iterator[Cluster]:
    """A stopped cluster with seven chips in it."""
    folder = open_folder()
    subprocess.run(["cp", "-a", original.home, folder / "pg"], check=True)
    shutil.copystat(original.home.parent, folder)
    status = original.home.parent.stat()
    os.chown(folder, status.st_uid, status.st_gid)
    yield Cluster(folder / "pg", folder / "log")
    shutil.rmtree(folder, ignore_errors=True)


def test_server_is_private_and_durable(cluster: Cluster) -> None:
    with serving(cluster):
        assert ask(cluster, "SHOW data_checksums") == "on"
        assert ask(cluster, "SHOW listen_addresses") == ""
        assert ask(cluster, "SHOW fsync") == "on"
        assert ask(cluster, "SHOW synchronous_commit") == "on"
        assert ask(cluster, "SELECT datcollate FROM pg_database LIMIT 1") == "C"
        assert cluster.data.stat().st_mode & 0o777 == 0o700
        socket = cluster.socket_folder / f".s.PGSQL.{PORT}"
        assert socket.stat().st_mode & 0o777 == 0o700
        assert cluster.log.stat().st_size > 0


def test_house_role_is_no_superuser(cluster: Cluster) -> None:
    with serving(cluster):
        assert ask(cluster, "SHOW is_superuser") == "off"
        assert ask(cluster, "SHOW is_superuser", OWNER) == "off"
        assert ask(cluster, "SHOW is_superuser", SUPERUSER) == "on"
        owned = "SELECT count(*) FROM pg_class WHERE relowner = 'batida'::regrole"
        assert ask(cluster, owned) == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(cluster, "CREATE TABLE mine (chips int)")


def test_cluster_of_one_role_gets_an_owner(cluster: Cluster) -> None:
    """What one role owned before there were two belongs to the owner after the next start."""
    with serving(cluster), cluster.connect(SUPERUSER) as connection:
        connection.execute(f"ALTER DATABASE batida OWNER TO {ROLE}".encode())
        connection.execute(f"REASSIGN OWNED BY {OWNER} TO {ROLE}".encode())
    kept = cluster.home / "cluster" / "credentials.json"
    passwords = json.loads(kept.read_text())
    kept.write_text(json.dumps({name: passwords[name] for name in (SUPERUSER, ROLE)}))
    for _start in range(2):
        with serving(cluster):
            assert ask(cluster, "SELECT chips FROM kept", OWNER) == 7
            owner = "SELECT tableowner FROM pg_tables WHERE tablename = 'kept'"
            assert ask(cluster, owner) == OWNER
    assert json.loads(kept.read_text()).keys() == {SUPERUSER, OWNER, ROLE}


@pytest.mark.parametrize("role", [ROLE, OWNER, SUPERUSER])
def test_password_is_needed(cluster: Cluster, role: str) -> None:
    """Also over the socket, also for the superuser: root's other programs are strangers here."""
    with serving(cluster):
        for password in (None, "wrong"):
            with pytest.raises(psycopg.OperationalError, match="password"):
                psycopg.connect(
                    host=str(cluster.socket_folder), user=role, password=password, dbname="batida"
                )


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGQUIT, signal.SIGINT])
def test_data_survives_any_end(cluster: Cluster, number: signal.Signals) -> None:
    with serving(cluster) as process:
        process.send_signal(number)
        process.wait(60)
    with serving(cluster):
        assert ask(cluster, "SELECT chips FROM kept") == 7


def test_stale_pid_that_now_belongs_to_a_stranger(cluster: Cluster) -> None:
    with serving(cluster) as process:
        process.kill()
        process.wait()
    lock = cluster.data / "postmaster.pid"
    lines = lock.read_text().splitlines()
    with subprocess.Popen(["sleep", "60"]) as stranger:
        lock.write_text("\n".join([str(stranger.pid), *lines[1:]]))
        with serving(cluster):
            assert ask(cluster, "SELECT chips FROM kept") == 7
        assert stranger.poll() is None  # it was left alone
        stranger.kill()


def test_server_left_behind_is_stopped_first(cluster: Cluster) -> None:
    cluster.prepare()
    left = cluster.spawn()
    cluster.wait_ready(left)
    again = Cluster(cluster.home, cluster.log)
    with serving(again):
        assert left.poll() == 0
        assert ask(again, "SELECT chips FROM kept") == 7


def test_interrupted_first_start_is_made_anew(open_folder: Made) -> None:
    folder = open_folder()
    (folder / "pg" / "partial" / "data" / "base").mkdir(parents=True)
    (folder / "pg" / "partial" / "data" / "PG_VERSION").write_text("18\n")
    cluster = Cluster(folder / "pg", folder / "log")
    with serving(cluster):
        assert ask(cluster, "SELECT 1") == 1
    assert not (folder / "pg" / "partial").exists()


def test_empty_broken_cluster_is_set_aside(open_folder: Made) -> None:
    folder = open_folder()
    (folder / "pg" / "cluster" / "data" / "base").mkdir(parents=True)
    cluster = Cluster(folder / "pg", folder / "log")
    with serving(cluster):
        assert ask(cluster, "SELECT 1") == 1
    assert len(list((folder / "pg").glob("broken-*"))) == 1


@pytest.mark.parametrize("lost", ["PG_VERSION", "global/pg_control", "../credentials.json"])
def test_broken_cluster_with_data_is_refused(cluster: Cluster, lost: str) -> None:
    (cluster.data / lost).unlink()
    with pytest.raises(CannotStart, match="holds data but is not complete"):
        cluster.prepare()
    assert any((cluster.data / "base").glob("*/*"))


def test_other_major_version_is_refused(cluster: Cluster) -> None:
    (cluster.data / "PG_VERSION").write_text("16\n")
    with pytest.raises(CannotStart, match="made by PostgreSQL 16"):
        cluster.prepare()


def test_long_path_gets_a_short_socket(cluster: Cluster, open_folder: Made) -> None:
    long = open_folder() / ("a-rather-long-name-" * 6)
    shutil.copytree(cluster.home.parent, long, symlinks=True, copy_function=shutil.copy2)
    subprocess.run(["cp", "-a", "--no-target-directory", cluster.home.parent, long], check=True)
    long.parent.chmod(0o711)  # in a house the folder above is the user's own matter
    there = Cluster(long / "pg", long / "log")
    with serving(there):
        assert there.socket_folder != there.home
        assert there.socket_folder.stat().st_mode & 0o777 == 0o700
        assert ask(there, "SELECT chips FROM kept") == 7
        short = there.socket_folder
    assert not short.exists()


def test_reason_of_a_server_that_cannot_start(cluster: Cluster) -> None:
    cluster.prepare()
    (cluster.data / "postgresql.conf").write_text("no_such_setting = 1\n")
    process = cluster.spawn()
    with pytest.raises(CannotStart, match="PostgreSQL did not start"):
        cluster.wait_ready(process)


def test_child_dies_with_its_parent(cluster: Cluster) -> None:
    """Also by -9: the kernel tells it."""
    script = (
        "import sys; from pathlib import Path; from deploy.postgres import Cluster\n"
        "c = Cluster(Path(sys.argv[1]), Path(sys.argv[2])); c.prepare(); p = c.spawn()\n"
        "c.wait_ready(p); print(p.pid, flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, cluster.home, cluster.log],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
    from_now = Cluster(cluster.home, cluster.log)
    with serving(from_now):
        assert started(pid) is None


root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")


@root_only
def test_root_becomes_somebody_else_and_opens_nothing_above(open_folder: Made) -> None:
    server = binaries() / "postgres"
    try:
        subprocess.run([server, "--version"], user=65534, group=65534, extra_groups=[], check=True)
    except (PermissionError, subprocess.CalledProcessError):
        pytest.skip("this checkout lies in a folder that only root may enter")
    folder = open_folder()
    above = folder.parent.stat().st_mode
    cluster = Cluster(folder / "pg", folder / "log")
    cluster.prepare()
    assert cluster.identity.uid not in (None, 0)
    assert cluster.data.stat().st_uid == cluster.identity.uid
    assert folder.stat().st_mode & 0o777 == 0o710
    assert folder.parent.stat().st_mode == above


@root_only
def test_below_a_private_folder_root_uses_a_namespace(open_folder: Made) -> None:
    above = open_folder()  # 0700, root's: nobody else can pass
    (above / "house").mkdir(mode=0o700)
    cluster = Cluster(above / "house" / "pg", above / "house" / "log")
    if subprocess.run(["unshare", "--user", "true"], check=False).returncode:
        with pytest.raises(CannotStart, match="move the checkout"):
            cluster.prepare()
    else:
        with serving(cluster):
            assert cluster.identity == Identity(namespace=True)
            assert ask(cluster, "SELECT 1") == 1
    assert above.stat().st_mode & 0o777 == 0o700
    assert (above / "house").stat().st_mode & 0o777 == 0o700
