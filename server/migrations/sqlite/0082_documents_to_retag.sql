-- Customers whose document has to be told apart anew, as the next server to start does: cards of Hong Kong, Macau and Taiwan
-- and passports were told apart by the place that was typed.
CREATE TABLE documents_to_retag (
    account_id INTEGER PRIMARY KEY
);
-- Status 1 is under review, 2 verified.
INSERT INTO documents_to_retag (account_id) SELECT account_id FROM identity_checks WHERE status IN (1, 2);
