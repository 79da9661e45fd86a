//! Follows a chain, block after block, even if its node repeats itself, stalls, takes blocks back or lies. A block
//! counts if it follows the one before; an output is recorded once it has as many confirmations as the chain requires,
//! in blocks that were followed here, and both readings contain it ([`super::second_reading`]).

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use metrics::gauge;
use plumbline_core::ids::AccountId;

use super::blocks::{self, Known, Step};
use super::chain::Chain;
use super::outputs::{self, Ours, TOO_LARGE};
use super::watcher::{Block, ChainWatcher, Received, WatchError};
use crate::db::DbError;
use crate::funds::Cashier;
use crate::ids::Ids;
use crate::market::Market;
use crate::supervision::Supervisor;

/// Blocks that are followed before their payments are recorded.
pub const BLOCKS_A_PASS: i64 = 50;
/// Failed passes before it is logged: a chain may move while it is read.
const FAILURES_QUIET: u32 = 3;
const WAIT_MAX: Duration = Duration::from_secs(60);
/// A node that takes longer for an answer counts as silent.
const ANSWER_MAX: Duration = Duration::from_secs(30);

pub struct Follower<W> {
    pub chain: Arc<Chain>,
    pub watcher: W,
    pub cashier: Arc<Cashier>,
    pub market: Arc<Market>,
    pub ids: Arc<Ids>,
}

impl<W: ChainWatcher> Follower<W> {
    /// Follows until the term ends. A node that fails is asked less and less often; it is logged once, and once when it
    /// is well again.
    pub fn start(self, supervisor: &Supervisor) {
        let stopping = supervisor.stopping().clone();
        supervisor.spawn("chain follower", async move {
            let (mut failures, mut said) = (0_u32, None);
            loop {
                let wait = self.chain.every.saturating_mul(1 << failures.min(6)).min(WAIT_MAX.max(self.chain.every));
                if stopping.run_until_cancelled(tokio::time::sleep(wait)).await.is_none() {
                    return;
                }
                let chain = self.chain.name.as_str();
                let passed = self.pass().await;
                if let Err(error) = self.measure(if passed.is_ok() { 0 } else { failures.saturating_add(1) }).await {
                    tracing::warn!(%error, chain, "how the chain stands could not be read");
                }
                let is_told = match &passed {
                    Ok(()) => self.goes_on(&mut said).await,
                    Err(error) if failures.saturating_add(1) >= FAILURES_QUIET => self.stalls(error, &mut said).await,
                    _ => Ok(()),
                };
                if let Err(error) = is_told {
                    tracing::warn!(%error, chain, "how the chain stands could not be written down");
                }
                match passed {
                    Ok(()) if failures >= FAILURES_QUIET => {
                        tracing::info!(chain, "the chain's node is well again");
                        failures = 0;
                    }
                    Ok(()) => failures = 0,
                    Err(error) => {
                        failures = failures.saturating_add(1);
                        if failures == FAILURES_QUIET {
                            tracing::error!(
                                error = error.words(),
                                chain,
                                "the chain is not followed; it is tried again"
                            );
                        }
                    }
                }
            }
        });
    }

    /// Follows available blocks, and records outputs that have their confirmations. Does nothing while the chain is
    /// halted.
    pub async fn pass(&self) -> Result<(), WatchError> {
        let (db, chain) = (&self.cashier.db, self.chain.name.as_str());
        if blocks::halted(&mut db.read().await?, chain).await?.is_some() {
            return Ok(());
        }
        let followed = match self.follow().await {
            Ok(()) => self.read_again().await,
            failed => failed,
        };
        // Followed blocks are recorded even if the node has failed since.
        if blocks::halted(&mut db.read().await?, chain).await?.is_none() {
            super::crediting::credit(&self.cashier, &self.market, &self.chain).await?;
        }
        followed
    }

    /// Stores for operators the reason why the chain is not followed; `said` keeps it.
    pub(super) async fn stalls(&self, why: &WatchError, said: &mut Option<String>) -> Result<(), DbError> {
        let words = why.words();
        blocks::stall(&self.cashier.db, &self.chain.name, &words, self.cashier.clock.now()).await?;
        *said = Some(words);
        Ok(())
    }

    /// Deletes the stored reason, once the chain is followed. A reason by an earlier leader that its own node
    /// contradicts itself stays: one of the two nodes is wrong. Before this server's first successful pass, any stored
    /// reason may be its own from before a restart, or from a server that is gone, and is deleted.
    pub(super) async fn goes_on(&self, said: &mut Option<String>) -> Result<(), DbError> {
        let is_anothers = |why: &str| WatchError::is_implausible(why) && said.as_ref().is_some_and(|said| said != why);
        blocks::go_on(&self.cashier.db, &self.chain.name, is_anothers).await?;
        *said = Some(String::new());
        Ok(())
    }

    /// Updates the chain's figures for `/metrics`.
    async fn measure(&self, failures: u32) -> Result<(), WatchError> {
        let chain = self.chain.name.as_str();
        let mut reader = self.cashier.db.read().await?;
        let halted = blocks::halted(&mut reader, chain).await?.is_some();
        gauge!("chain_halted", "chain" => chain.to_owned()).set(u32::from(halted));
        gauge!("chain_failed_passes", "chain" => chain.to_owned()).set(failures);
        if let Some(newest) = blocks::newest(&mut reader, chain).await? {
            gauge!("chain_height", "chain" => chain.to_owned()).set(newest.height as f64);
        }
        Ok(())
    }

