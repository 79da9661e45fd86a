-- A batch finds the open orders of other servers that it would overtake.
CREATE INDEX orders_book ON orders (instrument_id, side, limit_price) WHERE status IN (0, 1, 2);
