-- An instrument's row is the lock that serialises the fills of the instrument, when several servers write at once.
CREATE TABLE fill_locks (
    instrument_id INTEGER PRIMARY KEY
);
