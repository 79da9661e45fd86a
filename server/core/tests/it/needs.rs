//! A command is decided on the facts that it needs and on nothing else, and is applied as a whole or not at all.

mod funds;
mod orders;

use std::collections::BTreeSet;
use std::sync::Arc;

use plumbline_core::command::{Command, Done, Listed, needs_of};
use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::decision::{Facts, Needs, Record, Refusal, Stamp, Unsound};
use plumbline_core::funds::{
    CancelDeposit, CancelWithdrawal, Deposit, FirmQuote, QuoteTransfer, Rate, ReturnReason, ReturnWithdrawal,
    ReviewDeposit, SettleWithdrawal, Standing, TransferFunds, Withdrawal, WithdrawalFailure,
};
use plumbline_core::ids::{AccountId, GroupId, OrderId, Priority};
use plumbline_core::inbox::Notice;
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::{Balance, BalanceKey, Wallet};
use plumbline_core::market::DEPTH_LEVELS;
use plumbline_core::orders::{
    Amend, Cancel, CloseReason, Fill, FillResting, GroupRef, Legs, Liquidate, Order, OrderKind, OrderRef, OrderSize,
    Place, Protect, RestingFill, Side, StopLoss,
};
use plumbline_core::positions::{Margin, Position, PositionRef};
use plumbline_core::products::{
    AddMargin, ChargeNights, Directions, FinancingRates, Night, OwedNights, RecordNights, RemoveMargin, SetLeverage,
    WarnMargin,
};
use plumbline_core::testing::usd;
use plumbline_core::time::UnixMillis;

use funds::{deposit, review, send, withdrawal, withdrawals};
use orders::{HOURS, buy, rules, short, tick};

const ACCOUNTS: [AccountId; 2] = [AccountId(1), AccountId(2)];
fn stamped(facts: &mut Facts, command: &Command) -> Result<Done, Refusal> {
    let before = facts.journals().len() + facts.written::<Notice>().count();
    let mut ids = 1_000 + 100 * before as i64..;
    command.carry_out(facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))
}

fn done<A: Listed>(facts: &mut Facts, action: A) -> A::Done {
    A::into_done(stamped(facts, &action.into_command()).unwrap()).unwrap()
}

/// The keys of one kind that are needed, except the one at `left_out`, and the records that exist for them.
fn copy<R: Record>(needs: &Needs, left_out: Option<usize>, from: &Facts, less: &mut Needs) -> Vec<R> {
    let keys = needs.of::<R>().into_iter().flatten().enumerate().filter(|(i, _)| Some(*i) != left_out);
    let keys: Vec<R::Key> = keys.map(|(_, key)| *key).collect();
    keys.iter().for_each(|key| less.ask::<R>(*key));
    keys.iter().filter_map(|key| from.get::<R>(key).unwrap().cloned()).collect()
}

/// The refusal of a command; for a tick, that of its first refused order.
fn fault(decided: &Result<Done, Refusal>) -> Option<Refusal> {
    match decided {
        Ok(Done::FillResting(reached)) => reached.refused.first().map(|(_, refusal)| *refusal),
        decided => decided.as_ref().err().copied(),
    }
}

/// A transfer between two currencies, at a quote.
fn across(all: &mut Facts) -> TransferFunds {
    let (account, from, to, amount) = (ACCOUNTS[0], Wallet::Stock, Wallet::HkStock, usd(100));
    let rate = Rate { from: from.currency(), to: to.currency(), rate: 780_000_000, source: String::new() };
    let quote = done(all, QuoteTransfer { account, from, to, amount, price: rate.into() });
    TransferFunds { account, from, to, amount, quote: Some(quote.id), asked_at: quote.quoted_at }
}

