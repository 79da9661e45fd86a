-- The groups that a customer sorts what is watched into, in the customer's order.
CREATE TABLE watch_groups (
    id         INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    name       TEXT NOT NULL,
    position   INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, name)
);
-- Which entries of the watchlist are in a group, in the group's own order. An entry may be in several.
CREATE TABLE watch_places (
    group_id   INTEGER NOT NULL,
    watch_id   INTEGER NOT NULL,
    account_id INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    PRIMARY KEY (group_id, watch_id)
);
CREATE INDEX watch_places_account ON watch_places (account_id, watch_id);
