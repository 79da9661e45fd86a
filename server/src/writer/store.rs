//! What a batch wrote, each kind in one or two statements.

use plumbline_core::command::Facts;

use crate::db::{DbError, Tx};
use crate::{funds, ledger, orders, positions};

pub(super) async fn written(tx: &mut Tx, facts: &Facts) -> Result<(), DbError> {
    let written = facts.written();
    ledger::store::store_journals(tx, facts).await?;
    ledger::store::store_balances(tx, facts).await?;
    ledger::store::store_house(tx, &written.house).await?;
    ledger::store::store_holds(tx, written.holds.values()).await?;
    orders::store::store(tx, written.orders.iter().filter_map(|id| facts.order(*id))).await?;
    orders::fills_store::store(tx, &written.fills).await?;
    positions::store::store(tx, written.positions.iter().filter_map(|key| facts.position(key))).await?;
    funds::records::store_deposits(tx, written.deposits.iter().filter_map(|id| facts.deposit(*id))).await?;
    funds::records::store_transfers(tx, &written.transfers).await
}
