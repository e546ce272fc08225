"""Names of models and fields for the staff pages; nothing changes in the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("limits", "0003_closures"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="closure",
            options={"verbose_name": "closed wallet", "verbose_name_plural": "closed wallets"},
        ),
        migrations.AlterModelOptions(
            name="exclusion",
            options={"verbose_name": "break from play", "verbose_name_plural": "breaks from play"},
        ),
        migrations.AlterModelOptions(
            name="freeze",
            options={"verbose_name": "freeze", "verbose_name_plural": "freezes"},
        ),
        migrations.AlterModelOptions(
            name="limitchange",
            options={
                "verbose_name": "limit of a player",
                "verbose_name_plural": "limits of players",
            },
        ),
        migrations.AlterField(
            model_name="closure",
            name="at",
            field=models.DateTimeField(
                db_default=models.Func(
                    function="clock_timestamp", output_field=models.DateTimeField()
                ),
                verbose_name="moment",
            ),
        ),
        migrations.AlterField(
            model_name="closure",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="done by",
            ),
        ),
        migrations.AlterField(
            model_name="closure",
            name="reason",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="closure",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="exclusion",
            name="begun_at",
            field=models.DateTimeField(
                db_default=models.Func(
                    function="clock_timestamp", output_field=models.DateTimeField()
                ),
                verbose_name="begun at",
            ),
        ),
        migrations.AlterField(
            model_name="exclusion",
            name="ends_at",
            field=models.DateTimeField(null=True, verbose_name="ends at"),
        ),
        migrations.AlterField(
            model_name="exclusion",
            name="length",
            field=models.CharField(
                choices=[
                    ("24h", "24 hours"),
                    ("7d", "7 days"),
                    ("30d", "30 days"),
                    ("6m", "6 months"),
                    ("for-ever", "for ever"),
                ],
                max_length=8,
                verbose_name="length",
            ),
        ),
        migrations.AlterField(
            model_name="exclusion",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="at",
            field=models.DateTimeField(
                db_default=models.Func(
                    function="clock_timestamp", output_field=models.DateTimeField()
                ),
                verbose_name="moment",
            ),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="done by",
            ),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="lift_reason",
            field=models.CharField(
                blank=True, default="", max_length=200, verbose_name="why it was lifted"
            ),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="lifted_at",
            field=models.DateTimeField(null=True, verbose_name="lifted at"),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="lifted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="lifted by",
            ),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="reason",
            field=models.CharField(max_length=200, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="freeze",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="asked_at",
            field=models.DateTimeField(
                db_default=models.Func(
                    function="clock_timestamp", output_field=models.DateTimeField()
                ),
                verbose_name="asked at",
            ),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="cancelled_at",
            field=models.DateTimeField(null=True, verbose_name="cancelled at"),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="holds_from",
            field=models.DateTimeField(verbose_name="holds from"),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="most",
            field=models.BigIntegerField(null=True, verbose_name="at most"),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="period",
            field=models.CharField(
                choices=[("day", "a day"), ("week", "a week"), ("month", "a month")],
                max_length=8,
                verbose_name="period",
            ),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="limitchange",
            name="what",
            field=models.CharField(
                choices=[
                    ("deposit", "chips received"),
                    ("loss", "chips lost"),
                    ("time", "minutes at tables"),
                ],
                max_length=8,
                verbose_name="what",
            ),
        ),
    ]
