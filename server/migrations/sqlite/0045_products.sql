-- An order names the position that it adds to or closes (0 long, 1 short), the leverage that it chose (10^-8) and the currency
-- of its value; its fees and its hold are in its wallet's.
ALTER TABLE orders ADD COLUMN direction INTEGER NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN leverage INTEGER NOT NULL DEFAULT 100000000;
ALTER TABLE orders ADD COLUMN currency TEXT NOT NULL DEFAULT 'USD';
UPDATE orders SET currency = 'HKD' WHERE wallet = 'HK_STOCK';

-- The tick that converted a fill's amounts into its wallet's currency, where that was needed.
ALTER TABLE fills ADD COLUMN conversion_instrument_id INTEGER;
ALTER TABLE fills ADD COLUMN conversion_feed TEXT;
ALTER TABLE fills ADD COLUMN conversion_epoch INTEGER;
ALTER TABLE fills ADD COLUMN conversion_seq INTEGER;

-- What is set aside for a position on margin, what its leverage asked for at first, and whether half of it was closed.
ALTER TABLE positions ADD COLUMN margin_wallet TEXT;
ALTER TABLE positions ADD COLUMN margin INTEGER;
ALTER TABLE positions ADD COLUMN initial_margin INTEGER;
ALTER TABLE positions ADD COLUMN leverage INTEGER;
ALTER TABLE positions ADD COLUMN halved INTEGER;

-- When what wallets got and paid by a journal has settled; NULL when it has at once.
ALTER TABLE journals ADD COLUMN settles_at INTEGER;
CREATE INDEX journals_settling ON journals (settles_at) WHERE settles_at IS NOT NULL;

-- What a night cost or brought a position: rates are a year's, in 10^-12.
CREATE TABLE financing (
    id            INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    direction     INTEGER NOT NULL,
    night         INTEGER NOT NULL,
    nights        INTEGER NOT NULL,
    base_rate     INTEGER NOT NULL,
    quote_rate    INTEGER NOT NULL,
    markup        INTEGER NOT NULL,
    value         INTEGER NOT NULL,
    value_currency TEXT NOT NULL,
    amount        INTEGER NOT NULL,
    currency      TEXT NOT NULL,
    journal_id    INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (account_id, instrument_id, direction, night)
);