/// Each command with all but one of the records that it needs: it is refused as our fault, and changes nothing.
#[test]
fn a_record_that_was_not_loaded_is_never_taken_for_nothing() {
    let account = ACCOUNTS[0];
    let mut all = Facts::default();
    all.ask(&needs_of(&[buy(1, 20).into(), deposit(500).into()]));
    all.load_balance(BalanceKey::new(account, Wallet::Stock), Balance { posted: 10_000_000, held: 0, version: 3 });
    all.load_open::<Order>(account, 0);
    let made = done(&mut all, deposit(500));
    let limit = Some(Price::from_units(101 * ONE));
    let resting = done(&mut all, Place { kind: OrderKind::Limit, limit, ..buy(30, 1) });
    assert!(resting.status.is_open());
    let [requested, approved, sent] = withdrawals(&mut all);
    let place = short(20, tick(1, 20));
    all.ask(&needs_of([&place.clone().into()]));
    let opened = done(&mut all, place.clone());
    let closing = Place { at: OrderRef { id: OrderId(21), ..opened.at }, side: Side::Buy, ..place.clone() };
    let closing = Place { kind: OrderKind::Limit, limit: Some(Price::from_units(90 * ONE)), ..closing };
    let closing = done(&mut all, Place { size: OrderSize::Exact(Quantity::from_units(5 * ONE)), ..closing }).at;
    let at = PositionRef { key: opened.at.position(), wallet: opened.at.wallet };
    let mut risen = (*tick(9, 20)).clone();
    risen.asks.iter_mut().for_each(|level| level.price = Price::from_units(2 * level.price.units()));
    let rates = FinancingRates { base: 0, quote: 0, markup: 10_000_000_000 };
    let terms = place.terms.clone();
    let protect = |id| {
        let stop_loss = Some(StopLoss { stop: Price::from_units(110 * ONE), limit: None });
        let group = GroupRef { id: GroupId(id), entry: None, take_profit: None, stop_loss: Some(OrderId(id + 1)) };
        let legs = Legs { take_profit: None, stop_loss };
        let (quantity, terms) = (Quantity::from_whole(1), terms.clone());
        Protect { at, group: Some(group), legs, quantity, replaces: Vec::new(), terms }
    };
    done(&mut all, AddMargin { at, amount: usd(100) });
    let price = Price::from_units(ONE);
    let night = Night {
        instrument: at.key.instrument,
        at: UnixMillis(1),
        nights: 1,
        rates,
        bid: price,
        ask: price,
        rate: None,
    };
    // It has not been charged for a night that began after its opening.
    let mut owing = *all.get::<Position>(&at.key).unwrap().unwrap();
    owing.margin = owing.margin.map(|margin| Margin { charged_until: UnixMillis(0), ..margin });
    all.load(owing);
    let risen = short(22, Arc::new(risen)).terms;
    let reject = Err(WithdrawalFailure::HolderDiffers);
    let across = across(&mut all);
    let commands = [
        Place { at: OrderRef { id: OrderId(10), ..resting.at }, ..buy(1, 20) }.into(),
        deposit(500).into(),
        Amend {
            fee_version: resting.fee_version.clone(),
            order: resting.at,
            side: resting.side,
            price: None,
            quantity: Quantity::from_whole(40),
            priority: Priority(11),
            terms: buy(1, 20).terms,
            stop: None,
            trails: false,
            trail: None,
            time_in_force: None,
            ends_at: None,
        }
        .into(),
        Cancel::new(resting.at, CloseReason::Customer).into(),
        FillResting {
            orders: vec![RestingFill { order: resting.at, rules: rules() }],
            ..FillResting::new(tick(2, 20), i64::MAX, HOURS)
        }
        .into(),
        TransferFunds {
            account,
            from: Wallet::Stock,
            to: Wallet::Balance,
            amount: usd(100),
            quote: None,
            asked_at: UnixMillis(0),
        }
        .into(),
        across.into(),
        AddMargin { at, amount: usd(100) }.into(),
        SetLeverage { at, leverage: Leverage::ONE, terms: terms.clone() }.into(),
        RemoveMargin { at, amount: usd(1), terms: terms.clone() }.into(),
        RecordNights { nights: vec![night] }.into(),
        ChargeNights {
            directions: Directions::Both,
            rules: terms.rules.clone(),
            positions: vec![at],
            until: UnixMillis(1),
        }
        .into(),
        protect(40).into(),
        WarnMargin { at, terms: risen.clone() }.into(),
        Liquidate { at, orders: vec![closing], others: Vec::new(), regardless: false, terms: risen }.into(),
        ReviewDeposit { deposit: made.id, account, decision: Ok(()), converted: None, by: ReviewedBy::Reviewers }
            .into(),
        CancelDeposit { deposit: made.id, account }.into(),
        withdrawal().into(),
        CancelWithdrawal { withdrawal: requested, account }.into(),
        review(requested, Ok(())).into(),
        review(approved, reject).into(),
        send(approved).into(),
        SettleWithdrawal { withdrawal: sent, account }.into(),
        ReturnWithdrawal { withdrawal: sent, account, reason: ReturnReason::NotTold }.into(),
    ];
    for command in commands {
        let needs = needs_of([&command]);
        all.ask(&needs);
        let load = |left_out: Option<(&str, usize)>| {
            let of = |kind| left_out.filter(|(left_out, _)| *left_out == kind).map(|(_, i)| i);
            let mut less = Needs::default();
            let balances = needs.balances().iter().enumerate().filter(|(i, _)| Some(*i) != of("balance"));
            balances.for_each(|(_, key)| less.ask_balance(*key));
            let unsettled = needs.unsettled().iter().enumerate().filter(|(i, _)| Some(*i) != of("settlement"));
            unsettled.for_each(|(_, (key, after))| less.ask_unsettled(*key, *after));
            let orders: Vec<Order> = copy(&needs, of("order"), &all, &mut less);
            let positions: Vec<Position> = copy(&needs, of("position"), &all, &mut less);
            let owed: Vec<OwedNights> = copy(&needs, of("owed nights"), &all, &mut less);
            let nights: Vec<Night> = copy(&needs, of("night"), &all, &mut less);
            let deposits: Vec<Deposit> = copy(&needs, of("deposit"), &all, &mut less);
            if needs.open_of::<Deposit>().is_some() && of("open deposits").is_none() {
                less.ask_open::<Deposit>(account);
            }
            let quotes: Vec<FirmQuote> = copy(&needs, of("firm quote"), &all, &mut less);
            let withdrawals: Vec<Withdrawal> = copy(&needs, of("withdrawal"), &all, &mut less);
            if needs.open_of::<Withdrawal>().is_some() && of("open withdrawals").is_none() {
                less.ask_open::<Withdrawal>(account);
            }
            let standings: Vec<Standing> = copy(&needs, of("standing"), &all, &mut less);
            let mut facts = Facts::about(&less);
            for key in less.balances() {
                all.balance(key).unwrap().into_iter().for_each(|balance| facts.load_balance(*key, *balance));
            }
            orders.into_iter().for_each(|order| facts.load(order));
            positions.into_iter().for_each(|position| facts.load(position));
            owed.into_iter().for_each(|owed| facts.load(owed));
            if matches!(command, Command::ChargeNights(_)) && of("owed nights").is_none() {
                facts.load(OwedNights { position: at.key, nights: Some(vec![night]) });
            }
            nights.into_iter().for_each(|night| facts.load(night));
            deposits.into_iter().for_each(|deposit| facts.load(deposit));
            quotes.into_iter().for_each(|quote| facts.load(quote));
            withdrawals.into_iter().for_each(|withdrawal| facts.load(withdrawal));
            standings.into_iter().for_each(|standing| facts.load(standing));
            if !matches!(left_out, Some(("open orders", _))) {
                facts.load_open::<Order>(account, all.count_open::<Order>(account).unwrap());
            }
            facts
        };
        assert_eq!(fault(&stamped(&mut load(None), &command)), None, "{} with all that it needs", command.name());
        let counts_orders = needs.of::<Position>().is_some() && !is_on_margin(&command);
        let kinds = [
            ("balance", needs.balances().len()),
            ("settlement", needs.unsettled().len()),
            ("order", needs.of::<Order>().map_or(0, BTreeSet::len)),
            ("position", needs.of::<Position>().map_or(0, BTreeSet::len)),
            ("owed nights", needs.of::<OwedNights>().map_or(0, BTreeSet::len)),
            ("night", needs.of::<Night>().map_or(0, BTreeSet::len)),
            ("deposit", needs.of::<Deposit>().map_or(0, BTreeSet::len)),
            ("open deposits", needs.open_of::<Deposit>().map_or(0, BTreeSet::len)),
            ("firm quote", needs.of::<FirmQuote>().map_or(0, BTreeSet::len)),
            ("standing", needs.of::<Standing>().map_or(0, BTreeSet::len)),
            ("withdrawal", needs.of::<Withdrawal>().map_or(0, BTreeSet::len)),
            ("open withdrawals", needs.open_of::<Withdrawal>().map_or(0, BTreeSet::len)),
            ("open orders", if counts_orders { needs.of::<Position>().map_or(0, BTreeSet::len) } else { 0 }),
        ];
        for (kind, count) in kinds {
            for i in 0..count {
                let mut facts = load(Some((kind, i)));
                let before = format!("{facts:?}");
                let refused = stamped(&mut facts, &command);
                let unused = matches!(&command, Command::Cancel(_)) && kind == "position";
                let expected = match kind {
                    "open orders" => Unsound::NotCounted("order"),
                    "open deposits" => Unsound::NotCounted("deposit"),
                    "open withdrawals" => Unsound::NotCounted("withdrawal"),
                    kind => Unsound::NotLoaded(kind),
                };
                assert!(
                    unused || fault(&refused) == Some(Refusal::Unsound(expected)),
                    "{} without a {kind}: {refused:?}",
                    command.name()
                );
                assert!(unused || before == format!("{facts:?}"), "a refusal changes nothing");
            }
        }
    }
}

