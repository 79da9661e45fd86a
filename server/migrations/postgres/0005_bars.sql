-- series: 0 one minute, 1 one trading day. Prices and volumes in units of 10^-8.
CREATE TABLE bars (
    instrument_id BIGINT NOT NULL,
    series        BIGINT NOT NULL,
    start_at      BIGINT NOT NULL,
    open          BIGINT NOT NULL,
    high          BIGINT NOT NULL,
    low           BIGINT NOT NULL,
    close         BIGINT NOT NULL,
    volume        BIGINT NOT NULL,
    PRIMARY KEY (instrument_id, series, start_at)
);
CREATE INDEX bars_start ON bars (series, start_at);
