-- What a corporate action did to everybody but to accounts that were put aside, because something of them could not be read:
-- it is done to each once that can be.
CREATE TABLE owed_adjustments (
    corporate_action_id INTEGER NOT NULL,
    account_id          INTEGER NOT NULL,
    PRIMARY KEY (corporate_action_id, account_id)
);
