-- A restore is an event of the ledger (run once, by migration 0016; never edited).
--
-- After a restore the house goes on from an older moment, and makes seals of the numbers that it
-- had made before. So the first of them says, in what is hashed, that it follows a restore; an
-- auditor who kept a seal of the older line sees which seals are gone, and since when.

CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_restore
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_restore
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
-- Of a restored seal the tag in front is another, so that a seal is never taken for one.
CREATE FUNCTION ledger_seal_hash(
    before bytea, n bigint, accounts bigint, created_at timestamptz, root bytea, restored boolean
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN restored
        THEN sha256('batida/ledger/1/seal-after-restore'::bytea || before || int8send(n)
            || int8send(accounts) || timestamptz_send(created_at) || root)
        ELSE ledger_seal_hash(before, n, accounts, created_at, root) END
$$;

-- Note that the house was restored; returns the number of the newest seal that it came back with
-- (0: none). Until the next seal is made, to note it again is to note it once.
CREATE FUNCTION ledger_note_restore() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_after bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(7303);
    SELECT COALESCE(max(n), 0) INTO v_after FROM ledger_seal;
    INSERT INTO ledger_restore (after, created_at) VALUES (v_after, clock_timestamp())
    ON CONFLICT DO NOTHING;
    RETURN v_after;
END $$;

-- As before (0007), and the first seal after a restore says so.
CREATE OR REPLACE FUNCTION ledger_seal_now() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_n bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(7303);
    WITH moved AS MATERIALIZED (
        SELECT a.id, a.version, a.head FROM ledger_account a
        WHERE a.version > 0 AND NOT EXISTS (
            SELECT FROM ledger_seal_line l WHERE l.account_id = a.id AND l.version = a.version)
    ), sum_up AS (
        SELECT count(*) AS accounts, clock_timestamp() AS at,
            sha256(string_agg(int8send(id) || int8send(version) || head, ''::bytea ORDER BY id))
                AS root
        FROM moved
    ), newest AS (
        SELECT COALESCE(b.n, 0) AS n, COALESCE(b.hash, ''::bytea) AS hash,
            EXISTS (SELECT FROM ledger_restore r WHERE r.after = COALESCE(b.n, 0)) AS restored
        FROM (SELECT) AS one
        LEFT JOIN (SELECT n, hash FROM ledger_seal ORDER BY n DESC LIMIT 1) b ON true
    ), sealed AS (
        INSERT INTO ledger_seal (n, root, hash, accounts, created_at, restored)
        SELECT b.n + 1, s.root,
            ledger_seal_hash(b.hash, b.n + 1, s.accounts, s.at, s.root, b.restored),
            s.accounts, s.at, b.restored
        FROM sum_up s, newest b
        WHERE s.accounts > 0
        RETURNING n
    ), lines AS (
        INSERT INTO ledger_seal_line (account_id, version, seal_id)
        SELECT moved.id, moved.version, sealed.n FROM moved, sealed
    )
    SELECT sealed.n INTO v_n FROM sealed;
    RETURN v_n;
END $$;
