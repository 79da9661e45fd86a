-- Outputs that have their confirmations, once each. status: 1 credited, 4 in suspense. amount in 10^-8, booked in cents
-- of the funding account, rate in 10^-8. release_id: what credited it out of suspense.
CREATE TABLE chain_deposits (
    id             BIGINT PRIMARY KEY,
    account_id     BIGINT NOT NULL,
    chain          TEXT    NOT NULL,
    transaction_id TEXT    NOT NULL,
    output         BIGINT NOT NULL,
    currency       TEXT    NOT NULL,
    amount         BIGINT NOT NULL,
    rate           BIGINT NOT NULL,
    booked         BIGINT NOT NULL,
    status         BIGINT NOT NULL,
    release_id     BIGINT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    version        BIGINT NOT NULL,
    UNIQUE (chain, transaction_id, output)
);
CREATE INDEX chain_deposits_account ON chain_deposits (account_id, id);
CREATE INDEX chain_deposits_suspense ON chain_deposits (account_id, currency) WHERE status = 4;
CREATE INDEX chain_deposits_release ON chain_deposits (release_id) WHERE release_id IS NOT NULL;
-- What was credited out of suspense, at once.
CREATE TABLE suspense_releases (
    id         BIGINT PRIMARY KEY,
    account_id BIGINT NOT NULL,
    currency   TEXT    NOT NULL,
    amount     BIGINT NOT NULL,
    rate       BIGINT NOT NULL,
    credit     BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX suspense_releases_account ON suspense_releases (account_id, id);
-- The audit holds each against its journals.
CREATE INDEX journals_chain_deposit ON journals (cause_id) WHERE kind IN ('chain_deposit', 'suspense', 'suspense_release');
