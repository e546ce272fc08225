-- The audit: one statement, hence one snapshot, that walks every entry of every account.
-- Rows: section ('chips' or 'law'), unit, what, counted (rows looked at), chips, broken, example
-- (the first account or transfer that breaks the law).
-- It trusts no constraint and no trigger: all that they promise is counted again.
WITH digests AS MATERIALIZED (
    SELECT t.id, ledger_digest(t) AS digest FROM ledger_transfer t
), walked AS (
    SELECT e.account_id, e.version, e.amount, e.balance_after, e.hash, d.digest,
        row_number() OVER account AS place,
        sum(e.amount) OVER account AS running,
        lead(e.version) OVER account IS NULL AS newest,
        lag(e.hash) OVER account AS hash_before,
        lag(e.transfer_id) OVER account IS NOT DISTINCT FROM e.transfer_id AS twice
    FROM ledger_entry e LEFT JOIN digests d ON d.id = e.transfer_id
    WINDOW account AS (PARTITION BY e.account_id ORDER BY e.version ROWS UNBOUNDED PRECEDING)
), history AS (
    SELECT w.account_id, count(*) AS entries, sum(w.amount) AS total, min(w.balance_after) AS low,
        max(w.version) AS newest_version,
        max(w.balance_after) FILTER (WHERE w.newest) AS newest_balance,
        (array_agg(w.hash) FILTER (WHERE w.newest))[1] AS newest_hash,
        count(*) FILTER (WHERE w.version <> w.place) AS gaps,
        count(*) FILTER (WHERE w.balance_after <> w.running OR w.twice) AS breaks,
        count(*) FILTER (WHERE w.hash IS DISTINCT FROM ledger_link(
            CASE WHEN w.place > 1 THEN w.hash_before ELSE ledger_genesis(a) END,
            w.digest, w.account_id, w.version, w.amount, w.balance_after)) AS unchained
    FROM walked w LEFT JOIN ledger_account a ON a.id = w.account_id
    GROUP BY w.account_id
), books AS (
    SELECT a.*, COALESCE(h.entries, 0) AS entries, COALESCE(h.total, 0) AS total,
        COALESCE(h.low, 0) AS low, COALESCE(h.newest_version, 0) AS newest_version,
        COALESCE(h.newest_balance, 0) AS newest_balance,
        COALESCE(h.gaps, 0) AS gaps, COALESCE(h.breaks, 0) AS breaks,
        COALESCE(h.unchained, 0)
            + (a.head IS DISTINCT FROM COALESCE(h.newest_hash, ledger_genesis(a)))::int
            AS unchained
    FROM ledger_account a LEFT JOIN history h ON h.account_id = a.id
), sheets AS (
    SELECT e.transfer_id, count(*) AS entries, sum(e.amount) AS total,
        count(*) FILTER (WHERE a.unit_id <> t.unit_id) AS strangers,
        count(*) FILTER (WHERE a.kind = 'issuer') AS issuing,
        COALESCE(-sum(e.amount) FILTER (WHERE a.kind = 'issuer'), 0) AS issued
    FROM ledger_entry e
    JOIN ledger_transfer t ON t.id = e.transfer_id
    JOIN ledger_account a ON a.id = e.account_id
    GROUP BY e.transfer_id
), events AS (
    SELECT t.id, t.unit_id, t.kind, t.n_entries, COALESCE(s.entries, 0) AS entries,
        COALESCE(s.total, 0) AS total, COALESCE(s.strangers, 0) AS strangers,
        COALESCE(s.issuing, 0) AS issuing, COALESCE(s.issued, 0) AS issued
    FROM ledger_transfer t LEFT JOIN sheets s ON s.transfer_id = t.id
), once AS (
    SELECT 'transfer ' || max(id) AS example FROM ledger_transfer GROUP BY request
    HAVING count(*) > 1
    UNION ALL SELECT 'transfer ' || max(id) FROM ledger_transfer WHERE ref IS NOT NULL
    GROUP BY kind, ref HAVING count(*) > 1
), undone AS (
    SELECT r.id, row_number() OVER (PARTITION BY r.reverses_id ORDER BY r.id) > 1
        OR u.id IS NULL OR r.unit_id <> u.unit_id OR r.n_entries <> u.n_entries
        OR EXISTS (
            SELECT FROM ledger_entry e WHERE e.transfer_id = r.id AND NOT EXISTS (
                SELECT FROM ledger_entry o WHERE o.transfer_id = u.id
                    AND o.account_id = e.account_id AND o.amount = -e.amount)) AS wrong
    FROM ledger_transfer r LEFT JOIN ledger_transfer u ON u.id = r.reverses_id
    WHERE r.reverses_id IS NOT NULL
), roots AS (
    SELECT l.seal_id, count(*) AS accounts,
        sha256(string_agg(int8send(l.account_id) || int8send(l.version) || e.hash, ''::bytea
            ORDER BY l.account_id)) AS root
    FROM ledger_seal_line l
    LEFT JOIN ledger_entry e ON e.account_id = l.account_id AND e.version = l.version
    GROUP BY l.seal_id
), seals AS (
    SELECT s.n, s.n <> row_number() OVER chain
        OR s.root IS DISTINCT FROM r.root OR s.accounts IS DISTINCT FROM r.accounts
        OR s.hash IS DISTINCT FROM ledger_seal_hash(
            COALESCE(lag(s.hash) OVER chain, ''::bytea), s.n, s.accounts, s.created_at, s.root, s.restored,
            ARRAY(SELECT r.created_at FROM ledger_restore r WHERE s.restored AND r.after = s.n - 1))
        AS wrong
    FROM ledger_seal s LEFT JOIN roots r ON r.seal_id = s.n
    WINDOW chain AS (ORDER BY s.n)
), supply AS (
    SELECT u.id, u.code,
        COALESCE((SELECT sum(issued) FROM events e WHERE e.unit_id = u.id AND issued > 0), 0) AS issued,
        COALESCE((SELECT -sum(issued) FROM events e WHERE e.unit_id = u.id AND issued < 0), 0) AS burned,
        COALESCE((SELECT sum(balance) FROM ledger_account a WHERE a.unit_id = u.id), 0) AS total,
        COALESCE((SELECT sum(balance) FROM ledger_account a
                  WHERE a.unit_id = u.id AND a.kind = 'issuer'), 0) AS issuer,
        (SELECT count(*) FROM ledger_account a WHERE a.unit_id = u.id AND a.kind <> 'issuer') AS holders
    FROM ledger_unit u
)
SELECT 1 AS section, 'chips', code, 'issued', NULL::bigint, issued, 0, NULL FROM supply
UNION ALL SELECT 2, 'chips', code, 'burned', NULL, burned, 0, NULL FROM supply
UNION ALL SELECT 3, 'chips', s.code, a.kind, count(*), sum(a.balance), 0, NULL
    FROM ledger_account a JOIN supply s ON s.id = a.unit_id
    WHERE a.kind <> 'issuer' GROUP BY s.code, a.kind
