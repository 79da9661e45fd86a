-- How far the curves are: points were taken until one hour, and thinned out to one a day until one day.
CREATE TABLE equity_progress (
    taken_until   BIGINT NOT NULL,
    thinned_until BIGINT NOT NULL
);
INSERT INTO equity_progress (taken_until, thinned_until) VALUES (0, 0);
CREATE INDEX equity_points_at ON equity_points (at);
