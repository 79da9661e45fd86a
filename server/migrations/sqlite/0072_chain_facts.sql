-- Which chain a name means: never another, and no chain under two names. read_again: the block up to which all were read a
-- second time and said the same; nothing later is credited.
ALTER TABLE chain_states ADD COLUMN identity TEXT;
ALTER TABLE chain_states ADD COLUMN read_again INTEGER;
CREATE UNIQUE INDEX chain_states_identity ON chain_states (identity);
UPDATE chain_states SET read_again = (SELECT MAX(b.height) FROM chain_blocks b WHERE b.chain = chain_states.chain);
-- An output is named by its contract too (empty: the chain's own coin), among whose transfers in the transaction it has its
-- place.
CREATE TABLE outputs_named (
    id             INTEGER PRIMARY KEY,
    chain          TEXT    NOT NULL,
    transaction_id TEXT    NOT NULL,
    contract       TEXT    NOT NULL,
    output         INTEGER NOT NULL,
    account_id     INTEGER NOT NULL,
    address        TEXT    NOT NULL,
    currency       TEXT    NOT NULL,
    amount         INTEGER NOT NULL,
    height         INTEGER,
    held           TEXT,
    recorded       INTEGER NOT NULL,
    seen_at        INTEGER NOT NULL,
    UNIQUE (chain, transaction_id, contract, output)
);
INSERT INTO outputs_named SELECT o.id, o.chain, o.transaction_id, '', o.output, o.account_id, o.address, o.currency,
    o.amount, o.height, o.held, EXISTS (SELECT 1 FROM chain_deposits d WHERE d.id = o.id), o.seen_at FROM chain_outputs o;
DROP TABLE chain_outputs;
ALTER TABLE outputs_named RENAME TO chain_outputs;
CREATE INDEX chain_outputs_account ON chain_outputs (account_id, id);
CREATE INDEX chain_outputs_height ON chain_outputs (chain, height);
CREATE INDEX chain_outputs_open ON chain_outputs (chain, currency, id) WHERE recorded = 0;
CREATE TABLE deposits_named (
    id             INTEGER PRIMARY KEY,
    account_id     INTEGER NOT NULL,
    chain          TEXT    NOT NULL,
    transaction_id TEXT    NOT NULL,
    contract       TEXT    NOT NULL,
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
    UNIQUE (chain, transaction_id, contract, output)
);
INSERT INTO deposits_named SELECT id, account_id, chain, transaction_id, '', output, currency, amount, rate, booked, status,
    release_id, created_at, updated_at, version FROM chain_deposits;
DROP TABLE chain_deposits;
ALTER TABLE deposits_named RENAME TO chain_deposits;
CREATE INDEX chain_deposits_account ON chain_deposits (account_id, id);
CREATE INDEX chain_deposits_suspense ON chain_deposits (account_id, currency) WHERE status = 4;
CREATE INDEX chain_deposits_release ON chain_deposits (release_id) WHERE release_id IS NOT NULL;
-- What operators decide on halted chains and held outputs. subject: what it is about, as it stood then. decision: resume,
-- resume_afresh or accept. reviewer_key: the name as it is compared.
CREATE TABLE chain_decisions (
    subject      TEXT    NOT NULL,
    decision     TEXT    NOT NULL,
    reviewer     TEXT    NOT NULL,
    reviewer_key TEXT    NOT NULL,
    decided_at   INTEGER NOT NULL,
    PRIMARY KEY (subject, reviewer_key)
);
