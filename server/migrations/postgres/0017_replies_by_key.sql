-- Keys begin with the time (UUID version 7), so new ones lie together in an index that begins with the key.
ALTER TABLE idempotent_replies DROP CONSTRAINT idempotent_replies_pkey;
ALTER TABLE idempotent_replies ADD PRIMARY KEY (key, account_id);
