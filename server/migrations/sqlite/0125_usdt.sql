-- What rested before it was filled: the part of an order's value, on which a maker's fee is charged, and the side of each
-- fill. NULL for fills from before that was recorded.
ALTER TABLE orders ADD COLUMN maker_value INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fills ADD COLUMN liquidity TEXT;

-- Coins are priced in USDT, also those that only a recording knows.
UPDATE instruments SET currency = 'USDT' WHERE market = 'Crypto';
-- A promise in dollars cannot be kept in a wallet of USDT.
DELETE FROM firm_quotes WHERE transfer_id IS NULL AND 'CRYPTOCURRENCY' IN (from_wallet, to_wallet);

-- The wallet for coins is kept in USDT from now on, with six decimals. What stands in it in US dollars is changed one for
-- one: two journals of one transfer, dated as the newest entry of the books, and a notice.
CREATE TABLE changed_wallets AS
    SELECT b.account_id, b.posted AS cents, last.at,
        last.id + 3 * ROW_NUMBER() OVER (ORDER BY b.account_id) AS id
    FROM balances b CROSS JOIN (SELECT MAX(id) AS id, MAX(at) AS at FROM (
        SELECT id, created_at AS at FROM journals UNION ALL SELECT id, created_at FROM transfers
        UNION ALL SELECT id, created_at FROM notices) entries) last
    WHERE b.account_id <> 0 AND b.book = 'CRYPTOCURRENCY' AND b.currency = 'USD' AND b.posted <> 0;
INSERT INTO transfers (id, account_id, from_wallet, to_wallet, debited, credited, rate, created_at, debited_currency,
        credited_currency)
    SELECT id, account_id, 'CRYPTOCURRENCY', 'CRYPTOCURRENCY', cents, cents * 10000, 100000000, at, 'USD', 'USDT'
    FROM changed_wallets;
INSERT INTO journals (id, kind, cause_id, created_at, note)
    SELECT id + side, 'transfer', id, at, '{"transfer":{"from":"CRYPTOCURRENCY","to":"CRYPTOCURRENCY","rate":100000000}}'
    FROM changed_wallets CROSS JOIN (SELECT 1 AS side UNION ALL SELECT 2) sides;
INSERT INTO postings (journal_id, line, account_id, book, currency, amount, balance_after)
    SELECT id + 1, 0, account_id, 'CRYPTOCURRENCY', 'USD', -cents, 0 FROM changed_wallets
    UNION ALL SELECT id + 1, 1, 0, 'house:exchange', 'USD', cents, NULL FROM changed_wallets
    UNION ALL SELECT id + 2, 0, 0, 'house:exchange', 'USDT', -cents * 10000, NULL FROM changed_wallets
    UNION ALL SELECT id + 2, 1, account_id, 'CRYPTOCURRENCY', 'USDT', cents * 10000, cents * 10000 FROM changed_wallets;
INSERT INTO balances (account_id, book, currency, posted, held, version)
    SELECT 0, 'house:exchange', 'USD', CAST(SUM(cents) AS INTEGER), 0, 1 FROM changed_wallets HAVING COUNT(*) > 0
    ON CONFLICT (account_id, book, currency) DO UPDATE
    SET posted = balances.posted + excluded.posted, version = balances.version + 1;
INSERT INTO balances (account_id, book, currency, posted, held, version)
    SELECT 0, 'house:exchange', 'USDT', CAST(SUM(-cents * 10000) AS INTEGER), 0, 1 FROM changed_wallets HAVING COUNT(*) > 0
    ON CONFLICT (account_id, book, currency) DO UPDATE
    SET posted = balances.posted + excluded.posted, version = balances.version + 1;
UPDATE balances SET currency = 'USDT', posted = posted * 10000, version = version + 1
    WHERE account_id <> 0 AND book = 'CRYPTOCURRENCY' AND currency = 'USD';
INSERT INTO notices (id, account_id, about, created_at)
    SELECT id, account_id, '{"kind":"wallet_converted","debited":{"minor":' || cents || ',"currency":"Usd"},"credited":{"minor":'
        || (cents * 10000) || ',"currency":"Usdt"}}', at
    FROM changed_wallets;
UPDATE account_streams SET unread_notices = unread_notices + 1
    WHERE account_id IN (SELECT account_id FROM changed_wallets);
DROP TABLE changed_wallets;
