-- A keyed hash of the picture as it was drawn anew, by which one that was sent twice is recognised. NULL of what was sent before.
ALTER TABLE files ADD COLUMN digest TEXT;
CREATE INDEX files_digest ON files (digest) WHERE digest IS NOT NULL;
