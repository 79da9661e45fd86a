//! One account that the database refuses, in a round of the house for many.

use std::collections::BTreeSet;
use std::sync::Arc;

use plumbline_core::decimal::Leverage;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::ledger::Wallet;
use plumbline_core::orders::{OrderRef, Place, Side};
use plumbline_core::positions::PositionRef;
use plumbline_core::products::{ChargeNights, Directions, FinancingRates, Night, RecordNights, TradingRules};
use plumbline_core::time::UnixMillis;

use crate::clock::Clock;
use crate::db::Db;
use crate::rounds::{Judgement, Round, Rounds};
use crate::testing::{self, Venue, databases};
use crate::{execute, fetch_all, statements};

const PAIR: InstrumentId = InstrumentId(4);
const ACCOUNTS: [AccountId; 5] = [AccountId(6), AccountId(7), AccountId(8), AccountId(9), AccountId(10)];

statements! {
    REFUSE: "CREATE UNIQUE INDEX one_charge ON financing (account_id) WHERE account_id = 7";
    MEND: "DROP INDEX one_charge";
    NIGHTS: "SELECT account_id, COUNT(*) FROM financing GROUP BY account_id ORDER BY account_id";
}

fn rules() -> Arc<TradingRules> {
    let (product, wallet) = (testing::margin(), Wallet::Forex);
    Arc::new(TradingRules { product, wallet, ..testing::trading_rules(PAIR) })
}

async fn position(venue: &Venue, account: AccountId) -> PositionRef {
    venue.deposit(account, 1_000_000, Some(Ok(()))).await;
    venue.transfer(account, Wallet::Forex, testing::usd(1_000_000), None, UnixMillis(0)).await;
    let terms = testing::terms(rules(), Arc::new(testing::tick(PAIR)));
    let place = venue.place(account, Side::Buy, 1, None, terms);
    let at = OrderRef { wallet: Wallet::Forex, ..place.at };
    venue.run(Place { at, leverage: Leverage::from_whole(5).unwrap(), ..place }).await;
    PositionRef { key: at.position(), wallet: at.wallet }
}

/// Begins a night, and charges the positions for it by one command.
async fn night(venue: &Venue, positions: &[PositionRef]) -> Round {
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    let (at, tick) = (venue.clock.now(), testing::tick(PAIR));
    let rates = FinancingRates { base: 0, quote: 20_000_000_000, markup: 5_000_000_000 };
    let night = Night { instrument: PAIR, at, nights: 1, rates, bid: tick.bid(), ask: tick.ask(), rate: None };
    venue.run(RecordNights { nights: vec![night] }).await;
    let charge =
        ChargeNights { directions: Directions::Both, rules: rules(), positions: positions.to_vec(), until: at };
    let rounds = Rounds { db: &venue.db, writer: &venue.writer, at_once: 2 };
    rounds.run(vec![charge.into()], |_| Judgement::PutAside).await
}

async fn change(venue: &Venue, statement: &'static crate::db::Statement) {
    let mut tx = venue.db.begin().await.unwrap();
    execute!(&mut tx, statement).unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn an_account_that_the_database_refuses_costs_nobody_else_the_round() {
    for (uri, _folder) in databases("rounds").await {
        let db = Db::open(&uri).await.unwrap();
        let venue = Venue::open(testing::writer_context(&db, &Clock::System).await).await;
        let mut positions = Vec::new();
        for account in ACCOUNTS {
            positions.push(position(&venue, account).await);
        }
        let nights =
            async || -> Vec<(i64, i64)> { fetch_all!(&mut db.read().await.unwrap(), (i64, i64), NIGHTS).unwrap() };
        let all = night(&venue, &positions).await;
        assert_eq!((all.done, all.left, nights().await), (5, BTreeSet::new(), ACCOUNTS.map(|it| (it.0, 1)).to_vec()));
        change(&venue, REFUSE).await;
        let others = night(&venue, &positions).await;
        assert_eq!((others.done, others.left), (4, BTreeSet::from([AccountId(7)])), "{uri}");
        assert_eq!(nights().await, [(6, 2), (7, 1), (8, 2), (9, 2), (10, 2)]);
        change(&venue, MEND).await;
        assert_eq!(night(&venue, &positions).await.done, 5);
        assert_eq!(nights().await, ACCOUNTS.map(|it| (it.0, 3)), "what was missed is charged too");
    }
}
