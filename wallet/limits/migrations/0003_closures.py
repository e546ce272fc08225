from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("limits", "0002_laws"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Closure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=200)),
                (
                    "at",
                    models.DateTimeField(
                        db_default=models.Func(
                            function="clock_timestamp", output_field=models.DateTimeField()
                        )
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("by", models.F("user")),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="limits_closure_by_staff_has_reason",
                    )
                ],
            },
        ),
        migrations.RunSQL(
            (SQL / "0003_closures.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
