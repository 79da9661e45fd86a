-- Who the customers are, and the sessions and secrets by which they prove it. Times are Unix milliseconds.
CREATE TABLE accounts (
    id                 BIGINT PRIMARY KEY,
    user_id            TEXT    NOT NULL UNIQUE,
    email              TEXT    NOT NULL UNIQUE,
    phone              TEXT,
    name               TEXT    NOT NULL,
    invite_code        TEXT    NOT NULL UNIQUE,
    invited_by         BIGINT  REFERENCES accounts (id),
    password_hash      TEXT    NOT NULL,
    pay_password_hash  TEXT,
    kyc_status         BIGINT NOT NULL DEFAULT 0,
    block_trade_status BIGINT NOT NULL DEFAULT 0,
    created_at         BIGINT NOT NULL
);
CREATE INDEX accounts_invited_by ON accounts (invited_by);

-- Only the SHA-256 of a session's token is stored, in hexadecimal.
CREATE TABLE sessions (
    id           BIGINT PRIMARY KEY,
    account_id   BIGINT NOT NULL REFERENCES accounts (id),
    token_hash   TEXT    NOT NULL UNIQUE,
    device       TEXT    NOT NULL,
    address      TEXT    NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_last_seen ON sessions (last_seen_at);

-- The newest code sent to an address for one purpose. The code itself is not stored, only a keyed hash of it.
CREATE TABLE email_codes (
    email      TEXT    NOT NULL,
    scene      TEXT    NOT NULL,
    code_hash  TEXT    NOT NULL,
    sent_at    BIGINT NOT NULL,
    sent_count BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    PRIMARY KEY (email, scene)
);

-- Tries at guessing a secret that did not succeed.
CREATE TABLE throttles (
    subject       TEXT    NOT NULL PRIMARY KEY,
    made          BIGINT NOT NULL,
    last_at       BIGINT NOT NULL,
    blocked_until BIGINT NOT NULL
);
CREATE INDEX throttles_last ON throttles (last_at);
