-- Double entry. Amounts are minor units of the currency; nothing here is updated but balances and holds.
CREATE TABLE journals (
    id         INTEGER PRIMARY KEY,
    kind       TEXT    NOT NULL,
    cause_id   INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX journals_cause ON journals (cause_id);

-- account_id 0 is the house. balance_after is the wallet's balance once the journal is posted; the house's books
-- are written by every server at once and carry none.
CREATE TABLE postings (
    journal_id    INTEGER NOT NULL,
    line          INTEGER NOT NULL,
    account_id    INTEGER NOT NULL,
    book          TEXT    NOT NULL,
    currency      TEXT    NOT NULL,
    amount        INTEGER NOT NULL,
    balance_after INTEGER,
    PRIMARY KEY (journal_id, line)
) WITHOUT ROWID;
CREATE INDEX postings_account ON postings (account_id, journal_id);

CREATE TABLE balances (
    account_id INTEGER NOT NULL,
    book       TEXT    NOT NULL,
    currency   TEXT    NOT NULL,
    posted     INTEGER NOT NULL,
    held       INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    PRIMARY KEY (account_id, book, currency)
) WITHOUT ROWID;

-- A hold has the id of the order that it is for. status: 0 pending, 1 posted, 2 voided.
CREATE TABLE holds (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    book       TEXT    NOT NULL,
    currency   TEXT    NOT NULL,
    amount     INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX holds_account ON holds (account_id, status);

-- The first reply to each idempotent request. data is the JSON of the envelope's data.
CREATE TABLE idempotent_replies (
    account_id  INTEGER NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    code        INTEGER NOT NULL,
    data        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
) WITHOUT ROWID;
CREATE INDEX idempotent_replies_created ON idempotent_replies (created_at);
