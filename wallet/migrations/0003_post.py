from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_laws")]
    operations = [
        migrations.RunSQL(
            (SQL / "0003_post.sql").read_text(encoding="utf-8"),
            "DROP FUNCTION ledger_post, ledger_earlier;",
        ),
    ]
