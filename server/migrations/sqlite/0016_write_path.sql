-- Less to write for each order. Indexes are kept only where a customer's call or a batch reads by them.

-- One row for what one batch tells an account: the events first_seq to last_seq, as a JSON array of [topic, data].
-- Earlier events are forgotten; a client that comes back is told to read again over HTTP.
DROP TABLE account_events;
CREATE TABLE account_events (
    account_id INTEGER NOT NULL,
    first_seq  INTEGER NOT NULL,
    last_seq   INTEGER NOT NULL,
    events     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, last_seq)
);
CREATE INDEX account_events_created ON account_events (created_at);

-- In the order in which they come; WITHOUT ROWID, each would be put among the earlier ones of its account.
ALTER TABLE idempotent_replies RENAME TO replies_by_account;
CREATE TABLE idempotent_replies (
    account_id  INTEGER NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    code        INTEGER NOT NULL,
    data        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
);
INSERT INTO idempotent_replies (account_id, key, fingerprint, code, data, created_at)
    SELECT account_id, key, fingerprint, code, data, created_at FROM replies_by_account ORDER BY created_at;
DROP TABLE replies_by_account;

-- What was taken of a tick is remembered by the one server that writes.
DROP INDEX fills_tick;
DROP INDEX orders_account;
DROP INDEX orders_open;
CREATE INDEX orders_working ON orders (account_id, id) WHERE status IN (0, 1, 2);
DROP INDEX holds_account;
DROP INDEX journals_cause;
CREATE INDEX journals_transfer ON journals (cause_id) WHERE kind = 'transfer';
CREATE INDEX journals_deposit ON journals (cause_id) WHERE kind = 'deposit';
-- The house's postings have no balance_after, and nobody reads them by account.
DROP INDEX postings_account;
CREATE INDEX postings_wallet ON postings (account_id, journal_id, line) WHERE balance_after IS NOT NULL;
-- An account's fills are found by its postings; two indexes by account would be two pages to write for each order.
DROP INDEX fills_account;
CREATE INDEX fills_journal ON fills (journal_id);
