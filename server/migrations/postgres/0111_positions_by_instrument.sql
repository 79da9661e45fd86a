-- Finds what is owned of an instrument, for its dividends and splits.
CREATE INDEX positions_owned ON positions (instrument_id, account_id) WHERE margin_wallet IS NULL;
