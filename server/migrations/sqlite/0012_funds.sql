-- status: 0 pending, 1 completed, 2 failed. credit is in cents of the funding account.
CREATE TABLE deposits (
    id            INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL,
    channel       TEXT    NOT NULL,
    sent_currency TEXT    NOT NULL,
    sent_amount   TEXT    NOT NULL,
    credit        INTEGER NOT NULL,
    proof_url     TEXT,
    status        INTEGER NOT NULL,
    reason        TEXT,
    created_at    INTEGER NOT NULL,
    reviewed_at   INTEGER
);
CREATE INDEX deposits_account ON deposits (account_id, id);
CREATE INDEX deposits_status ON deposits (status, created_at);

-- Amounts in minor units of each wallet's currency; rate in 10^-8, NULL within one currency.
CREATE TABLE transfers (
    id          INTEGER PRIMARY KEY,
    account_id  INTEGER NOT NULL,
    from_wallet TEXT    NOT NULL,
    to_wallet   TEXT    NOT NULL,
    debited     INTEGER NOT NULL,
    credited    INTEGER NOT NULL,
    rate        INTEGER,
    created_at  INTEGER NOT NULL
);
CREATE INDEX transfers_account ON transfers (account_id, id);

-- Rates between currencies by the day from which they are in force; rate in 10^-8.
CREATE TABLE fx_rates (
    from_currency  TEXT    NOT NULL,
    to_currency    TEXT    NOT NULL,
    effective_from TEXT    NOT NULL,
    rate           INTEGER NOT NULL,
    source         TEXT    NOT NULL,
    PRIMARY KEY (from_currency, to_currency, effective_from)
) WITHOUT ROWID;

-- What an account was worth, once an hour, in cents: the customer's equity curve. contributed is the sum of all
-- completed deposits at that moment, so that equity less contributed is the profit so far.
CREATE TABLE equity_points (
    account_id  INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    equity      INTEGER NOT NULL,
    contributed INTEGER NOT NULL,
    PRIMARY KEY (account_id, at)
) WITHOUT ROWID;