    /// Follows the available blocks, up to [`BLOCKS_A_PASS`].
    pub(super) async fn follow(&self) -> Result<(), WatchError> {
        let (db, chain) = (&self.cashier.db, self.chain.name.as_str());
        let tip = answer(self.watcher.tip()).await?;
        let newest = blocks::newest(&mut db.read().await?, chain).await?;
        let Some(newest) = newest else { return self.begin(tip).await };
        if tip < newest.height {
            return Err(WatchError::implausible(format!("its tip is {tip}, and {} was followed", newest.height)));
        }
        let again = self.block(newest.height).await?;
        if again.hash != newest.hash {
            return self.turn_back(&newest, again).await;
        }
        let mut newest = newest;
        while newest.height < tip.min(again.height + BLOCKS_A_PASS) {
            let block = self.block(newest.height + 1).await?;
            if block.parent != newest.hash {
                return Err(WatchError::implausible(format!(
                    "block {} does not stand on the one before",
                    block.height
                )));
            }
            let ours = self.ours(self.owned(&block).await?);
            let step = blocks::append(db, chain, &block, &ours, self.cashier.clock.now()).await?;
            self.tell(&step);
            if step != Step::Done {
                return Ok(());
            }
            newest = Known { height: block.height, hash: block.hash };
        }
        Ok(())
    }

    async fn begin(&self, tip: i64) -> Result<(), WatchError> {
        let after = self.chain.start.map_or(tip, |start| start - 1).min(tip);
        let block = self.block(after).await?;
        Ok(blocks::begin(&self.cashier.db, &self.chain.name, &block).await?)
    }

    /// Goes back to the newest block that is still on the chain. The node's other blocks must follow on it, block by
    /// block: otherwise nothing is taken back.
    async fn turn_back(&self, newest: &Known, instead: Block) -> Result<(), WatchError> {
        let (db, chain, now) = (&self.cashier.db, self.chain.name.as_str(), self.cashier.clock.now());
        let known = blocks::known(&mut db.read().await?, chain).await?;
        let mut above = instead;
        for known in known.iter().filter(|known| known.height < newest.height) {
            if above.parent == known.hash {
                self.tell(&blocks::take_back(db, chain, newest, known.height, now).await?);
                return Ok(());
            }
            let below = self.block(known.height).await?;
            if above.parent != below.hash {
                return Err(WatchError::implausible(format!(
                    "block {} does not stand on the one before",
                    above.height
                )));
            }
            above = below;
        }
        let reason = "none of the blocks that were followed is on the chain any more";
        if blocks::halt(db, chain, reason, now).await? {
            self.tell(&Step::Halted(reason.to_owned()));
        }
        Ok(())
    }

    pub(super) fn tell(&self, step: &Step) {
        if let Step::Halted(reason) = step {
            tracing::error!(chain = self.chain.name, reason, "the chain is halted: operators have to look");
        }
    }

    /// The block at a height that the chain has reached.
    pub(super) async fn block(&self, height: i64) -> Result<Block, WatchError> {
        let block = answer(self.watcher.block(height)).await?;
        let block = block.ok_or_else(|| WatchError::implausible(format!("it has no block {height} below its tip")))?;
        if block.height != height {
            let said = block.height;
            return Err(WatchError::implausible(format!("it gives block {said} for block {height}")));
        }
        Ok(block)
    }

    /// The block's payments to customers, in any currency; each place has one output.
    pub(super) async fn owned(&self, block: &Block) -> Result<Vec<(AccountId, Received)>, WatchError> {
        let owned = outputs::owned(&mut self.cashier.db.read().await?, &self.chain.name, block).await?;
        let mut places = HashSet::new();
        for (_, received) in &owned {
            if !places.insert((&received.transaction, &received.contract, received.index)) {
                let text = format!("block {} has one output of {} twice", block.height, received.transaction);
                return Err(WatchError::implausible(text));
            }
        }
        Ok(owned)
    }

    /// The payments in currencies of the chain that are not dust.
    pub(super) fn ours(&self, owned: Vec<(AccountId, Received)>) -> Vec<Ours> {
        let mut ours = Vec::new();
        for (account, received) in owned {
            if !self.chain.currencies.contains(&received.currency) || received.amount < self.chain.least() {
                continue;
            }
            let held = (received.amount > self.chain.maximum).then_some(TOO_LARGE);
            if held.is_some() {
                let (chain, transaction) = (self.chain.name.as_str(), received.transaction.as_str());
                tracing::error!(chain, transaction, "more came in than the maximum: an operator has to accept it");
            }
            ours.push(Ours { id: self.ids.next(), account, received, held, seen_at: self.cashier.clock.now() });
        }
        ours
    }
}

async fn answer<T>(asked: impl Future<Output = Result<T, WatchError>>) -> Result<T, WatchError> {
    let late = |_| WatchError::Silent(format!("nothing within {} s", ANSWER_MAX.as_secs()));
    tokio::time::timeout(ANSWER_MAX, asked).await.map_err(late)?
}
