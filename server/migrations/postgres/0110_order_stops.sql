-- The price that an order waits for, and the moment at which the market reached it. NULL of an order without a stop.
ALTER TABLE orders ADD COLUMN stop_price BIGINT;
ALTER TABLE orders ADD COLUMN triggered_at BIGINT;
-- The client's own name of an order, which an account uses once.
ALTER TABLE orders ADD COLUMN client_order_id TEXT;
CREATE UNIQUE INDEX orders_client_order_id ON orders (account_id, client_order_id) WHERE client_order_id IS NOT NULL;
