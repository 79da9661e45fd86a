-- What one unit was worth at a price of one, in 10⁻⁸: of a fill and of its order, and of the last trade of a position.
ALTER TABLE fills ADD COLUMN multiplier INTEGER NOT NULL DEFAULT 100000000;
ALTER TABLE orders ADD COLUMN multiplier INTEGER NOT NULL DEFAULT 100000000;
ALTER TABLE positions ADD COLUMN multiplier INTEGER NOT NULL DEFAULT 100000000;
