//! A chain that a test scripts.

use std::sync::{Arc, Mutex};

use plumbline_core::decimal::Quantity;

use super::super::chain::BitcoinNetwork;
use super::super::watcher::{Block, ChainWatcher, Received, WatchError};
use super::node::{USDC, USDT};

/// A fault of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    /// It does not answer.
    Silent,
    /// Its tip is lower than it was.
    LowTip,
    /// Its newest block has no parent on the chain.
    LooseBlock,
    /// It answers every request with its first block.
    Repeats,
    /// It claims blocks that it does not have.
    HighTip,
    /// It is a node of another chain.
    OtherChain,
    /// It is a node of another chain with that name.
    OtherCoin,
    /// It has blocks, but not their payments yet.
    LogsLate,
    /// It repeats the payments of a block.
    RepeatsLogs,
}

#[derive(Debug, Default)]
pub struct Chronicle {
    pub blocks: Vec<Block>,
    pub fault: Fault,
    made: u64,
}

/// Cheap to clone: all clones are one chain.
#[derive(Clone, Debug)]
pub struct Script(pub Arc<Mutex<Chronicle>>);

impl Script {
    pub fn new() -> Self {
        let script = Self(Arc::default());
        script.mine(Vec::new());
        script.0.lock().unwrap().blocks[0].hash = format!("0x{}", BitcoinNetwork::Regtest.first_block());
        script
    }

    /// Another node of the chain, with the blocks of this one so far.
    pub fn another_node(&self) -> Self {
        let blocks = self.0.lock().unwrap().blocks.clone();
        Self(Arc::new(Mutex::new(Chronicle { blocks, ..Chronicle::default() })))
    }

    /// A hash in the form of chains.
    fn name(&self) -> String {
        let mut chronicle = self.0.lock().unwrap();
        chronicle.made += 1;
        format!("0x{:064x}", chronicle.made)
    }

    pub fn payment(&self, address: &str, currency: &str, amount: Quantity) -> Received {
        let (address, currency) = (address.to_owned(), currency.to_owned());
        Received { transaction: self.name(), contract: contract(&currency), index: 0, address, currency, amount }
    }

    pub fn mine(&self, received: Vec<Received>) {
        let hash = self.name();
        let mut chronicle = self.0.lock().unwrap();
        let height = i64::try_from(chronicle.blocks.len()).unwrap();
        let parent = chronicle.blocks.last().map_or(format!("0x{:064x}", 0), |block| block.hash.clone());
        chronicle.blocks.push(Block { height, hash, parent, received });
    }

    /// Removes the newest blocks, and gives the payments that they contained.
    pub fn take_back(&self, depth: usize) -> Vec<Received> {
        let mut chronicle = self.0.lock().unwrap();
        let left = chronicle.blocks.len() - depth;
        chronicle.blocks.split_off(left).into_iter().flat_map(|block| block.received).collect()
    }

    pub fn fails(&self, fault: Fault) {
        self.0.lock().unwrap().fault = fault;
    }

    pub fn len(&self) -> usize {
        self.0.lock().unwrap().blocks.len()
    }

    /// The tip in the node's answer.
    pub fn said_tip(&self) -> i64 {
        let chronicle = self.0.lock().unwrap();
        let tip = i64::try_from(chronicle.blocks.len()).unwrap() - 1;
        match chronicle.fault {
            Fault::LowTip => tip - 2,
            Fault::HighTip => tip + 1,
            _ => tip,
        }
    }

    /// A block in the node's answer.
    pub fn said_block(&self, height: i64) -> Option<Block> {
        let chronicle = self.0.lock().unwrap();
        let at = if chronicle.fault == Fault::Repeats { 1 } else { usize::try_from(height).ok()? };
        let mut block = chronicle.blocks.get(at)?.clone();
        if chronicle.fault == Fault::LogsLate {
            block.received.clear();
        }
        if chronicle.fault == Fault::RepeatsLogs {
            block.received.extend(block.received.clone());
        }
        if chronicle.fault == Fault::LooseBlock && at + 1 == chronicle.blocks.len() {
            block.parent = format!("0x{:064x}", u64::MAX);
            block.hash = format!("0x{:064x}", u64::MAX - 1);
        }
        Some(block)
    }

    pub fn fault(&self) -> Fault {
        self.0.lock().unwrap().fault
    }
}

/// The contract of a currency at an Ethereum node.
fn contract(currency: &str) -> String {
    match currency {
        "USDT" => USDT.to_owned(),
        "USDC" => USDC.to_owned(),
        _ => String::new(),
    }
}

impl ChainWatcher for Script {
    async fn tip(&self) -> Result<i64, WatchError> {
        match self.fault() {
            Fault::Silent => Err(WatchError::Silent("a test".to_owned())),
            Fault::OtherChain | Fault::OtherCoin => Err(WatchError::implausible("another chain")),
            _ => Ok(self.said_tip()),
        }
    }

    async fn block(&self, height: i64) -> Result<Option<Block>, WatchError> {
        Ok(self.said_block(height))
    }
}
