"""How many the organiser plans for, so that a page can plan before enough have entered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_sit_and_go"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="expected",
            field=models.PositiveIntegerField(
                default=0, help_text="how many the organiser plans for; 0: not said"
            ),
        ),
    ]
