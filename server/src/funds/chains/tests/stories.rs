use std::sync::Arc;
use std::time::Duration;

use super::super::bitcoin::Bitcoin;
use super::super::chain::{BitcoinNetwork, Node, Token};
use super::super::derivation::{Derivation, Form};
use super::super::evm::Evm;
use super::super::rpc::Rpc;
use super::super::watcher::WatchError;
use super::node::{CHAIN_ID, Kind, USDT, serve};
use super::script::{Fault, Script};
use super::*;
use crate::secret::Secret;
use crate::{execute, statements};

/// The account of BIP-84's example.
const KEY: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";

statements! {
    /// There is no dated rate of Bitcoin in the data.
    ADD_RATE: "INSERT INTO fx_rates (from_currency, to_currency, effective_from, rate, source)
        VALUES ('BTC', 'USD', '2025-01-01', 100000000, 'paper_par')";
}

pub fn chain(currency: &str, form: Form) -> Arc<Chain> {
    Arc::new(Chain {
        name: "A chain".to_owned(),
        currencies: vec![currency.to_owned()],
        confirmations: 3,
        minimum: units("1"),
        maximum: units("1000"),
        derivation: Derivation::read(KEY, form).unwrap(),
        start: None,
        every: Duration::from_secs(1),
        node: Node::Simulated,
    })
}

/// A chain, its node and its follower.
pub struct Scene<W> {
    pub house: House,
    pub script: Script,
    pub chain: Arc<Chain>,
    pub follower: Follower<W>,
    pub ann: String,
}

impl<W: ChainWatcher> Scene<W> {
    pub async fn new(script: Script, chain: Arc<Chain>, watcher: W) -> Self {
        Self::at(House::open().await, script, chain, watcher).await
    }

    pub async fn at(house: House, script: Script, chain: Arc<Chain>, watcher: W) -> Self {
        let mut tx = house.cashier.db.begin().await.unwrap();
        execute!(&mut tx, ADD_RATE).unwrap();
        tx.commit().await.unwrap();
        let ann = house.address(&chain, ANN).await;
        let follower = house.follower(&chain, watcher);
        follower.pass().await.unwrap();
        Self { house, script, chain, follower, ann }
    }

    pub fn pay(&self, amount: &str) -> super::super::watcher::Received {
        self.script.payment(&self.ann, &self.chain.currencies[0], units(amount))
    }

    pub async fn mine(&self, amounts: &[&str]) {
        self.script.mine(amounts.iter().map(|amount| self.pay(amount)).collect());
        self.follower.pass().await.unwrap();
    }

    pub async fn credited(&self) -> i64 {
        self.house.credited(ANN).await
    }

    /// The behaviour of a chain and its node, one after the other.
    async fn plays(self) {
        self.mine(&["0.5", "5"]).await;
        self.mine(&[]).await;
        assert_eq!(self.credited().await, 0, "two blocks hold it");
        self.mine(&[]).await;
        // A payment below the minimum was credited together with a sufficient one.
        assert_eq!(self.credited().await, 550, "three blocks hold it");
        self.follower.pass().await.unwrap();
        assert_eq!(self.credited().await, 550, "what is repeated is not credited again");

        // Two blocks are taken back: one of their payments is in another block, the other in none.
        self.mine(&["7"]).await;
        self.mine(&["11"]).await;
        let taken = self.script.take_back(2);
        self.script.mine(Vec::new());
        self.script.mine(vec![taken[1].clone()]);
        self.follower.pass().await.unwrap();
        for _ in 0..2 {
            self.mine(&[]).await;
        }
        assert_eq!((self.credited().await, self.house.halted(&self.chain).await), (1_650, None));

        self.holds_against(Fault::LowTip).await;
        self.holds_against(Fault::LooseBlock).await;
        self.holds_against(Fault::Repeats).await;
        self.holds_against(Fault::HighTip).await;
        self.holds_against(Fault::OtherChain).await;
        self.holds_against(Fault::OtherCoin).await;
        self.holds_against(Fault::Silent).await;

        // A payment above the maximum is not credited automatically.
        self.mine(&["1000.5"]).await;
        for _ in 0..3 {
            self.mine(&[]).await;
        }
        let credited = self.credited().await;
        assert_eq!(credited, 1_650 + 7 * 200);

        // Four blocks are taken back, and credited payments with them.
        self.mine(&["13"]).await;
        for _ in 0..3 {
            self.mine(&[]).await;
        }
        assert_eq!(self.credited().await, credited + 1_300);
        let taken = self.script.take_back(4);
        for _ in 0..5 {
            self.script.mine(Vec::new());
        }
        for _ in 0..3 {
            self.follower.pass().await.unwrap();
        }
        assert!(self.house.halted(&self.chain).await.is_some_and(|reason| reason.contains("4 blocks")));
        assert_eq!(self.credited().await, credited + 1_300, "nothing is taken from a customer without a word");
        assert_eq!(self.house.audit().await.len(), 1, "the audit names what is credited and on no chain");
        // An operator resumes it; the payment comes back, and is credited once.
        self.house.resume(&self.chain, false).await;
        self.script.mine(taken);
        for _ in 0..4 {
            self.mine(&[]).await;
        }
        assert_eq!((self.credited().await, self.house.halted(&self.chain).await), (credited + 1_300, None));
        assert_eq!(self.house.audit().await, Vec::<String>::new());
    }

