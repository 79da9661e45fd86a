//! Nodes over HTTP that serve a script in the words of their documentation: an Ethereum client's JSON-RPC
//! (<https://ethereum.org/developers/docs/apis/json-rpc/>) and Bitcoin Core's
//! (<https://developer.bitcoin.org/reference/rpc/>).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};

use super::super::chain::BitcoinNetwork;
use super::super::watcher::Received;
use super::script::{Fault, Script};

pub const CHAIN_ID: u64 = 11_155_111;
pub const USDT: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
pub const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Evm,
    Bitcoin,
}

/// Serves the script; gives the address.
pub async fn serve(script: Script, kind: Kind) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://user:word@{}/", listener.local_addr().unwrap());
    let routes = axum::Router::new().route("/", post(answer)).with_state((script, kind));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    url
}

async fn answer(State((script, kind)): State<(Script, Kind)>, Json(asked): Json<Value>) -> (StatusCode, Json<Value>) {
    if script.fault() == Fault::Silent {
        return (StatusCode::BAD_GATEWAY, Json(json!("the node behind this address is down")));
    }
    let (method, params) = (asked["method"].as_str().unwrap(), &asked["params"]);
    let said = match kind {
        Kind::Evm => Ok(evm(&script, method, params)),
        Kind::Bitcoin => bitcoin(&script, method, params),
    };
    let id = &asked["id"];
    match said {
        Ok(result) => (StatusCode::OK, Json(json!({ "jsonrpc": "2.0", "id": id, "result": result }))),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "result": null, "error": error, "id": id }))),
    }
}

fn evm(script: &Script, method: &str, params: &Value) -> Value {
    let other = matches!(script.fault(), Fault::OtherChain | Fault::OtherCoin);
    match method {
        "eth_chainId" => json!(format!("{:#x}", if other { 1 } else { CHAIN_ID })),
        "eth_blockNumber" => json!(format!("{:#x}", script.said_tip())),
        "eth_getBlockByNumber" => {
            let height = i64::from_str_radix(params[0].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
            script.said_block(height).map_or(Value::Null, |block| {
                json!({ "number": format!("{:#x}", block.height), "hash": block.hash, "parentHash": block.parent,
                    "transactions": [], "timestamp": "0x0" })
            })
        }
        "eth_getLogs" => {
            let known = script.0.lock().unwrap().blocks.clone();
            let block = known.into_iter().find(|block| params[0]["blockHash"] == block.hash.as_str());
            let asked: Vec<&str> = params[0]["address"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let logs = block.into_iter().flat_map(|block| {
                let log = |(at, received): (usize, &Received)| {
                    json!({ "address": received.contract.to_lowercase(), "blockHash": block.hash,
                        "transactionHash": received.transaction, "blockNumber": format!("{:#x}", block.height),
                        "transactionIndex": format!("{at:#x}"), "logIndex": format!("{:#x}", at + 40), "removed": false,
                        // Tokens of six decimals.
                        "data": format!("0x{:064x}", received.amount.units() / 100),
                        "topics": [TRANSFER, format!("0x{:064x}", 9), topic(&received.address)] })
                };
                let logs = block.received.iter().enumerate().filter(|(_, of)| asked.contains(&of.contract.as_str()));
                logs.map(log).collect::<Vec<Value>>()
            });
            let mut logs: Vec<Value> = logs.collect();
            match script.fault() {
                Fault::LogsLate => logs.clear(),
                Fault::RepeatsLogs => logs.extend(logs.clone()),
                _ => {}
            }
            Value::Array(logs)
        }
        _ => panic!("an Ethereum node has no {method}"),
    }
}

fn topic(address: &str) -> String {
    format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

fn bitcoin(script: &Script, method: &str, params: &Value) -> Result<Value, Value> {
    let other = script.fault() == Fault::OtherChain;
    let bare = |hash: &str| hash.trim_start_matches("0x").to_owned();
    match method {
        "getblockchaininfo" => {
            Ok(json!({ "chain": if other { "main" } else { "regtest" }, "blocks": script.said_tip(), "headers": 0 }))
        }
        "getblockhash" if params[0] == 0 && script.fault() == Fault::OtherCoin => {
            Ok(json!(BitcoinNetwork::Test.first_block()))
        }
        "getblockhash" => {
            let block = script.said_block(params[0].as_i64().unwrap());
            let none = json!({ "code": -8, "message": "Block height out of range" });
            block.map(|block| json!(bare(&block.hash))).ok_or(none)
        }
        "getblock" => {
            assert_eq!(params[1], 2);
            let tip = script.said_tip();
            let mut said = (0..=tip).rev().filter_map(|height| script.said_block(height));
            let block = said.find(|block| params[0] == bare(&block.hash));
            let block = block.ok_or(json!({ "code": -5, "message": "Block not found" }))?;
            let fees =
                json!({ "txid": "cb", "vout": [{ "value": 0, "n": 1, "scriptPubKey": { "type": "nulldata" } }] });
            let paid = block.received.iter().map(|received| {
                // As the node writes it: a number with eight decimals.
                let value: Value = serde_json::from_str(&received.amount.display(8)).unwrap();
                json!({ "txid": bare(&received.transaction), "vout": [{ "value": value, "n": received.index,
                    "scriptPubKey": { "address": received.address, "type": "witness_v0_keyhash" } }] })
            });
            let tx: Vec<Value> = std::iter::once(fees).chain(paid).collect();
            Ok(json!({ "hash": bare(&block.hash), "height": block.height, "previousblockhash": bare(&block.parent),
                "confirmations": 1, "tx": tx }))
        }
        _ => panic!("a Bitcoin node has no {method}"),
    }
}
