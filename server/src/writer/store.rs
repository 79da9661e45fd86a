//! What a batch wrote, each kind in one or two statements.

use plumbline_core::command::Facts;

use crate::db::{Batch, DbError};
use crate::{funds, ledger, orders, positions};

pub(super) async fn written(batch: &mut Batch, facts: &Facts) -> Result<(), DbError> {
    let written = facts.written();
    ledger::store::store_journals(batch, facts).await?;
    ledger::store::store_balances(batch, facts).await?;
    ledger::store::store_house(batch, &written.house).await?;
    ledger::store::store_holds(batch, written.holds.values()).await?;
    orders::store::store(batch, facts.written_orders()).await?;
    orders::fills_store::store(batch, &written.fills).await?;
    positions::store::store(batch, facts.written_positions()).await?;
    funds::records::store_deposits(batch, facts.written_deposits()).await?;
    funds::records::store_transfers(batch, &written.transfers).await
}
