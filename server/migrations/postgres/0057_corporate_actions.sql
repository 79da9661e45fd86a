-- What companies do to their shares. A row never changes, but for when all that happens on the ex date was done. Amounts are in
-- units of 10^-8 for each share; a split has two numbers of shares instead.
CREATE TABLE corporate_actions (
    id            BIGINT PRIMARY KEY,
    instrument_id BIGINT NOT NULL,
    kind          TEXT NOT NULL,
    amount        BIGINT NOT NULL,
    currency      TEXT NOT NULL,
    new_shares    BIGINT NOT NULL,
    old_shares    BIGINT NOT NULL,
    announced_at  BIGINT NOT NULL,
    ex_date       TEXT NOT NULL,
    record_date   TEXT NOT NULL,
    pay_date      TEXT NOT NULL,
    source        TEXT NOT NULL,
    applied_at    BIGINT
);
CREATE UNIQUE INDEX corporate_actions_of ON corporate_actions (instrument_id, ex_date);

-- Positions that were adjusted for splits, each once.
CREATE TABLE share_splits (
    corporate_action_id BIGINT NOT NULL,
    account_id          BIGINT NOT NULL,
    instrument_id       BIGINT NOT NULL,
    direction           BIGINT NOT NULL,
    position_id         BIGINT NOT NULL,
    quantity_before     BIGINT NOT NULL,
    quantity_after      BIGINT NOT NULL,
    created_at          BIGINT NOT NULL,
    PRIMARY KEY (corporate_action_id, account_id, instrument_id, direction)
);
CREATE INDEX share_splits_of ON share_splits (position_id);

-- What accounts get of dividends, each once. Status 0 is due, 1 paid by its journal.
CREATE TABLE dividends (
    id                  BIGINT PRIMARY KEY,
    corporate_action_id BIGINT NOT NULL,
    account_id          BIGINT NOT NULL,
    instrument_id       BIGINT NOT NULL,
    quantity            BIGINT NOT NULL,
    per_share           BIGINT NOT NULL,
    wallet              TEXT NOT NULL,
    amount              BIGINT NOT NULL,
    pays_at             BIGINT NOT NULL,
    status              BIGINT NOT NULL,
    journal_id          BIGINT,
    created_at          BIGINT NOT NULL,
    updated_at          BIGINT NOT NULL,
    version             BIGINT NOT NULL
);
CREATE UNIQUE INDEX dividends_of ON dividends (corporate_action_id, account_id);
CREATE INDEX dividends_due ON dividends (pays_at) WHERE status = 0;
