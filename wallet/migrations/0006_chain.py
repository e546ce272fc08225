from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0005_accounts_and_seals")]
    # There is no way back: chips may lie in accounts that the older laws do not know.
    operations = [
        migrations.RunSQL((SQL / "0006_chain.sql").read_text(encoding="utf-8")),
    ]
