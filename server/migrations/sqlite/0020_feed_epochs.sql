-- Each run of a feed has an epoch: feed, epoch and number name one tick for ever. described is what the ticks are a
-- function of, or NULL where each run is numbered anew. Ticks and fills from before have epoch 0.
CREATE TABLE feed_epochs (
    feed      TEXT    NOT NULL,
    epoch     INTEGER NOT NULL,
    described TEXT,
    began_at  INTEGER NOT NULL,
    PRIMARY KEY (feed, epoch)
) WITHOUT ROWID;

ALTER TABLE ticks RENAME TO ticks_without_epoch;
CREATE TABLE ticks (
    feed          TEXT    NOT NULL,
    epoch         INTEGER NOT NULL,
    seq           INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    exchange_time INTEGER NOT NULL,
    received_time INTEGER NOT NULL,
    bids          TEXT    NOT NULL,
    asks          TEXT    NOT NULL,
    last          INTEGER NOT NULL,
    volume        INTEGER NOT NULL,
    session       TEXT    NOT NULL,
    PRIMARY KEY (feed, epoch, seq, instrument_id)
) WITHOUT ROWID;
INSERT INTO ticks SELECT feed, 0, seq, instrument_id, exchange_time, received_time, bids, asks, last, volume, session
    FROM ticks_without_epoch;
DROP TABLE ticks_without_epoch;

ALTER TABLE fills ADD COLUMN tick_epoch INTEGER NOT NULL DEFAULT 0;
