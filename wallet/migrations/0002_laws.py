from pathlib import Path

from django.conf import settings
from django.db import migrations

SQL = Path(__file__).parent.parent / "sql"
UNDO = """
DROP TRIGGER ledger_entry_added ON ledger_entry;
DROP TRIGGER ledger_transfer_added ON ledger_transfer;
DROP TRIGGER ledger_account_guard ON ledger_account;
DROP FUNCTION ledger_append_only, ledger_account_guard, ledger_transfer_added, ledger_entry_added CASCADE;
DELETE FROM ledger_unit WHERE code = 'chips';
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_has_unit, DROP CONSTRAINT ledger_account_has_user;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_has_account, DROP CONSTRAINT ledger_entry_has_transfer;
ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_has_unit, DROP CONSTRAINT ledger_transfer_reverses_one, DROP COLUMN xid;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RunSQL((SQL / "0002_laws.sql").read_text(encoding="utf-8"), UNDO),
    ]
