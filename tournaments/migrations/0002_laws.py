"""The laws of the log, in the database."""

from pathlib import Path

from django.db import migrations

LAWS = (Path(__file__).parents[1] / "sql" / "0002_laws.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunSQL(LAWS, migrations.RunSQL.noop)]
