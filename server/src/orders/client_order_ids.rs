//! The names that clients give their orders. They stand in the rows of the orders.

use std::collections::BTreeSet;

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::orders::{ClientOrder, ClientOrderId};

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    LOAD("it"): "SELECT id, account_id, client_order_id FROM orders WHERE (account_id, client_order_id) IN ({rows})";
}

record! {
    /// The name of a row of `orders`.
    pub struct NameRecord {
        pub id: i64,
        account_id: i64,
        client_order_id: String,
    }
}

impl TryFrom<NameRecord> for ClientOrder {
    type Error = DbError;

    fn try_from(row: NameRecord) -> Result<Self, DbError> {
        let corrupt = |_| DbError::Corrupt { column: "orders.client_order_id", value: row.client_order_id.clone() };
        let name: ClientOrderId = row.client_order_id.parse().map_err(corrupt)?;
        Ok(Self { account: AccountId(row.account_id), name, order: OrderId(row.id) })
    }
}

impl StoredRecord<crate::Here> for ClientOrder {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<(AccountId, ClientOrderId)>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|(account, _)| account.0))
            .text(keys.iter().map(|(_, name)| name.as_str()));
        rows::read::<NameRecord, _>(from, Self::NAME, LOAD, input).await
    }

    /// A name is stored with its order.
    async fn store(_: &mut Batch, _: &[&Self]) -> Result<(), DbError> {
        Ok(())
    }
}
