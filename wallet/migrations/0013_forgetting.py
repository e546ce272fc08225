from pathlib import Path

from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0012_few_refs"), ("accounts", "0004_allowances_move")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Allowance",
                    fields=[
                        (
                            "bucket",
                            models.CharField(max_length=120, primary_key=True, serialize=False),
                        ),
                        ("used_until", models.DateTimeField(db_index=True)),
                    ],
                    options={"db_table": "accounts_allowance"},
                )
            ]
        ),
        # Rows come in the order of their time, so a few bytes for each stretch of them find the
        # old ones, and nobody who claims a key waits for the last page of a tree.
        migrations.AddIndex(
            model_name="requestkey",
            index=BrinIndex(
                fields=["created_at"], name="ledger_request_key_age", pages_per_range=32
            ),
        ),
        migrations.AddIndex(
            model_name="requestkey",
            index=models.Index(
                fields=["created_at"],
                name="ledger_request_key_refused",
                condition=models.Q(refused=True),
            ),
        ),
        migrations.RunSQL(
            (SQL / "0013_forgetting.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
