-- Orders that protect a position together: the id of their group, the order that opens what its legs close, and the legs.
-- NULL of an order without a group, and where a group has no such order.
ALTER TABLE orders ADD COLUMN group_id INTEGER;
ALTER TABLE orders ADD COLUMN group_entry INTEGER;
ALTER TABLE orders ADD COLUMN group_take_profit INTEGER;
ALTER TABLE orders ADD COLUMN group_stop_loss INTEGER;
CREATE INDEX orders_grouped ON orders (account_id, id) WHERE group_id IS NOT NULL AND status IN (0, 1, 2, 7);

-- A stop-loss and a take-profit that stood in a position become its legs. They closed all of it, and ended the orders that
-- held it: those end now. A price that no order may have is left out. No order has the id of a position or of a fill,
-- since all ids come from one source.
CREATE TEMPORARY TABLE protected AS
    SELECT p.id, f.first AS fill, p.account_id, p.instrument_id, p.direction, p.quantity, p.currency, p.margin_wallet,
           p.leverage, p.opened_at, l.fee_version,
           CASE WHEN p.stop_loss < 2000000000000000000 THEN p.stop_loss END AS stop_loss,
           CASE WHEN p.take_profit < 2000000000000000000 THEN p.take_profit END AS take_profit
    FROM positions p
    JOIN (SELECT position_id, MIN(id) AS first, MAX(id) AS last FROM fills GROUP BY position_id) f ON f.position_id = p.id
    JOIN fills l ON l.id = f.last
    WHERE p.quantity > 0 AND p.margin_wallet IS NOT NULL
      AND (p.stop_loss < 2000000000000000000 OR p.take_profit < 2000000000000000000);

UPDATE account_streams SET open_orders = open_orders - (
    SELECT COUNT(*) FROM orders o JOIN protected p ON p.account_id = o.account_id AND p.instrument_id = o.instrument_id
        AND p.direction = o.direction
    WHERE o.account_id = account_streams.account_id AND o.side <> o.direction AND o.status IN (0, 1, 2))
WHERE account_id IN (SELECT p.account_id FROM protected p);
UPDATE orders SET status = 4, reason = 'replaced', version = version + 1
WHERE side <> direction AND status IN (0, 1, 2) AND EXISTS (
    SELECT 1 FROM protected p WHERE p.account_id = orders.account_id AND p.instrument_id = orders.instrument_id
        AND p.direction = orders.direction);

INSERT INTO orders (id, account_id, instrument_id, wallet, side, kind, limit_price, quantity, filled, filled_value, fees,
    hold, status, time_in_force, fee_version, created_at, updated_at, version, priority, direction, leverage, currency,
    stop_price, group_id, group_take_profit, group_stop_loss)
SELECT p.id, p.account_id, p.instrument_id, p.margin_wallet, 1 - p.direction, 2,
       -- The collar of a pair: a hundredth beyond the stop.
       CASE WHEN p.direction = 0 THEN p.stop_loss - p.stop_loss / 100 ELSE p.stop_loss + p.stop_loss / 100 END,
       p.quantity, 0, 0, 0, 0, 0, 'gtc', p.fee_version, p.opened_at, p.opened_at, 1, p.id, p.direction, p.leverage,
       p.currency, p.stop_loss, p.id, CASE WHEN p.take_profit IS NOT NULL THEN p.fill END, p.id
FROM protected p WHERE p.stop_loss IS NOT NULL;

INSERT INTO orders (id, account_id, instrument_id, wallet, side, kind, limit_price, quantity, filled, filled_value, fees,
    hold, status, time_in_force, fee_version, created_at, updated_at, version, priority, direction, leverage, currency,
    group_id, group_take_profit, group_stop_loss)
SELECT p.fill, p.account_id, p.instrument_id, p.margin_wallet, 1 - p.direction, 1, p.take_profit, p.quantity, 0, 0, 0, 0, 0,
       'gtc', p.fee_version, p.opened_at, p.opened_at, 1, p.fill, p.direction, p.leverage, p.currency,
       p.id, p.fill, CASE WHEN p.stop_loss IS NOT NULL THEN p.id END
FROM protected p WHERE p.take_profit IS NOT NULL;

UPDATE account_streams SET open_orders = open_orders + (
    SELECT COUNT(p.stop_loss) + COUNT(p.take_profit) FROM protected p WHERE p.account_id = account_streams.account_id)
WHERE account_id IN (SELECT p.account_id FROM protected p);
UPDATE positions SET held = quantity, version = version + 1 WHERE id IN (SELECT p.id FROM protected p);
DROP TABLE protected;

ALTER TABLE positions DROP COLUMN stop_loss;
ALTER TABLE positions DROP COLUMN take_profit;
