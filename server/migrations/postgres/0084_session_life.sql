-- When a session ends at the latest, however much it is used; those that are open end thirty days after their login.
ALTER TABLE sessions ADD COLUMN ends_at BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET ends_at = created_at + 2592000000;
CREATE INDEX sessions_end ON sessions (ends_at);

-- Sessions that operators ended: whose and how many, by whom and why.
CREATE TABLE ended_sessions (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    ended      BIGINT NOT NULL,
    operator   TEXT   NOT NULL,
    reason     TEXT   NOT NULL,
    ended_at   BIGINT NOT NULL
);
CREATE INDEX ended_sessions_account ON ended_sessions (account_id, ended_at);
