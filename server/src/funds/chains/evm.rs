//! Tokens of ERC-20 on a chain of the Ethereum kind, read by the calls that all nodes have
//! (<https://ethereum.org/developers/docs/apis/json-rpc/>).

use std::collections::{BTreeMap, HashMap};

use plumbline_core::funds::payout::ethereum_address;
use serde::Deserialize;
use serde_json::json;

use super::chain::Token;
use super::rpc::Rpc;
use super::watcher::{Block, ChainWatcher, Received, WatchError, quantity};

/// The Keccak-256 of `Transfer(address,address,uint256)`, the first topic of each transfer's log (EIP-20).
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const ADDRESS_DIGITS: usize = 40;
const WORD_DIGITS: usize = 64;

#[derive(Debug)]
pub struct Evm {
    pub rpc: Rpc,
    pub chain_id: u64,
    pub tokens: Vec<Token>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Header {
    number: String,
    hash: String,
    parent_hash: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Log {
    address: String,
    topics: Vec<String>,
    data: String,
    block_hash: Option<String>,
    transaction_hash: Option<String>,
    log_index: Option<String>,
    #[serde(default)]
    removed: bool,
}

impl ChainWatcher for Evm {
    async fn tip(&self) -> Result<i64, WatchError> {
        let id: Option<String> = self.rpc.call("eth_chainId", json!([])).await?;
        let id = number(&id.ok_or_else(|| WatchError::implausible("no id of its chain"))?)?;
        if u64::try_from(id).ok() != Some(self.chain_id) {
            return Err(WatchError::implausible(format!("its chain is {id} and not {}", self.chain_id)));
        }
        let tip: Option<String> = self.rpc.call("eth_blockNumber", json!([])).await?;
        number(&tip.ok_or_else(|| WatchError::implausible("no newest block"))?)
    }

    async fn block(&self, height: i64) -> Result<Option<Block>, WatchError> {
        let asked = json!([format!("{height:#x}"), false]);
        let header: Option<Header> = self.rpc.call("eth_getBlockByNumber", asked).await?;
        let Some(header) = header else { return Ok(None) };
        let (hash, parent) = (hash(&header.hash)?, hash(&header.parent_hash)?);
        let contracts: Vec<&str> = self.tokens.iter().map(|token| token.contract.as_str()).collect();
        // By the block's hash (EIP-234), so that the logs are of this block and not of another at its height.
        let filter = json!([{ "blockHash": hash, "address": contracts, "topics": [TRANSFER] }]);
        let logs: Option<Vec<Log>> = self.rpc.call("eth_getLogs", filter).await?;
        let logs = logs.ok_or_else(|| WatchError::implausible("no logs of a block that it has"))?;
        let mut received = Vec::new();
        // A log's place in the block changes when its transaction moves to another block, and its place among the
        // requested logs when another token is followed; its place among the contract's transfers in the transaction
        // never changes.
        let mut places: HashMap<(String, String), i64> = HashMap::new();
        for log in in_order(logs, height)? {
            let transaction = log.transaction_hash.as_deref().map(self::hash).transpose()?;
            let stands_in = log.block_hash.as_deref().is_some_and(|of| of.eq_ignore_ascii_case(&hash));
            let Some(transaction) = transaction.filter(|_| stands_in && !log.removed) else {
                return Err(WatchError::implausible(format!("logs of another block than {height}")));
            };
            let place = places.entry((transaction.clone(), log.address.to_ascii_lowercase()));
            let place = *place.and_modify(|place| *place += 1).or_insert(0);
            received.extend(self.transfer(&log, transaction, place)?);
        }
        Ok(Some(Block { height: number(&header.number)?, hash, parent, received }))
    }
}

impl Evm {
    /// `None` for logs that are not an ERC-20 transfer, such as one of a unique token (ERC-721), which has a fourth
    /// topic.
    fn transfer(&self, log: &Log, transaction: String, index: i64) -> Result<Option<Received>, WatchError> {
        let [event, _, to] = log.topics.as_slice() else { return Ok(None) };
        let contract = ethereum_address(&log.address.to_ascii_lowercase());
        let token = self.tokens.iter().find(|token| Some(&token.contract) == contract.as_ref());
        let Some(token) = token.filter(|_| event.eq_ignore_ascii_case(TRANSFER)) else {
            return Err(WatchError::implausible("logs that were not asked for"));
        };
        let to = digits(to)?.get(WORD_DIGITS - ADDRESS_DIGITS..).unwrap_or_default().to_ascii_lowercase();
        let Some(address) = ethereum_address(&format!("0x{to}")) else { return Ok(None) };
        let (high, low) = digits(&log.data)?.split_at(WORD_DIGITS / 2);
        let value =
            |text| u128::from_str_radix(text, 16).map_err(|_| WatchError::implausible("an amount that is none"));
        let value = if value(high)? == 0 { value(low)? } else { u128::MAX };
        let (currency, amount) = (token.currency.clone(), quantity(value, token.decimals));
        let contract = token.contract.clone();
        Ok(Some(Received { transaction, contract, index, address, currency, amount }))
    }
}

/// Sorted by place in the block. Each place has one log: a log repeated by the node would count as another payment.
fn in_order(logs: Vec<Log>, height: i64) -> Result<impl Iterator<Item = Log>, WatchError> {
    let mut placed = BTreeMap::new();
    for log in logs {
        let place = log.log_index.as_deref().ok_or_else(|| WatchError::implausible("a log without a place"))?;
        if placed.insert(number(place)?, log).is_some() {
            return Err(WatchError::implausible(format!("two logs at one place of block {height}")));
        }
    }
    Ok(placed.into_values())
}

/// The digits of a word of 32 bytes.
fn digits(text: &str) -> Result<&str, WatchError> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == WORD_DIGITS);
    let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
    digits.ok_or_else(|| WatchError::implausible("a word that is not of 32 bytes"))
}

fn hash(text: &str) -> Result<String, WatchError> {
    digits(text).map(|digits| format!("0x{}", digits.to_ascii_lowercase()))
}

fn number(text: &str) -> Result<i64, WatchError> {
    let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with(['+', '-']));
    let number = digits.and_then(|digits| i64::from_str_radix(digits, 16).ok());
    number.ok_or_else(|| WatchError::implausible("a number that is none"))
}
