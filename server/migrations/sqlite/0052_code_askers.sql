-- The networks that the two newest messages were sent to the asking of: their guesses are not counted with those of strangers.
ALTER TABLE email_codes ADD COLUMN asked_from TEXT NOT NULL DEFAULT '';
ALTER TABLE email_codes ADD COLUMN asked_from_before TEXT NOT NULL DEFAULT '';
