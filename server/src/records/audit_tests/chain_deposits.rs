//! Coins that were credited at once, that are in suspense, and that were credited out of it.

use plumbline_core::decimal::Quantity;
use plumbline_core::funds::chains::{RecordOutput, ReleaseSuspense};
use plumbline_core::ids::ChainDepositId;

use super::{Books, CUSTOMER};
use crate::{execute, statements};

const CHAIN: &str = "A chain";
const RATE: i64 = 99_950_000;

statements! {
    ADD_OUTPUT: "INSERT INTO chain_outputs (id, chain, transaction_id, contract, output, account_id, address, currency,
        amount, height, recorded, seen_at) VALUES ($1, $2, 'abc', '', $1, $3, 'a', 'USDT', $4, 1, 0, 1)";
}

impl Books {
    pub(super) async fn chain_deposits(&self) {
        let mut freed = Vec::new();
        for (text, is_freed) in [("12.5", false), ("0.7", true), ("0.3", true), ("0.004", true), ("0.5", false)] {
            let id = ChainDepositId(self.ids.next());
            let amount: Quantity = text.parse().unwrap();
            let mut tx = self.db.begin().await.unwrap();
            execute!(&mut tx, ADD_OUTPUT, id.0, CHAIN, CUSTOMER.0, amount.units()).unwrap();
            tx.commit().await.unwrap();
            let minimum = "1".parse().unwrap();
            self.run(RecordOutput { id, account: CUSTOMER, rate: RATE, minimum }).await;
            freed.extend(is_freed.then_some(id));
        }
        let (account, currency) = (CUSTOMER, "USDT".to_owned());
        let release = ReleaseSuspense { account, currency, deposits: freed, rate: RATE, asked: false };
        assert_eq!(self.run(release).await.credit.minor, 100, "of the sum");
    }
}
