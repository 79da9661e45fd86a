-- Ids are small numbers without large gaps: the board and the resting orders index arrays with them. Prices and
-- quantities are in units of 10^-8.
CREATE TABLE instruments (
    id              BIGINT PRIMARY KEY,
    market          TEXT    NOT NULL,
    code            TEXT    NOT NULL,
    exchange        TEXT    NOT NULL,
    currency        TEXT    NOT NULL,
    name_en         TEXT    NOT NULL,
    name_zh_hans    TEXT    NOT NULL,
    name_zh_hant    TEXT    NOT NULL,
    pinyin          TEXT    NOT NULL,
    initials        TEXT    NOT NULL,
    industry        TEXT    NOT NULL,
    founded         BIGINT,
    headquarters    TEXT    NOT NULL,
    employees       BIGINT,
    website         TEXT    NOT NULL,
    lot             BIGINT NOT NULL,
    reference_price BIGINT NOT NULL,
    calendar        TEXT    NOT NULL,
    tradable        BIGINT NOT NULL,
    UNIQUE (market, code)
);
