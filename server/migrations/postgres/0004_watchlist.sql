-- The instruments that a customer watches, in the customer's order.
CREATE TABLE watchlist (
    id            BIGINT PRIMARY KEY,
    account_id    BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    position      BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    UNIQUE (account_id, instrument_id)
);
CREATE INDEX watchlist_account ON watchlist (account_id, position);
