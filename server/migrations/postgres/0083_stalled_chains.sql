-- Why a chain is not followed just now, and since when; NULL while it is. Nobody has to resume it.
ALTER TABLE chain_states ADD COLUMN stalled TEXT;
ALTER TABLE chain_states ADD COLUMN stalled_at BIGINT;
-- Whose particulars are to be removed: those of unsuccessful checks (3).
CREATE INDEX identity_checks_refused ON identity_checks (reviewed_at) WHERE status = 3 AND sealed <> '';
