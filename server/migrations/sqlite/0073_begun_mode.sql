-- Whether the database is of paper or of live money: written when it is first served from, and never changed. What has
-- customers already is of paper.
CREATE TABLE begun_mode (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    mode TEXT    NOT NULL
);
INSERT INTO begun_mode (id, mode) SELECT 1, 'paper' WHERE EXISTS (SELECT 1 FROM accounts);
