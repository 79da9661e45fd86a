//! The chains of a server: simulated ones for paper mode's channels, and those of an operator's file (`--chains`).

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bech32::Hrp;
use plumbline_core::decimal::Quantity;
use plumbline_core::funds::DepositChannel;
use plumbline_core::funds::payout::ethereum_address;
use serde::Deserialize;
use thiserror::Error;

use super::chain::{BitcoinNetwork, Chain, Chains, Node, Token};
use super::derivation::{Derivation, Form, XpubError};
use crate::db::DbError;
use crate::funds::channels;
use crate::mode::Mode;
use crate::secret::Secret;

/// An account of a publicly known phrase (`test test … junk`, m/44'/1'/0'): coins sent to its keys on a real chain are
/// lost. Its addresses are written in a form that no chain accepts.
const PAPER_KEY: &str =
    "tpubDCxfYwmzJPiUsqJ7KgLWNTr1X3wc1Jm84rbCorAF6o4mhVFMkKKJKMwji1ktUxNcaoMvYiMMmvBkptVp2Yj5KbYJ5M6emVvDnmt6hUFVsmE";
const PAPER_LOOKS_EVERY: Duration = Duration::from_secs(1);
const LOOKS_EVERY_SECONDS: u64 = 5;
const CONFIRMATIONS: i64 = 3;
/// A chain that reorganises deeper than the kept blocks is halted for an operator.
pub const CONFIRMATIONS_MAX: i64 = 100;
const DECIMALS_MAX: u32 = 36;
/// Chains of real money by their nodes' id (chainid.network); on others coins are for tests.
const MAIN_CHAINS: [u64; 9] = [1, 10, 56, 100, 137, 324, 8_453, 42_161, 43_114];

