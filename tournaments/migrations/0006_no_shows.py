"""Who does not come to a match, and tables of freezeouts at which nobody is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_expected"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchtable",
            name="called",
            field=models.BooleanField(
                default=False, help_text="who had not come was called to it"
            ),
        ),
        migrations.AddField(
            model_name="matchtable",
            name="judged",
            field=models.BooleanField(default=False, help_text="its time to come is over"),
        ),
        migrations.AddField(
            model_name="matchtable",
            name="empty_since",
            field=models.DateTimeField(
                null=True, help_text="of a freezeout: since when all its players have been away"
            ),
        ),
        migrations.AlterField(
            model_name="matchtable",
            name="opened_at",
            field=models.DateTimeField(help_text="or went on after a pause"),
        ),
    ]
