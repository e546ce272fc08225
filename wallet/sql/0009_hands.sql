-- Hands have a table, kinds are a closed list, and a transfer costs fewer queries (run once, by
-- migration 0009; never edited). A change is a new file and a new migration.

-- A hand belongs to the table that first holds seats for it.
INSERT INTO ledger_hand (ref, table_id)
SELECT DISTINCT a.held_by, a.table_id FROM ledger_account a WHERE a.held_by IS NOT NULL;
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_hand
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_hand
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- LAWS ledger_account_moves_by_entry and ledger_account_held (as before), and a seat is held only
-- for a hand of its own table.
CREATE OR REPLACE FUNCTION ledger_account_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_transfer bigint;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.balance <> 0 OR NEW.version <> 0 OR NEW.held_by IS NOT NULL THEN
            RAISE EXCEPTION 'an account starts free, with balance 0 and version 0'
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_moves_by_entry';
        END IF;
        -- LAWS ledger_account_owner_fits_kind and ledger_account_only_issuer_floorless.
        NEW.lock_rank := CASE NEW.kind
            WHEN 'seat' THEN 10 WHEN 'pot' THEN 15 WHEN 'bounty' THEN 20 WHEN 'prize_pool' THEN 30
            WHEN 'player' THEN 40 WHEN 'promo' THEN 50 WHEN 'fee' THEN 60
            WHEN 'rake' THEN 70 WHEN 'house' THEN 80 WHEN 'issuer' THEN 90 END;
        IF NEW.lock_rank IS NULL OR 0 >= ANY (ARRAY[NEW.user_id, NEW.table_id, NEW.tournament_id])
            OR (NEW.user_id IS NOT NULL, NEW.table_id IS NOT NULL, NEW.tournament_id IS NOT NULL)
            IS DISTINCT FROM (NEW.kind IN ('seat', 'player', 'bounty'),
                NEW.kind IN ('seat', 'pot', 'rake'), NEW.kind IN ('bounty', 'prize_pool', 'fee'))
        THEN
            RAISE EXCEPTION 'an account of kind % has another owner than that', NEW.kind
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_owner_fits_kind';
        END IF;
        IF (NEW.kind = 'issuer') <> (NEW.floor IS NULL) OR NEW.floor < 0 THEN
            RAISE EXCEPTION 'only an issuer has no floor, and nobody''s is below zero'
                USING ERRCODE = 'check_violation',
                    CONSTRAINT = 'ledger_account_only_issuer_floorless';
        END IF;
        NEW.head := ledger_genesis(NEW);
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.unit_id, OLD.kind, OLD.user_id, OLD.table_id, OLD.tournament_id, OLD.floor,
            OLD.lock_rank)
        IS DISTINCT FROM
        (NEW.id, NEW.unit_id, NEW.kind, NEW.user_id, NEW.table_id, NEW.tournament_id, NEW.floor,
            NEW.lock_rank)
    THEN
        RAISE EXCEPTION 'what account % is for, and its floor, never change', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only';
    END IF;
    IF OLD.state = 'closed' AND NEW.state <> 'closed' THEN
        RAISE EXCEPTION 'account % is closed and stays so', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_account_state';
    END IF;
    IF OLD.held_by IS DISTINCT FROM NEW.held_by AND NEW.kind = 'seat' AND (
        (OLD.held_by IS NOT NULL AND NEW.held_by IS NOT NULL)
        OR (OLD.held_by IS NULL) = EXISTS (
            SELECT FROM ledger_transfer t
            WHERE t.kind = 'settlement' AND t.ref = COALESCE(OLD.held_by, NEW.held_by))
        OR NOT EXISTS (
            SELECT FROM ledger_hand h
            WHERE h.ref = COALESCE(OLD.held_by, NEW.held_by) AND h.table_id = NEW.table_id))
    THEN
        RAISE EXCEPTION 'account % is held from its hand''s beginning to its settlement', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_account_held';
    END IF;
    IF (OLD.balance, OLD.version, OLD.head) IS NOT DISTINCT FROM
        (NEW.balance, NEW.version, NEW.head)
    THEN
        RETURN NEW;
    END IF;
    SELECT e.transfer_id INTO v_transfer FROM ledger_entry e
    WHERE e.account_id = NEW.id AND e.version = NEW.version AND NEW.version = OLD.version + 1
        AND e.balance_after = NEW.balance AND e.amount = NEW.balance - OLD.balance
        AND e.hash = NEW.head;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no entry moves account % from % to %', OLD.id, OLD.balance, NEW.balance
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_moves_by_entry';
    END IF;
    IF OLD.state = 'closed' OR (OLD.state = 'frozen' AND NEW.balance < OLD.balance) THEN
        RAISE EXCEPTION 'account % is %', OLD.id, OLD.state
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_state';
    END IF;
    IF OLD.held_by IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_transfer t
        WHERE t.id = v_transfer AND t.kind = 'settlement' AND t.ref = OLD.held_by)
    THEN
        RAISE EXCEPTION 'the chips of account % play in an open hand', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_held';
    END IF;
    RETURN NEW;
