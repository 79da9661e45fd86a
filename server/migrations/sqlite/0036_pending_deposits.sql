-- An account's deposits that wait for their review are counted whenever it announces one.
CREATE INDEX deposits_pending ON deposits (account_id) WHERE status = 0;
