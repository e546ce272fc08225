-- Each restore counts (run once, by migration 0018; never edited).
--
-- A backup that was made after a restore and before the next seal brings the note of that restore
-- with it; to restore it is another restore after the same seal, at a moment of its own. With the
-- first moment alone, seals that were published between the two looked altered.

ALTER TABLE ledger_restore
    DROP CONSTRAINT ledger_restore_pkey,
    ADD PRIMARY KEY (after, created_at);

-- Of a seal that follows several restores all their moments are hashed: they are in rows that no
-- seal holds otherwise. One restore has the moment of the seal itself, and the hash of 0016.
CREATE FUNCTION ledger_seal_hash(
    before bytea, n bigint, accounts bigint, created_at timestamptz, root bytea, restored boolean,
    restores timestamptz[]
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN restored AND cardinality(restores) > 1
        THEN sha256('batida/ledger/1/seal-after-restores'::bytea || before || int8send(n)
            || int8send(accounts) || timestamptz_send(created_at) || root
            || (SELECT string_agg(timestamptz_send(at), ''::bytea ORDER BY at)
                FROM unnest(restores) AS at))
        ELSE ledger_seal_hash(before, n, accounts, created_at, root, restored) END
$$;

-- As before (0016), and each call notes a restore of its own.
CREATE OR REPLACE FUNCTION ledger_note_restore() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_after bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(7303);
    SELECT COALESCE(max(n), 0) INTO v_after FROM ledger_seal;
    INSERT INTO ledger_restore (after, created_at) VALUES (v_after, clock_timestamp());
    RETURN v_after;
END $$;

-- As before (0016), and the first seal after several restores hashes the moment of each.
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
            ARRAY(SELECT r.created_at FROM ledger_restore r WHERE r.after = COALESCE(b.n, 0))
                AS restores
        FROM (SELECT) AS one
        LEFT JOIN (SELECT n, hash FROM ledger_seal ORDER BY n DESC LIMIT 1) b ON true
    ), sealed AS (
        INSERT INTO ledger_seal (n, root, hash, accounts, created_at, restored)
        SELECT b.n + 1, s.root,
            ledger_seal_hash(b.hash, b.n + 1, s.accounts, s.at, s.root,
                cardinality(b.restores) > 0, b.restores),
            s.accounts, s.at, cardinality(b.restores) > 0
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
