use plumbline_core::decimal::Quantity;
use thiserror::Error;

use crate::db::DbError;

/// A block, and all that it paid to anybody in the coins that are followed.
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
    /// Its place in the transaction, among those of the contract: the same in whichever block the transaction is, and
    /// whichever tokens are followed.
    pub index: i64,
    /// As [`super::derivation`] writes it.
    pub address: String,
    pub currency: String,
    /// Rounded down, and the greatest that there is where it is more.
    pub amount: Quantity,
}

/// Signs of the words in which it is told why a chain is not followed.
const WORDS_MAX: usize = 500;
/// How those begin that tell of a node which contradicts itself or what was followed.
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

    /// What it says in a line, of which the node's own words may be a part.
    pub fn words(&self) -> String {
        self.to_string().chars().filter(|sign| !sign.is_control()).take(WORDS_MAX).collect()
    }

    /// Whether these are the words of a node that says what cannot be.
    pub fn is_implausible(words: &str) -> bool {
        words.starts_with(IMPLAUSIBLE)
    }
}

/// Reads a chain, and believes nothing of what it hears that it can check by itself. What depends on what was heard before
/// is the follower's: it calls as often as it likes, and takes no answer for the last word.
pub trait ChainWatcher: Send + Sync + 'static {
    /// The height of the newest block.
    fn tip(&self) -> impl Future<Output = Result<i64, WatchError>> + Send;

    /// The block at a height; `None` where the chain is not as high.
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
