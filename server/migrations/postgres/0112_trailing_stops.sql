-- How the stop of an order follows the market: an amount in 10⁻⁸, or hundredths of a percent; and its number among the
-- trailing stops of its side of the instrument. NULL of an order of another kind.
ALTER TABLE orders ADD COLUMN trail_amount BIGINT;
ALTER TABLE orders ADD COLUMN trail_percent BIGINT;
ALTER TABLE orders ADD COLUMN trail_number BIGINT;
-- The best prices that trailing stops have seen: of orders from a number on, as 1:10200000000,5:10150000000.
CREATE TABLE best_prices (
    id BIGINT PRIMARY KEY, -- twice the instrument's, and the side
    instrument_id BIGINT NOT NULL REFERENCES instruments (id),
    side BIGINT NOT NULL,
    accepted BIGINT NOT NULL, -- the number of the last trailing stop
    levels TEXT NOT NULL,
    version BIGINT NOT NULL
);
