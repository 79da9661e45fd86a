//! Bitcoin, read by the calls of Bitcoin Core's node (<https://developer.bitcoin.org/reference/rpc/>).

use plumbline_core::decimal::{Quantity, parse_units};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::chain::BitcoinNetwork;
use super::rpc::{Failure, Rpc};
use super::watcher::{Block, ChainWatcher, Received, WatchError};

const CURRENCY: &str = "BTC";
const DECIMALS: usize = 8;
/// Verbosity of `getblock` that includes the transactions.
const WITH_TRANSACTIONS: u8 = 2;
/// The node's error for a height without a block (RPC_INVALID_PARAMETER).
const NO_SUCH_HEIGHT: i64 = -8;

#[derive(Debug)]
pub struct Bitcoin {
    pub rpc: Rpc,
    pub network: BitcoinNetwork,
}

#[derive(Deserialize)]
struct Info {
    chain: String,
    blocks: i64,
}

#[derive(Deserialize)]
struct WholeBlock {
    hash: String,
    height: i64,
    previousblockhash: Option<String>,
    tx: Vec<Transaction>,
}

#[derive(Deserialize)]
struct Transaction {
    txid: String,
    vout: Vec<Paid>,
}

#[derive(Deserialize)]
struct Paid {
    /// Kept as text: as a floating point number it would not be exact.
    value: Box<RawValue>,
    n: i64,
    #[serde(rename = "scriptPubKey")]
    script: Script,
}

#[derive(Deserialize)]
struct Script {
    address: Option<String>,
}

impl ChainWatcher for Bitcoin {
    async fn tip(&self) -> Result<i64, WatchError> {
        let info: Option<Info> = self.rpc.call("getblockchaininfo", json!([])).await?;
        let info = info.ok_or_else(|| WatchError::implausible("nothing of its chain"))?;
        let word = self.network.word();
        if info.chain != word {
            return Err(WatchError::implausible(format!("its chain is {:?} and not {word:?}", info.chain)));
        }
        let first: Option<String> = self.rpc.call("getblockhash", json!([0])).await?;
        if first.as_deref() != Some(self.network.first_block()) {
            return Err(WatchError::implausible("its first block is not Bitcoin's"));
        }
        Ok(info.blocks)
    }

    async fn block(&self, height: i64) -> Result<Option<Block>, WatchError> {
        let hash: String = match self.rpc.ask("getblockhash", json!([height])).await? {
            Ok(hash) => hash.ok_or_else(|| WatchError::implausible("no hash of a block"))?,
            Err(Failure { code: NO_SUCH_HEIGHT, .. }) => return Ok(None),
            Err(failure) => return Err(WatchError::Silent(format!("getblockhash: {failure:?}"))),
        };
        let block: Option<WholeBlock> = self.rpc.call("getblock", json!([hash, WITH_TRANSACTIONS])).await?;
        let block = block.ok_or_else(|| WatchError::implausible("no block of a hash that it gave"))?;
        if block.hash != hash {
            return Err(WatchError::implausible("another block than the one that was asked for"));
        }
        let mut received = Vec::new();
        for transaction in block.tx {
            for paid in transaction.vout {
                let amount = parse_units(paid.value.get(), DECIMALS);
                let amount = amount.map_err(|_| WatchError::implausible("an amount that is none"))?;
                // Outputs without an address are not to a customer.
                let Some(address) = paid.script.address else { continue };
                let (transaction, amount) = (transaction.txid.clone(), Quantity::from_units(amount));
                let (contract, currency) = (String::new(), CURRENCY.to_owned());
                received.push(Received { transaction, contract, index: paid.n, address, currency, amount });
            }
        }
        let parent = block.previousblockhash.unwrap_or_default();
        Ok(Some(Block { height: block.height, hash, parent, received }))
    }
}
