-- What a hold is for. Its id is its owner's; until now every owner was an order.
ALTER TABLE holds ADD COLUMN owner TEXT NOT NULL DEFAULT 'order';

-- What a journal was for, as JSON: what its customer's bill tells. NULL where nothing is known of it.
ALTER TABLE journals ADD COLUMN note TEXT;
UPDATE journals SET note = (SELECT '{"trade":{"order":' || f.order_id || ',"instrument":' || f.instrument_id
        || ',"quantity":' || f.quantity || ',"price":' || f.price || '}}' FROM fills f WHERE f.id = journals.cause_id)
    WHERE kind IN ('trade_buy', 'trade_sell');
UPDATE journals SET note = (SELECT '{"transfer":{"from":"' || t.from_wallet || '","to":"' || t.to_wallet
        || '","rate":' || COALESCE(CAST(t.rate AS TEXT), 'null') || '}}' FROM transfers t WHERE t.id = journals.cause_id)
    WHERE kind = 'transfer';
UPDATE journals SET note = (SELECT '{"deposit":{"currency":' || CAST(to_json(d.sent_currency) AS TEXT)
        || ',"amount":' || CAST(to_json(d.sent_amount) AS TEXT) || '}}' FROM deposits d WHERE d.id = journals.cause_id)
    WHERE kind = 'deposit';

-- The bill reads what a journal was for with it, and a journal's fill is found by its cause.
DROP INDEX fills_journal;

-- Counts the changes of a deposit: announced, and reviewed.
ALTER TABLE deposits ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE deposits SET version = 2 WHERE status <> 0;
