-- Where a customer's money can be sent. kind: iban, account, card, wallet. number is the whole number or address, in the
-- one way in which it is written; identity is the SHA-256 of what tells the destination from others. A row that is
-- deleted stays, empty, so that its id is not taken for an unknown one.
CREATE TABLE payout_accounts (
    id                 BIGINT PRIMARY KEY,
    account_id         BIGINT NOT NULL,
    kind               TEXT    NOT NULL,
    number             TEXT    NOT NULL,
    currency           TEXT,
    chain              TEXT,
    bank_name          TEXT,
    account_name       TEXT,
    swift_code         TEXT,
    aba_routing_number TEXT,
    region             TEXT,
    city               TEXT,
    postal_code        TEXT,
    branch_address     TEXT,
    personal_address   TEXT,
    identity           TEXT    NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    deleted_at         BIGINT
);
CREATE UNIQUE INDEX payout_accounts_identity ON payout_accounts (account_id, identity) WHERE deleted_at IS NULL;
