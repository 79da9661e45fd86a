/// The breaking statement, the rule that must find it, and the record that it must name.
pub const BREAKAGES: &[(&str, &str, &str)] = &[
    (
        "UPDATE postings SET amount = amount + 1 WHERE journal_id = (SELECT MIN(id) FROM journals) AND line = 1",
        "journals sum to zero",
        "SELECT 'journal ' || MIN(id) FROM journals",
    ),
    (
        "DELETE FROM journals WHERE id = (SELECT MIN(id) FROM journals)",
        "journals sum to zero",
        "SELECT 'journal ' || MIN(id) FROM journals",
    ),
    (
        "UPDATE balances SET posted = posted + 1 WHERE book = 'STOCK'",
        "balances equal their postings",
        "SELECT 'account 7 STOCK USD'",
    ),
    (
        "DELETE FROM balances WHERE book = 'house:fees'",
        "balances equal their postings",
        "SELECT 'account 0 house:fees USD'",
    ),
    (
        "UPDATE balances SET held = posted + 1 WHERE book = 'BALANCE'",
        "available balances are not negative",
        "SELECT 'account 7 BALANCE USD'",
    ),
    (
        "UPDATE holds SET amount = amount + 5 WHERE status = 0 AND owner = 'order'",
        "equals the pending holds",
        "SELECT 'account 7 STOCK USD'",
    ),
    (
        "UPDATE orders SET hold = hold - 1 WHERE hold > 0",
        "carry the same amount",
        "SELECT 'hold ' || id FROM holds WHERE status = 0 AND owner = 'order'",
    ),
    (
        "UPDATE orders SET status = 4 WHERE hold > 0",
        "carry the same amount",
        "SELECT 'hold ' || id FROM holds WHERE status = 0 AND owner = 'order'",
    ),
    (
        "UPDATE holds SET owner = 'somebody' WHERE status = 0 AND owner = 'order'",
        "equals the pending holds",
        "SELECT 'hold ' || id FROM holds WHERE status = 0 AND owner = 'order'",
    ),
    (
        "UPDATE holds SET owner = 'somebody' WHERE status = 0 AND owner = 'order'",
        "carry the same amount",
        "SELECT 'order ' || id FROM orders WHERE hold > 0",
    ),
    ("DELETE FROM holds WHERE status = 0", "carry the same amount", "SELECT 'order ' || id FROM orders WHERE hold > 0"),
    (
        "UPDATE orders SET filled = filled + 1 WHERE side = 0 AND status = 3",
        "orders equal the sums",
        "SELECT 'order ' || id FROM orders WHERE side = 0 AND status = 3",
    ),
    (
        "UPDATE orders SET maker_value = filled_value - maker_value WHERE side = 0 AND status = 3",
        "orders equal the sums",
        "SELECT 'order ' || id FROM orders WHERE side = 0 AND status = 3",
    ),
    (
        "UPDATE fills SET liquidity = 'nobody' WHERE price = 10001000000",
        "orders equal the sums",
        "SELECT 'fill ' || id FROM fills WHERE price = 10001000000",
    ),
    (
        "UPDATE orders SET status = 0 WHERE side = 0 AND status = 3",
        "orders equal the sums",
        "SELECT 'order ' || id FROM orders WHERE side = 0 AND status = 3",
    ),
    ("UPDATE account_streams SET open_orders = 9", "orders equal the sums", "SELECT 'account 7'"),
    (
        "UPDATE fills SET order_id = 1 WHERE side = 1",
        "orders equal the sums",
        "SELECT 'fill ' || id FROM fills WHERE side = 1",
    ),
    (
        "UPDATE positions SET quantity = quantity + 100000000",
        "positions equal their fills",
        "SELECT 'position ' || id FROM positions",
    ),
    ("UPDATE positions SET cost = cost - 1", "positions equal their fills", "SELECT 'position ' || id FROM positions"),
    (
        "UPDATE positions SET held = held - 1",
        "rest of the orders that close them",
        "SELECT 'position of account 7 in instrument 3'",
    ),
    (
        "UPDATE positions SET margin = margin + 1 WHERE margin > 0",
        "carry the same margin",
        "SELECT 'hold ' || id FROM holds WHERE owner = 'position' AND status = 0",
    ),
    (
        "DELETE FROM holds WHERE owner = 'position' AND status = 0",
        "carry the same margin",
        "SELECT 'position ' || id FROM positions WHERE margin > 0",
    ),
    (
        "UPDATE share_splits SET quantity_after = quantity_after + 1",
        "positions equal their fills",
        "SELECT 'position ' || position_id FROM share_splits",
    ),
    (
        "UPDATE share_splits SET quantity_after = quantity_after + 1",
        "splits follow their ratios",
        "SELECT 'split 1 of position ' || position_id FROM share_splits",
    ),
    (
        "UPDATE dividends SET amount = amount + 1 WHERE status = 1",
        "dividends equal",
        "SELECT 'dividend ' || id FROM dividends WHERE status = 1",
    ),
    (
        "UPDATE dividends SET status = 0, journal_id = NULL WHERE status = 1",
        "dividends equal",
        "SELECT 'journal ' || MIN(id) FROM journals WHERE kind = 'dividend'",
    ),
    (
        "UPDATE dividends SET amount = amount + 1 WHERE status = 0",
        "dividends equal",
        "SELECT 'dividend ' || id FROM dividends WHERE status = 0",
    ),
    ("UPDATE financing SET amount = amount + 1", "what nights cost", "SELECT 'financing ' || id FROM financing"),
    (
        "DELETE FROM financing WHERE id = (SELECT MIN(id) FROM financing)",
        "what nights cost",
        "SELECT 'journal ' || MIN(id) FROM journals WHERE kind = 'financing'",
    ),
    (
        "DELETE FROM financing WHERE id = (SELECT MIN(id) FROM financing)",
        "once for each of its nights",
        "SELECT 'position ' || id FROM positions WHERE charged_until > opened_at AND quantity <> 0",
    ),
    (
        "UPDATE positions SET charged_until = opened_at WHERE margin_wallet IS NOT NULL",
        "once for each of its nights",
        "SELECT 'financing ' || MAX(id) FROM financing",
    ),
    (
        "UPDATE nights SET markup = markup + 1",
        "once for each of its nights",
        "SELECT 'financing ' || MIN(id) FROM financing",
    ),
    (
        "UPDATE variations SET amount = amount + 1 WHERE id = (SELECT MIN(id) FROM variations)",
        "one variation a settlement",
        "SELECT 'variation ' || MIN(id) FROM variations",
    ),
    (
        "DELETE FROM variations WHERE id = (SELECT MIN(id) FROM variations)",
        "one variation a settlement",
        "SELECT 'journal ' || MIN(id) FROM journals WHERE kind = 'variation'",
    ),
    (
        "DELETE FROM variations WHERE id = (SELECT MIN(id) FROM variations)",
        "one variation a settlement",
        "SELECT 'position ' || MIN(id) FROM positions WHERE basis IS NOT NULL",
    ),
    (
        "UPDATE settlements SET price = price + 1",
        "one variation a settlement",
        "SELECT 'variation ' || MAX(id) FROM variations",
    ),
    (
        "UPDATE settlements SET price = price + 1 WHERE closes = 1",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE source = 'settlement'",
    ),
    (
        "UPDATE positions SET charged_until = opened_at WHERE basis IS NOT NULL",
        "one variation a settlement",
        "SELECT 'variation ' || MAX(id) FROM variations",
    ),
    (
        "UPDATE positions SET basis = basis + 1 WHERE basis IS NOT NULL AND quantity <> 0",
        "one variation a settlement",
        "SELECT 'position ' || id FROM positions WHERE basis IS NOT NULL AND quantity <> 0",
    ),
    (
        "UPDATE positions SET credited = credited + 1 WHERE basis IS NOT NULL AND quantity <> 0",
        "one variation a settlement",
        "SELECT 'position ' || id FROM positions WHERE basis IS NOT NULL AND quantity <> 0",
    ),
    ("DELETE FROM ticks", "displayed level", "SELECT 'fill ' || MIN(id) FROM fills"),
    (
        "UPDATE fills SET source = 'rumour' WHERE side = 1",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE side = 1",
    ),
    (
        "UPDATE fills SET priced_at = priced_at + 1 WHERE side = 1",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE side = 1",
    ),
    ("UPDATE ticks SET bids = asks", "displayed level", "SELECT 'fill ' || id FROM fills WHERE side = 1"),
    (
        "UPDATE fills SET price = price + 1 WHERE side = 1",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE side = 1",
    ),
    (
        "UPDATE orders SET limit_price = 10001000000 WHERE side = 0 AND status = 3",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE price = 10002000000",
    ),
    (
        "UPDATE fills SET limit_price = limit_price - 100000000 WHERE side = 1",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE side = 1",
    ),
    (
        "UPDATE fills SET limit_price = 9999000000 WHERE order_id = (SELECT id FROM orders WHERE priority <> id AND filled > 0)",
        "displayed level",
        "SELECT 'fill ' || f.id FROM fills f JOIN orders o ON o.id = f.order_id AND o.priority <> o.id",
    ),
    (
        "UPDATE ticks SET asks = '10001000000:599999999 10002000000:2000000000'",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE price = 10001000000",
    ),
    (
        "INSERT INTO fills SELECT 99, order_id, account_id, instrument_id, position_id, wallet, side, price, 1, value,
         fees, profit, cost, journal_id, fee_version, feed, tick_seq, created_at, tick_epoch, limit_price,
         NULL, NULL, NULL, NULL, currency, received, multiplier, source, priced_at, liquidity FROM fills WHERE price = 10001000000 AND instrument_id = 3",
        "displayed level",
        "SELECT 'fill ' || id FROM fills WHERE price = 10001000000",
    ),
    (
        "UPDATE fills SET received = received + 1 WHERE side = 1 AND instrument_id = 3",
        "equal their journals",
        "SELECT 'fill ' || id FROM fills WHERE side = 1 AND instrument_id = 3",
    ),
    (
        "UPDATE fills SET value = value + 1 WHERE side = 1",
        "equal their journals",
        "SELECT 'fill ' || id FROM fills WHERE side = 1",
    ),
    (
        "UPDATE fill_fees SET amount = amount + 1 WHERE fill_id = (SELECT MIN(id) FROM fills)",
        "equal their journals",
        "SELECT 'fill ' || MIN(id) FROM fills",
    ),
    (
        "UPDATE postings SET amount = amount * 2 WHERE journal_id = (SELECT MIN(journal_id) FROM fills)",
        "equal their journals",
        "SELECT 'fill ' || MIN(id) FROM fills",
    ),
    (
        "DELETE FROM fills WHERE side = 1",
        "equal their journals",
        "SELECT 'journal ' || id FROM journals WHERE kind = 'trade_sell'",
    ),
    ("DELETE FROM document_claims", "verifies nobody else", "SELECT 'identity check ' || id FROM identity_checks"),
    (
        "UPDATE identity_checks SET status = 3",
        "verifies nobody else",
        "SELECT 'account ' || account_id FROM identity_checks",
    ),
    (
        "UPDATE deposits SET status = 1 WHERE status = 0",
        "deposits are credited",
        "SELECT 'deposit ' || id FROM deposits WHERE status = 0",
    ),
    (
        "INSERT INTO postings SELECT journal_id, line + 10, account_id, book, currency, amount, balance_after
         FROM postings WHERE journal_id = (SELECT id FROM journals WHERE kind = 'deposit')",
        "deposits are credited",
        "SELECT 'deposit ' || id FROM deposits WHERE status = 1",
    ),
    (
        "DELETE FROM deposits WHERE status = 1",
        "deposits are credited",
        "SELECT 'journal ' || id FROM journals WHERE kind = 'deposit'",
    ),
    (
        "UPDATE chain_deposits SET booked = booked + 1 WHERE status = 1 AND release_id IS NULL",
        "came in on chains",
        "SELECT 'chain deposit ' || id FROM chain_deposits WHERE status = 1 AND release_id IS NULL",
    ),
    (
        "UPDATE chain_deposits SET status = 1 WHERE status = 4",
        "came in on chains",
        "SELECT 'chain deposit ' || id FROM chain_deposits WHERE status = 4",
    ),
    (
        "UPDATE chain_outputs SET height = NULL WHERE id = (SELECT MIN(id) FROM chain_deposits)",
        "came in on chains",
        "SELECT 'chain deposit ' || MIN(id) FROM chain_deposits",
    ),
    (
        "UPDATE chain_outputs SET held = 'output_differs' WHERE id = (SELECT MIN(id) FROM chain_deposits)",
        "came in on chains",
        "SELECT 'chain deposit ' || MIN(id) FROM chain_deposits",
    ),
    (
        "DELETE FROM chain_deposits WHERE status = 4",
        "came in on chains",
        "SELECT 'output ' || id FROM chain_deposits WHERE status = 4",
    ),
    (
        "UPDATE suspense_releases SET credit = credit + 1",
        "came in on chains",
        "SELECT 'release ' || id FROM suspense_releases",
    ),
    (
        "DELETE FROM suspense_releases",
        "came in on chains",
        "SELECT 'journal ' || id FROM journals WHERE kind = 'suspense_release'",
    ),
    (
        "UPDATE transfers SET credited = credited + 1 WHERE to_wallet = 'HK_STOCK'",
        "transfers equal",
        "SELECT 'transfer ' || id FROM transfers WHERE to_wallet = 'HK_STOCK'",
    ),
    (
        "DELETE FROM transfers WHERE to_wallet = 'STOCK'",
        "transfers equal",
        "SELECT 'journal ' || MIN(j.id) FROM journals j JOIN transfers t ON t.id = j.cause_id",
    ),
    (
        "UPDATE firm_quotes SET credited = credited + 1 WHERE transfer_id IS NOT NULL",
        "are what was quoted",
        "SELECT 'transfer ' || id FROM transfers WHERE quote_id IS NOT NULL",
    ),
    (
        "UPDATE transfers SET quote_id = NULL WHERE quote_id IS NOT NULL",
        "are what was quoted",
        "SELECT 'quote ' || id FROM firm_quotes WHERE transfer_id IS NOT NULL",
    ),
    (
        "UPDATE withdrawals SET debit = debit + 1 WHERE status = 0",
        "hold the same amount",
        "SELECT 'hold ' || id FROM withdrawals WHERE status = 0",
    ),
    (
        "UPDATE withdrawals SET status = 2 WHERE status = 0",
        "hold the same amount",
        "SELECT 'hold ' || id FROM withdrawals WHERE status = 0",
    ),
    (
        "DELETE FROM holds WHERE owner = 'withdrawal' AND status = 0",
        "hold the same amount",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 0",
    ),
    (
        "UPDATE withdrawals SET status = 5 WHERE status = 0",
        "withdrawals are taken",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 0",
    ),
    (
        "UPDATE withdrawals SET debit_fee = debit_fee + 1 WHERE status = 1",
        "withdrawals are taken",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 1",
    ),
    (
        "UPDATE withdrawals SET status = 5 WHERE status = 2",
        "withdrawals are taken",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 2",
    ),
    (
        "DELETE FROM journals WHERE kind = 'withdrawal_return'",
        "withdrawals are taken",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 2",
    ),
    (
        "DELETE FROM withdrawals WHERE status = 2",
        "withdrawals are taken",
        "SELECT 'journal ' || id FROM journals WHERE kind = 'withdrawal_return'",
    ),
    (
        "DELETE FROM payouts WHERE sent_by = 'simulated'",
        "has one payout",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 1",
    ),
    (
        "UPDATE payouts SET sent_by = 'file' WHERE sent_by = 'by_hand'",
        "has one payout",
        "SELECT 'withdrawal ' || id FROM withdrawals WHERE status = 2",
    ),
    (
        "UPDATE withdrawals SET sent_at = NULL WHERE status = 2",
        "has one payout",
        "SELECT 'payout ' || id FROM withdrawals WHERE status = 2",
    ),
    (
        "INSERT INTO payout_batches (id, format, currency, is_paper, payouts, total, digest, created_at)
            VALUES (77, 'sheet', 'USDT', 1, 1, 4900, '', 0)",
        "has one payout",
        "SELECT 'file of payouts 77'",
    ),
    (
        "UPDATE notices SET read_at = 1 WHERE id = (SELECT MIN(id) FROM notices)",
        "unread notices are counted",
        "SELECT 'account 7'",
    ),
    (
        "UPDATE account_streams SET account_id = 8",
        "unread notices are counted",
        "SELECT 'notice ' || MIN(id) FROM notices",
    ),
];
