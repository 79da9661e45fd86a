-- An order's place in time: its own id, until an amendment makes it lose its place.
ALTER TABLE orders ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
UPDATE orders SET priority = id;

-- The worst price that the order of a fill accepted at that moment: an order's limit may be amended afterwards.
ALTER TABLE fills ADD COLUMN limit_price INTEGER NOT NULL DEFAULT 0;
UPDATE fills SET limit_price = COALESCE((SELECT o.limit_price FROM orders o WHERE o.id = fills.order_id), 0);
