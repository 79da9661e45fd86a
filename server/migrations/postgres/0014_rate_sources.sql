-- The source of a rate is a word, which clients translate; it was an English sentence. The rates stay as they were.
-- hkma_zone_centre: the centre of the convertibility zone 7.75-7.85 of the HKMA's Linked Exchange Rate System.
UPDATE fx_rates SET source = 'hkma_zone_centre'
    WHERE from_currency = 'USD' AND to_currency = 'HKD' AND effective_from = '2005-05-18';
-- hkma_zone_centre_inverse: one over 7.8, rounded down to 8 decimals.
UPDATE fx_rates SET source = 'hkma_zone_centre_inverse'
    WHERE from_currency = 'HKD' AND to_currency = 'USD' AND effective_from = '2005-05-18';
