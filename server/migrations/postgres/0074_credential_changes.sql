-- When a login or pay password was replaced by another one, the last time: withdrawals wait for a while from then on.
ALTER TABLE accounts ADD COLUMN credentials_changed_at BIGINT;
