-- 1 for an order that is also filled before and after regular hours.
ALTER TABLE orders ADD COLUMN extended BIGINT NOT NULL DEFAULT 0 CHECK (extended IN (0, 1));