UNION ALL SELECT 4, 'chips', code, 'in all', holders, total - issuer, 0, NULL FROM supply
UNION ALL SELECT 5, 'law', '', 'all accounts of a unit sum to zero', count(*), NULL,
    count(*) FILTER (WHERE total <> 0), min('unit ' || code) FILTER (WHERE total <> 0) FROM supply
UNION ALL SELECT 6, 'law', '', 'the issuer is minus what was issued and not burned', count(*), NULL,
    count(*) FILTER (WHERE issuer <> burned - issued),
    min('unit ' || code) FILTER (WHERE issuer <> burned - issued) FROM supply
UNION ALL SELECT 7, 'law', '', 'chips are issued or burned only as such', count(*), NULL,
    count(*) FILTER (WHERE issuing > 0 AND kind <> ALL (%(issuing)s)),
    'transfer ' || min(id) FILTER (WHERE issuing > 0 AND kind <> ALL (%(issuing)s)) FROM events
UNION ALL SELECT 8, 'law', '', 'a transfer sums to zero', count(*), NULL,
    count(*) FILTER (WHERE total <> 0), 'transfer ' || min(id) FILTER (WHERE total <> 0) FROM events
UNION ALL SELECT 9, 'law', '', 'a transfer has all its entries, in one unit', count(*), NULL,
    count(*) FILTER (WHERE entries <> n_entries OR strangers > 0
        OR (entries < 2 AND NOT (entries = 0 AND kind = 'settlement'))),
    'transfer ' || min(id) FILTER (WHERE entries <> n_entries OR strangers > 0
        OR (entries < 2 AND NOT (entries = 0 AND kind = 'settlement'))) FROM events
