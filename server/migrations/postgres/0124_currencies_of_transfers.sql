-- The currencies of what a transfer took and gave, and of what a firm quote promised. Until now they were those of the
-- wallets, of which one alone was not kept in US dollars.
ALTER TABLE transfers ADD COLUMN debited_currency TEXT NOT NULL DEFAULT 'USD';
ALTER TABLE transfers ADD COLUMN credited_currency TEXT NOT NULL DEFAULT 'USD';
UPDATE transfers SET debited_currency = 'HKD' WHERE from_wallet = 'HK_STOCK';
UPDATE transfers SET credited_currency = 'HKD' WHERE to_wallet = 'HK_STOCK';
ALTER TABLE firm_quotes ADD COLUMN debited_currency TEXT NOT NULL DEFAULT 'USD';
ALTER TABLE firm_quotes ADD COLUMN credited_currency TEXT NOT NULL DEFAULT 'USD';
UPDATE firm_quotes SET debited_currency = 'HKD' WHERE from_wallet = 'HK_STOCK';
UPDATE firm_quotes SET credited_currency = 'HKD' WHERE to_wallet = 'HK_STOCK';
