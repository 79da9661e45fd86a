//! A run that is written down batch by batch and carried out again on an empty database comes to the same records, on
//! either database.

mod again;
mod corporate;
mod futures;
mod identity;
mod money;
mod recorded;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use plumbline_core::command::Command;
use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::decision::Refusal;
use plumbline_core::funds::chains::ReleaseSuspense;
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    CancelDeposit, CancelWithdrawal, Converted, DepositChannel, DepositFailure, QuoteTransfer, Rate, RequestDeposit,
    RequestWithdrawal, ReturnReason, ReturnWithdrawal, ReviewDeposit, ReviewWithdrawal, SendWithdrawal, Sending,
    SettleWithdrawal, TransferFunds, WithdrawalFailure, WithdrawalPolicy,
};
use plumbline_core::ids::{AccountId, GroupId, InstrumentId, OrderId, PayoutAccountId, Priority};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::kyc::SubmitIdentity;
use plumbline_core::kyc::service::ApplyForService;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Tick;
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{
    Amend, Cancel, CloseReason, FillResting, GroupRef, Legs, Liquidate, Order, OrderKind, OrderRef, OrderStatus, Place,
    Protect, RestingFill, Side, StopLoss,
};
use plumbline_core::positions::{Direction, PositionRef};
use plumbline_core::products::{
    AddMargin, ChargeNights, Directions, FeeRule, FeeTable, FinancingRates, Night, RecordNights, RemoveMargin,
    SetLeverage, SetRefill, Terms, TradingRules, WarnMargin,
};
use plumbline_core::time::UnixMillis;
use sqlx::AssertSqlSafe;

use again::{carried_out, everything, pairs, replay};

use super::venue::{Venue, context, request, rules, tick, venue};
use crate::clock::Clock;
use crate::db::Db;
use crate::funds::chains::release::SuspenseReleaseReply;
use crate::funds::{DepositReply, TransferReply, WithdrawalReply};
use crate::kyc::KycReply;
use crate::kyc::services::ServiceReply;
use crate::orders::OrderReply;
use crate::positions::{MarginPositionReply, ProtectReply};
use crate::testing::{self, HOURS, databases};
use crate::writer::log::{LoggedBatch, Write, write};
use crate::writer::{RunError, Submission};

/// How the reply to a command is written that somebody asks for.
fn reply_to(command: &Command) -> Write {
    match command {
        Command::Place(_) => write::<Place, OrderReply>,
        Command::Amend(_) => write::<Amend, OrderReply>,
        Command::Cancel(_) => write::<Cancel, OrderReply>,
        Command::Transfer(_) => write::<TransferFunds, TransferReply>,
        Command::RequestDeposit(_) => write::<RequestDeposit, DepositReply>,
        Command::ReviewDeposit(_) => write::<ReviewDeposit, DepositReply>,
        Command::CancelDeposit(_) => write::<CancelDeposit, DepositReply>,
        Command::ReleaseSuspense(_) => write::<ReleaseSuspense, SuspenseReleaseReply>,
        Command::RequestWithdrawal(_) => write::<RequestWithdrawal, WithdrawalReply>,
        Command::CancelWithdrawal(_) => write::<CancelWithdrawal, WithdrawalReply>,
        Command::ReviewWithdrawal(_) => write::<ReviewWithdrawal, WithdrawalReply>,
        Command::SendWithdrawal(_) => write::<SendWithdrawal, WithdrawalReply>,
        Command::SettleWithdrawal(_) => write::<SettleWithdrawal, WithdrawalReply>,
        Command::ReturnWithdrawal(_) => write::<ReturnWithdrawal, WithdrawalReply>,
        Command::SubmitIdentity(_) => write::<SubmitIdentity, KycReply>,
        Command::ApplyForService(_) => write::<ApplyForService, ServiceReply>,
        Command::AddMargin(_) => write::<AddMargin, MarginPositionReply>,
        Command::RemoveMargin(_) => write::<RemoveMargin, MarginPositionReply>,
        Command::SetRefill(_) => write::<SetRefill, MarginPositionReply>,
        Command::SetLeverage(_) => write::<SetLeverage, MarginPositionReply>,
        Command::Protect(_) => write::<Protect, ProtectReply>,
        Command::FillResting(_)
        | Command::QuoteTransfer(_)
        | Command::RecordNights(_)
        | Command::RecordSettlements(_)
        | Command::CloseAtSettlement(_)
        | Command::ChargeNights(_)
        | Command::RecordOutput(_)
        | Command::WarnMargin(_)
        | Command::SplitShares(_)
        | Command::EntitleDividend(_)
        | Command::PayDividend(_)
        | Command::Liquidate(_)
        | Command::ReviewIdentity(_)
        | Command::ReviewService(_) => |_| panic!("nobody asks for it"),
    }
}

