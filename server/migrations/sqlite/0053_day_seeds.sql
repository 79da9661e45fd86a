-- The seed of each day (a date of UTC) of the simulated market, without a gap from the first on. A day is published by its hash
-- before it begins, and its row never changes: what has ticked can be computed again. Only the seeds of days that have ended
-- leave the server.
CREATE TABLE day_seeds (
    day          TEXT   NOT NULL PRIMARY KEY,
    seed         TEXT   NOT NULL,
    committed_at INTEGER NOT NULL
);
