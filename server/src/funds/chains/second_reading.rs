//! Blocks are read twice, and credited is what both readings say: a node may give a block before it has all of its logs,
//! or leave some out. The second reading comes when a block has its confirmations.

use std::collections::HashMap;

use super::blocks::{self, Step};
use super::follower::{BLOCKS_A_PASS, Follower};
use super::outputs::{self, Ours};
use super::watcher::{Block, ChainWatcher, Received, WatchError};

impl<W: ChainWatcher> Follower<W> {
    /// Reads again what has its confirmations, block after block, up to one that says something else.
    pub(super) async fn read_again(&self) -> Result<(), WatchError> {
        let chain = self.chain.name.as_str();
        let mut reader = self.cashier.db.read().await?;
        let newest = blocks::newest(&mut reader, chain).await?;
        let (Some(newest), Some(read)) = (newest, blocks::read_again(&mut reader, chain).await?) else { return Ok(()) };
        drop(reader);
        let confirmed = newest.height - self.chain.confirmations + 1;
        for height in read + 1..=confirmed.min(read + BLOCKS_A_PASS) {
            if self.read_block_again(height).await? != Step::Done {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn read_block_again(&self, height: i64) -> Result<Step, WatchError> {
        let (db, chain) = (&self.cashier.db, self.chain.name.as_str());
        let block = self.block(height).await?;
        let mut reader = db.read().await?;
        if blocks::at(&mut reader, chain, height).await?.is_none_or(|known| known.hash != block.hash) {
            return Err(WatchError::implausible(format!("block {height} is another than the one that was followed")));
        }
        let seen = outputs::of_block(&mut reader, chain, height).await?;
        drop(reader);
        let late = self.compare(&block, &seen, self.ours(&block).await?)?;
        if late.is_empty() {
            return Ok(blocks::confirm(db, chain, &block).await?);
        }
        tracing::warn!(chain, height, late = late.len(), "a block pays more than it did when it was read first");
        let step = blocks::complete(db, chain, &block, &late, self.cashier.clock.now()).await?;
        self.tell(&step);
        // What came late has to be said once more.
        Ok(if step == Step::Done { Step::Overtaken } else { step })
    }

    /// What a block says now and did not say before. What it said before it has to say again; what is credited of it is not
    /// asked for.
    fn compare(&self, block: &Block, seen: &[(Received, bool)], said: Vec<Ours>) -> Result<Vec<Ours>, WatchError> {
        let mut said: HashMap<_, Ours> = said.into_iter().map(|ours| (key(&ours.received), ours)).collect();
        for (seen, recorded) in seen {
            let again = said.remove(&key(seen));
            let is_followed = self.chain.currencies.contains(&seen.currency);
            if *recorded || !is_followed || again.is_some_and(|again| again.received == *seen) {
                continue;
            }
            let (height, transaction) = (block.height, &seen.transaction);
            let text = format!("block {height} does not pay again what it paid in transaction {transaction}");
            return Err(WatchError::implausible(text));
        }
        Ok(said.into_values().collect())
    }
}

fn key(received: &Received) -> (String, String, i64) {
    (received.transaction.clone(), received.contract.clone(), received.index)
}
