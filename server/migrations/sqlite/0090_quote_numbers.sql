-- Which quote of a customer is the newest, whatever the clock says that their ids are made from.
ALTER TABLE firm_quotes ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
UPDATE firm_quotes SET number = (SELECT COUNT(*) FROM firm_quotes n
    WHERE n.account_id = firm_quotes.account_id AND n.id <= firm_quotes.id);
DROP INDEX firm_quotes_account;
CREATE UNIQUE INDEX firm_quotes_account ON firm_quotes (account_id, number);
