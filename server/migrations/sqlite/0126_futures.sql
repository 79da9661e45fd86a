-- The end of customers' positions in a contract, the moment from which on nobody opens one, and the code of the index that
-- it is on. The catalog writes them for all contracts when the server starts.
ALTER TABLE instruments ADD COLUMN closes_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE instruments ADD COLUMN opens_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE instruments ADD COLUMN index_code TEXT NOT NULL DEFAULT '';

-- Of what is settled each day: the value that was settled last, in the currency of the contract; all that settlements have
-- credited for the open quantity, in that of the wallet; the last settlement's price, and the settlement at which more
-- margin was called for. NULL of everything else.
ALTER TABLE positions ADD COLUMN basis INTEGER;
ALTER TABLE positions ADD COLUMN credited INTEGER;
ALTER TABLE positions ADD COLUMN settlement_price INTEGER;
ALTER TABLE positions ADD COLUMN called_at INTEGER;

-- The settlements of contracts: the price, how it was found, whether all positions are closed at it, the settlements that
-- are left until then, and the rate from the contract's currency to that of its wallet, which is NULL where they are one.
-- `rate_inverse` is 1 where it is quoted the other way.
CREATE TABLE settlements (
    instrument_id INTEGER NOT NULL,
    settled_at INTEGER NOT NULL,
    price INTEGER NOT NULL,
    method TEXT NOT NULL,
    closes INTEGER NOT NULL,
    days_left INTEGER NOT NULL,
    rate_from TEXT,
    rate_to TEXT,
    rate_bid INTEGER,
    rate_ask INTEGER,
    rate_inverse INTEGER,
    PRIMARY KEY (instrument_id, settled_at)
);

-- What a settlement credited for a position, or debited: one a position and settlement. `value` and `basis` are in the
-- currency of the contract, `amount` in that of the wallet.
CREATE TABLE variations (
    id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    direction INTEGER NOT NULL,
    settled_at INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    price INTEGER NOT NULL,
    value INTEGER NOT NULL,
    basis INTEGER NOT NULL,
    value_currency TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    journal_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX variations_position ON variations (account_id, instrument_id, direction, settled_at);
