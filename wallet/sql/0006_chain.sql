-- Hash chains, holds and seals (run once, by migration 0006; never edited).
--
-- Each account has a chain of its own: it begins with what the account is for, and each entry adds
-- itself and all that its transfer says. So whoever alters anything that happened has to alter
-- every later hash of the accounts concerned, and a seal published before that shows it.
-- Numbers are 8 bytes big-endian, text is its length in bytes (4 bytes) and then UTF-8, moments
-- are microseconds since 2000-01-01 UTC; the tag in front names what is hashed and its format.

CREATE FUNCTION ledger_genesis(a ledger_account) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256('batida/ledger/1/account'::bytea || int8send(a.id) || int8send(a.unit_id)
        || int4send(octet_length(a.kind)) || convert_to(a.kind, 'UTF8')
        || int8send(COALESCE(a.user_id, 0)) || int8send(COALESCE(a.table_id, 0))
        || int8send(COALESCE(a.tournament_id, 0)))
$$;

CREATE FUNCTION ledger_digest(t ledger_transfer) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT sha256('batida/ledger/1/transfer'::bytea || int8send(t.id) || uuid_send(t.request)
        || int8send(t.unit_id) || int8send(t.n_entries) || int8send(COALESCE(t.reverses_id, 0))
        || timestamptz_send(t.created_at)
        || int4send(octet_length(t.kind)) || convert_to(t.kind, 'UTF8')
        || int4send(COALESCE(octet_length(t.ref), -1)) || convert_to(COALESCE(t.ref, ''), 'UTF8')
        || int4send(octet_length(t.actor)) || convert_to(t.actor, 'UTF8')
        || int4send(octet_length(t.reason)) || convert_to(t.reason, 'UTF8'))
$$;

