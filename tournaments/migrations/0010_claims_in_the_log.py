"""What players say of a match is in the log: what they had said of open ones is written there."""

from typing import TYPE_CHECKING, Any

from django.db import migrations

from tournaments.rules import log
from tournaments.rules.claims import claim
from tournaments.rules.codec import from_json
from tournaments.rules.errors import Refused
from tournaments.rules.playing import open_match, started_stage
from tournaments.rules.results import Result

if TYPE_CHECKING:
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor
    from django.db.migrations.state import StateApps


def write_down(apps: "StateApps", schema_editor: "BaseDatabaseSchemaEditor") -> None:
    """Add a claim to the log for each report of a match that is still to be played."""
    del schema_editor
    said = apps.get_model("tournaments", "Report").objects.filter(tournament__phase="running")
    rows = apps.get_model("tournaments", "Tournament").objects.select_for_update(no_key=True)
    for number in sorted(set(said.values_list("tournament_id", flat=True))):
        of_it = said.filter(tournament=number).select_related("entrant").order_by("at", "pk")
        _write_down(rows.get(pk=number), list(of_it))


def _write_down(row: Any, said: list[Any]) -> None:  # noqa: ANN401 - rows of models that are past
    state = log.replay(map(log.read, row.events.order_by("seq").values_list("line", flat=True)))
    for one in said:
        try:
            stage = started_stage(state, one.stage)
            players, told = open_match(stage, one.match), from_json(Result, one.result)
            event = claim(stage, one.match, players, one.entrant.ref, told)
            state = log.apply(state, event)
        except Refused:
            continue  # decided since, or others play: it counts for nothing
        text = log.line(event)
        row.head, row.seq = log.link(bytes(row.head), text), row.seq + 1
        row.touched_at = max(row.touched_at, one.at)
        row.events.create(
            seq=row.seq,
            kind=event.kind,
            line=text,
            head=row.head,
            at=row.touched_at,
            actor_id=one.entrant.user_id,
        )
    row.save(update_fields=["head", "seq", "touched_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_put_off"),
    ]

    operations = [
        migrations.RunPython(write_down, migrations.RunPython.noop),
        migrations.DeleteModel(name="Report"),
    ]
