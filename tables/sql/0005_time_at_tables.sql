-- Time at tables (run once, by migration 0005; never edited).
-- A person's spell at a table begins with sitting down or in, and ends with sitting out or leaving.
-- A trigger keeps it, because a seat changes in many commands and none of them may forget it.
CREATE FUNCTION tables_seat_spell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        IF TG_OP = 'DELETE' OR NEW.sitting_out THEN
            UPDATE limits_spell SET ended_at = clock_timestamp()
            WHERE user_id = OLD.user_id AND table_id = OLD.table_id AND ended_at IS NULL;
        END IF;
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
    END IF;
    IF NOT NEW.sitting_out
        AND NOT (SELECT is_bot FROM accounts_user WHERE id = NEW.user_id) THEN
        INSERT INTO limits_spell (user_id, table_id) VALUES (NEW.user_id, NEW.table_id)
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER tables_seat_spell AFTER INSERT OR DELETE ON tables_seat
    FOR EACH ROW EXECUTE FUNCTION tables_seat_spell();
CREATE TRIGGER tables_seat_spell_changes AFTER UPDATE OF sitting_out ON tables_seat
    FOR EACH ROW WHEN (OLD.sitting_out <> NEW.sitting_out) EXECUTE FUNCTION tables_seat_spell();

INSERT INTO limits_spell (user_id, table_id)
SELECT s.user_id, s.table_id FROM tables_seat s JOIN accounts_user u ON u.id = s.user_id
WHERE NOT s.sitting_out AND NOT u.is_bot;
