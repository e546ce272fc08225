-- ledger_post with tournaments, chains and held seats, and the other functions that write the
-- ledger (run once, by migration 0007; never edited). A change is a new file and a new migration.
-- All run as their owner with a search_path of their own: the application may call them, and can
-- do nothing else to the ledger (wallet.roles).

DROP FUNCTION ledger_post;

-- The account of each leg in its order; NULL where there is none.
CREATE FUNCTION ledger_places(
    p_unit bigint, p_kinds text[], p_users bigint[], p_tables bigint[], p_tournaments bigint[]
) RETURNS bigint[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ARRAY(
        SELECT (SELECT a.id FROM ledger_account a
            WHERE a.unit_id = p_unit AND a.kind = leg.kind
                AND COALESCE(a.user_id, 0) = COALESCE(leg.user_id, 0)
                AND COALESCE(a.table_id, 0) = COALESCE(leg.table_id, 0)
                AND COALESCE(a.tournament_id, 0) = COALESCE(leg.tournament_id, 0))
        FROM unnest(p_kinds, p_users, p_tables, p_tournaments)
            WITH ORDINALITY AS leg (kind, user_id, table_id, tournament_id, place)
        ORDER BY leg.place);
END $$;

-- Why these legs cannot be posted as things stand; outcome NULL if they can. An account that is not
-- there yet is one without chips. Lock the accounts first, or the answer may be of yesterday.
CREATE FUNCTION ledger_refusal(
    p_kind text, p_ref text, p_accounts bigint[], p_kinds text[], p_amounts bigint[],
    OUT outcome text, OUT holder text, OUT have bigint, OUT need bigint
) LANGUAGE plpgsql STABLE AS $$
DECLARE
    -- The issuer's balance stops at minus this, so no balance and no sum can ever exceed it.
    issue_limit CONSTANT bigint := 9007199254740991;
BEGIN
    SELECT CASE WHEN a.state <> 'open' AND (a.state = 'closed' OR leg.amount < 0) THEN a.state
                WHEN a.held_by IS NOT NULL AND (p_kind, p_ref) IS DISTINCT FROM
                    ('settlement', a.held_by) THEN 'held'
                WHEN leg.kind = 'issuer' THEN 'issue-limit'
                ELSE 'insufficient' END,
        leg.kind,
        COALESCE(a.balance, 0) + CASE leg.kind WHEN 'issuer' THEN issue_limit
            ELSE -COALESCE(a.floor, 0) END,
        -leg.amount
    INTO outcome, holder, have, need
    FROM unnest(p_accounts, p_kinds, p_amounts) AS leg (account_id, kind, amount)
    LEFT JOIN ledger_account a ON a.id = leg.account_id
    WHERE a.state = 'closed'
        OR (a.held_by IS NOT NULL
            AND (p_kind, p_ref) IS DISTINCT FROM ('settlement', a.held_by))
        OR (leg.amount < 0 AND (a.state = 'frozen' OR COALESCE(a.balance, 0) + leg.amount <
            CASE leg.kind WHEN 'issuer' THEN -issue_limit ELSE COALESCE(a.floor, 0) END))
    ORDER BY a.lock_rank, a.id LIMIT 1;
END $$;

-- Post one transfer. Leg i moves p_amounts[i] chips to (if negative: from) the account of
-- p_kinds[i], p_users[i], p_tables[i], p_tournaments[i] in p_unit; with p_open, accounts that are
-- missing are opened (a table's rake account always is). p_hand_table is the table whose hand
-- p_ref this settles: its seats are free afterwards, also those that won and lost nothing.
-- Returns an outcome, and raises nothing that a caller could have asked for:
--   posted        done; `transfer` is its id
--   repeated      the same was posted before, as `transfer`; nothing is done
--   key-reused, ref-taken, reversed   see ledger_earlier; nothing is done
--   no-account    some leg's account does not exist, nor may it be opened
--   twice         two legs are of one account
--   insufficient, issue-limit, frozen, closed, held   `holder` is the kind of the account that
--                 refuses, and it could give `have` where `need` is asked
-- Locks are taken in one order (lock_rank, id), in a query on one table, since a join may lose it;
-- NO KEY, since that does not block foreign-key checks. Missing accounts are opened before any
-- lock is held, in an order of their own. So posts never wait for each other in a circle.
CREATE FUNCTION ledger_post(
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
    v_locked bigint;
    v_digest bytea;
    made ledger_transfer;
BEGIN
    SELECT u.id INTO STRICT made.unit_id FROM ledger_unit u WHERE u.code = p_unit;
    -- LAW of settlements: a hand moves the stacks of its own table, and what it leaves the house.
    IF p_kind = 'settlement' AND (p_hand_table IS NULL OR EXISTS (
        SELECT FROM unnest(p_kinds, p_tables) AS leg (kind, table_id)
        WHERE leg.kind NOT IN ('seat', 'rake') OR leg.table_id IS DISTINCT FROM p_hand_table))
    THEN
        outcome := 'no-account';
        RETURN;
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
        IF p_hand_table IS NOT NULL THEN
            SELECT array_agg(a.id) INTO v_held FROM ledger_account a
            WHERE a.table_id = p_hand_table AND a.held_by = p_ref AND a.id <> ALL (v_accounts);
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
            IF v_held IS NOT NULL THEN
                UPDATE ledger_account a SET held_by = NULL WHERE a.id = ANY (v_held);
            END IF;
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
CREATE FUNCTION ledger_hold(p_unit text, p_table bigint, p_hand text, p_users bigint[])
RETURNS TABLE (outcome text, holder bigint, stack bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_seats bigint[];
BEGIN
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
    IF NOT FOUND THEN
        UPDATE ledger_account a SET held_by = p_hand
        WHERE a.id = ANY (v_seats) AND a.held_by IS NULL;
        RETURN QUERY SELECT 'holding', a.user_id, a.balance FROM ledger_account a
            WHERE a.id = ANY (v_seats) ORDER BY a.user_id;
    END IF;
END $$;

-- Lock one account and say what is in it; 0 if there is none. For a transfer that empties it.
CREATE FUNCTION ledger_locked_balance(
    p_unit text, p_kind text, p_user bigint, p_table bigint, p_tournament bigint
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_balance bigint;
BEGIN
    SELECT a.balance INTO v_balance FROM ledger_account a
    WHERE a.unit_id = (SELECT u.id FROM ledger_unit u WHERE u.code = p_unit) AND a.kind = p_kind
        AND COALESCE(a.user_id, 0) = COALESCE(p_user, 0)
        AND COALESCE(a.table_id, 0) = COALESCE(p_table, 0)
        AND COALESCE(a.tournament_id, 0) = COALESCE(p_tournament, 0)
    FOR NO KEY UPDATE;
    RETURN COALESCE(v_balance, 0);
END $$;

-- A unit for chips of another kind, e.g. a tournament's own.
CREATE FUNCTION ledger_open_unit(p_code text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO ledger_unit (code) SELECT p_code
    WHERE NOT EXISTS (SELECT FROM ledger_unit u WHERE u.code = p_code)
    ON CONFLICT DO NOTHING
$$;

-- Open, freeze or close a player's wallet of house chips: 'done', 'closed' (it stays so),
-- 'not-empty' (so it cannot be closed) or 'no-account' (there is no such user).
CREATE FUNCTION ledger_set_player_state(p_user bigint, p_state text) RETURNS text
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
    ELSIF p_state = 'closed' AND wallet.balance <> 0 THEN
        RETURN 'not-empty';
    END IF;
    UPDATE ledger_account a SET state = p_state WHERE a.id = wallet.id AND a.state <> p_state;
    RETURN 'done';
END $$;

-- Close a tournament's prize pool, fees and bounties for ever. Returns the chips left in them; if
-- there are any, nothing is closed.
CREATE FUNCTION ledger_close_tournament(p_tournament bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    v_accounts bigint[];
    v_left bigint;
BEGIN
    SELECT array_agg(a.id) INTO v_accounts FROM ledger_account a
    WHERE a.tournament_id = p_tournament;
    PERFORM a.id FROM ledger_account a WHERE a.id = ANY (v_accounts)
    ORDER BY a.lock_rank, a.id FOR NO KEY UPDATE;
    SELECT COALESCE(sum(a.balance), 0) INTO v_left FROM ledger_account a
    WHERE a.id = ANY (v_accounts);
    IF v_left = 0 THEN
        UPDATE ledger_account a SET state = 'closed'
        WHERE a.id = ANY (v_accounts) AND a.state <> 'closed';
    END IF;
    RETURN v_left;
END $$;

-- Seal every account that moved since it was last sealed; returns the seal's number, or NULL if
-- none moved. One statement reads all, hence one snapshot; accounts are chosen by version, since
-- numbers and times of transfers do not commit in their order.
CREATE FUNCTION ledger_seal_now() RETURNS bigint
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
    ), sealed AS (
        INSERT INTO ledger_seal (n, root, hash, accounts, created_at)
        SELECT COALESCE(b.n, 0) + 1, s.root, ledger_seal_hash(
            COALESCE(b.hash, ''::bytea), COALESCE(b.n, 0) + 1, s.accounts, s.at, s.root),
            s.accounts, s.at
        FROM sum_up s LEFT JOIN (SELECT n, hash FROM ledger_seal ORDER BY n DESC LIMIT 1) b ON true
        WHERE s.accounts > 0
        RETURNING n
    ), lines AS (
        INSERT INTO ledger_seal_line (account_id, version, seal_id)
        SELECT moved.id, moved.version, sealed.n FROM moved, sealed
    )
    SELECT sealed.n INTO v_n FROM sealed;
    RETURN v_n;
END $$;

-- Claim a caller's key, or find what stands under it. Where a twin holds the claim, this waits
-- until its transaction ends.
CREATE FUNCTION ledger_claim(
    p_actor text, p_key text, p_fingerprint bytea,
    OUT fresh boolean, OUT same boolean, OUT refused boolean, OUT answer text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO ledger_request_key (actor, key, fingerprint)
    VALUES (p_actor, p_key, p_fingerprint) ON CONFLICT DO NOTHING;
    fresh := FOUND;
    IF NOT fresh THEN
        SELECT k.fingerprint = p_fingerprint, k.refused, k.answer INTO same, refused, answer
        FROM ledger_request_key k WHERE k.actor = p_actor AND k.key = p_key;
    END IF;
END $$;

-- Answer a key that this transaction claimed; once (LAW ledger_append_only).
CREATE FUNCTION ledger_answer(p_actor text, p_key text, p_refused boolean, p_answer text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    UPDATE ledger_request_key SET refused = p_refused, answer = p_answer
    WHERE actor = p_actor AND key = p_key
$$;

-- Nobody but the owner, and whom the owner grants it to.
REVOKE ALL ON FUNCTION ledger_post, ledger_places, ledger_refusal, ledger_hold, ledger_locked_balance, ledger_open_unit,
    ledger_set_player_state, ledger_close_tournament, ledger_seal_now, ledger_claim, ledger_answer
    FROM PUBLIC;
