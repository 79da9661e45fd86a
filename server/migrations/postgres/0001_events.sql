-- One stream of events an account: what the push socket tells the customer, in order, and can tell again.
-- The stream's row is also the lock that serialises writers of one account.
CREATE TABLE account_streams (
    account_id BIGINT PRIMARY KEY,
    last_seq   BIGINT NOT NULL
);

CREATE TABLE account_events (
    account_id BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    topic      TEXT    NOT NULL,
    data       TEXT    NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (account_id, seq)
);
CREATE INDEX account_events_created ON account_events (created_at);
