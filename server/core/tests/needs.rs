//! A command is decided on what it needs and on nothing else, and is applied as a whole or not at all.

#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

use std::collections::BTreeSet;
use std::sync::Arc;

use plumbline_core::command::{Command, Done, Facts, Needs, Refusal, Stamp, Unsound, decide};
use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::funds::{DepositChannel, MAX_PENDING_DEPOSITS, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, DepositId, InstrumentId, OrderId};
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, Tick, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{
    Cancel, CloseReason, FeeTable, FillResting, Listing, OrderKind, OrderRef, OrderSize, Place, RestingFill, Side,
    TimeInForce,
};
use plumbline_core::time::UnixMillis;

const ACCOUNTS: [AccountId; 2] = [AccountId(1), AccountId(2)];
const INSTRUMENT: InstrumentId = InstrumentId(1);

fn fees() -> Arc<FeeTable> {
    Arc::new(FeeTable { name: "none".into(), version: "2026-01-01".into(), rules: vec![] })
}

fn listing() -> Listing {
    let cent = Price::from_units(ONE / 100);
    Listing {
        instrument: INSTRUMENT,
        wallet: Wallet::Stock,
        tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, cent)]).unwrap()),
        lot: Quantity::from_whole(1).unwrap(),
        band_basis_points: 5_000,
        collar_basis_points: 500,
        session_closes: Some(UnixMillis(i64::MAX)),
        day_ends: UnixMillis(1_000_000),
        minimum_value: usd(100),
        fees: fees(),
    }
}

/// Every level shows `size` shares, a cent apart.
fn tick(seq: i64, size: i64) -> Arc<Tick> {
    let side = |direction: i64| {
        let level = |i: usize| Level {
            price: Price::from_units((10_000 + direction * (1 + i as i64)) * ONE / 100),
            size: Quantity::from_whole(size).unwrap(),
        };
        std::array::from_fn::<Level, DEPTH_LEVELS, _>(level)
    };
    Arc::new(Tick {
        instrument: INSTRUMENT,
        feed: "test".into(),
        epoch: 1,
        seq,
        exchange_time: UnixMillis(seq),
        received_time: UnixMillis(seq),
        bids: side(-1),
        asks: side(1),
        last: Price::from_units(100 * ONE),
        volume: Quantity::ZERO,
        session: Session::Regular,
    })
}

fn stamped(facts: &mut Facts, command: &Command) -> Result<Done, Refusal> {
    let mut ids = 1_000..;
    decide(command, facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))
}

/// Why a command was refused; of a tick, why its first order was.
fn fault(decided: &Result<Done, Refusal>) -> Option<Refusal> {
    match decided {
        Ok(Done::Reached(reached)) => reached.refused.first().map(|(_, refusal)| *refusal),
        decided => decided.as_ref().err().copied(),
    }
}

fn usd(cents: i64) -> Money {
    Money::new(cents, Currency::Usd)
}

fn deposit(cents: i64) -> Command {
    Command::RequestDeposit(RequestDeposit {
        account: ACCOUNTS[0],
        channel: DepositChannel::Fiat,
        sent_currency: "USD".into(),
        sent_amount: String::new(),
        credit: usd(cents),
        rate: None,
        proof_url: None,
    })
}

fn buy(quantity: i64, size: i64) -> Command {
    let at = OrderRef { id: OrderId(9), account: ACCOUNTS[0], instrument: INSTRUMENT, wallet: Wallet::Stock };
    Command::Place(Box::new(Place {
        at,
        side: Side::Buy,
        kind: OrderKind::Market,
        limit: None,
        size: OrderSize::Exact(Quantity::from_whole(quantity).unwrap()),
        leverage: Quantity::from_units(ONE),
        time_in_force: TimeInForce::Day,
        listing: listing(),
        tick: Some(tick(1, size)),
        stale_after: i64::MAX,
    }))
}

