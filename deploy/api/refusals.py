"""Which refusals an operation may answer, read from the code that answers it.

From the method of a view we follow every name that it uses, and that those use, to the functions
and classes of the house that the names stand for, and note each refusal that is raised on the
way. It is read from the source and not written down anywhere, so it cannot grow old.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from wallet import errors
from wallet.errors import Refusal

APPS = ("deploy", "tables", "tournaments", "wallet")
ROOT = Path(__file__).resolve().parents[2]
Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MAKERS = ("__init__", "__post_init__")
_SENSE, _POSTING = "wallet.commands.sense", "wallet.commands.posting"


class Place(NamedTuple):
    """A function, a method (`Class.method`) or a class of a module."""

    module: str
    name: str


class Source(NamedTuple):
    """A module's text: what it defines, and what the names that it imports stand for."""

    defined: dict[str, ast.AST]
    imported: dict[str, str]  # name → dotted path


# What the ledger refuses of a transfer that makes sense.
LEDGERS = (
    errors.InsufficientChips,
    errors.AccountFrozen,
    errors.AccountClosed,
    errors.AccountHeld,
)
# What these refuse of a request. Whatever else stands in them answers code of ours that is wrong:
# a transfer that does not sum to zero, a name that no door lets through, a key that it made.
KNOWN: dict[Place, Sequence[type[Refusal]]] = {
    Place(_POSTING, "post"): LEDGERS,
    Place(_POSTING, "request_id"): (),
    Place(_POSTING, "locked_balance"): (),
    **{Place(_SENSE, name): () for name in ("checked", "moved", "name", "text", "shares")},
    **{Place(_SENSE, name): () for name in ("identity", "players")},
}


def refusals(method: Callable[..., object]) -> frozenset[type[Refusal]]:
    """Return every refusal that a function or method may raise, itself or through others."""
    found: set[type[Refusal]] = set()
    seen: set[Place] = set()
    ahead = [*_begun(method)]
    while ahead:
        place = ahead.pop()
        if place in seen:
            continue
        seen.add(place)
        raised, used = (KNOWN[place], ()) if place in KNOWN else _looked_at(place)
        found.update(raised)
        ahead.extend(used)
    return frozenset(found)


def _begun(method: Callable[..., object]) -> Iterator[Place]:
    """Return where a method stands; of one that was made for a command, the command too."""
    name = method.__qualname__.partition(".<locals>")[0]
    yield Place(method.__module__, name)
    for cell in getattr(method, "__closure__", None) or ():
        inner = cell.cell_contents
        if callable(inner) and getattr(inner, "__module__", "").partition(".")[0] in APPS:
            yield Place(inner.__module__, inner.__qualname__)


@cache
def _looked_at(place: Place) -> tuple[frozenset[type[Refusal]], frozenset[Place]]:
    """Return which refusals are named there, and which other places are used there."""
    source = _source(place.module)
    node = source.defined.get(place.name)
    if isinstance(node, ast.ClassDef):  # made: its own making runs
        makers = (Place(place.module, f"{place.name}.{one}") for one in MAKERS)
        return frozenset(), frozenset(one for one in makers if one.name in source.defined)
    if not isinstance(node, FUNCTIONS):
        return frozenset(), frozenset()
    reader = _Reader(place, node)
    reader.visit(node)
    return frozenset(reader.raised), frozenset(reader.used)


class _Reader(ast.NodeVisitor):
    """Reads one function, those inside it included."""

    def __init__(self, place: Place, node: Function) -> None:
        self.place = place
        self.raised: set[type[Refusal]] = set()
        self.used: set[Place] = set()
        self.types = dict(_types(place, node))

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """What is caught is not raised."""
        for one in node.body:
            self.visit(one)

    def visit_arg(self, node: ast.arg) -> None:
        """A parameter's type is used by `_types` alone."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Read the body and what is a default, and no annotation."""
        for one in (*node.args.defaults, *node.body):
            self.visit(one)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Read the value."""
        if node.value:
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        """Follow a name of the house."""
        self._use(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Follow a module's name, or the method of a thing whose class is known."""
        if dotted := _dotted(node):
            self._use(dotted)
        else:
            self.visit(node.value)

    def _use(self, dotted: str) -> None:
        place = self._place(dotted)
        if place is None:
            return
        kind = _refusal(place)
        if kind is None:
            self.used.add(place)
        elif kind not in (Refusal, errors.Unbalanced):  # the one is all of them, the other a fault
            self.raised.add(kind)

    def _place(self, dotted: str) -> Place | None:
        first, _, rest = dotted.partition(".")
        if rest and first in self.types:
            return _method(self.types[first], rest.partition(".")[0])
        return _resolved(self.place.module, dotted)


