//! A leader whose cables are cut.

use std::sync::atomic::Ordering;

use super::cluster::{Cluster, Server};
use super::load::{CALLERS, Heard, Listener, check, press, until_an_order};
use crate::crash::sign_up;

/// Another server leads within the lease. The old one stores nothing more, and stands by once its cables are mended.
async fn is_succeeded(cut: fn(&Server), mend: fn(&Server)) {
    let cluster = Cluster::start(2).await;
    let [first, second] = [0, 1].map(|server| cluster.servers[server].base.clone());
    let ann = sign_up(&cluster.client, &second, cluster.folder.path()).await;
    let heard = Heard::default();
    let callers = [&first, &second, &first, &second].map(|base| ann.at(base));
    let (stop, pressing) = press(&heard, &callers);
    heard.until_more(30).await;
    cut(&cluster.servers[0]);
    println!("orders again after a cut: {:?}", until_an_order(&heard, &ann.at(&second)).await);
    cluster.until(1, "leads").await;
    heard.until_more(30).await;
    mend(&cluster.servers[0]);
    cluster.until(0, "standby").await;
    stop.store(true, Ordering::SeqCst);
    futures_util::future::join_all(pressing).await;
    heard.repeat(&ann.at(&first)).await;
    check(&cluster, &heard, &ann.at(&first)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_without_its_database_is_succeeded() {
    is_succeeded(|leader| leader.to_database.cut(), |leader| leader.to_database.mend()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_without_its_database_and_bus_is_succeeded() {
    let cut = |leader: &Server| {
        leader.to_database.cut();
        leader.to_bus.cut();
    };
    let mend = |leader: &Server| {
        leader.to_database.mend();
        leader.to_bus.mend();
    };
    is_succeeded(cut, mend).await;
}

/// It continues to lead: requests come to it over HTTP. The standby's prices are stale, and its sockets receive the
/// missing events afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_without_its_bus_goes_on() {
    let cluster = Cluster::start(2).await;
    let standby = cluster.servers[1].base.clone();
    let ann = sign_up(&cluster.client, &standby, cluster.folder.path()).await;
    let socket = Listener::start(&ann, &standby).await;
    let heard = Heard::default();
    let (stop, pressing) = press(&heard, &vec![ann.at(&standby); CALLERS]);
    heard.until_more(30).await;
    cluster.servers[0].to_bus.cut();
    cluster.until_prices_are(1, "old").await;
    heard.until_more(30).await;
    cluster.servers[0].to_bus.mend();
    cluster.until_prices_are(1, "fresh").await;
    stop.store(true, Ordering::SeqCst);
    futures_util::future::join_all(pressing).await;
    heard.repeat(&ann.at(&standby)).await;
    let all = heard.ids.lock().unwrap().iter().cloned().collect();
    socket.until_heard(&all).await;
    cluster.until(0, "leads").await;
    check(&cluster, &heard, &ann.at(&standby)).await;
}
