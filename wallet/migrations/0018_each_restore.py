from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0017_restorers")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    (SQL / "0018_each_restore.sql").read_text(encoding="utf-8"),
                    migrations.RunSQL.noop,
                ),
            ],
            # Django changes no key of several columns that a table has: it makes one anew.
            state_operations=[
                migrations.DeleteModel(name="Restore"),
                migrations.CreateModel(
                    name="Restore",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "after",
                                "created_at",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("after", models.BigIntegerField(verbose_name="newest seal then")),
                        ("created_at", models.DateTimeField(verbose_name="moment")),
                    ],
                    options={
                        "verbose_name": "restore",
                        "verbose_name_plural": "restores",
                        "db_table": "ledger_restore",
                    },
                ),
            ],
        ),
    ]
