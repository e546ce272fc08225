"""Rules that no linter knows: sizes, and words that must not stand in a file.

Each function returns complaints, one a line, `path:line: what`.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

MODULE_SUFFIXES = frozenset({".py", ".js", ".css", ".html"})
MODULE_LINES_MAX = 450
FUNCTION_LINES_MAX = 60
POSITIONAL_MAX = 6
TOP_LEVEL = {
    "manage.py", "pyproject.toml", "README.md",
    "engine", "wallet", "tables", "tournaments", "tests", "deploy",
}  # fmt: skip
VAGUE = {"utils", "util", "helpers", "helper", "common", "core", "manager", "managers", "misc"}
# Written in halves, so that this file does not break its own rule.
_HOSTS = (
    "pypi" + ".org", "python" + "hosted", "npm" + "js", "deb." + "debian", "security." + "debian",
    "index" + "-url", "proxy.golang" + ".org", "crates" + ".io",
)  # fmt: skip
_OUTSIDE = ("../" + "shared", "/work/" + "shared", "/work/" + "main")
_LATER = re.compile(r"#.*\b(TO" + "DO|FIX" + r"ME|X{3}|HA" + r"CK)\b")
_MUTED = re.compile(r"#\s*(noqa|type:\s*ignore)(.*)")
_REASONED = re.compile(r"(: [A-Z]+[0-9]+(, ?[A-Z]+[0-9]+)*|\[[a-z, -]+\])\s+(-|#) ?\S+")


def files(root: Path, ending: str = "") -> list[Path]:
    """Return the repository's files: those that git holds or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    found = sorted({root / name for name in listed if name.endswith(ending) and name})
    return [path for path in found if path.is_file()]


def sizes(root: Path) -> list[str]:
    """Modules, functions and signatures stay small enough to be read at once."""
    found: list[str] = []
    for path in files(root):
        if path.suffix not in MODULE_SUFFIXES or "migrations" in path.parts:
            continue
        text = path.read_text()
        where = path.relative_to(root)
        if (lines := text.count("\n")) > MODULE_LINES_MAX:
            found.append(f"{where}:1: {lines} lines, at most {MODULE_LINES_MAX}: split it")
        if path.suffix != ".py":
            continue
        try:
            nodes = list(ast.walk(ast.parse(text)))
        except SyntaxError as error:
            found.append(f"{where}:{error.lineno}: {error.msg}")
            continue
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found += [f"{where}:{node.lineno}: {what}" for what in _too_much(node)]
    return found


def _too_much(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if lines > FUNCTION_LINES_MAX:
        yield f"{node.name} has {lines} lines, at most {FUNCTION_LINES_MAX}"
    positional = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
    count = len(positional) - (positional[:1] in (["self"], ["cls"]))
    if count > POSITIONAL_MAX:
        yield f"{node.name} takes {count} positional parameters, at most {POSITIONAL_MAX}"


def names(root: Path) -> list[str]:
    """No package host, no folder outside, no vague module, no note for later, no bare mute."""
    found: list[str] = []
    for path in files(root):
        where = path.relative_to(root)
        top = where.parts[0]
        if top not in TOP_LEVEL and not top.startswith("."):
            found.append(f"{where}: {top} is no part of the top level")
        if path.suffix == ".py" and VAGUE & {path.stem, *where.parts[:-1]}:
            found.append(f"{where}: a vague name; say what it is about")
        try:
            lines = path.read_text().splitlines()
        except UnicodeDecodeError:
            continue  # a picture
        for number, line in enumerate(lines, start=1):
            found += [f"{where}:{number}: {text}" for text in _bad_words(line)]
    return found


def _bad_words(line: str) -> Iterator[str]:
    for host in _HOSTS:
        if host in line.lower():
            yield f"names a package host or index ({host})"
    for place in _OUTSIDE:
        if place in line:
            yield f"names a folder outside the repository ({place})"
    if _LATER.search(line):
        yield "a note for later: file an issue instead"
    if (muted := _MUTED.search(line)) and not _REASONED.match(muted[2]):
        yield f"a muted rule without its code and reason: # {muted[1]}: CODE - reason"
