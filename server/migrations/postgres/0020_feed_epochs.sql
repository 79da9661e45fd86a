-- Each run of a feed has an epoch: feed, epoch and number name one tick for ever. described is what the ticks are a
-- function of, or NULL where each run is numbered anew. Ticks and fills from before have epoch 0.
CREATE TABLE feed_epochs (
    feed      TEXT   NOT NULL,
    epoch     BIGINT NOT NULL,
    described TEXT,
    began_at  BIGINT NOT NULL,
    PRIMARY KEY (feed, epoch)
);

ALTER TABLE ticks ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ticks DROP CONSTRAINT ticks_pkey;
ALTER TABLE ticks ADD PRIMARY KEY (feed, epoch, seq, instrument_id);

ALTER TABLE fills ADD COLUMN tick_epoch BIGINT NOT NULL DEFAULT 0;
DROP INDEX fills_tick;
CREATE INDEX fills_tick ON fills (feed, tick_epoch, tick_seq, instrument_id);
