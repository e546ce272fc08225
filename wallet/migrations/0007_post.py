from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0006_chain")]
    # There is no way back: chips may lie in accounts that the older laws do not know.
    operations = [
        migrations.RunSQL((SQL / "0007_post.sql").read_text(encoding="utf-8")),
    ]
