use plumbline_core::decimal::Quantity;
use thiserror::Error;

use crate::db::DbError;

/// A block with all its payments in the followed coins, to any address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub height: i64,
    pub hash: String,
    pub parent: String,
    pub received: Vec<Received>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    pub transaction: String,
    /// The token's contract; empty for the chain's own coin.
    pub contract: String,
    /// Its place in the transaction, among those of the contract: it does not depend on the transaction's block, nor on
    /// the followed tokens.
    pub index: i64,
    /// In the form of [`super::derivation`].
    pub address: String,
    pub currency: String,
    /// Rounded down, and capped at the greatest quantity.
    pub amount: Quantity,
}

/// Characters of the stored reason why a chain is not followed.
const WORDS_MAX: usize = 500;
/// The beginning of reasons of a node that contradicts itself or earlier answers.
const IMPLAUSIBLE: &str = "the node says what cannot be";

#[derive(Debug, Error)]
pub enum WatchError {
    #[error("the node does not answer: {0}")]
    Silent(String),
    #[error("{IMPLAUSIBLE}: {0}")]
    Implausible(String),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl WatchError {
    pub fn implausible(what: impl Into<String>) -> Self {
        Self::Implausible(what.into())
    }

    /// The reason in one line, which may include the node's own words.
    pub fn words(&self) -> String {
        self.to_string().chars().filter(|sign| !sign.is_control()).take(WORDS_MAX).collect()
    }

    /// True if the reason is that the node contradicts itself or earlier answers.
    pub fn is_implausible(words: &str) -> bool {
        words.starts_with(IMPLAUSIBLE)
    }
}

/// Reads a chain, and trusts nothing that it can check by itself. Checks against earlier answers are the follower's: it
/// calls as often as it likes, and takes no answer as final.
pub trait ChainWatcher: Send + Sync + 'static {
    /// The height of the newest block.
    fn tip(&self) -> impl Future<Output = Result<i64, WatchError>> + Send;

    /// The block at a height; `None` if the chain is not as high.
    fn block(&self, height: i64) -> impl Future<Output = Result<Option<Block>, WatchError>> + Send;
}

/// `value` of 10^-`decimals` as a quantity, rounded down.
pub fn quantity(value: u128, decimals: u32) -> Quantity {
    const DECIMALS: u32 = 8;
    let units = match decimals.checked_sub(DECIMALS) {
        Some(more) => 10u128.checked_pow(more).map_or(0, |scale| value / scale),
        None => value.saturating_mul(10u128.pow(DECIMALS - decimals)),
    };
    Quantity::from_units(i64::try_from(units).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_says_is_told_in_a_short_line() {
        let words = WatchError::implausible(format!("\u{1b}[2Ja\nb{}", "c".repeat(9_000))).words();
        assert!(words.starts_with("the node says what cannot be: [2Jabccc") && words.len() == WORDS_MAX, "{words}");
        assert!(WatchError::is_implausible(&words));
        assert!(!WatchError::is_implausible(&WatchError::Silent(words).words()));
    }

    #[test]
    fn amounts_of_all_decimals_are_rounded_down() {
        let table = [
            (1_500_000, 6, "1.5"),
            (1_999_999_999_999_999_999, 18, "1.99999999"),
            (9_999_999_999, 18, "0"),
            (7, 0, "7"),
            (123_456_789, 8, "1.23456789"),
            (u128::MAX, 60, "0"),
        ];
        for (value, decimals, expected) in table {
            assert_eq!(quantity(value, decimals).to_string(), expected, "{value} of {decimals}");
        }
        assert_eq!(quantity(u128::MAX, 6), Quantity::MAX);
    }
}