/// True if it changes a position without an order of the customer's.
fn is_on_margin(command: &Command) -> bool {
    matches!(
        command,
        Command::AddMargin(_)
            | Command::RemoveMargin(_)
            | Command::SetRefill(_)
            | Command::SetLeverage(_)
            | Command::ChargeNights(_)
            | Command::WarnMargin(_)
    )
}

/// A command may make any number of records: no two of them get the same id.
#[test]
fn a_fill_over_the_whole_book_has_an_id_for_everything() {
    let mut facts = Facts::default();
    let command = Command::from(buy(20 * DEPTH_LEVELS as i64, 20));
    facts.ask(&needs_of([&command]));
    facts.load_balance(
        BalanceKey::new(ACCOUNTS[0], Wallet::Stock),
        Balance { posted: i64::MAX / 2, held: 0, version: 1 },
    );
    facts.load_open::<Order>(ACCOUNTS[0], 0);
    assert!(stamped(&mut facts, &command).is_ok());
    let fills = facts.written::<Fill>();
    let ids = fills.clone().map(|fill| fill.id.0).chain(facts.journals().iter().map(|journal| journal.id.0));
    let different: BTreeSet<i64> = ids.collect();
    assert_eq!((fills.count(), different.len()), (DEPTH_LEVELS, 2 * DEPTH_LEVELS));
}
