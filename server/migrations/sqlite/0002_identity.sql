-- Who the customers are, and the sessions and secrets by which they prove it. Times are Unix milliseconds.
CREATE TABLE accounts (
    id                 INTEGER PRIMARY KEY,
    user_id            TEXT    NOT NULL UNIQUE,
    email              TEXT    NOT NULL UNIQUE,
    phone              TEXT,
    name               TEXT    NOT NULL,
    invite_code        TEXT    NOT NULL UNIQUE,
    invited_by         INTEGER REFERENCES accounts (id),
    password_hash      TEXT    NOT NULL,
    pay_password_hash  TEXT,
    kyc_status         INTEGER NOT NULL DEFAULT 0,
    block_trade_status INTEGER NOT NULL DEFAULT 0,
    created_at         INTEGER NOT NULL
);
CREATE INDEX accounts_invited_by ON accounts (invited_by);

-- Only the SHA-256 of a session's token is stored, in hexadecimal.
CREATE TABLE sessions (
    id           INTEGER PRIMARY KEY,
    account_id   INTEGER NOT NULL REFERENCES accounts (id),
    token_hash   TEXT    NOT NULL UNIQUE,
    device       TEXT    NOT NULL,
    address      TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_last_seen ON sessions (last_seen_at);

-- The newest code sent to an address for one purpose. The code itself is not stored, only a keyed hash of it.
CREATE TABLE email_codes (
    email      TEXT    NOT NULL,
    scene      TEXT    NOT NULL,
    code_hash  TEXT    NOT NULL,
    sent_at    INTEGER NOT NULL,
    sent_count INTEGER NOT NULL,
    tries      INTEGER NOT NULL,
    PRIMARY KEY (email, scene)
) WITHOUT ROWID;

-- Tries at guessing a secret that did not succeed.
CREATE TABLE throttles (
    subject       TEXT    NOT NULL PRIMARY KEY,
    made          INTEGER NOT NULL,
    last_at       INTEGER NOT NULL,
    blocked_until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX throttles_last ON throttles (last_at);
