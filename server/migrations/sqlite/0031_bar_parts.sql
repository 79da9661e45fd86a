-- 0: the bar's beginning was not seen, or not yet its end; what is missing comes from the feed's own history.
ALTER TABLE bars ADD COLUMN whole INTEGER NOT NULL DEFAULT 1;
