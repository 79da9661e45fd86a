-- Whether withdrawals are paid out by files: the row is there once a server of the database was started so, and stays.
-- mark: what stands in the mark of the one folder that they go into, once there is one.
CREATE TABLE payout_files (
    id   BIGINT PRIMARY KEY CHECK (id = 1),
    mark TEXT
);
INSERT INTO payout_files (id) SELECT 1 WHERE EXISTS (SELECT 1 FROM payouts WHERE sent_by = 'file');
-- placing_at: when the file was about to be given its name. Without written_at nobody knows whether it has it.
ALTER TABLE payout_batches ADD COLUMN placing_at BIGINT;
