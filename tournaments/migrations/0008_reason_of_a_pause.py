"""The reason of a pause is as long as any other reason may be."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_stack_counts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="paused",
            field=models.CharField(
                blank=True, default="", help_text="why it stands", max_length=300
            ),
        ),
    ]
