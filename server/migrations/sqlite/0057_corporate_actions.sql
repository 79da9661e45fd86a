-- What companies do to their shares. A row never changes, but for when all that happens on the ex date was done. Amounts are in
-- units of 10^-8 for each share; a split has two numbers of shares instead.
CREATE TABLE corporate_actions (
    id            INTEGER PRIMARY KEY,
    instrument_id INTEGER NOT NULL,
    kind          TEXT NOT NULL,
    amount        INTEGER NOT NULL,
    currency      TEXT NOT NULL,
    new_shares    INTEGER NOT NULL,
    old_shares    INTEGER NOT NULL,
    announced_at  INTEGER NOT NULL,
    ex_date       TEXT NOT NULL,
    record_date   TEXT NOT NULL,
    pay_date      TEXT NOT NULL,
    source        TEXT NOT NULL,
    applied_at    INTEGER
);
CREATE UNIQUE INDEX corporate_actions_of ON corporate_actions (instrument_id, ex_date);

-- Positions that were adjusted for splits, each once.
CREATE TABLE share_splits (
    corporate_action_id INTEGER NOT NULL,
    account_id          INTEGER NOT NULL,
    instrument_id       INTEGER NOT NULL,
    direction           INTEGER NOT NULL,
    position_id         INTEGER NOT NULL,
    quantity_before     INTEGER NOT NULL,
    quantity_after      INTEGER NOT NULL,
    created_at          INTEGER NOT NULL,
    PRIMARY KEY (corporate_action_id, account_id, instrument_id, direction)
);
CREATE INDEX share_splits_of ON share_splits (position_id);

-- What accounts get of dividends, each once. Status 0 is due, 1 paid by its journal.
CREATE TABLE dividends (
    id                  INTEGER PRIMARY KEY,
    corporate_action_id INTEGER NOT NULL,
    account_id          INTEGER NOT NULL,
    instrument_id       INTEGER NOT NULL,
    quantity            INTEGER NOT NULL,
    per_share           INTEGER NOT NULL,
    wallet              TEXT NOT NULL,
    amount              INTEGER NOT NULL,
    pays_at             INTEGER NOT NULL,
    status              INTEGER NOT NULL,
    journal_id          INTEGER,
    created_at          INTEGER NOT NULL,
    updated_at          INTEGER NOT NULL,
    version             INTEGER NOT NULL
);
CREATE UNIQUE INDEX dividends_of ON dividends (corporate_action_id, account_id);
CREATE INDEX dividends_due ON dividends (pays_at) WHERE status = 0;
