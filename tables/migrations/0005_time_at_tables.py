from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"
UNDO = """
DROP FUNCTION tables_seat_spell CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_rules_and_matches"),
        ("limits", "0002_laws"),
    ]
    operations = [
        migrations.AddField(
            model_name="seat",
            name="kept_out",
            field=models.JSONField(
                null=True, help_text="why the gate made this seat sit out: a code and its facts"
            ),
        ),
        migrations.RunSQL((SQL / "0005_time_at_tables.sql").read_text(encoding="utf-8"), UNDO),
    ]
