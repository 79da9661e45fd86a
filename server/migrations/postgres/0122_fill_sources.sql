-- The proof of a fill's price: for 'tick' a level of the tick that feed, tick_epoch, tick_seq and instrument_id name.
ALTER TABLE fills ADD COLUMN source TEXT NOT NULL DEFAULT 'tick';
-- When the market had the price, by the clock of its exchange.
ALTER TABLE fills ADD COLUMN priced_at BIGINT NOT NULL DEFAULT 0;
UPDATE fills SET priced_at = COALESCE((SELECT t.exchange_time FROM ticks t
    WHERE t.feed = fills.feed AND t.epoch = fills.tick_epoch AND t.seq = fills.tick_seq
        AND t.instrument_id = fills.instrument_id), created_at);