const CUSTOMERS: [AccountId; 2] = [AccountId(7), AccountId(8)];

/// A fee of that many cents, for all orders here are small.
fn levy(minimum: i64) -> Arc<FeeTable> {
    testing::fees(vec![FeeRule { minimum, ..testing::fee("levy", 1_000_000) }])
}

fn with_levy(mut place: Place) -> Place {
    Arc::make_mut(&mut place.terms.rules).fees = levy(3);
    place
}

fn limit(place: Place, side: Side, cents: i64) -> Place {
    Place { side, kind: OrderKind::Limit, limit: Some(testing::price(cents)), ..place }
}

/// Something of everything, some of it in one batch, some of it refused.
async fn live(venue: &Venue) {
    for account in CUSTOMERS {
        venue.fund(account, 100_000_000).await;
    }
    let [account, other] = CUSTOMERS;
    let announced = RequestDeposit {
        account,
        channel: DepositChannel::Wallet,
        sent_currency: "USDT".into(),
        sent_amount: "12.50".into(),
        credit: Money::new(1_249, Currency::Usd),
        rate: Some(99_950_000),
        proof_url: Some("https://example.org/\"proof\"".into()),
    };
    let converted = Some(Converted { credit: Money::new(1_248, Currency::Usd), rate: 99_900_000 });
    for (decision, converted) in [(Ok(()), converted), (Err(DepositFailure::AmountDiffers), None)] {
        let deposit = venue.writer.run(announced.clone()).await.unwrap().id;
        let review = ReviewDeposit { deposit, account, decision, converted, by: ReviewedBy::Reviewers };
        venue.writer.run(review.clone()).await.unwrap();
        assert!(matches!(venue.writer.run(review).await, Err(RunError::Refused(Refusal::DepositReviewed))));
    }
    let deposit = venue.writer.run(announced).await.unwrap().id;
    venue.writer.run(CancelDeposit { deposit, account }).await.unwrap();
    money::seen(&venue.db).await;
    money::coins(venue, account).await;
    money::withdraw(venue, account).await;
    identity::identify(venue, account, other).await;
    on_margin(venue, account).await;
    let rate = Rate { from: Currency::Usd, to: Currency::Hkd, rate: 780_000_000, source: "a test".into() };
    let (from, to, amount) = (Wallet::Balance, Wallet::HkStock, Money::new(1_001, Currency::Usd));
    let asked = QuoteTransfer { account, from, to, amount, price: rate.into() };
    let quoted = venue.writer.run(asked).await.unwrap();
    let (quote, asked_at) = (Some(quoted.id), quoted.quoted_at);
    let across = async { Ok(TransferFunds { account, from, to, amount, quote, asked_at }) };
    venue.writer.submit::<_, TransferReply>(request(1, &1), across).await.unwrap();
    let orders = (0..24).map(|n| venue.writer.run(with_levy(venue.buy(CUSTOMERS[n % 2], 1 + n as i64))));
    assert!(futures_util::future::join_all(orders).await.iter().all(Result::is_ok));
    venue.submit(account, 2, 3).await.unwrap();
    venue.submit(account, 2, 3).await.expect("a repeat");
    venue.submit(account, 3, 10_000_000).await.expect_err("more than there is");
    let place = |order: Place| venue.writer.run(with_levy(order));
    // The tick shows three of ten; another one fills the rest of one and a part of the other.
    let first = place(limit(venue.buy_at(account, 10, tick(&venue.ids, 3)), Side::Buy, 10_001)).await.unwrap();
    let second = place(limit(venue.buy_at(other, 10, tick(&venue.ids, 0)), Side::Buy, 10_001)).await.unwrap();
    let selling = place(limit(venue.buy_at(other, 5, tick(&venue.ids, 0)), Side::Sell, 11_000)).await.unwrap();
    assert_eq!(first.status, OrderStatus::PartiallyFilled);
    let levied = Arc::new(TradingRules { fees: levy(3), ..(*rules()).clone() });
    let reached = |order: &Order| RestingFill { order: order.at, rules: levied.clone() };
    let orders = [&first, &second].map(reached).to_vec();
    let again = tick(&venue.ids, 12);
    let fill = FillResting { orders, ..FillResting::new(again, i64::MAX, HOURS) };
    assert!(venue.writer.run(fill).await.unwrap().refused.is_empty());
    let larger = venue.buy_at(other, 1, tick(&venue.ids, 4));
    let amend = Amend {
        fee_version: second.fee_version.clone(),
        order: second.at,
        side: second.side,
        price: Some(Price::from_units(10_002_000_000)),
        quantity: Quantity::from_whole(20),
        priority: Priority(venue.ids.next()),
        terms: with_levy(larger).terms,
        stop: None,
        trails: false,
        trail: None,
        time_in_force: None,
        ends_at: None,
    };
    let asked = Submission { account: other, ..request(5, &5) };
    venue.writer.submit::<_, OrderReply>(asked, async { Ok(amend) }).await.unwrap();
    let cancel = Cancel::new(second.at, CloseReason::Customer);
    let asked = Submission { account: other, ..request(4, &4) };
    venue.writer.submit::<_, OrderReply>(asked, async { Ok(cancel) }).await.unwrap();
    venue.writer.run(Cancel::new(selling.at, CloseReason::Expired)).await.unwrap();
    let sold = place(Place { side: Side::Sell, ..venue.buy(account, 4) }).await.unwrap();
    corporate::corporate(venue, sold.at).await;
}

