-- Prices and quantities are counted in units of 10^-8; money in minor units of the currency.

-- The ticks that fills were made against. bids and asks are price:size pairs, best first, joined by spaces.
CREATE TABLE ticks (
    feed          TEXT    NOT NULL,
    seq           INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    exchange_time INTEGER NOT NULL,
    received_time INTEGER NOT NULL,
    bids          TEXT    NOT NULL,
    asks          TEXT    NOT NULL,
    last          INTEGER NOT NULL,
    volume        INTEGER NOT NULL,
    session       TEXT    NOT NULL,
    PRIMARY KEY (feed, seq, instrument_id)
) WITHOUT ROWID;

-- status: 0 accepted, 1 triggered, 2 partially filled, 3 filled, 4 cancelled, 5 rejected, 6 expired.
CREATE TABLE orders (
    id            INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    wallet        TEXT    NOT NULL,
    side          INTEGER NOT NULL,
    kind          INTEGER NOT NULL,
    limit_price   INTEGER NOT NULL,
    quantity      INTEGER NOT NULL,
    filled        INTEGER NOT NULL,
    filled_value  INTEGER NOT NULL,
    fees          INTEGER NOT NULL,
    hold          INTEGER NOT NULL,
    status        INTEGER NOT NULL,
    reason        TEXT,
    time_in_force TEXT    NOT NULL,
    expires_at    INTEGER,
    fee_version   TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    version       INTEGER NOT NULL
);
CREATE INDEX orders_account ON orders (account_id, id);
CREATE INDEX orders_open ON orders (status, instrument_id);

CREATE TABLE fills (
    id            INTEGER PRIMARY KEY,
    order_id      INTEGER NOT NULL,
    account_id    INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    position_id   INTEGER NOT NULL,
    wallet        TEXT    NOT NULL,
    side          INTEGER NOT NULL,
    price         INTEGER NOT NULL,
    quantity      INTEGER NOT NULL,
    value         INTEGER NOT NULL,
    fees          INTEGER NOT NULL,
    profit        INTEGER,
    cost          INTEGER,
    journal_id    INTEGER NOT NULL,
    fee_version   TEXT    NOT NULL,
    feed          TEXT    NOT NULL,
    tick_seq      INTEGER NOT NULL,
    created_at    INTEGER NOT NULL
);
CREATE INDEX fills_account ON fills (account_id, id);
CREATE INDEX fills_order ON fills (order_id);
CREATE INDEX fills_tick ON fills (feed, tick_seq, instrument_id);

CREATE TABLE fill_fees (
    fill_id  INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    amount   INTEGER NOT NULL,
    rule     TEXT    NOT NULL,
    PRIMARY KEY (fill_id, line)
) WITHOUT ROWID;

-- direction: 0 long, 1 short. A position stays when its quantity falls to zero.
CREATE TABLE positions (
    id            INTEGER PRIMARY KEY,
    account_id    INTEGER NOT NULL,
    instrument_id INTEGER NOT NULL,
    direction     INTEGER NOT NULL,
    quantity      INTEGER NOT NULL,
    held          INTEGER NOT NULL,
    cost          INTEGER NOT NULL,
    currency      TEXT    NOT NULL,
    fees          INTEGER NOT NULL,
    realized      INTEGER NOT NULL,
    opened_at     INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    version       INTEGER NOT NULL,
    UNIQUE (account_id, instrument_id, direction)
);

-- Fee rules by the day from which they are in force. rate is in 10^-12; minimum and maximum in minor units.
CREATE TABLE fee_rules (
    fee_table      TEXT    NOT NULL,
    effective_from TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    side           INTEGER,
    basis          TEXT    NOT NULL,
    rate           INTEGER NOT NULL,
    minimum        INTEGER NOT NULL,
    maximum        INTEGER,
    whole_units    INTEGER NOT NULL,
    rule           TEXT    NOT NULL,
    source         TEXT    NOT NULL,
    PRIMARY KEY (fee_table, effective_from, name)
) WITHOUT ROWID;
