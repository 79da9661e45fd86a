-- The networks from which a customer has logged in: others' guesses do not hold the customer up there.
CREATE TABLE known_networks (
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    network    TEXT    NOT NULL,
    last_at    BIGINT NOT NULL,
    PRIMARY KEY (account_id, network)
);
CREATE INDEX known_networks_last ON known_networks (last_at);
-- Sessions name whole addresses, which for IPv4 are the networks; those of IPv6 become known at the next login.
INSERT INTO known_networks (account_id, network, last_at)
    SELECT account_id, address, MAX(last_seen_at) FROM sessions WHERE address NOT LIKE '%:%' GROUP BY account_id, address;
