//! The migration that changes the wallets for coins from US dollars into USDT.

use plumbline_core::inbox::NoticeKind;
use plumbline_core::money::{Currency, Money};

use crate::db::Db;
use crate::ledger::audit;
use crate::testing::new_databases;
use crate::{execute, fetch_all, fetch_one, statements};

statements! {
    COIN: "INSERT INTO instruments (id, market, code, exchange, currency, name_en, name_zh_hans, name_zh_hant, pinyin,
            initials, industry, headquarters, website, calendar, lot, reference_price, tradable)
        VALUES (1, 'Crypto', 'OLDUSDT', '', 'USD', 'Old', 'Old', 'Old', '', '', '', '', '', '', 1, 1, 0)";
    CURRENCY: "SELECT currency FROM instruments WHERE code = 'OLDUSDT'";
    QUOTE: "INSERT INTO firm_quotes (id, account_id, from_wallet, to_wallet, debited, credited, bid, ask, inverse, source,
            quoted_at, expires_at, version, number)
        VALUES (250, 7, 'HK_STOCK', 'CRYPTOCURRENCY', 7800, 1000, 1, 1, 1, 'market_quote', 9, 30009, 1, 1)";
    QUOTES: "SELECT COUNT(*) FROM firm_quotes";
    STREAMS: "INSERT INTO account_streams (account_id, last_seq, unread_notices) VALUES (7, 0, 0), (8, 0, 0), (9, 0, 0)";
    DEPOSITS: "INSERT INTO deposits (id, account_id, channel, sent_currency, sent_amount, credit, status, created_at, version)
        VALUES (100, 7, 'fiat', 'USD', '100.00', 10000, 1, 5, 1), (101, 8, 'fiat', 'USD', '7.00', 700, 1, 5, 1)";
    TRANSFERS: "INSERT INTO transfers (id, account_id, from_wallet, to_wallet, debited, credited, created_at)
        VALUES (200, 7, 'BALANCE', 'CRYPTOCURRENCY', 1234, 1234, 6), (201, 8, 'BALANCE', 'CRYPTOCURRENCY', 700, 700, 6)";
    JOURNALS: "INSERT INTO journals (id, kind, cause_id, created_at) VALUES (300, 'deposit', 100, 5),
        (301, 'deposit', 101, 5), (302, 'transfer', 200, 6), (303, 'transfer', 201, 9)";
    POSTINGS: "INSERT INTO postings (journal_id, line, account_id, book, currency, amount, balance_after) VALUES
        (300, 0, 0, 'house:bank', 'USD', -10000, NULL), (300, 1, 7, 'BALANCE', 'USD', 10000, 10000),
        (301, 0, 0, 'house:bank', 'USD', -700, NULL), (301, 1, 8, 'BALANCE', 'USD', 700, 700),
        (302, 0, 7, 'BALANCE', 'USD', -1234, 8766), (302, 1, 7, 'CRYPTOCURRENCY', 'USD', 1234, 1234),
        (303, 0, 8, 'BALANCE', 'USD', -700, 0), (303, 1, 8, 'CRYPTOCURRENCY', 'USD', 700, 700)";
    BALANCES: "INSERT INTO balances (account_id, book, currency, posted, held, version) VALUES
        (0, 'house:bank', 'USD', -10700, 0, 2), (7, 'BALANCE', 'USD', 8766, 0, 2), (7, 'CRYPTOCURRENCY', 'USD', 1234, 0, 1),
        (8, 'BALANCE', 'USD', 0, 0, 2), (8, 'CRYPTOCURRENCY', 'USD', 700, 0, 1), (9, 'CRYPTOCURRENCY', 'USD', 0, 0, 4)";
    WALLETS: "SELECT account_id, currency, posted, version FROM balances WHERE book = 'CRYPTOCURRENCY' ORDER BY account_id";
    EXCHANGED: "SELECT currency, posted FROM balances WHERE account_id = 0 AND book = 'house:exchange' ORDER BY currency";
    MOVED: "SELECT id, account_id, created_at FROM transfers WHERE from_wallet = 'CRYPTOCURRENCY' ORDER BY id";
    NOTICES: "SELECT account_id, about, created_at FROM notices ORDER BY id";
    UNREAD: "SELECT unread_notices FROM account_streams WHERE account_id = 7";
}

#[tokio::test]
async fn dollars_in_the_wallet_for_coins_become_usdt_one_for_one() {
    for (uri, _folder) in new_databases("usdt").await {
        let before = Db::open_at(&uri, 124).await.unwrap();
        let mut tx = before.begin().await.unwrap();
        for statement in [COIN, QUOTE, STREAMS, DEPOSITS, TRANSFERS, JOURNALS, POSTINGS, BALANCES] {
            execute!(&mut tx, statement).unwrap();
        }
        tx.commit().await.unwrap();
        drop(before);

        let db = Db::open(&uri).await.unwrap();
        let mut reader = db.read().await.unwrap();
        let wallets = fetch_all!(&mut reader, (i64, String, i64, i64), WALLETS).unwrap();
        let usdt = |account, micro, version| (account, "USDT".to_owned(), micro, version);
        assert_eq!(wallets, [usdt(7, 12_340_000, 2), usdt(8, 7_000_000, 2), usdt(9, 0, 5)], "{uri}");
        let exchanged = fetch_all!(&mut reader, (String, i64), EXCHANGED).unwrap();
        assert_eq!(exchanged, [("USD".to_owned(), 1_934), ("USDT".to_owned(), -19_340_000)]);
        // Behind the newest entry, and dated as it is.
        let moved = fetch_all!(&mut reader, (i64, i64, i64), MOVED).unwrap();
        assert_eq!(moved, [(306, 7, 9), (309, 8, 9)]);
        let notices = fetch_all!(&mut reader, (i64, String, i64), NOTICES).unwrap();
        let told = |(account, about, at): &(i64, String, i64)| (*account, serde_json::from_str(about).unwrap(), *at);
        let converted = |cents, micro| NoticeKind::WalletConverted {
            debited: Money::new(cents, Currency::Usd),
            credited: Money::new(micro, Currency::Usdt),
        };
        let expected = [(7, converted(1_234, 12_340_000), 9), (8, converted(700, 7_000_000), 9)];
        assert_eq!(notices.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(fetch_one!(&mut reader, (i64,), UNREAD).unwrap(), (1,));
        assert_eq!(fetch_one!(&mut reader, (String,), CURRENCY).unwrap(), ("USDT".to_owned(),));
        assert_eq!(fetch_one!(&mut reader, (i64,), QUOTES).unwrap(), (0,), "no promise in dollars is left");
        drop(reader);
        let wrong: Vec<_> = audit::run(&db).await.unwrap().into_iter().filter(|check| check.found > 0).collect();
        assert!(wrong.is_empty(), "{uri}: {wrong:?}");
    }
}