#[derive(Debug, Error)]
pub enum ChainsError {
    #[error("{file}: {text}")]
    File { file: String, text: String },
    #[error("chain {chain}: {source}")]
    Key { chain: String, source: XpubError },
    #[error("chain {chain}: {text}")]
    Chain { chain: String, text: String },
    #[error(transparent)]
    Db(#[from] DbError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chain: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    /// The account's extended public key.
    xpub: String,
    url: String,
    confirmations: Option<i64>,
    minimum: Option<String>,
    maximum: Option<String>,
    start: Option<i64>,
    every_seconds: Option<u64>,
    evm: Option<EvmEntry>,
    bitcoin: Option<BitcoinEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EvmEntry {
    chain_id: u64,
    token: Vec<Token>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BitcoinEntry {
    network: BitcoinNetwork,
}

impl Chains {
    /// Paper mode has a simulated chain for each network of its channels. A chain of the file has real money in live
    /// mode and test money in paper mode: paper is never bought with real coins.
    pub fn open(mode: Mode, file: Option<&Path>) -> Result<Self, ChainsError> {
        let mut chains = if mode == Mode::Paper { simulated()? } else { Vec::new() };
        if let Some(path) = file {
            let failed = |text: String| ChainsError::File { file: path.display().to_string(), text };
            let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
            // Without the text around the mistake: it may contain a password or a key.
            let read: File = toml::from_str(&text).map_err(|error| failed(error.message().to_owned()))?;
            for entry in read.chain {
                chains.push(Arc::new(entry.chain(mode)?));
            }
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = chains.iter().find(|chain| !names.insert(&chain.name)) {
            return Err(ChainsError::Chain { chain: twice.name.clone(), text: "another has the same name".to_owned() });
        }
        let mut identities = BTreeSet::new();
        if let Some(twice) = chains.iter().find(|chain| !identities.insert(chain.identity())) {
            let text = "another is the same chain: what is paid on it would be credited for both".to_owned();
            return Err(ChainsError::Chain { chain: twice.name.clone(), text });
        }
        Ok(Self(chains))
    }
}

fn simulated() -> Result<Vec<Arc<Chain>>, ChainsError> {
    let mut chains: Vec<Chain> = Vec::new();
    for channel in channels::offered(Mode::Paper).filter(|channel| channel.channel == DepositChannel::Wallet) {
        let Some(name) = &channel.network else { continue };
        if let Some(known) = chains.iter_mut().find(|chain| chain.name == *name) {
            known.currencies.push(channel.currency.clone());
            continue;
        }
        let word = name.split_whitespace().next().unwrap_or_default().to_uppercase();
        let key = Derivation::read(PAPER_KEY, Form::Paper(word));
        let hundredths = |cents: i64| Quantity::from_units(cents.saturating_mul(1_000_000));
        chains.push(Chain {
            name: name.clone(),
            currencies: vec![channel.currency.clone()],
            confirmations: channel.confirmations.map_or(CONFIRMATIONS, i64::from),
            minimum: hundredths(channel.min_amount.minor),
            maximum: hundredths(channel.max_amount.minor),
            derivation: key.map_err(|source| ChainsError::Key { chain: name.clone(), source })?,
            start: None,
            every: PAPER_LOOKS_EVERY,
            node: Node::Simulated,
        });
    }
    Ok(chains.into_iter().map(Arc::new).collect())
}

impl Entry {
    fn chain(self, mode: Mode) -> Result<Chain, ChainsError> {
        let name = self.name.clone();
        let wrong = |text: &str| ChainsError::Chain { chain: name.clone(), text: text.to_owned() };
        let url = url::Url::parse(&self.url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        url.ok_or_else(|| wrong("url is not an http or https address"))?;
        let amount = |text: Option<String>, otherwise: &str| -> Result<Quantity, ChainsError> {
            let amount = text.as_deref().unwrap_or(otherwise).parse::<Quantity>().ok();
            amount.filter(|amount| *amount > Quantity::ZERO).ok_or_else(|| wrong("minimum or maximum is no amount"))
        };
        let (minimum, maximum) = (amount(self.minimum, "1")?, amount(self.maximum, "10000000")?);
        let confirmations = self.confirmations.unwrap_or(CONFIRMATIONS);
        if !(1..=CONFIRMATIONS_MAX).contains(&confirmations) || maximum < minimum || self.start.is_some_and(|at| at < 1)
        {
            return Err(wrong("confirmations, minimum, maximum or start is out of range"));
        }
        let (node, form, currencies, is_main) = match (self.evm, self.bitcoin) {
            (Some(evm), None) => {
                let tokens =
                    tokens(evm.token).ok_or_else(|| wrong("a token has a wrong contract, currency or decimals"))?;
                let currencies = tokens.iter().map(|token| token.currency.clone()).collect();
                let node = Node::Evm { url: Secret::new(&self.url), chain_id: evm.chain_id, tokens };
                (node, Form::Evm, currencies, MAIN_CHAINS.contains(&evm.chain_id))
            }
            (None, Some(BitcoinEntry { network })) => {
                let prefix = Hrp::parse(network.prefix()).map_err(|error| wrong(&error.to_string()))?;
                let node = Node::Bitcoin { url: Secret::new(&self.url), network };
                (node, Form::Segwit(prefix), vec!["BTC".to_owned()], network == BitcoinNetwork::Main)
            }
            _ => return Err(wrong("it has either a part evm or a part bitcoin")),
        };
        if is_main != (mode == Mode::Live) {
            return Err(wrong("paper mode follows test chains only, and live mode none of them"));
        }
        let key = Derivation::read(&self.xpub, form);
        Ok(Chain {
            derivation: key.map_err(|source| ChainsError::Key { chain: self.name.clone(), source })?,
            name: self.name,
            currencies,
            confirmations,
            minimum,
            maximum,
            start: self.start,
            every: Duration::from_secs(self.every_seconds.unwrap_or(LOOKS_EVERY_SECONDS).clamp(1, 3_600)),
            node,
        })
    }
}

/// The tokens with their contracts in address form, each currency and each contract once.
fn tokens(given: Vec<Token>) -> Option<Vec<Token>> {
    let (mut currencies, mut contracts) = (BTreeSet::new(), BTreeSet::new());
    let read = |token: Token| {
        let contract = ethereum_address(&token.contract)?;
        let is_code = (2..=10).contains(&token.currency.len())
            && token.currency.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
        let is_new = currencies.insert(token.currency.clone()) && contracts.insert(contract.clone());
        (is_code && is_new && token.decimals <= DECIMALS_MAX).then_some(Token { contract, ..token })
    };
    let read: Vec<Token> = given.into_iter().map(read).collect::<Option<_>>()?;
    (!read.is_empty()).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVM: &str = r#"
        [[chain]]
        name = "Sepolia (ERC-20)"
        url = "http://user:word@127.0.0.1:8545"
        xpub = "XPUB"
        [chain.evm]
        chain_id = 11155111
        [[chain.evm.token]]
        currency = "USDT"
        contract = "0xdac17f958d2ee523a2206206994597c13d831ec7"
        decimals = 6
    "#;
    const KEY: &str = "xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP";
    const PRIVATE: &str = "xprv9zDSoJv1aBcjX6sNgEpE2J9K6MV2MUnXuqXsFgzVn3zY2aHyupaFQdYCtdCbNMkvcTdx9FeN49sgXw6mjrhrFLRSzJVnRYPfSCCgjeg4GxY";

    fn open(mode: Mode, text: &str) -> Result<Chains, ChainsError> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chains.toml");
        std::fs::write(&file, text).unwrap();
        Chains::open(mode, Some(&file))
    }

    #[test]
    fn paper_mode_has_a_simulated_chain_a_network() {
        let chains = Chains::open(Mode::Paper, None).unwrap();
        let names: Vec<&str> = chains.0.iter().map(|chain| chain.name.as_str()).collect();
        assert_eq!(names, ["Ethereum (ERC-20)", "TRON (TRC-20)", "Solana (SPL)"]);
        assert!(chains.of("USDC", "Ethereum (ERC-20)").is_some() && chains.of("USDC", "TRON (TRC-20)").is_none());
        assert!(Chains::open(Mode::Live, None).unwrap().0.is_empty());
    }

    #[test]
    fn a_file_names_chains_and_public_keys_only() {
        let text = EVM.replace("XPUB", KEY);
        let chains = open(Mode::Paper, &text).unwrap();
        let chain = chains.of("USDT", "Sepolia (ERC-20)").unwrap();
        assert_eq!((chain.confirmations, chain.minimum.to_string()), (3, "1".to_owned()));
        assert!(!format!("{chains:?}").contains("word"), "the node's password is not shown");
        let refused = [
            (text.replace("11155111", "1"), "test chains only"),
            (EVM.replace("XPUB", PRIVATE), "private one"),
            (text.replace("decimals", "decimal"), "unknown field"),
            (text.replace("http:", "ftp:"), "http"),
            (text.replace("d831ec7", "d831ec"), "contract"),
            (format!("{text}\n{text}"), "same name"),
            (format!("{text}\n{}", text.replace("Sepolia (ERC-20)", "Sepolia")), "same chain"),
        ];
        for (text, expected) in refused {
            let error = open(Mode::Paper, &text).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains("xprv9"), "{error}");
        }
        assert!(open(Mode::Live, &text).is_err() && open(Mode::Live, &text.replace("11155111", "1")).is_ok());
    }
}
