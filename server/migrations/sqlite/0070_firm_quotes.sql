-- What a customer was promised for a transfer between two currencies. Amounts in minor units of each wallet's currency,
-- prices in 10^-8 as the pair is quoted; inverse: 1 where that is in from_wallet's currency for one of to_wallet's. What
-- was not used is forgotten some time after it has expired.
CREATE TABLE firm_quotes (
    id          INTEGER PRIMARY KEY,
    account_id  INTEGER NOT NULL,
    from_wallet TEXT    NOT NULL,
    to_wallet   TEXT    NOT NULL,
    debited     INTEGER NOT NULL,
    credited    INTEGER NOT NULL,
    bid         INTEGER NOT NULL,
    ask         INTEGER NOT NULL,
    inverse     INTEGER NOT NULL,
    source      TEXT    NOT NULL,
    -- The tick that has the prices; NULL where they are a dated rule's.
    instrument_id    INTEGER,
    feed             TEXT,
    epoch            INTEGER,
    seq              INTEGER,
    tick_received_at INTEGER,
    quoted_at   INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    -- The one transfer that was made at it.
    transfer_id INTEGER,
    version     INTEGER NOT NULL
);
CREATE INDEX firm_quotes_unused ON firm_quotes (expires_at) WHERE transfer_id IS NULL;
-- NULL within one currency, and of transfers from before there were quotes.
ALTER TABLE transfers ADD COLUMN quote_id INTEGER;
CREATE UNIQUE INDEX transfers_quote ON transfers (quote_id) WHERE quote_id IS NOT NULL;
