"""`python3 -m engine rules [ID] [--json | --sources]`: the rule sets, or one with its axes."""

import json
import textwrap
from argparse import ArgumentParser, Namespace
from typing import Final

from engine.axis import Axis, Preset, told
from engine.cli_failure import CliFailure
from engine.errors import UnknownRules
from engine.game import Game, game_for, rules_ids

_WIDTH: Final = 96


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("id", nargs="?", metavar="ID", help="a rule set, as in pif-paf-aposta")
    parser.add_argument(
        "--sources", action="store_true", help="say what marks such as S1 and D12 mean"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    """Print the rule sets, or the one asked for with every axis."""
    if options.sources:
        _print_sources(as_json=options.json)
        return 0
    if options.json:
        ids = rules_ids() if options.id is None else (options.id,)
        described = [_described(rules_id) for rules_id in ids]
        data: object = {"rules": described} if options.id is None else described[0]
        print(json.dumps(data, ensure_ascii=False, indent=2))
    elif options.id is None:
        _print_all()
    else:
        _print_one(options.id)
    return 0


def _print_sources(*, as_json: bool) -> None:
    sources = {
        mark: meaning
        for rules_id in rules_ids()
        for mark, meaning in game_for(rules_id).sources.items()
    }
    if as_json:
        print(json.dumps({"sources": sources}, ensure_ascii=False, indent=2))
        return
    for mark, meaning in sources.items():
        print(textwrap.fill(f"{mark:<4}{meaning}", _WIDTH, subsequent_indent=" " * 4))


def _described(rules_id: str) -> dict[str, object]:
    game = _known(rules_id)
    preset = game.presets[rules_id]
    return {
        "id": rules_id,
        "about": preset.about,
        "sources": preset.sources,
        "stakes": preset.stakes,
        "axes": [_axis_json(axis, preset) for axis in game.axes],
    }


def _axis_json(axis: Axis, preset: Preset) -> dict[str, object]:
    whole = isinstance(axis.values, range)
    return {
        "name": axis.name,
        "group": axis.group,
        "value": preset.axes[axis.name],
        "values": [axis.values[0], axis.values[-1]] if whole else list(axis.values),
        "type": axis.form,
        "meaning": axis.meaning,
        "sources": axis.sources,
    }


def _print_all() -> None:
    for rules_id in rules_ids():
        preset = game_for(rules_id).presets[rules_id]
        print(f"{rules_id}  [{preset.sources}]")
        print(_indented(f"{preset.about} Stakes: {preset.stakes}.", 4))
    print()
    print("python3 -m engine rules ID tells every axis of one.")


def _print_one(rules_id: str) -> None:
    game = _known(rules_id)
    preset = game.presets[rules_id]
    print(f"{rules_id}  [{preset.sources}]")
    print(_indented(f"{preset.about} Stakes: {preset.stakes}.", 2))
    group = ""
    for axis in game.axes:
        if axis.group != group:
            group = axis.group
            print(f"\n{group}")
        print(f"  {axis.name}: {told(preset.axes[axis.name])}   ({axis.told_values})")
        print(_indented(f"{axis.meaning} [{axis.sources}]", 6))


def _known(rules_id: str) -> Game:
    try:
        return game_for(rules_id)
    except UnknownRules as error:
        raise CliFailure(str(error)) from error


def _indented(text: str, by: int) -> str:
    return textwrap.fill(text, _WIDTH, initial_indent=" " * by, subsequent_indent=" " * by)
