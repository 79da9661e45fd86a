-- The instruments that a customer watches, in the customer's order.
CREATE TABLE watchlist (
    id            INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    position      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (account_id, instrument_id)
);
CREATE INDEX watchlist_account ON watchlist (account_id, position);
