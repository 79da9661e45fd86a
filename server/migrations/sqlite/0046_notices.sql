-- What customers are told: what happened, as JSON with a kind and what its sentence needs. read_at is NULL until it is
-- read.
CREATE TABLE notices (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    about      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    read_at    INTEGER
);
CREATE INDEX notices_account ON notices (account_id, id);
CREATE INDEX notices_unread ON notices (account_id, id) WHERE read_at IS NULL;

-- How many of them an account has not read. It changes with the account's stream, which is locked then.
ALTER TABLE account_streams ADD COLUMN unread_notices INTEGER NOT NULL DEFAULT 0;

-- The devices with which a customer has logged in, by the names that customers know: Chrome on Windows.
CREATE TABLE known_devices (
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    device     TEXT NOT NULL,
    last_at    INTEGER NOT NULL,
    PRIMARY KEY (account_id, device)
) WITHOUT ROWID;
CREATE INDEX known_devices_last ON known_devices (last_at);
