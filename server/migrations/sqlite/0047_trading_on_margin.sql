-- Marks at which a position is closed by us (10^-8); NULL where there is none.
ALTER TABLE positions ADD COLUMN stop_loss INTEGER;
ALTER TABLE positions ADD COLUMN take_profit INTEGER;

-- Whether the customer was warned of a position since it was last out of danger.
ALTER TABLE positions ADD COLUMN warned INTEGER;

-- The currency of a fill's price and value, and what its wallet got of it without fees; NULL for fills from before.
ALTER TABLE fills ADD COLUMN currency TEXT NOT NULL DEFAULT 'USD';
ALTER TABLE fills ADD COLUMN received INTEGER;
UPDATE fills SET currency = 'HKD' WHERE wallet = 'HK_STOCK';

-- Fills that moved nothing, as those that open a position on margin: no posting leads to them.
CREATE INDEX fills_unposted ON fills (account_id, journal_id) WHERE received = 0 AND fees = 0;

-- Positions on margin that are open, for who marks them.
CREATE INDEX positions_on_margin ON positions (instrument_id) WHERE margin_wallet IS NOT NULL AND quantity <> 0;
