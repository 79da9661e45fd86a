-- Pictures that customers sent. A row comes before its object in the store and goes after it, so that no object is ever
-- without one. What nobody has named in a request within a day goes again.
CREATE TABLE files (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- When it lay in the store; until then, and for ever where the picture was refused, it is only a try.
    stored_at  INTEGER,
    -- When a request named it first.
    named_at   INTEGER,
    -- When it was given up. Nobody can read it from then on; its object and the row go soon after.
    deleted_at INTEGER,
    -- The key that its object is sealed with.
    key_id     TEXT NOT NULL DEFAULT '',
    size       INTEGER NOT NULL DEFAULT 0,
    width      INTEGER NOT NULL DEFAULT 0,
    height     INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX files_account ON files (account_id, created_at);
CREATE INDEX files_unnamed ON files (created_at) WHERE named_at IS NULL AND deleted_at IS NULL;
CREATE INDEX files_deleted ON files (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX files_key ON files (key_id, id);
-- Who has read which of them, when and why. Rows stay when the file goes.
CREATE TABLE file_reads (
    id         INTEGER PRIMARY KEY,
    file_id    INTEGER NOT NULL,
    -- The customer who read, or NULL where somebody of ours did.
    account_id INTEGER,
    -- The name of the reviewer, or '' where a customer read.
    reviewer   TEXT NOT NULL,
    reason     TEXT NOT NULL,
    read_at    INTEGER NOT NULL
);
CREATE INDEX file_reads_file ON file_reads (file_id, id);
