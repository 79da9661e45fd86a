-- When a backup was brought back. A server that sees a new row starts again on what is there now.
CREATE TABLE restores (
    restored_at INTEGER PRIMARY KEY
);
