-- Deposits have a further status: 3 cancelled, called off by the customer before the review.
ALTER TABLE deposits ADD COLUMN cancelled_at BIGINT;
