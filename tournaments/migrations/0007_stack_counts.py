"""What each entrant had in front after each hand, so that a graph can show it over time."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_no_shows"),
    ]

    operations = [
        migrations.CreateModel(
            name="StackCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("chips", models.PositiveBigIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stack_counts",
                        to="tournaments.entrant",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["entrant", "id"], name="stack_counts_in_order"),
                ],
            },
        ),
    ]
