from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0016_restored")]
    operations = [
        migrations.RunSQL(
            (SQL / "0017_restorers.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