END $$;

-- LAWS ledger_transfer_complete and ledger_transfer_reverses_exactly (as before).
-- LAW ledger_transfer_of_a_kind. Kinds are a closed list (wallet.models.TransferKind says what each
-- is), and a settlement names its hand.
-- Then a settlement frees the seats that its hand holds, also those that won and lost nothing.
-- Row by row, since mostly one transfer comes at a time; also so it runs when the statement's rows
-- all stand.
DROP TRIGGER ledger_transfer_added ON ledger_transfer;
CREATE OR REPLACE FUNCTION ledger_transfer_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.kind <> ALL ('{grant,fund,burn,stake,unstake,buy-in,top-up,leave,settlement,match-cost,match-end,rake-sweep,payment,promo-fund,promo-gift,entry,overlay,prize,bounty,deal,fee-sweep,stack,unstack,reversal,refund}'::text[])
        OR (NEW.kind = 'settlement' AND NEW.ref IS NULL)
    THEN
        RAISE EXCEPTION 'transfer % is of no kind that there is: %', NEW.id, NEW.kind
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_of_a_kind';
    ELSIF NEW.n_entries <> (SELECT count(*) FROM ledger_entry e WHERE e.transfer_id = NEW.id) THEN
        RAISE EXCEPTION 'transfer % comes without its entries: write both in one statement', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_complete';
    END IF;
    IF NEW.reverses_id IS NOT NULL AND (
        NEW.n_entries <> (SELECT u.n_entries FROM ledger_transfer u WHERE u.id = NEW.reverses_id)
        OR EXISTS (
            SELECT FROM ledger_entry e WHERE e.transfer_id = NEW.id AND NOT EXISTS (
                SELECT FROM ledger_entry u WHERE u.transfer_id = NEW.reverses_id
                    AND u.account_id = e.account_id AND u.amount = -e.amount)))
    THEN
        RAISE EXCEPTION 'transfer % is not the exact negative of what it undoes', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_reverses_exactly';
    END IF;
    IF NEW.kind = 'settlement' AND EXISTS (SELECT FROM ledger_hand h WHERE h.ref = NEW.ref) THEN
        -- Who has an entry is freed with it (ledger_entry_added).
        UPDATE ledger_account a SET held_by = NULL
        FROM ledger_hand h
        WHERE h.ref = NEW.ref AND a.table_id = h.table_id AND a.held_by = NEW.ref
            AND NOT EXISTS (SELECT FROM ledger_entry e
                WHERE e.transfer_id = NEW.id AND e.account_id = a.id);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfer_added AFTER INSERT ON ledger_transfer
    FOR EACH ROW EXECUTE FUNCTION ledger_transfer_added();
