"""A tournament that fails again and again is put off, whoever has something for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_reason_of_a_pause"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="put_off_until",
            field=models.DateTimeField(
                help_text="`advance` failed, and does not look before; null: it works", null=True
            ),
        ),
    ]
