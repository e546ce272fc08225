-- ledger_post: the one place where entries are written (run once, by migration 0003; never edited).
-- A change of it is a new file and a new migration.

-- What stands already under this request, or under this kind and ref, compared with what is asked:
-- 'repeated' (the same), 'key-reused' or 'ref-taken' (something else), 'reversed' (the transfer to
-- reverse is reversed already). No row where nothing stands.
CREATE FUNCTION ledger_earlier(
    p_request uuid, p_kind text, p_ref text, p_reverses bigint, p_reason text,
    p_accounts bigint[], p_amounts bigint[], OUT outcome text, OUT transfer bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
    found_one ledger_transfer;
    same boolean;
BEGIN
    SELECT * INTO found_one FROM ledger_transfer t WHERE t.request = p_request;
    IF NOT FOUND AND p_ref IS NOT NULL THEN
        SELECT * INTO found_one FROM ledger_transfer t WHERE t.kind = p_kind AND t.ref = p_ref;
    END IF;
    IF found_one.id IS NULL THEN
        IF p_reverses IS NOT NULL THEN
            SELECT 'reversed', t.id INTO outcome, transfer
            FROM ledger_transfer t WHERE t.reverses_id = p_reverses;
        END IF;
        RETURN;
    END IF;
    same := (found_one.kind, found_one.ref, found_one.reverses_id, found_one.reason)
            IS NOT DISTINCT FROM (p_kind, p_ref, p_reverses, p_reason)
        AND found_one.n_entries = cardinality(p_amounts)
        AND NOT EXISTS (
            SELECT FROM unnest(p_accounts, p_amounts) AS leg (account_id, amount)
            LEFT JOIN ledger_entry e ON e.transfer_id = found_one.id
                AND e.account_id = leg.account_id AND e.amount = leg.amount
            WHERE e.transfer_id IS NULL);
    transfer := found_one.id;
    outcome := CASE WHEN same THEN 'repeated'
                    WHEN found_one.request = p_request THEN 'key-reused'
                    ELSE 'ref-taken' END;
END $$;

-- Post one transfer. Leg i moves p_amounts[i] chips to (if negative: from) the account of
-- p_kinds[i], p_users[i], p_tables[i] in p_unit; with p_open, accounts that are missing are opened.
-- Returns an outcome, and raises nothing that a caller could have asked for:
--   posted        done; `transfer` is its id
--   repeated      the same was posted before, as `transfer`; nothing is done
--   key-reused, ref-taken, reversed   see ledger_earlier; nothing is done
--   no-account    some leg's account does not exist
--   insufficient, issue-limit, frozen, closed   `holder` is the kind of the account that refuses,
--                 and it could give `have` where `need` is asked
-- Locks are taken in one order (lock_rank, id), in a query on one table, since a join may lose it;
-- NO KEY, since that does not block foreign-key checks. Missing accounts are opened before any
-- lock is held, in an order of their own. So posts never wait for each other in a circle.
CREATE FUNCTION ledger_post(
    p_request uuid, p_kind text, p_unit text, p_ref text, p_reverses bigint,
    p_actor text, p_reason text,
    p_kinds text[], p_users bigint[], p_tables bigint[], p_amounts bigint[], p_open boolean,
    OUT outcome text, OUT transfer bigint, OUT holder text, OUT have bigint, OUT need bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    -- The issuer's balance stops at minus this, so no balance and no sum can ever exceed it.
    issue_limit CONSTANT bigint := 9007199254740991;
    v_unit bigint;
    v_accounts bigint[];
BEGIN
    SELECT u.id INTO STRICT v_unit FROM ledger_unit u WHERE u.code = p_unit;

    IF p_open THEN
        INSERT INTO ledger_account (unit_id, kind, user_id, table_id, floor)
        SELECT v_unit, leg.kind, leg.user_id, leg.table_id,
            CASE WHEN leg.kind = 'issuer' THEN NULL ELSE 0 END
        FROM unnest(p_kinds, p_users, p_tables) AS leg (kind, user_id, table_id)
        WHERE NOT EXISTS (
            SELECT FROM ledger_account a
            WHERE a.unit_id = v_unit AND a.kind = leg.kind
                AND COALESCE(a.user_id, 0) = COALESCE(leg.user_id, 0)
                AND COALESCE(a.table_id, 0) = COALESCE(leg.table_id, 0))
        ORDER BY leg.kind, leg.user_id, leg.table_id
        ON CONFLICT DO NOTHING;
    END IF;

    SELECT COALESCE(array_agg(
        (SELECT a.id FROM ledger_account a
         WHERE a.unit_id = v_unit AND a.kind = leg.kind
             AND COALESCE(a.user_id, 0) = COALESCE(leg.user_id, 0)
             AND COALESCE(a.table_id, 0) = COALESCE(leg.table_id, 0)) ORDER BY leg.place), '{}')
    INTO v_accounts
    FROM unnest(p_kinds, p_users, p_tables) WITH ORDINALITY AS leg (kind, user_id, table_id, place);
    IF array_position(v_accounts, NULL) IS NOT NULL THEN
        outcome := 'no-account';
        RETURN;
    END IF;

    PERFORM a.id FROM ledger_account a WHERE a.id = ANY (v_accounts)
    ORDER BY a.lock_rank, a.id FOR NO KEY UPDATE;

    -- Before anything is judged: a repeat gets its answer though the chips may be gone by now.
    SELECT e.outcome, e.transfer INTO outcome, transfer FROM ledger_earlier(
        p_request, p_kind, p_ref, p_reverses, p_reason, v_accounts, p_amounts) e;
    IF outcome IS NOT NULL THEN
        RETURN;
    END IF;

    SELECT CASE WHEN a.state <> 'open' AND (a.state = 'closed' OR leg.amount < 0) THEN a.state
                WHEN a.floor IS NULL THEN 'issue-limit'
                ELSE 'insufficient' END,
        a.kind, a.balance - COALESCE(a.floor, -issue_limit), -leg.amount
    INTO outcome, holder, have, need
    FROM unnest(v_accounts, p_amounts) AS leg (account_id, amount)
    JOIN ledger_account a ON a.id = leg.account_id
    WHERE a.state = 'closed' OR (leg.amount < 0 AND (a.state = 'frozen'
        OR a.balance + leg.amount < COALESCE(a.floor, -issue_limit)))
    ORDER BY a.lock_rank, a.id LIMIT 1;
    IF outcome IS NOT NULL THEN
        RETURN;
    END IF;

    WITH made AS (
        INSERT INTO ledger_transfer
            (request, kind, unit_id, n_entries, ref, reverses_id, actor, reason)
        VALUES (p_request, p_kind, v_unit, cardinality(p_amounts), p_ref, p_reverses,
            p_actor, p_reason)
        ON CONFLICT DO NOTHING
        RETURNING id
    ), moved AS (
        INSERT INTO ledger_entry (account_id, version, transfer_id, amount, balance_after)
        SELECT a.id, a.version + 1, made.id, leg.amount, a.balance + leg.amount
        FROM made, unnest(v_accounts, p_amounts) AS leg (account_id, amount)
        JOIN ledger_account a ON a.id = leg.account_id
    )
    SELECT made.id INTO transfer FROM made;
    IF transfer IS NOT NULL THEN
        outcome := 'posted';
        RETURN;
    END IF;

    -- A twin that shares no account with us took the request or the ref while we came here.
    SELECT e.outcome, e.transfer INTO outcome, transfer FROM ledger_earlier(
        p_request, p_kind, p_ref, p_reverses, p_reason, v_accounts, p_amounts) e;
END $$;

-- Nobody but the owner, and whom the owner grants it to.
REVOKE ALL ON FUNCTION ledger_post, ledger_earlier FROM PUBLIC;