UNION ALL SELECT 10, 'law', '', 'a balance is the sum of its entries', count(*), NULL,
    count(*) FILTER (WHERE balance <> total), 'account ' || min(id) FILTER (WHERE balance <> total)
    FROM books
UNION ALL SELECT 11, 'law', '', 'a balance is what the newest entry left', count(*), NULL,
    count(*) FILTER (WHERE balance <> newest_balance),
    'account ' || min(id) FILTER (WHERE balance <> newest_balance) FROM books
UNION ALL SELECT 12, 'law', '', 'each entry goes on from the one before', sum(entries)::bigint, NULL,
    count(*) FILTER (WHERE breaks > 0), 'account ' || min(id) FILTER (WHERE breaks > 0) FROM books
UNION ALL SELECT 13, 'law', '', 'entries are numbered without a gap', sum(entries)::bigint, NULL,
    count(*) FILTER (WHERE gaps > 0 OR version <> newest_version OR version <> entries),
    'account ' || min(id) FILTER (WHERE gaps > 0 OR version <> newest_version OR version <> entries)
    FROM books
UNION ALL SELECT 14, 'law', '', 'no account was ever below its floor', sum(entries)::bigint, NULL,
    count(*) FILTER (WHERE lowered OR LEAST(low, balance) < floor),
    'account ' || min(id) FILTER (WHERE lowered OR LEAST(low, balance) < floor)
    -- A floor is part of an account's law, so the one that stands there is not simply believed.
    FROM (SELECT books.*, (books.kind = 'issuer') <> (books.floor IS NULL) OR books.floor < 0
        AS lowered FROM books) judged
UNION ALL SELECT 15, 'law', '', 'no settled hand holds chips', count(*), NULL,
    count(*) FILTER (WHERE kind <> 'seat' OR settled), 'account ' || min(id) FILTER (WHERE
        kind <> 'seat' OR settled)
    FROM (SELECT a.id, a.kind, EXISTS (SELECT FROM ledger_transfer t
        WHERE t.kind = 'settlement' AND t.ref = a.held_by) AS settled
        FROM ledger_account a WHERE a.held_by IS NOT NULL) held
UNION ALL SELECT 16, 'law', '', 'a closed account is empty', count(*), NULL,
    count(*) FILTER (WHERE balance <> 0), 'account ' || min(id) FILTER (WHERE balance <> 0)
    FROM books WHERE state = 'closed'
UNION ALL SELECT 17, 'law', '', 'one request, or one hand, made one transfer',
    (SELECT count(*) FROM ledger_transfer), NULL, count(*), min(example) FROM once
UNION ALL SELECT 18, 'law', '', 'what undoes a transfer is its exact negative', count(*), NULL,
    count(*) FILTER (WHERE wrong), 'transfer ' || min(id) FILTER (WHERE wrong) FROM undone
UNION ALL SELECT 19, 'law', '', 'a request has its answer', count(*), NULL,
    count(*) FILTER (WHERE answer = ''), min('key ' || key) FILTER (WHERE answer = '')
    FROM ledger_request_key
UNION ALL SELECT 20, 'law', '', 'the hash chains hold, from the first entry', sum(entries)::bigint,
    NULL, count(*) FILTER (WHERE unchained > 0), 'account ' || min(id) FILTER (WHERE unchained > 0)
    FROM books
UNION ALL SELECT 21, 'law', '', 'the seals hold, from the first one', count(*), NULL,
    count(*) FILTER (WHERE wrong), 'seal ' || min(n) FILTER (WHERE wrong) FROM seals
ORDER BY 1, 3, 4
