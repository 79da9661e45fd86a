//! Behaviour of nodes, senders and other servers that would credit twice, too early, or not at all.

use futures_util::future::join;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::chains::RecordOutput;

use super::super::chain::{Chains, Node, Token};
use super::super::derivation::Form;
use super::super::evm::Evm;
use super::super::rpc::Rpc;
use super::super::watcher::Received;
use super::super::{names, outputs};
use super::node::{CHAIN_ID, Kind, USDC, USDT, serve};
use super::script::{Fault, Script};
use super::stories::{Scene, chain, new_chain};
use super::*;
use crate::db::queue::Part;
use crate::secret::Secret;
use crate::testing::databases;
use crate::writer::RunError;
use crate::{execute, statements};

async fn scene() -> Scene<Script> {
    let (script, chain) = (Script::new(), chain("USDT", Form::Paper("A".into())));
    Scene::new(script.clone(), chain, script).await
}

fn token(currency: &str, contract: &str) -> Token {
    Token { currency: currency.into(), contract: contract.into(), decimals: 6 }
}

async fn evm(script: &Script, tokens: &[Token]) -> Evm {
    let url = Secret::new(serve(script.clone(), Kind::Evm).await);
    Evm { rpc: Rpc::new(&url).unwrap(), chain_id: CHAIN_ID, tokens: tokens.to_vec() }
}

async fn evm_chain(currencies: &[&str]) -> Arc<Chain> {
    Arc::new(Chain { currencies: currencies.iter().map(|c| (*c).to_owned()).collect(), ..new_chain() })
}

impl<W: ChainWatcher> Scene<W> {
    async fn mines_empty(&self, blocks: usize) {
        for _ in 0..blocks {
            self.mine(&[]).await;
        }
    }

    async fn sound(&self) {
        assert_eq!(self.house.audit().await, Vec::<String>::new());
    }

