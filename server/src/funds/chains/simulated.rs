//! The simulated chains of paper mode: a customer's simulated payment is in the next block, and blocks follow as long
//! as one is awaited. Everything is in two tables, so that a restart loses nothing and servers on one database have one
//! chain.

use plumbline_core::decimal::Quantity;
use plumbline_core::time::UnixMillis;
use sha2::{Digest, Sha256};

use super::config::CONFIRMATIONS_MAX;
use super::watcher::{Block, ChainWatcher, Received, WatchError};
use crate::clock::Clock;
use crate::db::{Db, DbError, Session, Tx};
use crate::{execute, fetch_all, fetch_optional, statements};

const BLOCK_EVERY: i64 = UnixMillis::SECOND;
const FIRST: i64 = 1;

statements! {
    BEGIN: "INSERT INTO simulated_tips (chain, height, mined_at) VALUES ($1, $2, $3) ON CONFLICT (chain) DO NOTHING";
    TIP: "SELECT height, mined_at FROM simulated_tips WHERE chain = $1";
    /// Finds a payment that is not in a block yet, or in one of the newest.
    IS_AWAITED: "SELECT id FROM simulated_transfers WHERE chain = $1 AND (height IS NULL OR height > $2) LIMIT 1";
    MINE: "UPDATE simulated_tips SET height = height + 1, mined_at = $3 WHERE chain = $1 AND height = $2";
    TAKE_UP: "UPDATE simulated_transfers SET height = $2 WHERE chain = $1 AND height IS NULL";
    OF_BLOCK: "SELECT transaction_id, address, currency, amount FROM simulated_transfers
        WHERE chain = $1 AND height = $2 ORDER BY id";
    SEND: "INSERT INTO simulated_transfers (id, chain, transaction_id, address, currency, amount)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (transaction_id) DO NOTHING";
    SENT_AS: "SELECT chain, currency, amount FROM simulated_transfers WHERE transaction_id = $1";
}

/// A requested payment: the amount, the currency, and the chain.
#[derive(Debug, PartialEq, Eq)]
pub struct Sending {
    pub chain: String,
    pub currency: String,
    /// `None` if it is not a valid amount.
    pub amount: Option<Quantity>,
}

#[derive(Debug)]
pub struct SimulatedChain {
    pub name: String,
    pub confirmations: i64,
    pub db: Db,
    pub clock: Clock,
}

/// Sends coins; a transaction is sent only once.
pub async fn send(tx: &mut Tx, chain: &str, id: i64, sent: &Received) -> Result<(), DbError> {
    let (transaction, address) = (sent.transaction.as_str(), sent.address.as_str());
    execute!(tx, SEND, id, chain, transaction, address, sent.currency.as_str(), sent.amount.units()).map(drop)
}

/// The payment of a transaction; `None` if there is none.
pub async fn sent_as(on: &mut impl Session, transaction: &str) -> Result<Option<Sending>, DbError> {
    let found = fetch_optional!(on, (String, String, i64), SENT_AS, transaction)?;
    Ok(found.map(|(chain, currency, units)| Sending { chain, currency, amount: Some(Quantity::from_units(units)) }))
}

impl SimulatedChain {
    async fn transfers(&self, on: &mut impl Session, height: i64) -> Result<Vec<Received>, DbError> {
        let found = fetch_all!(on, (String, String, String, i64), OF_BLOCK, self.name.as_str(), height)?;
        let received = |(transaction, address, currency, amount)| {
            let amount = Quantity::from_units(amount);
            Received { transaction, contract: String::new(), index: 0, address, currency, amount }
        };
        Ok(found.into_iter().map(received).collect())
    }

    fn hash(&self, height: i64, transfers: &[Received]) -> String {
        let mut hash = Sha256::new().chain_update(format!("{} {height}", self.name));
        for transfer in transfers {
            hash.update(&transfer.transaction);
        }
        hex::encode(hash.finalize())
    }
}

impl ChainWatcher for SimulatedChain {
    async fn tip(&self) -> Result<i64, WatchError> {
        let (chain, now) = (self.name.as_str(), self.clock.now());
        let found = fetch_optional!(&mut self.db.read().await?, (i64, i64), TIP, chain)?;
        let Some((height, mined_at)) = found else {
            let mut tx = self.db.begin().await?;
            execute!(&mut tx, BEGIN, chain, FIRST, now.0)?;
            tx.commit().await?;
            return Ok(FIRST);
        };
        let old = height - self.confirmations.min(CONFIRMATIONS_MAX);
        let awaited = fetch_optional!(&mut self.db.read().await?, (i64,), IS_AWAITED, chain, old)?;
        if awaited.is_none() || now.since(UnixMillis(mined_at)) < BLOCK_EVERY {
            return Ok(height);
        }
        let mut tx = self.db.begin().await?;
        if execute!(&mut tx, MINE, chain, height, now.0)? == 0 {
            return Ok(height);
        }
        execute!(&mut tx, TAKE_UP, chain, height + 1)?;
        tx.commit().await?;
        Ok(height + 1)
    }

    async fn block(&self, height: i64) -> Result<Option<Block>, WatchError> {
        let mut reader = self.db.read().await?;
        let tip = fetch_optional!(&mut reader, (i64, i64), TIP, self.name.as_str())?;
        if tip.is_none_or(|(tip, _)| height > tip) {
            return Ok(None);
        }
        let received = self.transfers(&mut reader, height).await?;
        let before = self.transfers(&mut reader, height - 1).await?;
        let (hash, parent) = (self.hash(height, &received), self.hash(height - 1, &before));
        Ok(Some(Block { height, hash, parent, received }))
    }
}
