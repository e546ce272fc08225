"""What the README tells a newcomer to run can be run with what it has told to install before."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OF_OURS = {"tests", "engine", "wallet", "tables", "tournaments", "deploy"}


def imported(module: str) -> set[str]:
    """The packages from elsewhere that a module of ours imports."""
    tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {one.name.split(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names - OF_OURS - sys.stdlib_module_names


@pytest.mark.parametrize("module", ["tests.load.player", "tests.load.cup"])
def test_a_program_of_the_readme_is_told_with_what_it_needs(module: str) -> None:
    lock = (ROOT / "deploy/requirements.lock").read_text(encoding="utf-8")
    locked = re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)
    before = README[: README.index(f"-m {module} http")]
    told = re.findall(r"^\.venv/bin/pip install (.+)$", before, re.MULTILINE)
    assert imported(module) <= {*locked, *(name for line in told for name in line.split())}


def test_every_variable_of_the_readme_is_set_in_it() -> None:
    code = "\n".join(re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL))
    used = set(re.findall(r"\$([A-Z][A-Z_0-9]*)", code))
    assert used == {name for name in used if re.search(rf"\b{name}=|for {name} in ", code)}
