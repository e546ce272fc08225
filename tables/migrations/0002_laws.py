"""Laws of the log that hold below the ORM: events are only ever appended, a closed hand stays closed."""

from django.db import migrations

LAWS = """
CREATE FUNCTION tables_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER tables_event_append_only BEFORE UPDATE OR DELETE ON tables_event
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_event_no_truncate BEFORE TRUNCATE ON tables_event
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_handsecret_append_only BEFORE UPDATE OR DELETE ON tables_handsecret
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_handsecret_no_truncate BEFORE TRUNCATE ON tables_handsecret
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();

CREATE FUNCTION tables_keep_hand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state = 'closed' THEN
        RAISE EXCEPTION 'hand % is over and stays as it is', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.seq < OLD.seq OR NEW.table_id <> OLD.table_id OR NEW.hand_no <> OLD.hand_no THEN
        RAISE EXCEPTION 'hand % only goes forward', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tables_hand_forward BEFORE UPDATE ON tables_hand
    FOR EACH ROW EXECUTE FUNCTION tables_keep_hand();
CREATE TRIGGER tables_hand_kept BEFORE DELETE ON tables_hand
    FOR EACH ROW EXECUTE FUNCTION tables_refuse_change();
CREATE TRIGGER tables_hand_no_truncate BEFORE TRUNCATE ON tables_hand
    FOR EACH STATEMENT EXECUTE FUNCTION tables_refuse_change();
"""

NO_LAWS = """
DROP TRIGGER tables_event_append_only ON tables_event;
DROP TRIGGER tables_event_no_truncate ON tables_event;
DROP TRIGGER tables_handsecret_append_only ON tables_handsecret;
DROP TRIGGER tables_handsecret_no_truncate ON tables_handsecret;
DROP TRIGGER tables_hand_forward ON tables_hand;
DROP TRIGGER tables_hand_kept ON tables_hand;
DROP TRIGGER tables_hand_no_truncate ON tables_hand;
DROP FUNCTION tables_keep_hand();
DROP FUNCTION tables_refuse_change();
"""


class Migration(migrations.Migration):
    """After the tables themselves."""

    dependencies = (("tables", "0001_initial"),)
    operations = (migrations.RunSQL(LAWS, NO_LAWS),)
