-- What sets a month of a future apart; moments in Unix milliseconds, days as the exchange counts them. Empty for all others.
ALTER TABLE instruments ADD COLUMN root TEXT NOT NULL DEFAULT '';
-- What a point of the price is worth, in 10^-8 of the currency's unit.
ALTER TABLE instruments ADD COLUMN multiplier INTEGER NOT NULL DEFAULT 100000000;
ALTER TABLE instruments ADD COLUMN listed_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE instruments ADD COLUMN ends_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE instruments ADD COLUMN last_trade TEXT NOT NULL DEFAULT '';
ALTER TABLE instruments ADD COLUMN first_notice TEXT NOT NULL DEFAULT '';
ALTER TABLE instruments ADD COLUMN cash_settled INTEGER NOT NULL DEFAULT 0;
