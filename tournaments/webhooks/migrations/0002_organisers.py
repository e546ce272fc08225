"""Webhooks for all tournaments of an organiser, and an index for the purge of old deliveries."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_no_shows"),
        ("webhooks", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="webhooks",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="Cursor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cursors",
                        to="webhooks.webhook",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="cursor",
            constraint=models.UniqueConstraint(
                fields=("webhook", "tournament"), name="one_cursor_each"
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="tournament",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.tournament",
            ),
        ),
        migrations.RunSQL(
            "UPDATE webhooks_delivery d SET tournament_id = w.tournament_id"
            " FROM webhooks_webhook w WHERE w.id = d.webhook_id",
            migrations.RunSQL.noop,
        ),
        migrations.RemoveConstraint(model_name="delivery", name="one_delivery_each"),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("webhook", "tournament", "event_seq"), name="one_delivery_each"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "pending"), _negated=True),
                fields=["created_at"],
                name="delivery_old",
            ),
        ),
    ]
