-- An account's history of orders, newest first. Only orders that have ended are in it, so that an order is written to it
-- once.
CREATE INDEX orders_ended ON orders (account_id, id) WHERE status IN (3, 4, 5, 6);
