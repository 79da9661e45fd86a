//! Blocks are read twice, and only payments in both readings are credited: a node may give a block before it has all of
//! its logs, or leave some out. The second reading comes when a block has its confirmations.

use std::collections::{HashMap, HashSet};

use super::blocks::{self, Step};
use super::follower::{BLOCKS_A_PASS, Follower};
use super::outputs;
use super::watcher::{Block, ChainWatcher, Received, WatchError};

impl<W: ChainWatcher> Follower<W> {
    /// Reads confirmed blocks again, one after the other, up to one that differs.
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
        let owned = self.owned(&block).await?;
        let said = owned.iter().map(|(_, received)| received);
        let unheard = self.compare(&block, &seen, said)?;
        let known: HashSet<_> = seen.iter().map(|(seen, _)| key(seen)).collect();
        let late = self.ours(owned.into_iter().filter(|(_, said)| !known.contains(&key(said))).collect());
        if late.is_empty() {
            for Received { transaction, contract, .. } in &unheard {
                tracing::error!(
                    chain,
                    height,
                    transaction,
                    contract,
                    "a payment in a contract that is not followed any more: an operator has to accept it"
                );
            }
            return Ok(blocks::confirm(db, chain, &block, &unheard).await?);
        }
        tracing::warn!(chain, height, late = late.len(), "a block pays more than it did when it was read first");
        let step = blocks::complete(db, chain, &block, &late, self.cashier.clock.now()).await?;
        self.tell(&step);
        // Late payments have to be read once more.
        Ok(if step == Step::Done { Step::Overtaken } else { step })
    }

    /// Checks that a block repeats the payments of its first reading, however little the chain's settings now accept;
    /// credited ones are not compared. Gives those that it cannot repeat, because another contract is asked for now.
    fn compare<'a, 'b>(
        &self,
        block: &Block,
        seen: &'a [(Received, bool)],
        said: impl Iterator<Item = &'b Received>,
    ) -> Result<Vec<&'a Received>, WatchError> {
        let said: HashMap<_, &Received> = said.map(|received| (key(received), received)).collect();
        let mut unheard = Vec::new();
        for (seen, recorded) in seen {
            let is_offered = self.chain.currencies.contains(&seen.currency);
            if *recorded || !is_offered || said.get(&key(seen)).is_some_and(|again| *again == seen) {
                continue;
            }
            if !self.chain.follows(&seen.currency, &seen.contract) {
                unheard.push(seen);
                continue;
            }
            let (height, transaction) = (block.height, &seen.transaction);
            let text = format!("block {height} does not pay again what it paid in transaction {transaction}");
            return Err(WatchError::implausible(text));
        }
        Ok(unheard)
    }
}

fn key(received: &Received) -> (String, String, i64) {
    (received.transaction.clone(), received.contract.clone(), received.index)
}