/// Each command with everything that it needs but one record: it is refused as our fault, and changes nothing.
#[test]
fn a_record_that_was_not_loaded_is_never_taken_for_nothing() {
    let account = ACCOUNTS[0];
    let mut all = Facts::default();
    let commands = [buy(1, 20), deposit(500)];
    all.ask(&Needs::of(&commands));
    all.load_balance(BalanceKey::new(account, Wallet::Stock), Balance { posted: 10_000_000, held: 0, version: 3 });
    all.load_open_orders(account, 0);
    let Ok(Done::Deposit(made)) = stamped(&mut all, &commands[1]) else { panic!("a deposit is announced") };
    let Ok(Done::Order(resting)) = stamped(&mut all, &buy(30, 1)) else { panic!("an order is placed") };
    assert!(resting.status.is_open());
    let commands = [
        buy(1, 20),
        deposit(500),
        Command::Cancel(Cancel { order: resting.at, reason: CloseReason::Customer }),
        Command::FillResting(FillResting {
            orders: vec![RestingFill { order: resting.at, lot: Quantity::from_whole(1).unwrap(), fees: fees() }],
            ..FillResting::new(tick(2, 20), i64::MAX, Some(UnixMillis(i64::MAX)))
        }),
        Command::Transfer(TransferFunds {
            account,
            from: Wallet::Stock,
            to: Wallet::Balance,
            amount: usd(100),
            rate: None,
        }),
        Command::ReviewDeposit(ReviewDeposit { deposit: made.id, account, decision: Ok(()) }),
    ];
    for mut command in commands {
        if let Command::Place(place) = &mut command {
            place.at.id = OrderId(10);
        }
        let needs = Needs::of([&command]);
        all.ask(&needs);
        let load = |left_out: Option<(&str, usize)>| {
            let mut less = needs.clone();
            let removed = match left_out {
                Some(("balance", i)) => less.balances.remove(&needs.balances.iter().copied().nth(i).unwrap()),
                Some(("order", i)) => less.orders.remove(&needs.orders.iter().copied().nth(i).unwrap()),
                Some(("position", i)) => less.positions.remove(&needs.positions.iter().copied().nth(i).unwrap()),
                Some(("deposit", i)) => less.deposits.remove(&needs.deposits.iter().copied().nth(i).unwrap()),
                Some(("pending deposits", _)) => less.pending_deposits.remove(&account),
                Some(_) | None => true,
            };
            assert!(removed);
            let mut facts = Facts::about(&less);
            for key in &less.balances {
                all.balance(key).unwrap().into_iter().for_each(|balance| facts.load_balance(*key, *balance));
            }
            for id in &less.orders {
                all.order(*id).unwrap().into_iter().for_each(|order| facts.load_order(order.clone()));
            }
            for key in &less.positions {
                all.position(key).unwrap().into_iter().for_each(|position| facts.load_position(*position));
            }
            for id in &less.deposits {
                all.deposit(*id).unwrap().into_iter().for_each(|deposit| facts.load_deposit(deposit.clone()));
            }
            if !matches!(left_out, Some(("open orders", _))) {
                facts.load_open_orders(account, all.open_orders(account).unwrap());
            }
            facts
        };
        assert_eq!(fault(&stamped(&mut load(None), &command)), None, "{} with all that it needs", command.name());
        let kinds = [
            ("balance", needs.balances.len()),
            ("order", needs.orders.len()),
            ("position", needs.positions.len()),
            ("deposit", needs.deposits.len()),
            ("pending deposits", needs.pending_deposits.len()),
            ("open orders", usize::from(!needs.positions.is_empty())),
        ];
        for (kind, count) in kinds {
            for i in 0..count {
                let mut facts = load(Some((kind, i)));
                let before = format!("{facts:?}");
                let refused = stamped(&mut facts, &command);
                let unused = matches!(&command, Command::Cancel(_)) && kind == "position";
                assert!(
                    unused || fault(&refused) == Some(Refusal::Unsound(Unsound::NotLoaded(kind))),
                    "{} without a {kind}: {refused:?}",
                    command.name()
                );
                assert!(unused || before == format!("{facts:?}"), "a refusal changes nothing");
            }
        }
    }
}

