-- The end of customers' positions in a contract, the moment from which on nobody opens one, and the code of the index that
-- it is on. The catalog writes them for all contracts when the server starts.
ALTER TABLE instruments ADD COLUMN closes_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE instruments ADD COLUMN opens_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE instruments ADD COLUMN index_code TEXT NOT NULL DEFAULT '';

-- Of what is settled each day: the value that was settled last, in the currency of the contract; all that settlements have
-- credited for the open quantity, in that of the wallet; the last settlement's price, and the settlement at which more
-- margin was called for. NULL of everything else.
ALTER TABLE positions ADD COLUMN basis BIGINT;
ALTER TABLE positions ADD COLUMN credited BIGINT;
ALTER TABLE positions ADD COLUMN settlement_price BIGINT;
ALTER TABLE positions ADD COLUMN called_at BIGINT;

-- The settlements of contracts: the price, how it was found, whether all positions are closed at it, the settlements that
-- are left until then, and the rate from the contract's currency to that of its wallet, which is NULL where they are one.
-- `rate_inverse` is 1 where it is quoted the other way.
CREATE TABLE settlements (
    instrument_id BIGINT NOT NULL,
    settled_at BIGINT NOT NULL,
    price BIGINT NOT NULL,
    method TEXT NOT NULL,
    closes BIGINT NOT NULL,
    days_left BIGINT NOT NULL,
    rate_from TEXT,
    rate_to TEXT,
    rate_bid BIGINT,
    rate_ask BIGINT,
    rate_inverse BIGINT,
    PRIMARY KEY (instrument_id, settled_at)
);

-- What a settlement credited for a position, or debited: one a position and settlement. `value` and `basis` are in the
-- currency of the contract, `amount` in that of the wallet.
CREATE TABLE variations (
    id BIGINT PRIMARY KEY,
    account_id BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    direction BIGINT NOT NULL,
    settled_at BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    price BIGINT NOT NULL,
    value BIGINT NOT NULL,
    basis BIGINT NOT NULL,
    value_currency TEXT NOT NULL,
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    journal_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX variations_position ON variations (account_id, instrument_id, direction, settled_at);
