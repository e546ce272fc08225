from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent.parent / "sql"
UNDO = """
DROP FUNCTION limits_stand, limits_loosened_late CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [("limits", "0001_initial")]
    operations = [
        migrations.RunSQL((SQL / "0002_laws.sql").read_text(encoding="utf-8"), UNDO),
    ]
