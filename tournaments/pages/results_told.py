"""A result in words: who stands before whom, with the scores; and of which round it is."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.pages.bracket_drawing import elimination
from tournaments.pages.reading import Seen
from tournaments.pages.words import column_said
from tournaments.rules.standings import BRACKETS
from tournaments.rules.state import StageState
from tournaments.rules.structure import DOUBLE


def order_said(
    here: Seen,
    places: Iterable[Sequence[str]],
    scores: Collection[Sequence[object]] = (),
    out: Sequence[str] = (),
) -> str:
    """Such words as "Ana > Rui (3 : 1)", best first; "" where nobody is placed or out."""
    groups = [list(group) for group in places]
    names = [" = ".join(here.name(one) for one in group) for group in groups]
    told = " > ".join([*names, *(here.name(one) for one in out)])
    points = dict(scores)  # type: ignore[arg-type, var-annotated]  # pairs of ref and points
    refs = [one for group in groups for one in group]
    scored = " : ".join(str(points[one]) for one in refs if one in points)
    return f"{told} ({scored})" if told and scored else told


def rounds_said(here: Seen, stage: StageState) -> Mapping[str, str]:
    """By match of a bracket: its round, such as "Semi-finals"; elsewhere its name has it."""
    if stage.spec.id not in here.rounds:
        here.rounds[stage.spec.id] = _rounds(stage)
    return here.rounds[stage.spec.id]


def _rounds(stage: StageState) -> Mapping[str, str]:
    if stage.spec.kind not in BRACKETS or not stage.started:
        return {}
    drawing, double = elimination(stage), stage.spec.kind == DOUBLE
    titles = {
        (one.part, one.round): column_said(one.part, one.round, one.rounds, double=double)
        for one in drawing.headings
    }
    return {box.match: titles.get((box.part, box.round), "") for box in drawing.boxes}
