-- Which quote of a customer is the newest.
CREATE INDEX firm_quotes_account ON firm_quotes (account_id, id);
