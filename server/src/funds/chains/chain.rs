use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Quantity;
use serde::Deserialize;

use super::derivation::Derivation;
use crate::secret::Secret;

/// The part of the minimum from which on a payment is looked at.
const DUST_PART: i64 = 10_000;

/// A chain on which customers can pay.
#[derive(Debug)]
pub struct Chain {
    /// As customers read it, such as `Ethereum (ERC-20)`.
    pub name: String,
    pub currencies: Vec<String>,
    /// Blocks that must hold an output, its own among them, before it is credited.
    pub confirmations: i64,
    /// Less stands in suspense, and more waits for an operator.
    pub minimum: Quantity,
    pub maximum: Quantity,
    pub derivation: Derivation,
    /// The first block that is looked at; by default the newest when the chain is first followed.
    pub start: Option<i64>,
    /// How often to look.
    pub every: Duration,
    pub node: Node,
}

/// What a chain is read from.
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
    /// As its nodes call it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Test => "test",
            Self::Signet => "signet",
            Self::Regtest => "regtest",
        }
    }

    /// The hash of its first block (`chainparams.cpp` of Bitcoin Core). Other coins' nodes call their networks by the same
    /// words; Bitcoin Cash has the same block besides, and writes no addresses of this form.
    pub const fn first_block(self) -> &'static str {
        match self {
            Self::Main => "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
            Self::Test => "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
            Self::Signet => "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
            Self::Regtest => "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
        }
    }

    /// With which its addresses begin.
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
    /// The least that is looked at: dust, which costs its sender less than it costs us, is not stored one by one.
    pub fn least(&self) -> Quantity {
        Quantity::from_units((self.minimum.units() / DUST_PART).max(1))
    }

    /// Whether it is looked for what a contract pays in a currency; coins of the chain's own have none.
    pub fn follows(&self, currency: &str, contract: &str) -> bool {
        let is_token = |token: &Token| token.currency == currency && token.contract == contract;
        match &self.node {
            Node::Evm { tokens, .. } => tokens.iter().any(is_token),
            Node::Simulated | Node::Bitcoin { .. } => self.currencies.iter().any(|known| known == currency),
        }
    }

    /// Which chain it is, whatever it is called.
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
