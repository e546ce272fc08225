-- ledger_post and ledger_hold with hands that have a table (run once, by migration 0009, after
-- 0009_hands.sql; never edited). The signatures are those of 0007_post.sql.

-- Lock a hand until the transaction ends, and return the table that holds or held seats for it; NULL
-- if none ever did. Where there is no row to lock, its name is: so of two who settle and hold the
-- same hand, or who hold it at two tables, the second sees what the first has done.
CREATE FUNCTION ledger_hand_table(p_hand text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    v_table bigint;
BEGIN
    SELECT h.table_id INTO v_table FROM ledger_hand h WHERE h.ref = p_hand FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        PERFORM pg_advisory_xact_lock(hashtextextended(p_hand, 7304));
        SELECT h.table_id INTO v_table FROM ledger_hand h WHERE h.ref = p_hand FOR NO KEY UPDATE;
    END IF;
    RETURN v_table;
END $$;
REVOKE ALL ON FUNCTION ledger_hand_table FROM PUBLIC;

-- Post one transfer: see 0007_post.sql for what is asked and answered. Besides:
--   no-unit       there are no chips of that unit
--   elsewhere     the hand p_ref belongs to another table than p_hand_table
-- Locks are taken in one order: the hand, then accounts by (lock_rank, id), in a query on one table,
-- since a join may lose it; NO KEY, since that does not block foreign-key checks. Missing accounts
-- are opened before any account is locked, in an order of their own. So posts never wait for each
-- other in a circle.
CREATE OR REPLACE FUNCTION ledger_post(
    p_request uuid, p_kind text, p_unit text, p_ref text, p_reverses bigint,
    p_actor text, p_reason text,
    p_kinds text[], p_users bigint[], p_tables bigint[], p_tournaments bigint[],
    p_amounts bigint[], p_open boolean, p_hand_table bigint,
    OUT outcome text, OUT transfer bigint, OUT holder text, OUT have bigint, OUT need bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- The plans do not depend on the values, and to make them anew costs more than to run them. Made
-- while the tables are small, they must serve when they are large: by index only.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
    v_accounts bigint[];
    v_held bigint[];
    v_hand_table bigint;
    v_locked bigint;
    v_digest bytea;
    made ledger_transfer;
BEGIN
    SELECT u.id INTO made.unit_id FROM ledger_unit u WHERE u.code = p_unit;
    IF NOT FOUND THEN
        outcome := 'no-unit';
        RETURN;
    END IF;
    IF p_kind = 'settlement' THEN
        -- LAW of settlements: a hand moves the stacks of its own table, and what it leaves the
        -- house.
        IF p_hand_table IS NULL OR p_ref IS NULL OR EXISTS (
            SELECT FROM unnest(p_kinds, p_tables) AS leg (kind, table_id)
            WHERE leg.kind NOT IN ('seat', 'rake') OR leg.table_id IS DISTINCT FROM p_hand_table)
        THEN
            outcome := 'no-account';
            RETURN;
        END IF;
        v_hand_table := ledger_hand_table(p_ref);
        IF v_hand_table <> p_hand_table THEN
            outcome := 'elsewhere';
            RETURN;
        END IF;
    END IF;

    v_accounts := ledger_places(made.unit_id, p_kinds, p_users, p_tables, p_tournaments);
    IF array_position(v_accounts, NULL) IS NOT NULL THEN
        IF EXISTS (
            SELECT FROM unnest(v_accounts, p_kinds, p_users) AS leg (account_id, kind, user_id)
            WHERE leg.account_id IS NULL AND (NOT (p_open OR leg.kind = 'rake')
                OR NOT EXISTS (SELECT FROM accounts_user u WHERE u.id = leg.user_id)
                    AND leg.user_id IS NOT NULL))
        THEN
            outcome := 'no-account';
            RETURN;
        END IF;
        -- What is refused opens nothing. (This once nothing is locked: that the chips were not
        -- there at this moment is an answer too.)
        SELECT r.* INTO outcome, holder, have, need
        FROM ledger_refusal(p_kind, p_ref, v_accounts, p_kinds, p_amounts) r;
        IF outcome IS NULL THEN
            INSERT INTO ledger_account (unit_id, kind, user_id, table_id, tournament_id, floor)
            SELECT made.unit_id, leg.kind, leg.user_id, leg.table_id, leg.tournament_id,
                CASE WHEN leg.kind = 'issuer' THEN NULL ELSE 0 END
            FROM unnest(v_accounts, p_kinds, p_users, p_tables, p_tournaments)
                AS leg (account_id, kind, user_id, table_id, tournament_id)
            WHERE leg.account_id IS NULL
            ORDER BY leg.kind, leg.user_id, leg.table_id, leg.tournament_id
            ON CONFLICT DO NOTHING;
            v_accounts :=
                ledger_places(made.unit_id, p_kinds, p_users, p_tables, p_tournaments);
        END IF;
    END IF;

    IF outcome IS NULL THEN
        IF v_hand_table IS NOT NULL THEN
            SELECT array_agg(a.id) INTO v_held FROM ledger_account a
            WHERE a.table_id = v_hand_table AND a.held_by = p_ref AND a.id <> ALL (v_accounts);
        END IF;
        PERFORM a.id FROM ledger_account a WHERE a.id = ANY (v_accounts || v_held)
        ORDER BY a.lock_rank, a.id FOR NO KEY UPDATE;
        GET DIAGNOSTICS v_locked = ROW_COUNT;
        IF v_locked < cardinality(v_accounts || v_held) THEN
            outcome := 'twice';
            RETURN;
        END IF;
        SELECT r.* INTO outcome, holder, have, need
        FROM ledger_refusal(p_kind, p_ref, v_accounts, p_kinds, p_amounts) r;
    END IF;

    IF outcome IS NULL THEN
        made.id := nextval('ledger_transfer_id_seq');
        made.request := p_request;
        made.kind := p_kind;
        made.n_entries := cardinality(p_amounts);
        made.ref := p_ref;
        made.reverses_id := p_reverses;
        made.actor := p_actor;
        made.reason := p_reason;
        -- Under the locks: the entries of an account are in the order of time.
        made.created_at := clock_timestamp();
        v_digest := ledger_digest(made);

        WITH stands AS (
            INSERT INTO ledger_transfer (id, request, kind, unit_id, n_entries, ref, reverses_id,
                actor, reason, created_at)
            VALUES (made.id, made.request, made.kind, made.unit_id, made.n_entries, made.ref,
                made.reverses_id, made.actor, made.reason, made.created_at)
            ON CONFLICT DO NOTHING
            RETURNING id
        ), moved AS (
            INSERT INTO ledger_entry
                (account_id, version, transfer_id, amount, balance_after, hash)
            SELECT a.id, a.version + 1, stands.id, leg.amount, a.balance + leg.amount,
                ledger_link(
                    a.head, v_digest, a.id, a.version + 1, leg.amount, a.balance + leg.amount)
            FROM stands, unnest(v_accounts, p_amounts) AS leg (account_id, amount)
            JOIN ledger_account a ON a.id = leg.account_id
        )
        SELECT stands.id INTO transfer FROM stands;
        IF transfer IS NOT NULL THEN
            outcome := 'posted';
            RETURN;
        END IF;
    END IF;

    -- It could not be done: but a repeat gets its answer, though the chips may be gone by now. And
    -- here comes who lost the request or the ref to a twin that shares no account with us.
    SELECT COALESCE(e.outcome, ledger_post.outcome), e.transfer INTO outcome, transfer
    FROM ledger_earlier(
        p_request, p_kind, p_ref, p_reverses, p_reason, v_accounts, p_amounts) e;
END $$;

-- Hold the seats of p_users at a table for a hand that opens now; only its settlement moves and
-- frees them. One row for each: ('holding', user, stack); ('held', user, stack) for each that
-- another hand holds, ('no-account', user, NULL) for each that does not exist: then none is held.
-- One row ('elsewhere' or 'settled', NULL, NULL) for a hand of another table, or one that is over.
CREATE OR REPLACE FUNCTION ledger_hold(
    p_unit text, p_table bigint, p_hand text, p_users bigint[]
)
RETURNS TABLE (outcome text, holder bigint, stack bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_seats bigint[];
    v_hand_table bigint;
BEGIN
    v_hand_table := ledger_hand_table(p_hand);
    SELECT array_agg(a.id) INTO v_seats
    FROM unnest(p_users) AS wanted (user_id)
    JOIN ledger_account a ON a.unit_id = (SELECT u.id FROM ledger_unit u WHERE u.code = p_unit)
        AND a.kind = 'seat' AND COALESCE(a.user_id, 0) = wanted.user_id
        AND COALESCE(a.table_id, 0) = p_table AND COALESCE(a.tournament_id, 0) = 0;
    PERFORM a.id FROM ledger_account a WHERE a.id = ANY (v_seats)
    ORDER BY a.lock_rank, a.id FOR NO KEY UPDATE;
    RETURN QUERY
        SELECT CASE WHEN a.id IS NULL THEN 'no-account' ELSE 'held' END, wanted.user_id, a.balance
        FROM unnest(p_users) AS wanted (user_id)
        LEFT JOIN ledger_account a ON a.id = ANY (v_seats) AND a.user_id = wanted.user_id
        WHERE a.id IS NULL OR a.held_by <> p_hand;
    IF FOUND THEN
        RETURN;
    END IF;
    IF v_hand_table <> p_table THEN
        RETURN QUERY SELECT 'elsewhere', NULL::bigint, NULL::bigint;
    ELSIF EXISTS (
        SELECT FROM ledger_transfer t WHERE t.kind = 'settlement' AND t.ref = p_hand)
    THEN
        RETURN QUERY SELECT 'settled', NULL::bigint, NULL::bigint;
    ELSE
        IF v_hand_table IS NULL THEN
            INSERT INTO ledger_hand (ref, table_id) VALUES (p_hand, p_table);
        END IF;
        UPDATE ledger_account a SET held_by = p_hand
        WHERE a.id = ANY (v_seats) AND a.held_by IS NULL;
        RETURN QUERY SELECT 'holding', a.user_id, a.balance FROM ledger_account a
            WHERE a.id = ANY (v_seats) ORDER BY a.user_id;
    END IF;
END $$;

-- Open, freeze or close a player's wallet of house chips: 'done', 'closed' (it stays so), 'no-account'
-- (there is no such user), and why it cannot be closed: 'not-empty' (chips of the player's lie there
-- or elsewhere, and would have nowhere to go) or 'entered' (a tournament may still pay a prize).
CREATE OR REPLACE FUNCTION ledger_set_player_state(p_user bigint, p_state text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_unit bigint;
    wallet ledger_account;
BEGIN
    SELECT u.id INTO STRICT v_unit FROM ledger_unit u WHERE u.code = 'chips';
    INSERT INTO ledger_account (unit_id, kind, user_id, floor)
    SELECT v_unit, 'player', u.id, 0 FROM accounts_user u WHERE u.id = p_user
        AND NOT EXISTS (SELECT FROM ledger_account a WHERE a.unit_id = v_unit
            AND a.kind = 'player' AND a.user_id = p_user)
    ON CONFLICT DO NOTHING;
    SELECT a.* INTO wallet FROM ledger_account a
    WHERE a.unit_id = v_unit AND a.kind = 'player' AND a.user_id = p_user FOR NO KEY UPDATE;
    IF wallet.id IS NULL THEN
        RETURN 'no-account';
    ELSIF wallet.state = 'closed' AND p_state <> 'closed' THEN
        RETURN 'closed';
    ELSIF p_state = 'closed' AND EXISTS (
        SELECT FROM ledger_account a
        WHERE a.user_id = p_user AND a.unit_id = v_unit AND a.balance <> 0)
    THEN
        RETURN 'not-empty';
    ELSIF p_state = 'closed' AND EXISTS (
        SELECT FROM ledger_entry mine
        JOIN ledger_transfer t ON t.id = mine.transfer_id AND t.kind = 'entry'
        JOIN ledger_entry paid ON paid.transfer_id = t.id
        JOIN ledger_account pool ON pool.id = paid.account_id
            AND pool.kind = 'prize_pool' AND pool.state <> 'closed'
        WHERE mine.account_id = wallet.id
            AND NOT EXISTS (SELECT FROM ledger_transfer r WHERE r.reverses_id = t.id))
    THEN
        RETURN 'entered';
    END IF;
    UPDATE ledger_account a SET state = p_state WHERE a.id = wallet.id AND a.state <> p_state;
    RETURN 'done';
END $$;
