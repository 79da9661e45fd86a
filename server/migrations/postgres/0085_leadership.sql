-- The one server of those that share the database that writes. `token` rises with each new leader, and a batch is
-- stored only while it is the one that its server took. Moments are Unix milliseconds: `since` and `ends_at` by the
-- database's clock, `ids_until` (the latest moment that an id may carry) by the leader's.
CREATE TABLE leadership (
    id            BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    token         BIGINT NOT NULL UNIQUE,
    holder        TEXT NOT NULL,
    address       TEXT NOT NULL,
    has_bus       BIGINT NOT NULL,
    since         BIGINT NOT NULL,
    ends_at       BIGINT NOT NULL,
    ids_until     BIGINT NOT NULL,
    hand_over     BIGINT NOT NULL
);
INSERT INTO leadership (id, token, holder, address, has_bus, since, ends_at, ids_until, hand_over)
SELECT 1, 0, '', '', 0, 0, 0, COALESCE(MAX(expires_at), 0), 0 FROM node_leases;
DROP TABLE node_leases;
DROP TABLE fill_locks;
