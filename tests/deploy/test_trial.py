"""What deploy/test adds to the arguments that pytest is given."""

from pathlib import Path

import pytest

from deploy import trial


@pytest.mark.parametrize(
    "arguments",
    [[], ["-m", "slow"], ["tests/wallet", "--color=no", "--no-header"], ["-x", "-k", "n"]],
)
def test_tests_run_in_three_processes(arguments: list[str]) -> None:
    assert trial.processes(arguments) == trial.TOGETHER


@pytest.mark.parametrize("arguments", [["-n", "0"], ["-n4"], ["--pdb"], ["-p", "no:xdist"]])
def test_whoever_says_how_many_is_heard(arguments: list[str]) -> None:
    assert trial.processes(arguments) == ()


def test_a_limit_of_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATIDA_VAR", str(tmp_path))
    monkeypatch.setenv("DB_LOCK_TIMEOUT_MS", "7")
    found = trial.environment("postgres://nobody@127.0.0.1:1/none")
    assert found["DB_LOCK_TIMEOUT_MS"] == "7"
    assert found["DB_STATEMENT_TIMEOUT_MS"] == trial.PATIENCE["DB_STATEMENT_TIMEOUT_MS"]


@pytest.mark.parametrize(("wish", "kept"), [("1", True), (None, False)])
def test_bytecode_that_is_not_wanted_beside_the_sources_is_kept_in_var(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str | None, *, kept: bool
) -> None:
    monkeypatch.setenv("BATIDA_VAR", str(tmp_path))
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    if wish:
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", wish)
    found = trial.environment("postgres://nobody@127.0.0.1:1/none")
    assert "PYTHONDONTWRITEBYTECODE" not in found
    assert (found.get("PYTHONPYCACHEPREFIX") == str(tmp_path / "test" / "bytecode")) is kept