def _types(place: Place, node: Function) -> Iterator[tuple[str, Place]]:
    """Return the classes of the names there that say theirs, or are what a function returns."""
    if "." in place.name:
        yield "self", Place(place.module, place.name.partition(".")[0])
    for one in ast.walk(node):
        if isinstance(one, ast.arg) and one.annotation is not None:
            if (found := _class(place.module, one.annotation)) is not None:
                yield one.arg, found
        elif isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
            made = _resolved(place.module, _dotted(one.value.func) or "")
            found = made and _returned(made)
            for target in one.targets:
                if found and isinstance(target, ast.Name):
                    yield target.id, found


def _returned(place: Place) -> Place | None:
    """Return the class of what a call of it gives."""
    node = _source(place.module).defined.get(place.name)
    if isinstance(node, ast.ClassDef):
        return place
    if isinstance(node, FUNCTIONS) and node.returns is not None:
        return _class(place.module, node.returns)
    return None


def _class(module: str, annotation: ast.expr) -> Place | None:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    place = _resolved(module, _dotted(annotation) or "")
    if place is None:
        return None
    return place if isinstance(_source(place.module).defined[place.name], ast.ClassDef) else None


def _method(owner: Place, name: str) -> Place | None:
    """Return the method of a class or of a class above it."""
    source = _source(owner.module)
    if f"{owner.name}.{name}" in source.defined:
        return Place(owner.module, f"{owner.name}.{name}")
    node = source.defined.get(owner.name)
    for base in node.bases if isinstance(node, ast.ClassDef) else ():
        above = _class(owner.module, base)
        if above and (found := _method(above, name)):
            return found
    return None


def _resolved(module: str, dotted: str) -> Place | None:
    """Return the place for which a name stands in a module; None for what is none of ours."""
    source = _source(module)
    first, _, rest = dotted.partition(".")
    if first in source.defined:
        return Place(module, dotted if dotted in source.defined else first)
    path = source.imported.get(first, "")
    if path.partition(".")[0] not in APPS:
        return None
    path = f"{path}.{rest}" if rest else path
    parts = path.split(".")
    for cut in range(len(parts) - 1, 0, -1):  # the longest that is a module
        owner = ".".join(parts[:cut])
        if _file(owner) is None:
            continue
        if owner == module and ".".join(parts[cut:]) == dotted:
            return None
        return _resolved(owner, ".".join(parts[cut:]))
    return None


def _refusal(place: Place | None) -> type[Refusal] | None:
    if place is None:
        return None
    kind = getattr(import_module(place.module), place.name.partition(".")[0], None)
    return kind if isinstance(kind, type) and issubclass(kind, Refusal) else None


def _dotted(node: ast.AST) -> str | None:
    """Return `a.b.c` of names and attributes; None for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return None


def _file(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    found = (path.with_suffix(".py"), path / "__init__.py")
    return next((one for one in found if one.is_file()), None)


@cache
def _source(module: str) -> Source:
    file = _file(module)
    tree = ast.parse(file.read_text(encoding="utf-8")) if file else ast.Module([], [])
    defined: dict[str, ast.AST] = {}
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            imported |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            imported |= {one.asname or one.name: one.name for one in node.names}
    for node in tree.body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            defined[node.name] = node
        if isinstance(node, ast.ClassDef):
            inner = (one for one in node.body if isinstance(one, FUNCTIONS))
            defined |= {f"{node.name}.{one.name}": one for one in inner}
    return Source(defined, imported)
