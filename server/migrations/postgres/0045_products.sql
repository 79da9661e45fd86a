-- An order names the position that it adds to or closes (0 long, 1 short), the leverage that it chose (10^-8) and the currency
-- of its value; its fees and its hold are in its wallet's.
ALTER TABLE orders ADD COLUMN direction BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN leverage BIGINT NOT NULL DEFAULT 100000000;
ALTER TABLE orders ADD COLUMN currency TEXT NOT NULL DEFAULT 'USD';
UPDATE orders SET currency = 'HKD' WHERE wallet = 'HK_STOCK';

-- The tick that converted a fill's amounts into its wallet's currency, where that was needed.
ALTER TABLE fills ADD COLUMN conversion_instrument_id BIGINT;
ALTER TABLE fills ADD COLUMN conversion_feed TEXT;
ALTER TABLE fills ADD COLUMN conversion_epoch BIGINT;
ALTER TABLE fills ADD COLUMN conversion_seq BIGINT;

-- What is set aside for a position on margin, what its leverage asked for at first, and whether half of it was closed.
ALTER TABLE positions ADD COLUMN margin_wallet TEXT;
ALTER TABLE positions ADD COLUMN margin BIGINT;
ALTER TABLE positions ADD COLUMN initial_margin BIGINT;
ALTER TABLE positions ADD COLUMN leverage BIGINT;
ALTER TABLE positions ADD COLUMN halved BIGINT;

-- When what wallets got and paid by a journal has settled; NULL when it has at once.
ALTER TABLE journals ADD COLUMN settles_at BIGINT;
CREATE INDEX journals_settling ON journals (settles_at) WHERE settles_at IS NOT NULL;

-- What a night cost or brought a position: rates are a year's, in 10^-12.
CREATE TABLE financing (
    id            BIGINT PRIMARY KEY,
    account_id    BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    direction     BIGINT NOT NULL,
    night         BIGINT NOT NULL,
    nights        BIGINT NOT NULL,
    base_rate     BIGINT NOT NULL,
    quote_rate    BIGINT NOT NULL,
    markup        BIGINT NOT NULL,
    value         BIGINT NOT NULL,
    value_currency TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    currency      TEXT NOT NULL,
    journal_id    BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    UNIQUE (account_id, instrument_id, direction, night)
);
