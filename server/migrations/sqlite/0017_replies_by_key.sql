-- Keys begin with the time (UUID version 7), so new ones lie together in an index that begins with the key.
ALTER TABLE idempotent_replies RENAME TO replies_by_account;
CREATE TABLE idempotent_replies (
    account_id  INTEGER NOT NULL,
    key         TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    code        INTEGER NOT NULL,
    data        TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (key, account_id)
);
INSERT INTO idempotent_replies (account_id, key, fingerprint, code, data, created_at)
    SELECT account_id, key, fingerprint, code, data, created_at FROM replies_by_account ORDER BY created_at;
DROP TABLE replies_by_account;
