-- The history of orders is counted and filtered by its index alone. As before, only orders that have ended are in it, so
-- that an order is written to it once.
DROP INDEX orders_ended;
CREATE INDEX orders_ended ON orders (account_id, id, created_at, status, side, instrument_id) WHERE status IN (3, 4, 5, 6);