#[test]
fn a_deposit_is_reviewed_for_the_account_that_it_is_of() {
    let mut facts = Facts::about(&Needs::of([&deposit(500)]));
    let Ok(Done::Deposit(made)) = stamped(&mut facts, &deposit(500)) else { panic!("a deposit is announced") };
    let review = |account| Command::ReviewDeposit(ReviewDeposit { deposit: made.id, account, decision: Ok(()) });
    facts.ask(&Needs::of(&[review(ACCOUNTS[0]), review(ACCOUNTS[1])]));
    assert_eq!(stamped(&mut facts, &review(ACCOUNTS[1])), Err(Refusal::DepositUnknown));
    assert!(facts.written().journals.is_empty());
    assert!(stamped(&mut facts, &review(ACCOUNTS[0])).is_ok());
}

/// A review makes room for another one; other accounts have a count of their own.
#[test]
fn an_account_has_no_more_pending_deposits_than_it_may() {
    let announce = |account| match deposit(500) {
        Command::RequestDeposit(request) => Command::RequestDeposit(RequestDeposit { account, ..request }),
        other => other,
    };
    let (ann, bo) = (announce(ACCOUNTS[0]), announce(ACCOUNTS[1]));
    let mut facts = Facts::about(&Needs::of([&ann, &bo]));
    facts.load_pending_deposits(ACCOUNTS[0], MAX_PENDING_DEPOSITS - 2);
    let mut ids = 1_000..;
    let mut stamped = |facts: &mut Facts, command| {
        decide(command, facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))
    };
    let Ok(Done::Deposit(first)) = stamped(&mut facts, &ann) else { panic!("announced") };
    assert!(stamped(&mut facts, &ann).is_ok());
    assert_eq!(stamped(&mut facts, &ann), Err(Refusal::TooManyPendingDeposits));
    assert!(stamped(&mut facts, &bo).is_ok());
    let review = Command::ReviewDeposit(ReviewDeposit { deposit: first.id, account: ACCOUNTS[0], decision: Ok(()) });
    facts.ask(&Needs::of([&review]));
    assert!(stamped(&mut facts, &review).is_ok() && stamped(&mut facts, &ann).is_ok());
    assert_eq!(stamped(&mut facts, &ann), Err(Refusal::TooManyPendingDeposits));
}

/// The second deposit takes the bank's sum of the batch out of its range, after all wallets could be posted.
#[test]
fn what_fails_in_the_last_of_its_sums_changes_nothing() {
    let mut facts = Facts::default();
    let deposits: Vec<DepositId> = [i64::MAX, i64::MAX]
        .into_iter()
        .zip([ACCOUNTS[0], ACCOUNTS[1]])
        .enumerate()
        .map(|(i, (cents, account))| {
            let mut facts_of_one = Facts::about(&Needs::of([&deposit(cents)]));
            let Ok(Done::Deposit(mut made)) = stamped(&mut facts_of_one, &deposit(cents)) else { panic!("announced") };
            (made.id, made.account) = (DepositId(1 + i as i64), account);
            facts.load_deposit(made.clone());
            made.id
        })
        .collect();
    let review = |i: usize| {
        Command::ReviewDeposit(ReviewDeposit { deposit: deposits[i], account: ACCOUNTS[i], decision: Ok(()) })
    };
    for i in [0, 1] {
        facts.ask(&Needs::of([&review(i)]));
    }
    assert!(stamped(&mut facts, &review(0)).is_ok());
    let before = format!("{facts:?}");
    assert_eq!(stamped(&mut facts, &review(1)), Err(Refusal::OutOfRange));
    assert_eq!(before, format!("{facts:?}"));
}

/// A command may make as many records as it has to: no two get the same id.
#[test]
fn a_fill_over_the_whole_book_has_an_id_for_everything() {
    let mut facts = Facts::default();
    let command = buy(20 * DEPTH_LEVELS as i64, 20);
    facts.ask(&Needs::of([&command]));
    facts.load_balance(
        BalanceKey::new(ACCOUNTS[0], Wallet::Stock),
        Balance { posted: i64::MAX / 2, held: 0, version: 1 },
    );
    facts.load_open_orders(ACCOUNTS[0], 0);
    assert!(stamped(&mut facts, &command).is_ok());
    let (fills, journals) = (&facts.written().fills, &facts.written().journals);
    let ids = fills.iter().map(|fill| fill.id.0).chain(journals.iter().map(|journal| journal.id.0));
    let different: BTreeSet<i64> = ids.collect();
    assert_eq!((fills.len(), different.len()), (DEPTH_LEVELS, 2 * DEPTH_LEVELS));
}
