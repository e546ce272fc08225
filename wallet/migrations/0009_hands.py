from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0008_match_pots")]
    # There is no way back: seats may be held for hands that the older laws do not know.
    operations = [
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "ref",
                    models.CharField(max_length=100, primary_key=True, serialize=False),
                ),
                ("table_id", models.BigIntegerField()),
            ],
            options={"db_table": "ledger_hand"},
        ),
        migrations.RunSQL((SQL / "0009_hands.sql").read_text(encoding="utf-8")),
        migrations.RunSQL((SQL / "0009_post.sql").read_text(encoding="utf-8")),
    ]
