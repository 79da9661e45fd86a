-- Double entry. Amounts are minor units of the currency; nothing here is updated but balances and holds.
CREATE TABLE journals (
    id         BIGINT PRIMARY KEY,
    kind       TEXT    NOT NULL,
    cause_id   BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX journals_cause ON journals (cause_id);

-- account_id 0 is the house. balance_after is the wallet's balance once the journal is posted; the house's books
-- are written by every server at once and carry none.
CREATE TABLE postings (
    journal_id    BIGINT NOT NULL,
    line          BIGINT NOT NULL,
    account_id    BIGINT NOT NULL,
    book          TEXT    NOT NULL,
    currency      TEXT    NOT NULL,
    amount        BIGINT NOT NULL,
    balance_after BIGINT,
    PRIMARY KEY (journal_id, line)
);
CREATE INDEX postings_account ON postings (account_id, journal_id);

CREATE TABLE balances (
    account_id BIGINT NOT NULL,
    book       TEXT    NOT NULL,
    currency   TEXT    NOT NULL,
    posted     BIGINT NOT NULL,
    held       BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    PRIMARY KEY (account_id, book, currency)
);

-- A hold has the id of the order that it is for. status: 0 pending, 1 posted, 2 voided.
CREATE TABLE holds (
    id         BIGINT PRIMARY KEY,
    account_id BIGINT NOT NULL,
    book       TEXT    NOT NULL,
    currency   TEXT    NOT NULL,
    amount     BIGINT NOT NULL,
    status     BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX holds_account ON holds (account_id, status);

-- The first reply to each idempotent request. data is the JSON of the envelope's data.
CREATE TABLE idempotent_replies (
    account_id  BIGINT NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    code        BIGINT NOT NULL,
    data        TEXT    NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotent_replies_created ON idempotent_replies (created_at);
