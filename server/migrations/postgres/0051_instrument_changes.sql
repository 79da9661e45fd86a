-- What operators did to instruments, in this order: the newest change of an instrument says how it stands (trading, halted or
-- retired). Rows are only ever added.
CREATE TABLE instrument_changes (
    id            BIGINT PRIMARY KEY,
    instrument_id BIGINT NOT NULL,
    state         TEXT NOT NULL,
    changed_by    TEXT NOT NULL,
    reason        TEXT NOT NULL,
    changed_at    BIGINT NOT NULL
);
CREATE INDEX instrument_changes_of ON instrument_changes (instrument_id, id);
