-- What was undone, and whether the undoing was undone (run once, by migration 0011; never edited). A
-- change is a new file and a new migration.

-- Whether what a transfer did still holds: nothing has undone it, or what did was undone itself.
CREATE FUNCTION ledger_stands(p_transfer bigint) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
    v_stands boolean := true;
    v_last bigint := p_transfer;
BEGIN
    LOOP
        SELECT t.id INTO v_last FROM ledger_transfer t WHERE t.reverses_id = v_last;
        IF NOT FOUND THEN
            RETURN v_stands;
        END IF;
        v_stands := NOT v_stands;
    END LOOP;
END $$;

-- The kind of what a transfer does or, over any number of corrections, undoes.
CREATE FUNCTION ledger_root_kind(p_transfer bigint) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
    one ledger_transfer;
BEGIN
    SELECT t.* INTO one FROM ledger_transfer t WHERE t.id = p_transfer;
    WHILE one.reverses_id IS NOT NULL LOOP
        SELECT t.* INTO one FROM ledger_transfer t WHERE t.id = one.reverses_id;
    END LOOP;
    RETURN one.kind;
END $$;

-- Open, freeze or close a player's wallet of house chips: see 0009_post.sql and 0010_closing.sql. A
-- match and an entry count as long as they stand.
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
    -- Seats and pots are looked at in one statement: between the two, chips pass no wallet and so
    -- wait for no lock that is held here.
    ELSIF p_state = 'closed' AND (EXISTS (
        SELECT FROM ledger_account a
        WHERE a.user_id = p_user AND a.unit_id = v_unit AND a.balance <> 0)
    OR EXISTS (
        SELECT FROM ledger_account seat
        JOIN ledger_entry paid ON paid.account_id = seat.id
        JOIN ledger_transfer t ON t.id = paid.transfer_id AND t.kind = 'match-cost'
        WHERE seat.user_id = p_user AND seat.unit_id = v_unit AND seat.kind = 'seat'
            AND ledger_stands(t.id)
            AND NOT EXISTS (SELECT FROM ledger_transfer ended
                WHERE ended.kind = 'match-end' AND ended.ref = t.ref
                    AND ledger_stands(ended.id))))
    THEN
        RETURN 'not-empty';
    ELSIF p_state = 'closed' AND EXISTS (
        SELECT FROM ledger_entry mine
        JOIN ledger_transfer t ON t.id = mine.transfer_id AND t.kind = 'entry'
        JOIN ledger_entry paid ON paid.transfer_id = t.id
        JOIN ledger_account pool ON pool.id = paid.account_id
            AND pool.kind = 'prize_pool' AND pool.state <> 'closed'
        WHERE mine.account_id = wallet.id
            AND ledger_stands(t.id))
    THEN
        RETURN 'entered';
    END IF;
    UPDATE ledger_account a SET state = p_state WHERE a.id = wallet.id AND a.state <> p_state;
    RETURN 'done';
END $$;
