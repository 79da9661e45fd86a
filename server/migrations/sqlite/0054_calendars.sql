-- What a recording brought had no calendar of its own, and was open by that of its market.
UPDATE instruments SET calendar = CASE market WHEN 'UsStock' THEN 'XNYS' WHEN 'HK' THEN 'XHKG' WHEN 'Forex' THEN 'FX' ELSE '' END
WHERE calendar = '';
