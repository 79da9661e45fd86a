//! The server is killed while it credits coins. Each payment that was sent is credited, once.

use std::collections::BTreeSet;
use std::time::Duration;

use plumbline::random;
use reqwest::Client;
use serde_json::{Value, json};

use crate::crash::{Customer, audit, ready, serve, sign_up};
use crate::support::uuid;

const KILLS: usize = 4;
const PAYMENTS: usize = 6;
const NETWORK: &str = "Ethereum (ERC-20)";

/// Cents of the funding account.
async fn balance(customer: &Customer) -> i64 {
    let wallet = customer.data("/wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    wallet["availableBalance"].as_str().unwrap().replace('.', "").parse().unwrap()
}

/// Sends coins until the server has accepted them; a repeat is the same payment.
async fn pay(customer: &Customer, amount: &str) -> String {
    let (body, key) = (json!({ "currency": "USDT", "network": NETWORK, "amount": amount }), uuid());
    for _ in 0..600 {
        let answer = customer.call("/recharge/simulate", &body, &key).await;
        if let Some(transaction) = answer.as_ref().and_then(|answer| answer["data"]["transaction"].as_str()) {
            let again = customer.call("/recharge/simulate", &body, &key).await;
            assert_eq!(again.unwrap()["data"]["transaction"], transaction);
            return transaction.to_owned();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the payment was not taken");
}

async fn listed(customer: &Customer) -> Vec<Value> {
    let rows = customer.data("/recharge/listPage", json!({ "pageSize": 100 })).await["list"].clone();
    rows.as_array().unwrap().iter().filter(|row| row["network"] == NETWORK).cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coins_are_credited_once_whenever_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    plumbline::tls::install();
    let (client, base) = (Client::builder().no_proxy().build().unwrap(), format!("http://127.0.0.1:{port}"));
    let mut server = serve(folder.path(), port);
    ready(&client, &base).await;
    let customer = sign_up(&client, &base, folder.path()).await;
    let before = balance(&customer).await;
    let mut sent = BTreeSet::new();
    for _ in 0..KILLS {
        for _ in 0..PAYMENTS {
            sent.insert(pay(&customer, "2.5").await);
        }
        // Within the blocks and the credits that follow.
        tokio::time::sleep(Duration::from_millis(random::number() % 4_000)).await;
        server.kill().unwrap();
        server.wait().unwrap();
        server = serve(folder.path(), port);
        ready(&client, &base).await;
    }
    assert_eq!(sent.len(), KILLS * PAYMENTS);
    for _ in 0..1_200 {
        if listed(&customer).await.iter().filter(|row| row["status"] == 1).count() == sent.len() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let rows = listed(&customer).await;
    let credited: BTreeSet<String> = rows.iter().map(|row| row["transaction"].as_str().unwrap().to_owned()).collect();
    assert_eq!((rows.len(), &credited), (sent.len(), &sent));
    let paid = 250 * i64::try_from(sent.len()).unwrap();
    assert_eq!(balance(&customer).await - before, paid);
    server.kill().unwrap();
    server.wait().unwrap();
    audit(folder.path());
}
