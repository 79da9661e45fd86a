-- Each customer's place in the operator's extended keys: the same on every chain, and never another's.
CREATE TABLE address_indices (
    account_id BIGINT PRIMARY KEY,
    place      BIGINT NOT NULL UNIQUE
);
-- Where a customer is paid on a chain.
CREATE TABLE chain_addresses (
    chain      TEXT    NOT NULL,
    account_id BIGINT NOT NULL,
    address    TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (chain, account_id),
    UNIQUE (chain, address)
);
-- The chains that are followed. halted: why one is not followed any more, until an operator resumes it.
CREATE TABLE chain_states (
    chain     TEXT    PRIMARY KEY,
    halted    TEXT,
    halted_at BIGINT
);
-- The newest blocks that were followed, without a gap; the greatest is where following goes on.
CREATE TABLE chain_blocks (
    chain  TEXT    NOT NULL,
    height BIGINT NOT NULL,
    hash   TEXT    NOT NULL,
    PRIMARY KEY (chain, height)
);
-- What came to customers' addresses, as it was seen. amount in 10^-8. height is NULL while no block has it, because the
-- chain was reorganised. held: why it is not recorded. recorded: 1 once it is in chain_deposits.
CREATE TABLE chain_outputs (
    id             BIGINT PRIMARY KEY,
    chain          TEXT    NOT NULL,
    transaction_id TEXT    NOT NULL,
    output         BIGINT NOT NULL,
    account_id     BIGINT NOT NULL,
    address        TEXT    NOT NULL,
    currency       TEXT    NOT NULL,
    amount         BIGINT NOT NULL,
    height         BIGINT,
    held           TEXT,
    recorded       BIGINT NOT NULL,
    seen_at        BIGINT NOT NULL,
    UNIQUE (chain, transaction_id, output)
);
CREATE INDEX chain_outputs_account ON chain_outputs (account_id, id);
CREATE INDEX chain_outputs_height ON chain_outputs (chain, height);
CREATE INDEX chain_outputs_open ON chain_outputs (chain, id) WHERE recorded = 0;
-- The simulated chains of paper mode: the newest block, and what was sent; height is NULL until a block has it.
CREATE TABLE simulated_tips (
    chain    TEXT    PRIMARY KEY,
    height   BIGINT NOT NULL,
    mined_at BIGINT NOT NULL
);
CREATE TABLE simulated_transfers (
    id             BIGINT PRIMARY KEY,
    chain          TEXT    NOT NULL,
    transaction_id TEXT    NOT NULL UNIQUE,
    address        TEXT    NOT NULL,
    currency       TEXT    NOT NULL,
    amount         BIGINT NOT NULL,
    height         BIGINT
);
CREATE INDEX simulated_transfers_height ON simulated_transfers (chain, height);
