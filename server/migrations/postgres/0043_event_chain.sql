-- Less to write for each order: events are put behind all others, not among the earlier ones of their account, and are
-- purged by their ids, which sort by time. An account's are read from its newest row back.

-- One row for what one batch tells an account: the events from first_seq on, as a JSON array of [topic, data].
-- previous_id is the account's row before, which may be purged; NULL for the first.
-- Earlier events are forgotten; a client that comes back is told to read again over HTTP.
DROP TABLE account_events;
CREATE TABLE account_events (
    id          BIGINT PRIMARY KEY,
    previous_id BIGINT,
    account_id  BIGINT NOT NULL,
    first_seq   BIGINT NOT NULL,
    events      TEXT NOT NULL,
    created_at  BIGINT NOT NULL
);

-- The account's newest row of events.
ALTER TABLE account_streams ADD COLUMN last_event_id BIGINT;
