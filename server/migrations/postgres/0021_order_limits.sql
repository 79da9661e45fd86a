-- How many orders an account has open, kept with its stream, which every batch that touches the account locks and reads.
ALTER TABLE account_streams ADD COLUMN open_orders BIGINT NOT NULL DEFAULT 0;
UPDATE account_streams SET open_orders = (SELECT COUNT(*) FROM orders
    WHERE orders.account_id = account_streams.account_id AND orders.status IN (0, 1, 2));

-- How a fee is rounded to the minor unit: up, or nearest.
ALTER TABLE fee_rules ADD COLUMN rounding TEXT NOT NULL DEFAULT 'up';
