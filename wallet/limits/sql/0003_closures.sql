-- LAW limits_stand: a closure is never touched (run once, by migration 0003; never edited).
CREATE TRIGGER limits_stand BEFORE UPDATE OR DELETE ON limits_closure
    FOR EACH ROW EXECUTE FUNCTION limits_stand();
CREATE TRIGGER limits_no_truncate BEFORE TRUNCATE ON limits_closure
    FOR EACH STATEMENT EXECUTE FUNCTION limits_stand();