    /// A node's wrong answers credit and take back nothing, and once it recovers everything is credited.
    async fn holds_against(&self, fault: Fault) {
        let before = self.credited().await;
        self.mine(&["2"]).await;
        self.script.mine(Vec::new());
        self.script.fails(fault);
        for _ in 0..3 {
            let failed = self.follower.pass().await;
            assert!(matches!(failed, Err(WatchError::Silent(_) | WatchError::Implausible(_))), "{fault:?}: {failed:?}");
            assert_eq!(self.credited().await, before, "{fault:?}");
        }
        self.script.fails(Fault::None);
        self.mine(&[]).await;
        self.follower.pass().await.unwrap();
        assert_eq!((self.credited().await, self.house.halted(&self.chain).await), (before + 200, None), "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_that_a_test_writes() {
    let (script, chain) = (Script::new(), chain("USDT", Form::Paper("A".into())));
    Scene::new(script.clone(), chain, script).await.plays().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_of_the_ethereum_kind() {
    let (script, chain) = (Script::new(), chain("USDT", Form::Evm));
    let url = Secret::new(serve(script.clone(), Kind::Evm).await);
    let tokens = vec![Token { currency: "USDT".into(), contract: USDT.into(), decimals: 6 }];
    let node = Evm { rpc: Rpc::new(&url).unwrap(), chain_id: CHAIN_ID, tokens };
    Scene::new(script, chain, node).await.plays().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_of_bitcoin() {
    let (script, chain) = (Script::new(), chain("BTC", Form::Segwit(bech32::Hrp::parse("bcrt").unwrap())));
    let url = Secret::new(serve(script.clone(), Kind::Bitcoin).await);
    let node = Bitcoin { rpc: Rpc::new(&url).unwrap(), network: BitcoinNetwork::Regtest };
    Scene::new(script, chain, node).await.plays().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn less_than_the_minimum_stands_in_suspense_until_there_is_enough() {
    let (script, chain) = (Script::new(), chain("USDT", Form::Paper("A".into())));
    let scene = Scene::new(script.clone(), chain, script).await;
    scene.mine(&["0.004", "0.5"]).await;
    for _ in 0..2 {
        scene.mine(&[]).await;
    }
    assert_eq!(scene.credited().await, 0);
    assert_eq!(scene.house.in_suspense(ANN).await, [("USDT".to_owned(), units("0.504"), usd(50))]);
    assert_eq!(scene.house.audit().await, Vec::<String>::new());
    scene.mine(&["0.496"]).await;
    for _ in 0..3 {
        scene.mine(&[]).await;
    }
    assert_eq!(scene.credited().await, 100, "rounded down once, of the sum");
    assert_eq!(scene.house.in_suspense(ANN).await, []);
    assert_eq!(scene.house.audit().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_customer_has_one_place_on_all_chains_and_shares_it_with_nobody() {
    let house = House::open().await;
    let chains = ["a", "b", "c"].map(|name| Arc::new(Chain { name: name.into(), ..new_chain() }));
    let askers = (0..12).flat_map(|account| chains.iter().map(move |chain| (chain, AccountId(account))));
    let asked = futures_util::future::join_all(askers.map(|(chain, account)| house.address(chain, account))).await;
    let mut places: Vec<&[String]> = asked.chunks(3).collect();
    assert!(places.iter().all(|of_one| of_one.iter().all(|address| *address == of_one[0])));
    places.sort();
    places.dedup();
    assert_eq!(places.len(), 12);
    assert_eq!(house.address(&chains[1], BO).await, house.address(&chains[2], BO).await);
}

pub fn new_chain() -> Chain {
    Arc::into_inner(chain("USDT", Form::Evm)).unwrap()
}
