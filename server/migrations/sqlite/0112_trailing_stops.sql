-- How the stop of an order follows the market: an amount in 10⁻⁸, or hundredths of a percent; and its number among the
-- trailing stops of its side of the instrument. NULL of an order of another kind.
ALTER TABLE orders ADD COLUMN trail_amount INTEGER;
ALTER TABLE orders ADD COLUMN trail_percent INTEGER;
ALTER TABLE orders ADD COLUMN trail_number INTEGER;
-- The best prices that trailing stops have seen: of orders from a number on, as 1:10200000000,5:10150000000.
CREATE TABLE best_prices (
    id INTEGER PRIMARY KEY, -- twice the instrument's, and the side
    instrument_id INTEGER NOT NULL REFERENCES instruments (id),
    side INTEGER NOT NULL,
    accepted INTEGER NOT NULL, -- the number of the last trailing stop
    levels TEXT NOT NULL,
    version INTEGER NOT NULL
);
