-- status: 0 requested, 1 settled, 2 rejected, 3 cancelled, 4 approved, 5 sent. amount and fee are in hundredths of currency,
-- debit and the debit_fee in it in cents of the funding account; rate in 10^-8, NULL within one currency. destination is
-- the saved account as it was when the withdrawal was asked for, as JSON with the whole number.
CREATE TABLE withdrawals (
    id                INTEGER PRIMARY KEY,
    account_id        INTEGER NOT NULL,
    payout_account_id INTEGER NOT NULL,
    destination       TEXT    NOT NULL,
    currency          TEXT    NOT NULL,
    amount            INTEGER NOT NULL,
    fee               INTEGER NOT NULL,
    rate              INTEGER,
    debit             INTEGER NOT NULL,
    debit_fee         INTEGER NOT NULL,
    status            INTEGER NOT NULL,
    reason            TEXT,
    created_at        INTEGER NOT NULL,
    reviewed_at       INTEGER,
    sent_at           INTEGER,
    ended_at          INTEGER,
    updated_at        INTEGER NOT NULL,
    version           INTEGER NOT NULL
);
CREATE INDEX withdrawals_account ON withdrawals (account_id, id);
-- An account's open withdrawals are counted whenever it asks for one.
CREATE INDEX withdrawals_open ON withdrawals (account_id) WHERE status IN (0, 4, 5);
CREATE INDEX withdrawals_due ON withdrawals (updated_at) WHERE status IN (0, 4, 5);
-- The audit holds each withdrawal against its journals.
CREATE INDEX journals_withdrawal ON journals (cause_id) WHERE kind IN ('withdrawal', 'withdrawal_return');
