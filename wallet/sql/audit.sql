-- The audit: one statement, hence one snapshot, that walks every entry of every account.
-- Rows: section ('chips' or 'law'), unit, what, counted (rows looked at), chips, broken, example
-- (the first account or transfer that breaks the law).
WITH walked AS (
    SELECT account_id, version, amount, balance_after,
        row_number() OVER account AS place,
        sum(amount) OVER account AS running,
        lead(version) OVER account IS NULL AS newest
    FROM ledger_entry
    WINDOW account AS (PARTITION BY account_id ORDER BY version ROWS UNBOUNDED PRECEDING)
), history AS (
    SELECT account_id, count(*) AS entries, sum(amount) AS total, min(balance_after) AS low,
        max(version) AS newest_version,
        max(balance_after) FILTER (WHERE newest) AS newest_balance,
        count(*) FILTER (WHERE version <> place) AS gaps,
        count(*) FILTER (WHERE balance_after <> running) AS breaks
    FROM walked GROUP BY account_id
), books AS (
    SELECT a.*, COALESCE(h.entries, 0) AS entries, COALESCE(h.total, 0) AS total,
        COALESCE(h.low, 0) AS low, COALESCE(h.newest_version, 0) AS newest_version,
        COALESCE(h.newest_balance, 0) AS newest_balance,
        COALESCE(h.gaps, 0) AS gaps, COALESCE(h.breaks, 0) AS breaks
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
    count(*) FILTER (WHERE LEAST(low, balance) < floor),
    'account ' || min(id) FILTER (WHERE LEAST(low, balance) < floor) FROM books
UNION ALL SELECT 15, 'law', '', 'a request has its answer', count(*), NULL,
    count(*) FILTER (WHERE answer = ''), min('key ' || key) FILTER (WHERE answer = '')
    FROM ledger_request_key
ORDER BY 1, 3, 4
