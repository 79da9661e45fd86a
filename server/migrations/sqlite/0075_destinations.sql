-- Since when a saved account leads where it leads, and the picture of the card. Of those that are there, the last change is
-- all that is known.
ALTER TABLE payout_accounts ADD COLUMN destination_since INTEGER NOT NULL DEFAULT 0;
UPDATE payout_accounts SET destination_since = updated_at;
ALTER TABLE payout_accounts ADD COLUMN image_file INTEGER;
