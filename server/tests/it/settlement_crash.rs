//! A server that is killed again and again while it settles: each position is settled once.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use plumbline::random;
use reqwest::Client;
use serde_json::json;

use crate::crash::{Customer, Place, ready, sign_up};

const KILLS: u64 = 6;
const CUSTOMERS: usize = 4;
const CONTRACTS: [&str; 4] = ["ESZ26", "ESH27", "NQZ26", "NQH27"];
/// A Thursday, an hour before the settlement at 16:00 in Chicago.
const BEFORE: &str = "2026-12-10T21:00:00Z";
/// A second after it: each server that starts then finds it missed.
const AFTER: &str = "2026-12-10T22:00:01Z";

fn serve(folder: &Path, port: u16, starts_at: &str) -> Child {
    let listen = format!("127.0.0.1:{port}");
    let place = Place { folder: folder.to_owned(), database: None };
    let limits = ["--requests-per-minute", "--actions-per-minute", "--attempts-per-minute"];
    let mut command = place.command(&["serve", "--autopilot-seconds", "1", "--listen", &listen]);
    command.args(limits.iter().flat_map(|limit| [*limit, "0"]));
    command.args(["--starts-at", starts_at]).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the server starts")
}

async fn settled(customer: &Customer) -> usize {
    let bill = json!({ "walletType": "FUTURE", "timeZone": "UTC", "pageSize": 100 });
    let rows = customer.data("/wallet/getWalletBill", bill).await["list"].as_array().unwrap().clone();
    rows.iter().filter(|row| row["kind"] == "variation").count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_position_is_settled_once_through_kills() {
    let folder = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    plumbline::tls::install();
    let (client, base) = (Client::builder().no_proxy().build().unwrap(), format!("http://127.0.0.1:{port}"));
    let mut server = serve(folder.path(), port, BEFORE);
    ready(&client, &base).await;
    let mut customers = Vec::new();
    for _ in 0..CUSTOMERS {
        let customer = sign_up(&client, &base, folder.path()).await;
        for contract in CONTRACTS {
            for direction in [0, 1] {
                let order = json!({ "stockCode": contract, "direction": direction, "orderType": 0, "quantity": "1" });
                assert_eq!(customer.data("/gold/create", order).await["status"], 1, "{contract}");
            }
        }
        customers.push(customer);
    }
    server.kill().unwrap();
    server.wait().unwrap();
    for kill in 0..KILLS {
        server = serve(folder.path(), port, AFTER);
        // From before its first settlement to well behind it.
        tokio::time::sleep(Duration::from_millis(200 + kill * 200 + random::number() % 200)).await;
        server.kill().unwrap();
        server.wait().unwrap();
        crate::crash::audit(folder.path());
    }
    server = serve(folder.path(), port, AFTER);
    ready(&client, &base).await;
    let positions = CONTRACTS.len() * 2;
    for customer in &customers {
        for _ in 0..600 {
            if settled(customer).await >= positions {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    // Another round would settle what is owed twice.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    for customer in &customers {
        assert_eq!(settled(customer).await, positions);
    }
    server.kill().unwrap();
    server.wait().unwrap();
    crate::crash::audit(folder.path());
}
