//! Shares, a pair of currencies, a future and a coin, traded by two customers in one sequence of random steps. A model of
//! whole numbers beside the core, which knows no rule of it, has to come to the same wallets, holds, margins and positions
//! after each step; and the log of commands to the same facts once more.
//!
//! A further product is a file with its rules and its money, and a row in `product.rs`.

mod arithmetic;
mod checks;
mod coins;
mod events;
mod future;
mod market;
mod model;
mod pair;
mod product;
mod quotes;
mod reach;
mod run;
mod shares;
mod steps;

use std::collections::BTreeMap;

use market::Market;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use steps::{Step, step};

fn run(steps: &[Step]) -> Market {
    let mut market = Market::opened();
    for step in steps {
        market.run(step);
        market.check();
    }
    market
}

fn sequence() -> impl Strategy<Value = Vec<Step>> {
    proptest::collection::vec(step(), 1..250)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn all_products_agree_with_the_model_and_repeat(steps in sequence()) {
        let market = run(&steps);
        let mut again = Market::new();
        for (first_id, now, command) in &market.log {
            (again.next_id, again.now) = (*first_id, *now);
            let _ = again.carry_out(command);
        }
        prop_assert_eq!(market.digest(), again.digest());
    }
}

/// A model that nothing happens to agrees with everything.
#[test]
fn the_steps_reach_all_that_is_traded() {
    let (mut runner, mut reached) = (TestRunner::deterministic(), BTreeMap::new());
    for _ in 0..140 {
        let steps = sequence().new_tree(&mut runner).unwrap().current();
        run(&steps).count(&mut reached);
    }
    let missing: Vec<String> = reach::wanted().into_iter().filter(|what| !reached.contains_key(what)).collect();
    assert!(missing.is_empty(), "never reached: {missing:?}; reached: {reached:#?}");
}
