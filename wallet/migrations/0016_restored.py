from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("wallet", "0015_paid_into")]
    operations = [
        migrations.CreateModel(
            name="Restore",
            fields=[
                (
                    "after",
                    models.BigIntegerField(
                        primary_key=True, serialize=False, verbose_name="newest seal then"
                    ),
                ),
                ("created_at", models.DateTimeField(verbose_name="moment")),
            ],
            options={
                "verbose_name": "restore",
                "verbose_name_plural": "restores",
                "db_table": "ledger_restore",
            },
        ),
        migrations.AddField(
            model_name="seal",
            name="restored",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="first after a restore"
            ),
        ),
        migrations.RunSQL(
            (SQL / "0016_restored.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
