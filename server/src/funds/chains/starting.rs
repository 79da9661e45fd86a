use std::sync::Arc;

use super::bitcoin::Bitcoin;
use super::chain::{Chain, Chains};
use super::config::Node;
use super::evm::Evm;
use super::follower::Follower;
use super::rpc::Rpc;
use super::simulated::SimulatedChain;
use super::watcher::ChainWatcher;
use crate::funds::Cashier;
use crate::ids::Ids;
use crate::supervision::Supervisor;

/// Follows all chains until the server stops.
///
/// # Errors
/// The system's certificates cannot be read.
pub fn start(
    chains: &Chains,
    cashier: &Arc<Cashier>,
    ids: &Arc<Ids>,
    supervisor: &Supervisor,
) -> Result<(), reqwest::Error> {
    for chain in &chains.0 {
        match &chain.node {
            Node::Simulated => {
                let (name, confirmations) = (chain.name.clone(), chain.confirmations);
                let (db, clock) = (cashier.db.clone(), cashier.clock.clone());
                follow(chain, SimulatedChain { name, confirmations, db, clock }, cashier, ids, supervisor);
            }
            Node::Evm { url, chain_id, tokens } => {
                let evm = Evm { rpc: Rpc::new(url)?, chain_id: *chain_id, tokens: tokens.clone() };
                follow(chain, evm, cashier, ids, supervisor);
            }
            Node::Bitcoin { url, network } => {
                follow(chain, Bitcoin { rpc: Rpc::new(url)?, network: *network }, cashier, ids, supervisor);
            }
        }
    }
    Ok(())
}

fn follow(
    chain: &Arc<Chain>,
    watcher: impl ChainWatcher,
    cashier: &Arc<Cashier>,
    ids: &Arc<Ids>,
    supervisor: &Supervisor,
) {
    let (chain, cashier, ids) = (chain.clone(), cashier.clone(), ids.clone());
    Follower { chain, watcher, cashier, ids }.start(supervisor);
}
