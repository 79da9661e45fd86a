-- What shows a payment by hand, as it is compared, and the withdrawal that it paid: one shows one payment.
CREATE TABLE payout_references (
    reference_key TEXT    PRIMARY KEY,
    withdrawal_id INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO payout_references (reference_key, withdrawal_id)
    SELECT LOWER(reference), MIN(id) FROM withdrawals WHERE reference IS NOT NULL GROUP BY LOWER(reference);
