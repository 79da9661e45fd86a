//! Orders without a pause, and their outcomes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::cluster::Cluster;
use crate::crash::Customer;
use crate::support::{Socket, uuid};

pub const CALLERS: usize = 4;

/// The answers to all callers together.
#[derive(Clone, Debug, Default)]
pub struct Heard {
    pub ids: Arc<Mutex<Vec<String>>>,
    times: Arc<Mutex<Vec<Instant>>>,
    /// Keys of orders without an answer, or with 503.
    open: Arc<Mutex<Vec<String>>>,
    odd: Arc<Mutex<Vec<Value>>>,
}

pub fn order() -> Value {
    json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" })
}

impl Heard {
    /// Buys a share under a key.
    pub async fn buy(&self, customer: &Customer, key: String) {
        match customer.call("/stock/create", &order(), &key).await {
            Some(answer) if answer["code"] == 200 => {
                self.ids.lock().unwrap().push(answer["data"]["id"].as_str().unwrap().to_owned());
                self.times.lock().unwrap().push(Instant::now());
            }
            Some(answer) if answer["code"] == 503 => {
                self.open.lock().unwrap().push(key);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            None => self.open.lock().unwrap().push(key),
            Some(answer) => self.odd.lock().unwrap().push(answer),
        }
    }

    fn count(&self) -> usize {
        self.ids.lock().unwrap().len()
    }

    /// The longest time in which no order was acknowledged.
    pub fn longest_pause(&self) -> Duration {
        let times = self.times.lock().unwrap();
        times.windows(2).map(|pair| pair[1].duration_since(pair[0])).max().unwrap_or_default()
    }

    /// Waits until so many more orders are acknowledged.
    pub async fn until_more(&self, more: usize) {
        let before = self.count();
        for _ in 0..6_000 {
            if self.count() >= before + more {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("only {} orders more were acknowledged", self.count() - before);
    }

    /// Repeats all open requests, under their keys.
    pub async fn repeat(&self, customer: &Customer) {
        for _ in 0..600 {
            let open = std::mem::take(&mut *self.open.lock().unwrap());
            if open.is_empty() {
                return;
            }
            for key in open {
                self.buy(customer, key).await;
            }
        }
        panic!("requests stay without an answer");
    }
}

/// Buys until an order requested from now on is acknowledged; gives the time that it took.
pub async fn until_an_order(heard: &Heard, customer: &Customer) -> Duration {
    let (alone, began) = (Heard { ids: Arc::default(), ..heard.clone() }, Instant::now());
    while alone.count() == 0 {
        alone.buy(customer, uuid()).await;
    }
    heard.ids.lock().unwrap().append(&mut alone.ids.lock().unwrap());
    began.elapsed()
}

/// Buys without a pause until told to stop.
pub fn press(heard: &Heard, customers: &[Customer]) -> (Arc<AtomicBool>, Vec<tokio::task::JoinHandle<()>>) {
    let stop = Arc::new(AtomicBool::new(false));
    let pressing = customers.iter().cloned().map(|customer| {
        let (heard, stop) = (heard.clone(), stop.clone());
        tokio::spawn(async move {
            while !stop.load(Ordering::SeqCst) {
                heard.buy(&customer, uuid()).await;
            }
        })
    });
    let pressing = pressing.collect();
    (stop, pressing)
}

/// Everything acknowledged is there, once, and the books are sound.
pub async fn check(cluster: &Cluster, heard: &Heard, customer: &Customer) {
    assert!(heard.odd.lock().unwrap().is_empty(), "{:?}", heard.odd.lock().unwrap());
    let ids = heard.ids.lock().unwrap().clone();
    let unique: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "nothing is made twice");
    for id in &ids {
        assert_eq!(customer.data("/orders/detail", json!({ "id": id })).await["id"], *id);
    }
    let all = customer.data("/orders/history", json!({ "pageNum": 1, "pageSize": 1 })).await;
    assert_eq!(all["page"]["total"], ids.len(), "and nothing else");
    cluster.place().audit();
}

/// Orders that a page of the history shows.
const PAGE: usize = 100;

/// A customer's socket at a server, and the orders that it has received.
#[derive(Debug)]
pub struct Listener {
    heard: Arc<Mutex<BTreeSet<String>>>,
    listening: tokio::task::JoinHandle<()>,
}

impl Listener {
    pub async fn start(customer: &Customer, base: &str) -> Self {
        let mut socket = Socket::at(base).await;
        socket.send(json!({"op": "auth", "token": customer.token()})).await;
        assert_eq!(socket.next().await["op"], "authenticated");
        socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
        // Orders placed before the subscription are not sent to it.
        assert_eq!(socket.next().await["op"], "subscribed");
        let heard = Arc::<Mutex<BTreeSet<String>>>::default();
        let (hears, customer) = (heard.clone(), customer.at(base));
        let listening = tokio::spawn(async move {
            loop {
                let message = socket.next().await;
                if message["op"] == "resync" {
                    let placed = history(&customer).await;
                    hears.lock().unwrap().extend(placed);
                } else if let (true, Some(id)) = (message["topic"] == "orders", message["data"]["id"].as_str()) {
                    hears.lock().unwrap().insert(id.to_owned());
                }
            }
        });
        Self { heard, listening }
    }

    /// Waits until it has received all these orders.
    pub async fn until_heard(self, orders: &BTreeSet<String>) {
        for _ in 0..600 {
            if self.heard.lock().unwrap().is_superset(orders) {
                return;
            }
            assert!(!self.listening.is_finished(), "the socket stays open");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("never heard of: {:?}", orders - &self.heard.lock().unwrap());
    }
}

/// All orders of a customer, as a client reads them after missing more than its socket sends.
async fn history(customer: &Customer) -> Vec<String> {
    let mut ids = Vec::new();
    for page in 1.. {
        let asked = json!({ "pageNum": page, "pageSize": PAGE });
        let answer = customer.data("/orders/history", asked).await;
        let orders = answer["list"].as_array().unwrap();
        ids.extend(orders.iter().map(|order| order["id"].as_str().unwrap().to_owned()));
        if orders.len() < PAGE {
            break;
        }
    }
    ids
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.listening.abort();
    }
}
