-- A customer reads whom they invited page by page, newest first; ids are made in the order of time.
CREATE INDEX accounts_invited_by_newest ON accounts (invited_by, id);
DROP INDEX accounts_invited_by;
