-- What is paid out, each withdrawal once: stored with the journal that takes it. sent_by: simulated, file or by_hand.
-- batch_id: the file that carries it, once there is one.
CREATE TABLE payouts (
    withdrawal_id INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL,
    sent_by       TEXT    NOT NULL,
    batch_id      INTEGER,
    created_at    INTEGER NOT NULL
);
CREATE INDEX payouts_batch ON payouts (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX payouts_waiting ON payouts (withdrawal_id) WHERE sent_by = 'file' AND batch_id IS NULL;
INSERT INTO payouts (withdrawal_id, account_id, sent_by, created_at)
    SELECT id, account_id, 'simulated', sent_at FROM withdrawals WHERE sent_at IS NOT NULL;
-- Files of payouts. Each is written from its row and those of its payouts alone, so that it can be written again and is the
-- same. format: pain.001 or sheet. payer: the account that pays, as JSON, for a bank. total: in hundredths of currency.
-- digest: SHA-256 of the file. written_at: NULL until it lies in its folder.
CREATE TABLE payout_batches (
    id         INTEGER PRIMARY KEY,
    format     TEXT    NOT NULL,
    currency   TEXT    NOT NULL,
    is_paper   INTEGER NOT NULL,
    payer      TEXT,
    payouts    INTEGER NOT NULL,
    total      INTEGER NOT NULL,
    digest     TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    written_at INTEGER
);
CREATE INDEX payout_batches_unwritten ON payout_batches (id) WHERE written_at IS NULL;
