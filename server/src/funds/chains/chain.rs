use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Quantity;
use serde::Deserialize;

use super::derivation::Derivation;
use crate::secret::Secret;

/// The fraction of the minimum below which payments are ignored.
const DUST_PART: i64 = 10_000;

/// A chain that customers can pay on.
#[derive(Debug)]
pub struct Chain {
    /// The name shown to customers, such as `Ethereum (ERC-20)`.
    pub name: String,
    pub currencies: Vec<String>,
    /// Blocks that must hold an output, its own among them, before it is credited.
    pub confirmations: i64,
    /// A payment below goes into suspense, one above waits for an operator.
    pub minimum: Quantity,
    pub maximum: Quantity,
    pub derivation: Derivation,
    /// The first block to read; by default the newest when the chain is first followed.
    pub start: Option<i64>,
    /// The interval between looks.
    pub every: Duration,
    pub node: Node,
}

/// The node that a chain is read from.
#[derive(Debug)]
pub enum Node {
    Simulated,
    Evm { url: Secret, chain_id: u64, tokens: Vec<Token> },
    Bitcoin { url: Secret, network: BitcoinNetwork },
}

/// A contract of ERC-20.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    pub currency: String,
    pub contract: String,
    pub decimals: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BitcoinNetwork {
    Main,
    Test,
    Signet,
    Regtest,
}

impl BitcoinNetwork {
    /// The network's name at its nodes.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Test => "test",
            Self::Signet => "signet",
            Self::Regtest => "regtest",
        }
    }

    /// The hash of its first block (`chainparams.cpp` of Bitcoin Core). Other coins' nodes use these names for their
    /// networks; Bitcoin Cash even has that block, but its addresses have another form.
    pub const fn first_block(self) -> &'static str {
        match self {
            Self::Main => "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
            Self::Test => "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
            Self::Signet => "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
            Self::Regtest => "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
        }
    }

    /// The prefix of its addresses.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Main => "bc",
            Self::Test | Self::Signet => "tb",
            Self::Regtest => "bcrt",
        }
    }
}

/// All chains that the server follows.
#[derive(Debug, Default)]
pub struct Chains(pub Vec<Arc<Chain>>);

impl Chains {
    pub fn find(&self, name: &str) -> Option<&Arc<Chain>> {
        self.0.iter().find(|chain| chain.name == name)
    }

    /// The chain, if `currency` can be sent on it.
    pub fn of(&self, currency: &str, name: &str) -> Option<&Arc<Chain>> {
        self.find(name).filter(|chain| chain.currencies.iter().any(|known| known == currency))
    }
}

impl Chain {
    /// The least payment that is stored: dust costs its sender less than the server.
    pub fn least(&self) -> Quantity {
        Quantity::from_units((self.minimum.units() / DUST_PART).max(1))
    }

    /// True if payments in this currency by this contract are followed; the chain's own coins have no contract.
    pub fn follows(&self, currency: &str, contract: &str) -> bool {
        let is_token = |token: &Token| token.currency == currency && token.contract == contract;
        match &self.node {
            Node::Evm { tokens, .. } => tokens.iter().any(is_token),
            Node::Simulated | Node::Bitcoin { .. } => self.currencies.iter().any(|known| known == currency),
        }
    }

    /// The chain's identity, independent of its name.
    pub fn identity(&self) -> String {
        match &self.node {
            Node::Simulated => format!("simulated:{}", self.name),
            Node::Evm { chain_id, .. } => format!("evm:{chain_id}"),
            Node::Bitcoin { network, .. } => format!("bitcoin:{}", network.word()),
        }
    }

    pub const fn is_paper(&self) -> bool {
        matches!(self.node, Node::Simulated)
    }
}
