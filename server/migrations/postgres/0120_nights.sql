-- The moment until which a position on margin has been charged for its nights; NULL of what is owned.
ALTER TABLE positions ADD COLUMN charged_until BIGINT;
UPDATE positions SET charged_until = (SELECT MAX(n.night) FROM financing n
    WHERE n.account_id = positions.account_id AND n.instrument_id = positions.instrument_id
        AND n.direction = positions.direction)
    WHERE margin_wallet IS NOT NULL;
UPDATE positions SET charged_until = opened_at
    WHERE margin_wallet IS NOT NULL AND (charged_until IS NULL OR charged_until < opened_at);
-- Finds the positions that owe a night.
CREATE INDEX positions_charged ON positions (charged_until, id) WHERE margin_wallet IS NOT NULL AND quantity <> 0;

-- The nights of pairs: yearly rates in 10⁻¹², the quote at which everybody is charged, and the rate from the pair's
-- currency to that of its wallet, which is NULL where they are one. `rate_inverse` is 1 where it is quoted the other way.
CREATE TABLE nights (
    instrument_id BIGINT NOT NULL,
    night BIGINT NOT NULL,
    nights BIGINT NOT NULL,
    base_rate BIGINT NOT NULL,
    quote_rate BIGINT NOT NULL,
    markup BIGINT NOT NULL,
    bid BIGINT NOT NULL,
    ask BIGINT NOT NULL,
    rate_from TEXT,
    rate_to TEXT,
    rate_bid BIGINT,
    rate_ask BIGINT,
    rate_inverse BIGINT,
    PRIMARY KEY (instrument_id, night)
);
