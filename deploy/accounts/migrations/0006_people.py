from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_names")]

    operations = [migrations.AlterModelManagers(name="user", managers=[])]
