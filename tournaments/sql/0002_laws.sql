-- Laws of tournaments' logs (run once, by migration 0002; never edited).
-- An event is only ever added, right after the one before; a draw's seed is never replaced.
CREATE FUNCTION tournaments_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER tournaments_event_append_only BEFORE UPDATE OR DELETE
    ON tournaments_tournamentevent FOR EACH ROW EXECUTE FUNCTION tournaments_refuse_change();
CREATE TRIGGER tournaments_event_no_truncate BEFORE TRUNCATE
    ON tournaments_tournamentevent FOR EACH STATEMENT EXECUTE FUNCTION tournaments_refuse_change();
CREATE TRIGGER tournaments_secret_append_only BEFORE UPDATE OR DELETE
    ON tournaments_tournamentsecret FOR EACH ROW EXECUTE FUNCTION tournaments_refuse_change();
CREATE TRIGGER tournaments_secret_no_truncate BEFORE TRUNCATE
    ON tournaments_tournamentsecret FOR EACH STATEMENT
    EXECUTE FUNCTION tournaments_refuse_change();

-- Numbers are gapless from 1, and times never go back. UNIQUE (tournament, seq) lets only one of
-- two writers add the next one, even if both forgot to lock.
CREATE FUNCTION tournaments_event_next() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_seq integer;
    v_at timestamptz;
BEGIN
    SELECT e.seq, e.at INTO v_seq, v_at FROM tournaments_tournamentevent e
    WHERE e.tournament_id = NEW.tournament_id ORDER BY e.seq DESC LIMIT 1;
    IF NEW.seq <> COALESCE(v_seq, 0) + 1 OR NEW.at < COALESCE(v_at, NEW.at) THEN
        RAISE EXCEPTION 'event % of tournament % does not follow event %',
            NEW.seq, NEW.tournament_id, COALESCE(v_seq, 0)
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tournaments_event_next BEFORE INSERT ON tournaments_tournamentevent
    FOR EACH ROW EXECUTE FUNCTION tournaments_event_next();

-- A tournament's row goes forward with its log, is never thrown away once it has one, and keeps
-- what was announced.
CREATE FUNCTION tournaments_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.seq > 0 THEN
            RAISE EXCEPTION 'tournament % has a log and stays', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF NEW.seq < OLD.seq OR (OLD.seq > 0 AND NEW.structure <> OLD.structure) THEN
        RAISE EXCEPTION 'tournament % only goes forward', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tournaments_keep BEFORE UPDATE OR DELETE ON tournaments_tournament
    FOR EACH ROW EXECUTE FUNCTION tournaments_keep();
