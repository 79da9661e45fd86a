-- Outputs that have their confirmations, once each. status: 1 credited, 4 in suspense. amount in 10^-8, booked in cents
-- of the funding account, rate in 10^-8. release_id: what credited it out of suspense.
CREATE TABLE chain_deposits (
    id             INTEGER PRIMARY KEY,
    account_id     INTEGER NOT NULL,
    chain          TEXT    NOT NULL,
    transaction_id TEXT    NOT NULL,
    output         INTEGER NOT NULL,
    currency       TEXT    NOT NULL,
    amount         INTEGER NOT NULL,
    rate           INTEGER NOT NULL,
    booked         INTEGER NOT NULL,
    status         INTEGER NOT NULL,
    release_id     INTEGER,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    version        INTEGER NOT NULL,
    UNIQUE (chain, transaction_id, output)
);
CREATE INDEX chain_deposits_account ON chain_deposits (account_id, id);
CREATE INDEX chain_deposits_suspense ON chain_deposits (account_id, currency) WHERE status = 4;
CREATE INDEX chain_deposits_release ON chain_deposits (release_id) WHERE release_id IS NOT NULL;
-- What was credited out of suspense, at once.
CREATE TABLE suspense_releases (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    currency   TEXT    NOT NULL,
    amount     INTEGER NOT NULL,
    rate       INTEGER NOT NULL,
    credit     INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX suspense_releases_account ON suspense_releases (account_id, id);
-- The audit holds each against its journals.
CREATE INDEX journals_chain_deposit ON journals (cause_id) WHERE kind IN ('chain_deposit', 'suspense', 'suspense_release');
