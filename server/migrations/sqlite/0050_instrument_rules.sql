-- What a pair of currencies buys and sells (empty for everything else), the least decimals that prices are shown with, the
-- decimal that is a pip, and the tables of price steps and of fees where an instrument has others than its market.
ALTER TABLE instruments ADD COLUMN base_currency TEXT NOT NULL DEFAULT '';
ALTER TABLE instruments ADD COLUMN price_decimals INTEGER NOT NULL DEFAULT 2;
ALTER TABLE instruments ADD COLUMN pip_decimals INTEGER;
ALTER TABLE instruments ADD COLUMN tick_table TEXT NOT NULL DEFAULT '';
ALTER TABLE instruments ADD COLUMN fee_table TEXT NOT NULL DEFAULT '';
