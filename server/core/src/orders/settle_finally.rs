//! The end of a position at a settlement, with that of its contract.

use super::closing::{Closing, profit_of};
use super::execution::Execution;
use super::liquidate::free_of_fees;
use super::{CloseReason, FillSource};
use crate::decision::{Changes, Refusal, Stamp};
use crate::ids::OrderId;
use crate::inbox::{Notice, NoticeKind};
use crate::positions::{Position, PositionRef};
use crate::products::{Accrued, Exchange, Settlement, TradingRules};

/// Closes all of a position at a settlement, which has paid its variation already: nothing more is gained or lost, and it
/// costs no fees. Orders that would have closed it are ended by a command of their own, since the contract has ended.
pub(crate) fn settle_finally(
    rules: &TradingRules,
    mut position: Position,
    settlement: &Settlement,
    stamp: &mut Stamp,
    changes: &mut Changes,
) -> Result<(), Refusal> {
    let margin = position.margin.ok_or(Refusal::PositionUnknown)?;
    let at = PositionRef { key: position.key, wallet: margin.wallet };
    let (quantity, id, reason) = (position.quantity, OrderId(stamp.next_id()), CloseReason::ContractEnded);
    let rules = free_of_fees(rules);
    let order = Closing { at, id, quantity, limit: settlement.price, reason }.order(&position, &rules, stamp);
    position.held = quantity;
    let exchange = Exchange { to: margin.wallet.currency(), by: None };
    let changed = std::mem::take(changes);
    let accrued = Accrued::waived(position.key);
    let mut execution = Execution::at_settlement(&rules, exchange, order, position, accrued, changed);
    execution.fill_from(FillSource::Settlement(*settlement), settlement.price, (quantity, position.basis()), stamp)?;
    let after = execution.position;
    let (mut all, order) = execution.finish(stamp)?;
    let told = NoticeKind::ContractEnded {
        position: after.id,
        order: order.at.id,
        instrument: order.at.instrument,
        direction: order.at.direction,
        quantity: order.filled,
        price: settlement.price,
        profit: profit_of(&order, &all)?,
    };
    all.put(Notice::new(order.at.account, told, stamp));
    *changes = all;
    Ok(())
}
