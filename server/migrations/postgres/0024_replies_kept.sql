-- Replies are kept for a stated time, and a fault of ours is none.
DELETE FROM idempotent_replies WHERE code >= 500;
CREATE INDEX idempotent_replies_created ON idempotent_replies (created_at);
