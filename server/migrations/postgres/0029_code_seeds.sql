-- What an address's codes for one purpose are derived from, so that asking again sends the same one. Neither a code
-- nor its hash is stored: the server's key makes codes of seeds. A customer who waits for a code asks once more.
DROP TABLE email_codes;
CREATE TABLE email_codes (
    email      TEXT    NOT NULL,
    scene      TEXT    NOT NULL,
    seed       TEXT    NOT NULL,
    born_at    BIGINT NOT NULL,
    sent_at    BIGINT NOT NULL,
    sent_count BIGINT NOT NULL,
    PRIMARY KEY (email, scene)
);
