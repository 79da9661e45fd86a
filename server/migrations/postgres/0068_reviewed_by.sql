-- Who decided, where somebody did: autopilot (of paper mode) or reviewers. sent_by: simulated, file or by_hand, for which
-- reference is what shows it, such as the transaction on its chain.
ALTER TABLE deposits ADD COLUMN reviewed_by TEXT;
ALTER TABLE withdrawals ADD COLUMN reviewed_by TEXT;
ALTER TABLE withdrawals ADD COLUMN sent_by TEXT;
ALTER TABLE withdrawals ADD COLUMN reference TEXT;
-- Until now only the autopilot sent, and it decided on what no two reviewers agreed on.
UPDATE deposits SET reviewed_by = CASE WHEN (SELECT COUNT(*) FROM reviews r WHERE r.subject = 'deposit'
    AND r.subject_id = deposits.id) >= 2 THEN 'reviewers' ELSE 'autopilot' END WHERE reviewed_at IS NOT NULL;
UPDATE withdrawals SET reviewed_by = CASE WHEN (SELECT COUNT(*) FROM reviews r WHERE r.subject = 'withdrawal'
    AND r.subject_id = withdrawals.id) >= 2 THEN 'reviewers' ELSE 'autopilot' END WHERE reviewed_at IS NOT NULL;
UPDATE withdrawals SET sent_by = 'simulated' WHERE sent_at IS NOT NULL;
-- The published times are worked out over the last days.
CREATE INDEX withdrawals_updated ON withdrawals (updated_at);
