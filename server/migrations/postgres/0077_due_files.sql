-- From when on housekeeping looks whether something needs a file; while something does, it looks again and again. That a
-- request has named a file keeps it for a day only, because the request may have been refused.
ALTER TABLE files ADD COLUMN due_at BIGINT NOT NULL DEFAULT 0;
UPDATE files SET due_at = GREATEST(created_at, COALESCE(named_at, 0)) + 86400000;
DROP INDEX files_unnamed;
ALTER TABLE files DROP COLUMN named_at;
CREATE INDEX files_due ON files (due_at) WHERE deleted_at IS NULL;
