//! Outputs as decisions load them. Each row is locked until the batch commits: a server that takes blocks back
//! meanwhile waits, and then sees the recording.

use std::collections::BTreeSet;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Record;
use plumbline_core::funds::chains::{Output, SeenOutput};
use plumbline_core::ids::{AccountId, ChainDepositId};

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    LOAD("i"): "SELECT id, chain, transaction_id, contract, output, account_id, currency, amount, recorded,
        CAST(CASE WHEN height IS NOT NULL AND held IS NULL THEN 1 ELSE 0 END AS BIGINT) AS stands
        FROM chain_outputs WHERE id IN ({rows}) {lock}";
    RECORDED("i"): "UPDATE chain_outputs SET recorded = 1 WHERE id IN ({rows})";
}

record! {
    struct SeenRow {
        id: i64,
        chain: String,
        transaction_id: String,
        contract: String,
        output: i64,
        account_id: i64,
        currency: String,
        amount: i64,
        recorded: i64,
        stands: i64,
    }
}

impl From<SeenRow> for SeenOutput {
    fn from(row: SeenRow) -> Self {
        let SeenRow { chain, transaction_id: transaction, contract, output: index, .. } = row;
        Self {
            id: ChainDepositId(row.id),
            account: AccountId(row.account_id),
            output: Output { chain, transaction, contract, index },
            currency: row.currency,
            amount: Quantity::from_units(row.amount),
            stands: row.stands != 0,
            recorded: row.recorded != 0,
        }
    }
}

impl StoredRecord for SeenOutput {
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<ChainDepositId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        rows::read::<SeenRow, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, recorded: &[&Self]) -> Result<(), DbError> {
        rows::store(batch, RECORDED, Rows::default().int(recorded.iter().map(|output| output.id.0))).await
    }
}