CREATE FUNCTION ledger_link(
    head bytea, digest bytea, account_id bigint, version bigint, amount bigint, balance_after bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT sha256('batida/ledger/1/entry'::bytea || head || digest || int8send(account_id)
        || int8send(version) || int8send(amount) || int8send(balance_after))
$$;

CREATE FUNCTION ledger_seal_hash(
    before bytea, n bigint, accounts bigint, created_at timestamptz, root bytea
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT sha256('batida/ledger/1/seal'::bytea || before || int8send(n) || int8send(accounts)
        || timestamptz_send(created_at) || root)
$$;

-- The books as they stand are chained now. The guards are off for this alone: nothing but the new
-- columns is written, and this transaction holds both tables.
ALTER TABLE ledger_account DISABLE TRIGGER USER;
ALTER TABLE ledger_entry DISABLE TRIGGER USER;
UPDATE ledger_account a SET head = ledger_genesis(a);
DO $$
DECLARE
    one record;
    at_account bigint;
    v_head bytea;
BEGIN
    FOR one IN
        SELECT e.account_id, e.version, e.amount, e.balance_after, ledger_digest(t) AS digest
        FROM ledger_entry e JOIN ledger_transfer t ON t.id = e.transfer_id
        ORDER BY e.account_id, e.version
    LOOP
        IF one.account_id IS DISTINCT FROM at_account THEN
            UPDATE ledger_account SET head = v_head WHERE id = at_account;
            at_account := one.account_id;
            SELECT a.head INTO v_head FROM ledger_account a WHERE a.id = at_account;
        END IF;
        v_head := ledger_link(
            v_head, one.digest, one.account_id, one.version, one.amount, one.balance_after);
        UPDATE ledger_entry SET hash = v_head
        WHERE account_id = one.account_id AND version = one.version;
    END LOOP;
    UPDATE ledger_account SET head = v_head WHERE id = at_account;
END $$;
ALTER TABLE ledger_account ENABLE TRIGGER USER;
ALTER TABLE ledger_entry ENABLE TRIGGER USER;
ALTER TABLE ledger_account
    ADD CONSTRAINT ledger_account_head_is_whole CHECK (octet_length(head) = 32);
ALTER TABLE ledger_entry
    ADD CONSTRAINT ledger_entry_hash_is_whole CHECK (octet_length(hash) = 32);

-- LAW ledger_account_moves_by_entry (as before): balance, version and now the head move together,
-- by the one entry that says so.
-- LAW ledger_account_held. While a hand is open, only its settlement moves the chips that play in
-- it, and only its settlement frees them.
CREATE OR REPLACE FUNCTION ledger_account_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    v_transfer bigint;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.balance <> 0 OR NEW.version <> 0 OR NEW.held_by IS NOT NULL THEN
            RAISE EXCEPTION 'an account starts free, with balance 0 and version 0'
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_account_moves_by_entry';
        END IF;
        NEW.head := ledger_genesis(NEW);
        RETURN NEW;
    END IF;
    IF (OLD.id, OLD.unit_id, OLD.kind, OLD.user_id, OLD.table_id, OLD.tournament_id, OLD.floor)
        IS DISTINCT FROM
        (NEW.id, NEW.unit_id, NEW.kind, NEW.user_id, NEW.table_id, NEW.tournament_id, NEW.floor)
    THEN
        RAISE EXCEPTION 'what account % is for, and its floor, never change', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_append_only';
    END IF;
    IF OLD.state = 'closed' AND NEW.state <> 'closed' THEN
        RAISE EXCEPTION 'account % is closed and stays so', OLD.id
            USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_account_state';
    END IF;
    IF OLD.held_by IS DISTINCT FROM NEW.held_by AND (
        (OLD.held_by IS NOT NULL AND NEW.held_by IS NOT NULL)
        OR (OLD.held_by IS NULL) = EXISTS (
            SELECT FROM ledger_transfer t
            WHERE t.kind = 'settlement' AND t.ref = COALESCE(OLD.held_by, NEW.held_by)))
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

-- LAW ledger_transfer_complete (as before).
-- LAW ledger_transfer_reverses_exactly. What undoes a transfer is its exact negative, account by
-- account. (That it happens once is the unique reverses_id.)
CREATE OR REPLACE FUNCTION ledger_transfer_added() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT t.id INTO bad FROM fresh t
    WHERE t.reverses_id IS NOT NULL AND (
        t.n_entries <> (SELECT u.n_entries FROM ledger_transfer u WHERE u.id = t.reverses_id)
        OR EXISTS (
            SELECT FROM ledger_entry e WHERE e.transfer_id = t.id AND NOT EXISTS (
                SELECT FROM ledger_entry u WHERE u.transfer_id = t.reverses_id
                    AND u.account_id = e.account_id AND u.amount = -e.amount)))
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'transfer % is not the exact negative of what it undoes', bad
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_reverses_exactly';
    END IF;
    RETURN NULL;
END $$;

-- LAWS ledger_transfer_sealed and ledger_transfer_balances (as before).
-- LAW ledger_issuer_moves_by_issue. Chips are made and unmade only by transfers that say so.
-- LAW ledger_entry_chained. The hash of an entry goes on from its account's head.
-- Then the entries move balance, version and head, and a settlement frees what it moves.
CREATE OR REPLACE FUNCTION ledger_entry_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    bad record;
BEGIN
    FOR bad IN
        SELECT t.id, t.xid, t.kind, t.n_entries,
            sum(f.amount) AS total,
            count(*) FILTER (WHERE a.unit_id <> t.unit_id) AS strangers,
            count(*) FILTER (WHERE a.kind = 'issuer') AS issuing,
            count(*) FILTER (WHERE f.hash IS DISTINCT FROM ledger_link(
                a.head, t.digest, f.account_id, f.version, f.amount, f.balance_after)) AS broken,
            (SELECT count(*) FROM ledger_entry e WHERE e.transfer_id = t.id) AS found
        FROM (
            SELECT u.id, u.xid, u.kind, u.n_entries, u.unit_id, ledger_digest(u) AS digest
            FROM ledger_transfer u WHERE u.id IN (SELECT x.transfer_id FROM fresh x) OFFSET 0
        ) t JOIN fresh f ON f.transfer_id = t.id JOIN ledger_account a ON a.id = f.account_id
        GROUP BY t.id, t.xid, t.kind, t.n_entries
    LOOP
        IF bad.xid <> pg_current_xact_id() OR bad.found <> bad.n_entries THEN
            RAISE EXCEPTION 'transfer % is complete and takes no more entries', bad.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_sealed';
        ELSIF bad.total <> 0 OR bad.strangers > 0 THEN
            RAISE EXCEPTION 'entries of transfer % must sum to 0 in one unit, not to %',
                bad.id, bad.total
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfer_balances';
        ELSIF bad.issuing > 0
            AND bad.kind NOT IN ('grant', 'fund', 'burn', 'stack', 'unstack', 'reversal') THEN
            RAISE EXCEPTION 'a transfer of kind % makes no chips and unmakes none', bad.kind
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_issuer_moves_by_issue';
        ELSIF bad.broken > 0 THEN
            RAISE EXCEPTION 'entries of transfer % do not go on from their accounts'' chains',
                bad.id
                USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entry_chained';
        END IF;
    END LOOP;
    UPDATE ledger_account a
    SET balance = f.balance_after, version = f.version, head = f.hash, held_by = NULL
    FROM fresh f WHERE a.id = f.account_id;
    RETURN NULL;
END $$;

-- Seals stay, and so does what each of them saw.
ALTER TABLE ledger_seal
    ADD CONSTRAINT ledger_seal_whole
        CHECK (n >= 1 AND octet_length(root) = 32 AND octet_length(hash) = 32);
ALTER TABLE ledger_seal_line
    ADD CONSTRAINT ledger_seal_line_has_seal FOREIGN KEY (seal_id) REFERENCES ledger_seal,
    ADD CONSTRAINT ledger_seal_line_has_account FOREIGN KEY (account_id) REFERENCES ledger_account;
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_seal
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_seal
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger_seal_line
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_seal_line
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- What staff asked for stays as asked, and is decided once.
ALTER TABLE ledger_issue_request
    ADD CONSTRAINT ledger_issue_request_has_user FOREIGN KEY (user_id) REFERENCES accounts_user,
    ADD CONSTRAINT ledger_issue_request_has_asker FOREIGN KEY (asked_by_id) REFERENCES accounts_user,
    ADD CONSTRAINT ledger_issue_request_has_decider
        FOREIGN KEY (decided_by_id) REFERENCES accounts_user,
    ADD CONSTRAINT ledger_issue_request_has_transfer
        FOREIGN KEY (transfer_id) REFERENCES ledger_transfer;
CREATE TRIGGER ledger_append_only BEFORE DELETE ON ledger_issue_request
    FOR EACH ROW EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_decided_once BEFORE UPDATE ON ledger_issue_request
    FOR EACH ROW WHEN (OLD.approved IS NOT NULL
        OR (OLD.kind, OLD.user_id, OLD.amount, OLD.reason, OLD.asked_by_id, OLD.asked_at)
        IS DISTINCT FROM
        (NEW.kind, NEW.user_id, NEW.amount, NEW.reason, NEW.asked_by_id, NEW.asked_at))
    EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger_issue_request
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
