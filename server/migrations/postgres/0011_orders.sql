-- Prices and quantities are counted in units of 10^-8; money in minor units of the currency.

-- The ticks that fills were made against. bids and asks are price:size pairs, best first, joined by spaces.
CREATE TABLE ticks (
    feed          TEXT    NOT NULL,
    seq           BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    exchange_time BIGINT NOT NULL,
    received_time BIGINT NOT NULL,
    bids          TEXT    NOT NULL,
    asks          TEXT    NOT NULL,
    last          BIGINT NOT NULL,
    volume        BIGINT NOT NULL,
    session       TEXT    NOT NULL,
    PRIMARY KEY (feed, seq, instrument_id)
);

-- status: 0 accepted, 1 triggered, 2 partially filled, 3 filled, 4 cancelled, 5 rejected, 6 expired.
CREATE TABLE orders (
    id            BIGINT PRIMARY KEY,
    account_id    BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    wallet        TEXT    NOT NULL,
    side          BIGINT NOT NULL,
    kind          BIGINT NOT NULL,
    limit_price   BIGINT NOT NULL,
    quantity      BIGINT NOT NULL,
    filled        BIGINT NOT NULL,
    filled_value  BIGINT NOT NULL,
    fees          BIGINT NOT NULL,
    hold          BIGINT NOT NULL,
    status        BIGINT NOT NULL,
    reason        TEXT,
    time_in_force TEXT    NOT NULL,
    expires_at    BIGINT,
    fee_version   TEXT    NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL
);
CREATE INDEX orders_account ON orders (account_id, id);
CREATE INDEX orders_open ON orders (status, instrument_id);

CREATE TABLE fills (
    id            BIGINT PRIMARY KEY,
    order_id      BIGINT NOT NULL,
    account_id    BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    position_id   BIGINT NOT NULL,
    wallet        TEXT    NOT NULL,
    side          BIGINT NOT NULL,
    price         BIGINT NOT NULL,
    quantity      BIGINT NOT NULL,
    value         BIGINT NOT NULL,
    fees          BIGINT NOT NULL,
    profit        BIGINT,
    cost          BIGINT,
    journal_id    BIGINT NOT NULL,
    fee_version   TEXT    NOT NULL,
    feed          TEXT    NOT NULL,
    tick_seq      BIGINT NOT NULL,
    created_at    BIGINT NOT NULL
);
CREATE INDEX fills_account ON fills (account_id, id);
CREATE INDEX fills_order ON fills (order_id);
CREATE INDEX fills_tick ON fills (feed, tick_seq, instrument_id);

CREATE TABLE fill_fees (
    fill_id  BIGINT NOT NULL,
    line     BIGINT NOT NULL,
    name     TEXT    NOT NULL,
    amount   BIGINT NOT NULL,
    rule     TEXT    NOT NULL,
    PRIMARY KEY (fill_id, line)
);

-- direction: 0 long, 1 short. A position stays when its quantity falls to zero.
CREATE TABLE positions (
    id            BIGINT PRIMARY KEY,
    account_id    BIGINT NOT NULL,
    instrument_id BIGINT NOT NULL,
    direction     BIGINT NOT NULL,
    quantity      BIGINT NOT NULL,
    held          BIGINT NOT NULL,
    cost          BIGINT NOT NULL,
    currency      TEXT    NOT NULL,
    fees          BIGINT NOT NULL,
    realized      BIGINT NOT NULL,
    opened_at     BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    UNIQUE (account_id, instrument_id, direction)
);

-- Fee rules by the day from which they are in force. rate is in 10^-12; minimum and maximum in minor units.
CREATE TABLE fee_rules (
    fee_table      TEXT    NOT NULL,
    effective_from TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    side           BIGINT,
    basis          TEXT    NOT NULL,
    rate           BIGINT NOT NULL,
    minimum        BIGINT NOT NULL,
    maximum        BIGINT,
    whole_units    BIGINT NOT NULL,
    rule           TEXT    NOT NULL,
    source         TEXT    NOT NULL,
    PRIMARY KEY (fee_table, effective_from, name)
);
