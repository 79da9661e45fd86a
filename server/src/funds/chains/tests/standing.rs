//! Operators' view of a chain that two servers follow, each by a node of its own.

use super::super::derivation::Form;
use super::script::{Fault, Script};
use super::stories::{Scene, chain};
use super::*;
use crate::testing::databases;

async fn stands(scene: &Scene<Script>) -> Option<(String, i64)> {
    let states = operators::states(&mut scene.house.cashier.db.read().await.unwrap()).await.unwrap();
    let state = states.into_iter().find(|state| state.chain == scene.chain.name).unwrap();
    state.stalled.zip(state.stalled_at)
}

/// A server's pass, with its record of the result.
async fn passes(follower: &Follower<Script>, said: &mut Option<String>) {
    match follower.pass().await {
        Ok(()) => follower.goes_on(said).await.unwrap(),
        Err(error) => follower.stalls(&error, said).await.unwrap(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_contradicts_is_told_of_until_it_is_well_whatever_the_other_says() {
    for (uri, folder) in databases("standing").await {
        let (script, chain) = (Script::new(), chain("USDT", Form::Paper("A".into())));
        let scene = Scene::at(House::on(&uri, folder).await, script.clone(), chain, script).await;
        scene.mine(&[]).await;
        scene.mine(&[]).await;
        let node = scene.script.another_node();
        let (well, other) = (&scene.follower, scene.house.follower(&scene.chain, node.clone()));
        let (mut said, mut said_by_other) = (None, None);
        passes(well, &mut said).await;
        passes(&other, &mut said_by_other).await;
        assert_eq!(stands(&scene).await, None);

        node.fails(Fault::LowTip);
        passes(&other, &mut said_by_other).await;
        let told = stands(&scene).await;
        assert!(told.as_ref().is_some_and(|(why, _)| why.contains("its tip is")), "{told:?}");
        for _ in 0..2 {
            passes(well, &mut said).await;
            passes(&other, &mut said_by_other).await;
            passes(well, &mut said).await;
            assert_eq!(stands(&scene).await, told, "since the first time");
        }
        node.fails(Fault::None);
        passes(&other, &mut said_by_other).await;
        assert_eq!(stands(&scene).await, None);

        // While one node is silent, the other server follows.
        node.fails(Fault::Silent);
        passes(&other, &mut said_by_other).await;
        assert!(stands(&scene).await.is_some());
        passes(well, &mut said).await;
        assert_eq!(stands(&scene).await, None);

        // A reason left by a server that is gone is deleted at the next start of any.
        node.fails(Fault::LowTip);
        passes(&other, &mut said_by_other).await;
        passes(well, &mut None).await;
        assert_eq!(stands(&scene).await, None);
    }
}
