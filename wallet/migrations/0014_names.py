"""Names of models and fields for the staff pages; nothing changes in the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0013_forgetting"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="account",
            options={"verbose_name": "account", "verbose_name_plural": "accounts"},
        ),
        migrations.AlterModelOptions(
            name="issuerequest",
            options={
                "verbose_name": "request for chips",
                "verbose_name_plural": "requests for chips",
            },
        ),
        migrations.AlterModelOptions(
            name="seal",
            options={"verbose_name": "seal", "verbose_name_plural": "seals"},
        ),
        migrations.AlterModelOptions(
            name="transfer",
            options={"verbose_name": "transfer", "verbose_name_plural": "transfers"},
        ),
        migrations.AlterModelOptions(
            name="unit",
            options={"verbose_name": "kind of chip", "verbose_name_plural": "kinds of chip"},
        ),
        migrations.AlterField(
            model_name="account",
            name="balance",
            field=models.BigIntegerField(db_default=0, default=0, verbose_name="balance"),
        ),
        migrations.AlterField(
            model_name="account",
            name="floor",
            field=models.BigIntegerField(default=0, null=True, verbose_name="least balance"),
        ),
        migrations.AlterField(
            model_name="account",
            name="head",
            field=models.BinaryField(
                db_default=b"", max_length=32, verbose_name="end of the hash chain"
            ),
        ),
        migrations.AlterField(
            model_name="account",
            name="held_by",
            field=models.CharField(max_length=100, null=True, verbose_name="held by"),
        ),
        migrations.AlterField(
            model_name="account",
            name="kind",
            field=models.CharField(
                choices=[
                    ("seat", "seat at a table"),
                    ("pot", "match pot of a table"),
                    ("bounty", "bounty"),
                    ("prize_pool", "prize pool"),
                    ("player", "player"),
                    ("promo", "promotion"),
                    ("fee", "tournament fees"),
                    ("rake", "rake of a table"),
                    ("house", "house"),
                    ("issuer", "issuer"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="account",
            name="state",
            field=models.CharField(
                choices=[("open", "open"), ("frozen", "frozen"), ("closed", "closed")],
                db_default="open",
                default="open",
                max_length=8,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="account",
            name="table_id",
            field=models.BigIntegerField(null=True, verbose_name="table"),
        ),
        migrations.AlterField(
            model_name="account",
            name="tournament_id",
            field=models.BigIntegerField(null=True, verbose_name="tournament"),
        ),
        migrations.AlterField(
            model_name="account",
            name="unit",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="wallet.unit",
                verbose_name="kind of chip",
            ),
        ),
        migrations.AlterField(
            model_name="account",
            name="user",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="account",
            name="version",
            field=models.BigIntegerField(db_default=0, default=0, verbose_name="version"),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="amount",
            field=models.BigIntegerField(verbose_name="amount"),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="approved",
            field=models.BooleanField(null=True, verbose_name="approved"),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="asked_at",
            field=models.DateTimeField(
                db_default=models.Func(
                    function="clock_timestamp", output_field=models.DateTimeField()
                ),
                verbose_name="asked at",
            ),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="asked_by",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="asked by",
            ),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="decided_at",
            field=models.DateTimeField(null=True, verbose_name="decided at"),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="decided_by",
            field=models.ForeignKey(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="decided by",
            ),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="kind",
            field=models.CharField(
                choices=[("grant", "chips granted"), ("burn", "chips taken out of play")],
                max_length=20,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="reason",
            field=models.CharField(max_length=200, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="transfer",
            field=models.OneToOneField(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="wallet.transfer",
                verbose_name="transfer",
            ),
        ),
        migrations.AlterField(
            model_name="issuerequest",
            name="user",
            field=models.ForeignKey(
                db_constraint=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AlterField(
            model_name="seal",
            name="accounts",
            field=models.IntegerField(verbose_name="accounts"),
        ),
        migrations.AlterField(
            model_name="seal",
            name="created_at",
            field=models.DateTimeField(verbose_name="moment"),
        ),
        migrations.AlterField(
            model_name="seal",
            name="hash",
            field=models.BinaryField(max_length=32, verbose_name="hash"),
        ),
        migrations.AlterField(
            model_name="seal",
            name="n",
            field=models.BigIntegerField(primary_key=True, serialize=False, verbose_name="number"),
        ),
        migrations.AlterField(
            model_name="seal",
            name="root",
            field=models.BinaryField(max_length=32, verbose_name="root"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="actor",
            field=models.CharField(max_length=100, verbose_name="done by"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="created_at",
            field=models.DateTimeField(
                db_default=models.Func(
                    function="clock_timestamp", output_field=models.DateTimeField()
                ),
                verbose_name="moment",
            ),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("grant", "chips granted"),
                    ("fund", "house funded"),
                    ("stake", "bot staked"),
                    ("unstake", "bot's chips returned"),
                    ("buy-in", "bought in"),
                    ("leave", "left the table"),
                    ("settlement", "hand settled"),
                    ("match-cost", "match paid for"),
                    ("match-end", "match settled"),
                    ("burn", "chips taken out of play"),
                    ("top-up", "topped up"),
                    ("rake-sweep", "rake collected"),
                    ("payment", "payment between players"),
                    ("promo-fund", "promotion funded"),
                    ("promo-gift", "promotional chips"),
                    ("entry", "tournament entered"),
                    ("overlay", "prize pool topped up by the house"),
                    ("prize", "prize"),
                    ("bounty", "bounty"),
                    ("deal", "prize pool shared by agreement"),
                    ("fee-sweep", "tournament fees collected"),
                    ("stack", "tournament chips issued"),
                    ("unstack", "tournament chips taken out of play"),
                    ("reversal", "correction"),
                    ("refund", "refund"),
                ],
                max_length=20,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="n_entries",
            field=models.IntegerField(verbose_name="entries"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="reason",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="reason"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="ref",
            field=models.CharField(max_length=100, null=True, verbose_name="reference"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="request",
            field=models.UUIDField(unique=True, verbose_name="request"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="reverses",
            field=models.OneToOneField(
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reversed_by",
                to="wallet.transfer",
                verbose_name="takes back",
            ),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="unit",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="wallet.unit",
                verbose_name="kind of chip",
            ),
        ),
        migrations.AlterField(
            model_name="unit",
            name="code",
            field=models.SlugField(max_length=40, unique=True, verbose_name="code"),
        ),
    ]
