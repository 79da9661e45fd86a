//! The facts that a batch needs, each kind in one statement.

use std::collections::BTreeSet;

use plumbline_core::command::{Command, Facts};
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::{DepositId, InstrumentId, OrderId};
use plumbline_core::ledger::{BalanceKey, Wallet};
use plumbline_core::orders::{Liquidity, Match, OrderRef, Side};
use plumbline_core::positions::PositionKey;
use plumbline_core::time::UnixMillis;

use super::{Context, Job};
use crate::db::{DbError, Tx};
use crate::ids::Ids;
use crate::{fetch_all, funds, ledger, orders, positions, statements};

/// Fills of the last minute say what a restarted server must not fill again from the same ticks.
const LIQUIDITY_WINDOW: i64 = UnixMillis::MINUTE;

statements! {
    TAKEN: "SELECT instrument_id, side, tick_seq, price, CAST(SUM(quantity) AS BIGINT) FROM fills
        WHERE id >= $1 GROUP BY instrument_id, side, tick_seq, price";
}

/// What has been taken from the newest ticks before this server started.
pub(super) async fn liquidity(context: &Context) -> Result<Liquidity, DbError> {
    let since = Ids::first_at(context.clock.now().plus(-LIQUIDITY_WINDOW));
    let mut reader = context.db.read().await?;
    let mut liquidity = Liquidity::default();
    for (instrument, side, seq, price, quantity) in fetch_all!(&mut reader, (i64, i64, i64, i64, i64), TAKEN, since)? {
        let taken = Match { price: Price::from_units(price), quantity: Quantity::from_units(quantity) };
        let side =
            Side::from_code(side).ok_or_else(|| DbError::Corrupt { column: "fills.side", value: side.to_string() })?;
        liquidity.remember(InstrumentId(instrument), side, seq, taken);
    }
    Ok(liquidity)
}

/// The records that commands are decided on.
#[derive(Debug, Default)]
struct Needs {
    balances: BTreeSet<BalanceKey>,
    orders: BTreeSet<OrderId>,
    positions: BTreeSet<PositionKey>,
    deposits: BTreeSet<DepositId>,
}

impl Needs {
    fn add(&mut self, command: &Command) {
        match command {
            Command::Place(place) => self.add_trade(&place.at),
            Command::Cancel(cancel) => self.add_order(&cancel.order),
            Command::FillResting(fill) => self.add_order(&fill.order),
            Command::Transfer(transfer) => {
                self.balances.insert(BalanceKey::new(transfer.account, transfer.from));
                self.balances.insert(BalanceKey::new(transfer.account, transfer.to));
            }
            Command::RequestDeposit(_) => {}
            Command::ReviewDeposit(review) => {
                self.deposits.insert(review.deposit);
                self.balances.insert(BalanceKey::new(review.account, Wallet::Balance));
            }
        }
    }

    fn add_trade(&mut self, order: &OrderRef) {
        self.balances.insert(order.balance());
        self.positions.insert(order.position());
    }

    fn add_order(&mut self, order: &OrderRef) {
        self.orders.insert(order.id);
        self.add_trade(order);
    }
}

/// Loads what `jobs` need into `facts`.
pub(super) async fn facts(tx: &mut Tx, jobs: &[Job], facts: &mut Facts) -> Result<(), DbError> {
    let mut needs = Needs::default();
    jobs.iter().for_each(|job| needs.add(&job.command));
    for (key, balance) in ledger::store::load_balances(tx, &needs.balances).await? {
        facts.load_balance(key, balance);
    }
    for order in orders::store::load(tx, &needs.orders).await? {
        facts.load_order(order);
    }
    for position in positions::store::load(tx, &needs.positions).await? {
        facts.load_position(position);
    }
    for deposit in funds::records::load_deposits(tx, &needs.deposits).await? {
        facts.load_deposit(deposit);
    }
    Ok(())
}
