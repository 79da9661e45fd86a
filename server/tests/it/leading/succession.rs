//! A leader that is killed, hangs or hands over is succeeded, and nothing it acknowledged is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::cluster::Cluster;
use super::load::{CALLERS, Heard, Listener, check, press, until_an_order};
use crate::crash::{Customer, check as check_all, sign_up, until_all_were_acknowledged};

/// The number of kills of the leader, unless `PLUMBLINE_TEST_KILLS` sets another.
const KILLS: usize = 3;
const CUSTOMERS: usize = 2;
/// One leads; any of the others may succeed it.
const SERVERS: usize = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_that_is_killed_is_succeeded_and_nothing_acknowledged_is_lost() {
    let mut cluster = Cluster::start(SERVERS).await;
    let mut leads = 0;
    let mut customers = Vec::new();
    for _ in 0..CUSTOMERS {
        customers.push(sign_up(&cluster.client, &cluster.servers[1].base, cluster.folder.path()).await);
    }
    let kills = std::env::var("PLUMBLINE_TEST_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    for kill in 0..kills {
        // The customers' server succeeds the leader, or forwards to the one that does.
        let base = cluster.servers[(leads + 1 + kill % (SERVERS - 1)) % SERVERS].base.clone();
        let here: Vec<Customer> = customers.iter().map(|customer| customer.at(&base)).collect();
        let (ann, before) = (&here[0], here[0].orders());
        let socket = Listener::start(ann, &base).await;
        let stop = Arc::new(AtomicBool::new(false));
        let pressing: Vec<_> = here.iter().map(|c| tokio::spawn(c.clone().press(stop.clone()))).collect();
        until_all_were_acknowledged(&here).await;
        cluster.servers[leads].process.kill();
        let killed = Instant::now();
        while ann.buy().await.is_none() {}
        println!("orders again after a kill: {:?}", killed.elapsed());
        until_all_were_acknowledged(&here).await;
        stop.store(true, Ordering::SeqCst);
        futures_util::future::join_all(pressing).await;
        for customer in &here {
            customer.repeat_unanswered().await;
        }
        socket.until_heard(&(&ann.orders() - &before)).await;
        cluster.restart(leads);
        cluster.until(leads, "standby").await;
        leads = cluster.leader().await;
        customers = here;
    }
    check_all(&customers, kills).await;
    cluster.place().audit();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_that_hangs_is_succeeded_and_stands_by_when_it_goes_on() {
    let cluster = Cluster::start(2).await;
    let [first, second] = [0, 1].map(|server| cluster.servers[server].base.clone());
    let ann = sign_up(&cluster.client, &second, cluster.folder.path()).await;
    let heard = Heard::default();
    let (stop, pressing) = press(&heard, &vec![ann.at(&second); CALLERS]);
    heard.until_more(30).await;
    cluster.servers[0].process.signal("-STOP");
    println!("orders again after a hang: {:?}", until_an_order(&heard, &ann.at(&second)).await);
    heard.until_more(30).await;
    cluster.servers[0].process.signal("-CONT");
    cluster.until(0, "standby").await;
    stop.store(true, Ordering::SeqCst);
    futures_util::future::join_all(pressing).await;
    heard.repeat(&ann.at(&first)).await;
    check(&cluster, &heard, &ann.at(&first)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_hands_over_under_load_and_nobody_is_told_anything_but_to_ask_again() {
    let cluster = Cluster::start(2).await;
    let [first, second] = [0, 1].map(|server| cluster.servers[server].base.clone());
    let ann = sign_up(&cluster.client, &first, cluster.folder.path()).await;
    let heard = Heard::default();
    let callers = [&first, &second, &first, &second].map(|base| ann.at(base));
    let (stop, pressing) = press(&heard, &callers);
    heard.until_more(30).await;
    let asked = cluster.place().command(&["leader", "hand-over"]).output().unwrap();
    let said = String::from_utf8_lossy(&asked.stdout).into_owned();
    assert!(asked.status.success() && said.contains(&second), "{said} {}", String::from_utf8_lossy(&asked.stderr));
    cluster.until(1, "leads").await;
    cluster.until(0, "standby").await;
    heard.until_more(30).await;
    stop.store(true, Ordering::SeqCst);
    futures_util::future::join_all(pressing).await;
    println!("longest pause of a hand-over: {:?}", heard.longest_pause());
    heard.repeat(&ann.at(&first)).await;
    check(&cluster, &heard, &ann.at(&second)).await;
}
