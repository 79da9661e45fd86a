use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Quantity;

use super::config::Node;
use super::derivation::Derivation;

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
    pub const fn is_paper(&self) -> bool {
        matches!(self.node, Node::Simulated)
    }
}
