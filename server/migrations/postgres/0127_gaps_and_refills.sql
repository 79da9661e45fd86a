-- The profit that closing a position on margin has taken on one day of UTC, in the currency of its wallet, and that day in
-- days since 1970: it pays for a loss in the other direction that is greater than the margin there. NULL before the first
-- close, and of everything that is settled each day or owned.
ALTER TABLE positions ADD COLUMN taken_on BIGINT;
ALTER TABLE positions ADD COLUMN taken BIGINT;

-- 0 where the customer of a future does not want free cash to be added to its margin; NULL of everything else, and of futures
-- that were opened before there was a choice.
ALTER TABLE positions ADD COLUMN refills BIGINT;

-- Servers look for the settlements of the last day.
CREATE INDEX settlements_by_time ON settlements (settled_at);
