-- The laws of the ledger, held by the database itself (run once, by migration 0002; never edited).
-- Whoever writes here, by whatever door, obeys them; each refusal carries the name of its law.

-- Foreign keys that are checked at once. Django's own wait for the commit, and take their locks
-- there too, behind our backs.
ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_has_unit FOREIGN KEY (unit_id) REFERENCES ledger_unit,
    ADD CONSTRAINT ledger_account_has_user FOREIGN KEY (user_id) REFERENCES accounts_user,
    -- Room on each page, so that a new balance lies beside the old one and no index is touched.
    SET (fillfactor = 60);
ALTER TABLE ledger_transfer
    ADD CONSTRAINT ledger_transfer_has_unit FOREIGN KEY (unit_id) REFERENCES ledger_unit,
    ADD CONSTRAINT ledger_transfer_reverses_one FOREIGN KEY (reverses_id) REFERENCES ledger_transfer,
    -- The transaction that made the transfer: the seal of its entries (below).
    ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
ALTER TABLE ledger_entry
    ADD CONSTRAINT ledger_entry_has_account FOREIGN KEY (account_id) REFERENCES ledger_account,
    ADD CONSTRAINT ledger_entry_has_transfer FOREIGN KEY (transfer_id) REFERENCES ledger_transfer;

-- LAW ledger_append_only. What happened stays: no update, no delete, no truncate.
CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: correct a transfer by another one', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only';
END $$;

CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_transfer
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_append_only BEFORE DELETE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_account
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_unit
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_unit
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
-- A key is claimed empty and answered once, in one transaction; from then on it stays.
CREATE TRIGGER ledger_append_only BEFORE DELETE ON ledger_request_key
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_answered_once BEFORE UPDATE ON ledger_request_key
    FOR EACH ROW WHEN (OLD.answer <> '' OR (OLD.actor, OLD.key, OLD.fingerprint, OLD.created_at)
        IS DISTINCT FROM (NEW.actor, NEW.key, NEW.fingerprint, NEW.created_at))
    EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_request_key
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- LAW ledger_account_moves_by_entry. An account starts empty. Its purpose and floor never change.
-- Its balance and version move only together, by the one entry that says so.
CREATE FUNCTION ledger_account_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.balance <> 0 OR NEW.version <> 0 THEN
            RAISE EXCEPTION 'an account starts with balance 0 and version 0'
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_moves_by_entry';
        END IF;
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.unit_id, OLD.kind, OLD.user_id, OLD.table_id, OLD.floor)
        IS DISTINCT FROM (NEW.id, NEW.unit_id, NEW.kind, NEW.user_id, NEW.table_id, NEW.floor) THEN
        RAISE EXCEPTION 'what account % is for, and its floor, never change', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only';
    END IF;
    IF OLD.state = 'closed' AND NEW.state <> 'closed' THEN
        RAISE EXCEPTION 'account % is closed and stays so', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_account_state';
    END IF;
    IF (OLD.balance, OLD.version) IS NOT DISTINCT FROM (NEW.balance, NEW.version) THEN
        RETURN NEW;
    END IF;
    IF NEW.version <> OLD.version + 1 OR NOT EXISTS (
        SELECT FROM ledger_entry e
        WHERE e.account_id = NEW.id AND e.version = NEW.version
            AND e.balance_after = NEW.balance AND e.amount = NEW.balance - OLD.balance
    ) THEN
        RAISE EXCEPTION 'no entry moves account % from % to %', OLD.id, OLD.balance, NEW.balance
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_moves_by_entry';
    END IF;
    IF OLD.state = 'closed' OR (OLD.state = 'frozen' AND NEW.balance < OLD.balance) THEN
        RAISE EXCEPTION 'account % is %', OLD.id, OLD.state
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_state';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_account_guard BEFORE INSERT OR UPDATE ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_account_guard();

-- LAW ledger_transfer_complete. A transfer and all its entries are made by one statement (a CTE):
-- triggers of a statement run when all its rows stand. So there is no moment with half of it,
-- and no transfer whose entries never came.
CREATE FUNCTION ledger_transfer_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    bad bigint;
BEGIN
    SELECT t.id INTO bad FROM fresh t
    WHERE t.n_entries <> (SELECT count(*) FROM ledger_entry e WHERE e.transfer_id = t.id)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'transfer % comes without its entries: write both in one statement', bad
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_complete';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_transfer_added AFTER INSERT ON ledger_transfer
    REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_added();

-- LAW ledger_transfer_sealed. An entry joins only a transfer of its own transaction, and never
-- one more than the transfer says. (After a dump is restored transaction numbers start again;
-- the count holds then too.)
-- LAW ledger_transfer_balances. The entries of a transfer sum to zero and are of its unit.
-- Then the entries move the balances: an entry that did not is impossible, as is (by the guard of
-- the account) a balance that moved without one. UNIQUE (account, version) lets only one writer
-- take a balance further, even if both forgot to lock.
CREATE FUNCTION ledger_entry_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    bad record;
BEGIN
    FOR bad IN
        SELECT t.id, t.xid, t.n_entries, f.total, f.strangers,
            (SELECT count(*) FROM ledger_entry e WHERE e.transfer_id = t.id) AS found
        FROM (
            SELECT x.transfer_id, sum(x.amount) AS total, count(*) FILTER (WHERE a.unit_id <>
                (SELECT unit_id FROM ledger_transfer WHERE id = x.transfer_id)) AS strangers
            FROM fresh x JOIN ledger_account a ON a.id = x.account_id
            GROUP BY x.transfer_id
        ) f JOIN ledger_transfer t ON t.id = f.transfer_id
    LOOP
        IF bad.xid <> pg_current_xact_id() OR bad.found <> bad.n_entries THEN
            RAISE EXCEPTION 'transfer % is complete and takes no more entries', bad.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_sealed';
        ELSIF bad.total <> 0 OR bad.strangers > 0 THEN
            RAISE EXCEPTION 'entries of transfer % must sum to 0 in one unit, not to %',
                bad.id, bad.total
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_balances';
        END IF;
    END LOOP;
    UPDATE ledger_account a SET balance = f.balance_after, version = f.version
    FROM fresh f WHERE a.id = f.account_id;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_entry_added AFTER INSERT ON ledger_entry
    REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_entry_added();

-- The house chip.
INSERT INTO ledger_unit (code) VALUES ('chips');
