-- What operators did to instruments, in this order: the newest change of an instrument says how it stands (trading, halted or
-- retired). Rows are only ever added.
CREATE TABLE instrument_changes (
    id            INTEGER PRIMARY KEY,
    instrument_id INTEGER NOT NULL,
    state         TEXT NOT NULL,
    changed_by    TEXT NOT NULL,
    reason        TEXT NOT NULL,
    changed_at    INTEGER NOT NULL
);
CREATE INDEX instrument_changes_of ON instrument_changes (instrument_id, id);
