-- Units credited for one that is sent, in 10^-8; NULL within one currency. Until now every other one was credited at one.
ALTER TABLE deposits ADD COLUMN rate INTEGER;
UPDATE deposits SET rate = 100000000 WHERE sent_currency <> 'USD';