    /// The outputs that are due to be credited.
    async fn due(&self) -> Vec<(plumbline_core::ids::ChainDepositId, AccountId)> {
        let mut reader = self.house.cashier.db.read().await.unwrap();
        let all = Part { size: 10_000, offset: 0 };
        let due = outputs::due(&mut reader, &self.chain.name, "USDT", i64::MAX, all).await.unwrap().found;
        due.into_iter().map(|(id, account)| (plumbline_core::ids::ChainDepositId(id), AccountId(account))).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_orphaned_is_not_credited_when_a_chain_is_followed_afresh() {
    let scene = scene().await;
    scene.mine(&["5"]).await;
    let taken = scene.script.take_back(scene.script.len());
    (0..3).for_each(|_| scene.script.mine(Vec::new()));
    scene.follower.pass().await.unwrap();
    assert!(scene.house.halted(&scene.chain).await.is_some_and(|reason| reason.contains("none of the blocks")));
    scene.house.resume(&scene.chain, true).await;
    scene.mines_empty(5).await;
    assert_eq!(scene.credited().await, 0, "no block has it");
    scene.script.mine(taken);
    scene.mines_empty(3).await;
    assert_eq!(scene.credited().await, 500);
    // The chain is replaced once more; the payment is credited already, and comes in yet another block.
    let taken = scene.script.take_back(scene.script.len());
    (0..20).for_each(|_| scene.script.mine(Vec::new()));
    scene.follower.pass().await.unwrap();
    scene.house.resume(&scene.chain, true).await;
    scene.mines_empty(1).await;
    scene.script.mine(taken);
    scene.mine(&["2"]).await;
    scene.mines_empty(5).await;
    assert_eq!(scene.credited().await, 700);
    scene.sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_pays_thousands() {
    let scene = scene().await;
    let others = (0..17_000).map(|n| scene.script.payment(&format!("nobody {n}"), "USDT", units("1")));
    let payments: Vec<_> = (0..3_000).map(|_| scene.pay("1")).chain(others).collect();
    scene.script.mine(payments);
    scene.follower.follow().await.unwrap();
    assert_eq!(scene.due().await.len(), 3_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_is_repeated_is_not_another_payment() {
    let (script, chain) = (Script::new(), evm_chain(&["USDT"]).await);
    let node = evm(&script, &[token("USDT", USDT)]).await;
    let scene = Scene::new(script, chain, node).await;
    scene.script.mine(vec![scene.pay("5")]);
    scene.script.fails(Fault::RepeatsLogs);
    let said = scene.follower.pass().await.unwrap_err().to_string();
    assert!(said.contains("two logs at one place"), "{said}");
    scene.script.fails(Fault::None);
    scene.mines_empty(3).await;
    assert_eq!(scene.credited().await, 500);
    scene.sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_output_that_is_repeated_is_not_another_payment() {
    let scene = scene().await;
    scene.script.mine(vec![scene.pay("5")]);
    scene.script.fails(Fault::RepeatsLogs);
    let said = scene.follower.pass().await.unwrap_err().to_string();
    assert!(said.contains("twice"), "{said}");
}

/// One transaction pays in two tokens; only one is followed at first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_added_moves_no_other_ones_place() {
    let (script, chain) = (Script::new(), evm_chain(&["USDT"]).await);
    let node = evm(&script, &[token("USDT", USDT)]).await;
    let scene = Scene::new(script.clone(), chain, node).await;
    let tether = scene.pay("7");
    let mut circle = script.payment(&scene.ann, "USDC", units("3"));
    circle.transaction = tether.transaction.clone();
    script.mine(vec![circle.clone(), tether.clone()]);
    scene.follower.pass().await.unwrap();
    let both = evm(&script, &[token("USDC", USDC), token("USDT", USDT)]).await;
    let follower = scene.house.follower(&evm_chain(&["USDC", "USDT"]).await, both);
    // Both are in another block, which is read with both tokens.
    script.take_back(1);
    script.mine(vec![circle, tether.clone()]);
    for _ in 0..2 {
        follower.pass().await.unwrap();
    }
    // And a block that was followed without the token is read again with it.
    let late = Received { transaction: script.payment("", "", units("1")).transaction, ..tether };
    script.mine(vec![Received { currency: "USDC".into(), contract: USDC.into(), ..late.clone() }, late]);
    scene.follower.pass().await.unwrap();
    for _ in 0..3 {
        script.mine(Vec::new());
        follower.pass().await.unwrap();
        follower.pass().await.unwrap();
    }
    follower.pass().await.unwrap();
    assert_eq!(scene.credited().await, 300 + 700 + 700 + 700);
    scene.sound().await;
}

#[tokio::test]
async fn a_name_means_one_chain_for_ever() {
    for (uri, _folder) in databases("names").await {
        let db = Db::open(&uri).await.unwrap();
        let named = |name: &str, chain_id| {
            let (url, tokens) = (Secret::new("http://127.0.0.1:1"), vec![token("USDT", USDT)]);
            let node = Node::Evm { url, chain_id, tokens };
            Chains(vec![Arc::new(Chain { name: name.into(), node, ..new_chain() })])
        };
        for _ in 0..2 {
            names::keep(&db, &named("One", 1)).await.unwrap();
        }
        let said = names::keep(&db, &named("One", 10)).await.unwrap_err().to_string();
        assert!(said.contains("means evm:1 already"), "{said}");
        let said = names::keep(&db, &named("Uno", 1)).await.unwrap_err().to_string();
        assert!(said.contains("is called One already"), "{said}");
        names::keep(&db, &named("Ten", 10)).await.unwrap();
        db.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_pays_something_else_in_another_block_is_credited_as_it_is_there() {
    let scene = scene().await;
    scene.mine(&["5"]).await;
    let mut taken = scene.script.take_back(1);
    taken[0].amount = units("3");
    scene.script.mine(taken);
    scene.mines_empty(3).await;
    assert_eq!(scene.credited().await, 0, "operators have to look");
    let db = &scene.house.cashier.db;
    let held = operators::held(&mut db.read().await.unwrap()).await.unwrap();
    assert_eq!((held.len(), held[0].amount, held[0].reason.as_str()), (1, units("3").units(), "output_differs"));
    let mut tx = db.begin().await.unwrap();
    operators::accept(&mut tx, held[0].id).await.unwrap();
    tx.commit().await.unwrap();
    scene.follower.pass().await.unwrap();
    assert_eq!(scene.credited().await, 300);
    scene.sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_credited_and_pays_something_else_halts_its_chain() {
    let scene = scene().await;
    scene.mine(&["5"]).await;
    scene.mines_empty(2).await;
    let mut taken = scene.script.take_back(3);
    taken[0].amount = units("3");
    (0..4).for_each(|_| scene.script.mine(Vec::new()));
    scene.follower.pass().await.unwrap();
    scene.house.resume(&scene.chain, false).await;
    scene.script.mine(taken);
    scene.follower.pass().await.unwrap();
    assert!(scene.house.halted(&scene.chain).await.is_some_and(|reason| reason.contains("pays otherwise")));
    assert_eq!((scene.credited().await, scene.house.audit().await.len()), (500, 1));
}

statements! {
    /// The form of rows from before outputs had contracts.
    UNNAMED: "UPDATE chain_outputs SET contract = '' WHERE contract <> ''";
}

/// A token's payment that is credited without its contract, and is read once more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_credited_before_contracts_were_written_down_is_not_credited_again() {
    let (script, chain) = (Script::new(), evm_chain(&["USDT"]).await);
    let node = evm(&script, &[token("USDT", USDT)]).await;
    let scene = Scene::new(script, chain, node).await;
    scene.mine(&["5"]).await;
    scene.mines_empty(3).await;
    assert_eq!(scene.credited().await, 500);
    let db = &scene.house.cashier.db;
    let mut tx = db.begin().await.unwrap();
    execute!(&mut tx, UNNAMED).unwrap();
    tx.commit().await.unwrap();
    // Its block is taken back, and another one contains it.
    let taken = scene.script.take_back(4);
    (0..5).for_each(|_| scene.script.mine(Vec::new()));
    scene.follower.pass().await.unwrap();
    scene.house.resume(&scene.chain, false).await;
    scene.script.mine(taken);
    scene.mine(&["2"]).await;
    scene.mines_empty(4).await;
    assert_eq!(scene.credited().await, 500 + 200);
    let held = operators::held(&mut db.read().await.unwrap()).await.unwrap();
    assert_eq!((held.len(), held[0].amount, held[0].reason.as_str()), (1, units("5").units(), "output_differs"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_that_its_block_says_late_is_credited() {
    for is_node in [false, true] {
        let (script, chain) = (Script::new(), evm_chain(&["USDT"]).await);
        if is_node {
            let node = evm(&script, &[token("USDT", USDT)]).await;
            said_late(Scene::new(script, chain, node).await).await;
        } else {
            said_late(Scene::new(script.clone(), chain, script).await).await;
        }
    }
}

async fn said_late<W: ChainWatcher>(scene: Scene<W>) {
    scene.script.fails(Fault::LogsLate);
    scene.mine(&["5"]).await;
    scene.script.fails(Fault::None);
    scene.mines_empty(2).await;
    assert_eq!(scene.credited().await, 0, "it was said once");
    scene.follower.pass().await.unwrap();
    assert_eq!(scene.credited().await, 500);
    // A payment that only the first reading contains waits until another one does.
    scene.mine(&["2"]).await;
    scene.mines_empty(1).await;
    scene.script.mine(Vec::new());
    scene.script.fails(Fault::LogsLate);
    for _ in 0..2 {
        let said = scene.follower.pass().await.unwrap_err().to_string();
        assert!(said.contains("does not pay again"), "{said}");
        assert_eq!(scene.credited().await, 500);
    }
    scene.script.fails(Fault::None);
    scene.follower.pass().await.unwrap();
    assert_eq!(scene.credited().await, 700);
    scene.sound().await;
}

/// A payment above the dust limit when it was seen, and below it when its block is read again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_minimum_that_is_raised_stops_no_chain() {
    let scene = scene().await;
    scene.mine(&["0.0005"]).await;
    let higher = Arc::new(Chain { minimum: units("10"), ..new_chain() });
    assert!(higher.least() > units("0.0005"));
    let follower = scene.house.follower(&higher, scene.script.clone());
    scene.script.mine(vec![scene.pay("20")]);
    for _ in 0..4 {
        scene.script.mine(Vec::new());
        follower.pass().await.unwrap();
    }
    assert_eq!(scene.credited().await, 2_000, "with the dust that stood in suspense");
    scene.sound().await;
}

/// Payments in the previous contract cannot be asked for any more: they wait, and nothing else does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_contract_of_a_token_stops_no_chain() {
    let (script, chain) = (Script::new(), evm_chain(&["USDT"]).await);
    let node = evm(&script, &[token("USDT", USDT)]).await;
    let scene = Scene::new(script.clone(), chain, node).await;
    scene.mine(&["7"]).await;
    let tokens = vec![token("USDT", USDC)];
    let node = Node::Evm { url: Secret::new("http://127.0.0.1:1"), chain_id: CHAIN_ID, tokens: tokens.clone() };
    let moved = Arc::new(Chain { node, ..new_chain() });
    let follower = scene.house.follower(&moved, evm(&script, &tokens).await);
    script.mine(vec![script.payment(&scene.ann, "USDC", units("5"))]);
    for _ in 0..4 {
        script.mine(Vec::new());
        follower.pass().await.unwrap();
    }
    assert_eq!(scene.credited().await, 500);
    let held = operators::held(&mut scene.house.cashier.db.read().await.unwrap()).await.unwrap();
    assert_eq!((held.len(), held[0].amount, held[0].reason.as_str()), (1, units("7").units(), "output_differs"));
    scene.sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_coin_without_a_rate_holds_up_no_other() {
    let (script, chain) = (Script::new(), evm_chain(&["XYZ", "USDT"]).await);
    let scene = Scene::new(script.clone(), chain, script.clone()).await;
    script.mine((0..150).map(|_| script.payment(&scene.ann, "XYZ", units("5"))).collect());
    script.mine(vec![script.payment(&scene.ann, "USDT", units("5"))]);
    scene.mines_empty(3).await;
    assert_eq!(scene.credited().await, 500);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dust_keeps_nothing_in_suspense() {
    let scene = scene().await;
    scene.script.mine((0..501).map(|_| scene.pay("0.0002")).chain([scene.pay("0.00009999")]).collect());
    scene.mines_empty(8).await;
    assert_eq!(scene.house.in_suspense(ANN).await, [("USDT".to_owned(), units("0.1002"), usd(0))]);
    scene.mine(&["0.95"]).await;
    scene.mines_empty(2).await;
    assert_eq!(scene.credited().await, 104, "the greatest first, as many as fit");
    scene.sound().await;
}

/// A server has seen that an output is due. Meanwhile another one takes its block back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_server_takes_back_is_not_credited_or_halts_the_chain() {
    for (uri, folder) in databases("taken").await {
        let (script, chain) = (Script::new(), chain("USDT", Form::Paper("A".into())));
        let scene = Scene::at(House::on(&uri, folder).await, script.clone(), chain, script).await;
        let (mut credited, mut halts) = (0, 0);
        for round in 0..20 {
            scene.script.mine(vec![scene.pay("2")]);
            (0..3).for_each(|_| scene.script.mine(Vec::new()));
            scene.follower.follow().await.unwrap();
            let (id, account) = scene.due().await[0];
            scene.script.take_back(4);
            (0..5).for_each(|_| scene.script.mine(Vec::new()));
            let record = RecordOutput { id, account, rate: 100_000_000, minimum: units("1") };
            let recording = scene.house.cashier.writer.run(record);
            let recorded = match round % 4 {
                0 => {
                    scene.follower.follow().await.unwrap();
                    recording.await
                }
                1 => {
                    let recorded = recording.await;
                    scene.follower.follow().await.unwrap();
                    recorded
                }
                2 => join(recording, async { scene.follower.follow().await.unwrap() }).await.0,
                _ => join(async { scene.follower.follow().await.unwrap() }, recording).await.1,
            };
            let halted = scene.house.halted(&scene.chain).await.is_some();
            match recorded {
                Ok(_) => credited += 200,
                Err(error) => assert!(matches!(error, RunError::Refused(Refusal::OutputOffChain)), "{error}"),
            }
            assert_eq!(halts + i64::from(halted), credited / 200, "what is credited and taken back halts the chain");
            if halted {
                halts += 1;
                scene.house.resume(&scene.chain, false).await;
            }
        }
        assert_eq!(scene.credited().await, credited);
        assert!((5..=15).contains(&halts), "{halts}");
    }
}
