-- series: 0 one minute, 1 one trading day. Prices and volumes in units of 10^-8.
CREATE TABLE bars (
    instrument_id INTEGER NOT NULL,
    series        INTEGER NOT NULL,
    start_at      INTEGER NOT NULL,
    open          INTEGER NOT NULL,
    high          INTEGER NOT NULL,
    low           INTEGER NOT NULL,
    close         INTEGER NOT NULL,
    volume        INTEGER NOT NULL,
    PRIMARY KEY (instrument_id, series, start_at)
) WITHOUT ROWID;
CREATE INDEX bars_start ON bars (series, start_at);
