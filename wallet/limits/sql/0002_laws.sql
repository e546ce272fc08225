-- The laws of limits, held by the database itself (run once, by migration 0002; never edited).

-- LAW limits_stand. Rows are never deleted; a change may only be cancelled while it waits, a freeze
-- only lifted, a spell only ended, each once; a break from play is never touched.
CREATE FUNCTION limits_stand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % stand: make another one', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'limits_stand';
END $$;

CREATE TRIGGER limits_stand BEFORE DELETE ON limits_limitchange
    FOR EACH ROW EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_no_truncate BEFORE TRUNCATE ON limits_limitchange
    FOR EACH STATEMENT EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_cancelled_once BEFORE UPDATE ON limits_limitchange
    FOR EACH ROW WHEN (OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
        OR OLD.holds_from <= clock_timestamp()
        OR (OLD.user_id, OLD.what, OLD.period, OLD.most, OLD.asked_at, OLD.holds_from)
        IS DISTINCT FROM (NEW.user_id, NEW.what, NEW.period, NEW.most, NEW.asked_at, NEW.holds_from))
    EXECUTE FUNCTION limits_stand();

CREATE TRIGGER limits_stand BEFORE UPDATE OR DELETE ON limits_exclusion
    FOR EACH ROW EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_no_truncate BEFORE TRUNCATE ON limits_exclusion
    FOR EACH STATEMENT EXECUTE FUNCTION limits_stand();

CREATE TRIGGER limits_stand BEFORE DELETE ON limits_freeze
    FOR EACH ROW EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_no_truncate BEFORE TRUNCATE ON limits_freeze
    FOR EACH STATEMENT EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_lifted_once BEFORE UPDATE ON limits_freeze
    FOR EACH ROW WHEN (OLD.lifted_at IS NOT NULL
        OR (OLD.user_id, OLD.reason, OLD.by_id, OLD.at)
        IS DISTINCT FROM (NEW.user_id, NEW.reason, NEW.by_id, NEW.at))
    EXECUTE FUNCTION limits_stand();

CREATE TRIGGER limits_stand BEFORE DELETE ON limits_spell
    FOR EACH ROW EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_no_truncate BEFORE TRUNCATE ON limits_spell
    FOR EACH STATEMENT EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_ended_once BEFORE UPDATE ON limits_spell
    FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL
        OR (OLD.user_id, OLD.table_id, OLD.begun_at)
        IS DISTINCT FROM (NEW.user_id, NEW.table_id, NEW.begun_at))
    EXECUTE FUNCTION limits_stand();

-- LAW limits_loosened_a_day_later. A limit that is looser than the one in force (more, or none
-- where there is one) holds no sooner than a day after it is written.
CREATE FUNCTION limits_loosened_late() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    in_force bigint;
BEGIN
    SELECT c.most INTO in_force FROM limits_limitchange c
    WHERE (c.user_id, c.what, c.period) = (NEW.user_id, NEW.what, NEW.period)
        AND c.cancelled_at IS NULL AND c.holds_from <= clock_timestamp()
    ORDER BY c.id DESC LIMIT 1;
    IF in_force IS NOT NULL AND (NEW.most IS NULL OR NEW.most > in_force)
        AND NEW.holds_from < transaction_timestamp() + interval '24 hours' THEN
        RAISE EXCEPTION 'a looser limit holds a day after it is asked for'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'limits_loosened_a_day_later';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER limits_loosened_late BEFORE INSERT ON limits_limitchange
    FOR EACH ROW EXECUTE FUNCTION limits_loosened_late();
