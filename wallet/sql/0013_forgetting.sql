-- How long the answer to a key stays: 7 days a refusal, 180 days what was done (run once, by
-- migration 0013; never edited). What was done keeps its own names in the ledger and in the logs
-- for ever; only the answer to a late repeat of the request is forgotten.

CREATE FUNCTION ledger_key_stays_until(p_refused boolean, p_created_at timestamptz)
RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT p_created_at
        + CASE WHEN p_refused THEN interval '168 hours' ELSE interval '4320 hours' END
$$;

-- LAW ledger_append_only, for keys: nobody, not even this file's function, takes one away earlier.
DROP TRIGGER ledger_append_only ON ledger_request_key;
CREATE TRIGGER ledger_append_only BEFORE DELETE ON ledger_request_key
    FOR EACH ROW
    WHEN (clock_timestamp() < ledger_key_stays_until(OLD.refused, OLD.created_at))
    EXECUTE FUNCTION ledger_append_only();

-- Forget at most p_most keys whose time is over; how many those were. (now() is one moment,
-- so that an index finds what is before it; it is never later than the law's own clock.)
CREATE FUNCTION ledger_forget_keys(p_most integer)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    WITH late AS (
        (SELECT actor, key FROM ledger_request_key
            WHERE refused AND created_at < now() - interval '168 hours'
            LIMIT p_most)
        UNION
        (SELECT actor, key FROM ledger_request_key
            WHERE created_at < now() - interval '4320 hours'
            LIMIT p_most)
    ), gone AS (
        DELETE FROM ledger_request_key k
        USING (SELECT actor, key FROM late LIMIT p_most) l
        WHERE k.actor = l.actor AND k.key = l.key
        RETURNING 1
    )
    SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION ledger_forget_keys FROM PUBLIC;
