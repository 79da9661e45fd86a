-- The groups that a customer sorts what is watched into, in the customer's order.
CREATE TABLE watch_groups (
    id         BIGINT PRIMARY KEY,
    account_id BIGINT NOT NULL,
    name       TEXT NOT NULL,
    position   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (account_id, name)
);
-- Which entries of the watchlist are in a group, in the group's own order. An entry may be in several.
CREATE TABLE watch_places (
    group_id   BIGINT NOT NULL,
    watch_id   BIGINT NOT NULL,
    account_id BIGINT NOT NULL,
    position   BIGINT NOT NULL,
    PRIMARY KEY (group_id, watch_id)
);
CREATE INDEX watch_places_account ON watch_places (account_id, watch_id);
