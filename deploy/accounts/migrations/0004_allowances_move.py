from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_looks_and_doors")]
    # The table stays where it is: from here on it is the wallet's (wallet 0013).
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Allowance")]
        ),
    ]
