"""`python3 -m engine rules [ID] [--json | --sources]`: the rule sets, or one with its axes."""

import json
import textwrap
from argparse import Namespace
from dataclasses import asdict, is_dataclass
from typing import Final

from engine.cli_failure import CliFailure
from engine.errors import UnknownRules
from engine.game import game_for, rules_ids
from engine.pifpaf.rules import OPTIONS
from engine.pifpaf.sources import SOURCES

_WIDTH: Final = 88
# These name the rule set and the options, which are printed on their own.
_NOT_AXES: Final = frozenset({"rules_id", "options"})


def run(options: Namespace) -> int:
    """Print the rule sets, or the one asked for."""
    if options.sources:
        _print_sources(as_json=options.json)
        return 0
    ids = rules_ids() if options.id is None else (options.id,)
    told = [_described(rules_id) for rules_id in ids]
    if options.json:
        data: object = {"rules": told} if options.id is None else told[0]
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return 0
    for number, rules in enumerate(told):
        if number:
            print()
        _print(rules)
    return 0


def _print_sources(*, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"sources": SOURCES}, ensure_ascii=False, indent=2))
        return
    for mark, meaning in SOURCES.items():
        print(textwrap.fill(f"{mark:<4}{meaning}", _WIDTH, subsequent_indent=" " * 4))


def _described(rules_id: str) -> dict[str, object]:
    try:
        rules = game_for(rules_id).rules(rules_id, {})
    except UnknownRules as error:
        raise CliFailure(str(error)) from error
    axes = asdict(rules) if is_dataclass(rules) and not isinstance(rules, type) else {}
    options = OPTIONS.get(rules_id, ())
    named = _NOT_AXES | {option.name for option in options}
    return {
        "id": rules_id,
        "options": [asdict(option) for option in options],
        "axes": {name: value for name, value in axes.items() if name not in named},
    }


def _print(rules: dict[str, object]) -> None:
    print(rules["id"])
    options, axes = rules["options"], rules["axes"]
    if isinstance(options, list):
        for option in options:
            span = f"{option['lowest']} to {option['highest']}, default {option['default']}"
            print(f"  option {option['name']}: {span}")
            print(_indented(f"{option['meaning']} [{option['sources']}]"))
    if isinstance(axes, dict):
        for name, value in _flat(axes):
            print(f"  {name.replace('_', ' ')}: {value}")


def _flat(axes: dict[str, object]) -> list[tuple[str, object]]:
    rows: list[tuple[str, object]] = []
    for name, value in axes.items():
        if isinstance(value, dict):
            rows += [(f"{name} {inner}", entry) for inner, entry in value.items()]
        else:
            rows.append((name, value))
    return rows


def _indented(text: str) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
