-- Which server has which number, 0 to 63. A row stays when its lease has ended: the next holder's clock must have
-- passed that moment.
CREATE TABLE node_leases (
    node       BIGINT NOT NULL PRIMARY KEY,
    holder     TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
