use std::sync::Arc;

use super::bitcoin::Bitcoin;
use super::chain::{Chain, Chains, Node};
use super::evm::Evm;
use super::follower::Follower;
use super::rpc::{NodeError, Rpc};
use super::simulated::SimulatedChain;
use super::watcher::ChainWatcher;
use crate::funds::Cashier;
use crate::ids::Ids;
use crate::market::Market;
use crate::supervision::Supervisor;

/// The parts of the server that following a chain needs.
#[derive(Debug)]
pub struct Ground<'a> {
    pub cashier: &'a Arc<Cashier>,
    pub market: &'a Arc<Market>,
    pub ids: &'a Arc<Ids>,
    pub supervisor: &'a Supervisor,
}

/// Follows all chains until the term ends.
///
/// # Errors
/// A node's address is invalid.
pub fn start(chains: &Chains, on: &Ground<'_>) -> Result<(), NodeError> {
    for chain in &chains.0 {
        match &chain.node {
            Node::Simulated => {
                let (name, confirmations) = (chain.name.clone(), chain.confirmations);
                let (db, clock) = (on.cashier.db.clone(), on.cashier.clock.clone());
                on.follow(chain, SimulatedChain { name, confirmations, db, clock });
            }
            Node::Evm { url, chain_id, tokens } => {
                on.follow(chain, Evm { rpc: Rpc::new(url)?, chain_id: *chain_id, tokens: tokens.clone() });
            }
            Node::Bitcoin { url, network } => {
                on.follow(chain, Bitcoin { rpc: Rpc::new(url)?, network: *network });
            }
        }
    }
    Ok(())
}

impl Ground<'_> {
    fn follow(&self, chain: &Arc<Chain>, watcher: impl ChainWatcher) {
        let (chain, cashier) = (chain.clone(), self.cashier.clone());
        let (market, ids) = (self.market.clone(), self.ids.clone());
        Follower { chain, watcher, cashier, market, ids }.start(self.supervisor);
    }
}