/// A position on margin that is opened, added to, charged for a night, and closed by us.
async fn on_margin(venue: &Venue, account: AccountId) {
    let times = |times| Leverage::from_whole(times).unwrap();
    let mut place = venue.buy_at(account, 10, tick(&venue.ids, 100));
    place.leverage = times(10);
    place.at.instrument = InstrumentId(2);
    place.at.direction = Direction::Short;
    place.side = Side::Sell;
    let on = |place: &Place, tick: Arc<Tick>| {
        let tick = Some(Arc::new(Tick { instrument: InstrumentId(2), ..(*tick).clone() }));
        let product = testing::margin();
        let rules = Arc::new(TradingRules { product, ..testing::trading_rules(InstrumentId(2)) });
        Terms { rules, tick, ..place.terms.clone() }
    };
    place.terms = on(&place, tick(&venue.ids, 100));
    let opened = venue.writer.run(place.clone()).await.unwrap();
    assert_eq!(opened.status, OrderStatus::Filled);
    let at = PositionRef { key: opened.at.position(), wallet: opened.at.wallet };
    let asked = async { Ok(AddMargin { at, amount: Money::new(100, Currency::Usd) }) };
    venue.writer.submit::<_, MarginPositionReply>(request(6, &6), asked).await.unwrap();
    let terms = on(&place, tick(&venue.ids, 100));
    let amount = Money::new(1, Currency::Usd);
    let asked = async { Ok(RemoveMargin { at, amount, terms: terms.clone() }) };
    venue.writer.submit::<_, MarginPositionReply>(request(9, &9), asked).await.unwrap();
    let asked = async { Ok(SetLeverage { at, leverage: times(5), terms: terms.clone() }) };
    venue.writer.submit::<_, MarginPositionReply>(request(7, &7), asked).await.unwrap();
    let rates = FinancingRates { base: 20_000_000_000, quote: 10_000_000_000, markup: 5_000_000_000 };
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    let (night, quote) = (venue.clock.now(), terms.tick.as_ref().unwrap());
    let night = Night {
        instrument: InstrumentId(2),
        at: night,
        nights: 3,
        rates,
        bid: quote.bid(),
        ask: quote.ask(),
        rate: None,
    };
    venue.writer.run(RecordNights { nights: vec![night] }).await.unwrap();
    let charge =
        ChargeNights { directions: Directions::Both, rules: terms.rules.clone(), positions: vec![at], until: night.at };
    for _ in 0..2 {
        assert_eq!(venue.writer.run(charge.clone()).await.unwrap().refused, []);
    }
    let newer = |quote: fn(Price) -> Price| {
        let mut tick = (**terms.tick.as_ref().unwrap()).clone();
        tick.seq = venue.ids.next();
        tick.asks.iter_mut().for_each(|level| level.price = quote(level.price));
        Terms { tick: Some(Arc::new(tick)), ..terms.clone() }
    };
    let at_loss = newer(|ask| Price::from_units(ask.units() / 10 * 11));
    venue.writer.run(WarnMargin { at, terms: at_loss }).await.unwrap();
    let terms_now = newer(|ask| Price::from_units(ask.units() * 2));
    let closed = venue
        .writer
        .run(Liquidate { at, orders: vec![], others: vec![], regardless: false, terms: terms_now })
        .await
        .unwrap();
    assert_eq!(closed.len(), 2, "half, and then all");
    futures::settled(venue, &place).await;
    // The same again, with a stop-loss.
    place.at.id = OrderId(venue.ids.next());
    venue.writer.run(place.clone()).await.unwrap();
    let legs =
        Legs { take_profit: None, stop_loss: Some(StopLoss { stop: Price::from_units(10_500_000_000), limit: None }) };
    let leg = OrderId(venue.ids.next());
    let group = GroupRef { id: GroupId(venue.ids.next()), entry: None, take_profit: None, stop_loss: Some(leg) };
    let protect = Protect { at, group: Some(group), legs, quantity: None, replaces: vec![], terms: terms.clone() };
    venue.writer.submit::<_, ProtectReply>(request(8, &8), async { Ok(protect) }).await.unwrap();
    let at_loss = newer(|ask| Price::from_units(ask.units() * 2));
    let orders = vec![OrderRef { id: leg, group: Some(group), ..place.at }];
    venue.writer.run(Liquidate { at, orders, others: vec![], regardless: false, terms: at_loss }).await.unwrap();
}

#[tokio::test]
async fn a_log_of_every_command_replays_to_the_same_records_on_both_databases() {
    let (uri, folder) = databases("recorded").await.remove(0);
    let venue = venue(&uri, folder).await;
    live(&venue).await;
    venue.writer.ping().await.unwrap();
    let log: Vec<String> = venue.heard.log.lock().unwrap().clone();
    let read = || -> Vec<LoggedBatch> { log.iter().map(|line| serde_json::from_str(line).unwrap()).collect() };
    let logged = read();
    let commands = || logged.iter().flat_map(|batch| &batch.jobs).map(|job| &job.command);
    let names: BTreeSet<&str> = commands().map(Command::name).collect();
    assert_eq!(names, Command::NAMES.iter().copied().collect(), "every kind of command is in the log");
    assert!(logged.iter().any(|batch| batch.jobs.len() > 1), "and more than one in a batch");
    let recorded = everything(&venue.db).await;
    let filled = recorded.iter().filter(|(_, rows)| !rows.is_empty()).count();
    assert!(filled >= 14, "every table that is written has rows: {filled}");
    for (uri, _folder) in databases("replayed").await {
        for ((table, found), (_, expected)) in replay(&uri, &logged).await.iter().zip(&recorded) {
            assert_eq!(found, expected, "{table} at {uri}");
        }
    }
    // One minor unit more or less in the last command of a kind is noticed.
    type Change = fn(&mut Command) -> bool;
    let changes: [Change; 7] = [
        |command| {
            let Command::RequestWithdrawal(withdrawal) = command else { return false };
            withdrawal.fee += 1;
            true
        },
        |command| {
            // One that was quoted is refused for another amount.
            let Command::Transfer(transfer) = command else { return false };
            let is_free = transfer.quote.is_none();
            transfer.amount.minor -= i64::from(is_free);
            is_free
        },
        |command| {
            let Command::QuoteTransfer(quote) = command else { return false };
            quote.price.bid -= 1;
            true
        },
        |command| {
            let Command::RequestDeposit(deposit) = command else { return false };
            deposit.credit.minor += 1;
            true
        },
        |command| {
            let Command::Place(place) = command else { return false };
            Arc::make_mut(&mut place.terms.rules).fees = levy(4);
            true
        },
        |command| {
            let Command::Amend(amend) = command else { return false };
            amend.price = amend.price.map(|price| price.saturating_sub(Price::from_units(1_000_000)));
            true
        },
        |command| {
            let Command::FillResting(fill) = command else { return false };
            let dear = |order: &mut RestingFill| Arc::make_mut(&mut order.rules).fees = levy(4);
            fill.orders.iter_mut().for_each(dear);
            true
        },
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut other = read();
        let mut commands = other.iter_mut().flat_map(|batch| &mut batch.jobs).map(|job| &mut job.command).rev();
        assert!(commands.any(change), "change {number} changes a command");
        let (uri, _folder) = databases("changed").await.remove(0);
        assert_ne!(replay(&uri, &other).await, recorded, "change {number} is noticed");
    }
}

/// The migration that brought notes says of the journals before it what the core says of those since.
#[tokio::test]
async fn journals_from_before_notes_have_the_same_ones() {
    let migrations = [
        include_str!("../../../migrations/sqlite/0037_money_actions.sql"),
        include_str!("../../../migrations/postgres/0037_money_actions.sql"),
    ];
    for ((uri, folder), migration) in databases("notes").await.into_iter().zip(migrations) {
        let venue = venue(&uri, folder).await;
        live(&venue).await;
        let notes = || {
            pairs(
                &venue.db,
                "SELECT CAST(id AS TEXT), note FROM journals
                 WHERE kind IN ('deposit', 'transfer', 'trade_buy', 'trade_sell') ORDER BY id",
            )
        };
        let (written, sql) = (notes().await, |text: &str| AssertSqlSafe(text.to_owned()));
        let mut statements =
            vec!["UPDATE journals SET note = NULL WHERE kind IN ('deposit', 'transfer', 'trade_buy', 'trade_sell')"];
        statements.extend(migration.split(';').map(str::trim).filter(|text| text.starts_with("UPDATE journals")));
        assert_eq!(statements.len(), 4);
        for text in statements {
            match &venue.db {
                Db::Sqlite { writer, .. } => drop(sqlx::query(sql(text)).execute(writer).await.unwrap()),
                Db::Postgres { pool, .. } => drop(sqlx::query(sql(text)).execute(pool).await.unwrap()),
            }
        }
        assert_eq!(notes().await, written, "{uri}");
    }
}
