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
use steps::{Act, Size, Step, Ticket, Time, step};

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

/// As many as the environment asks for, where somebody looks for rare ones.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

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

/// What closing a short has gained pays on the same day for what a long loses beyond its margin, and the model says so too.
#[test]
fn a_profit_of_the_day_pays_for_a_gap() {
    let step = |long, act| Step { product: product::PAIR, account: 0, long, act };
    let quote = |by| step(true, Act::Quote { by, spread: 1, sizes: [40; 3], at_once: 2 });
    let order = |long, opens, size| {
        let (time, legs, makes_way) = (Time::Day, None, false);
        let ticket = Ticket { opens, kind: 0, limit: 0, stop: 1, size, leverage: 30, time, legs, makes_way };
        step(long, Act::Order(ticket))
    };
    let (short, close) = (order(false, true, Size::Units(30)), order(false, false, Size::All));
    let turn = [quote(0), short, quote(-100), close, order(true, true, Size::Units(30))];
    let pause = step(true, Act::Pause { millis: 86_400_000 });
    for (later, paid) in [(vec![quote(-900)], 1), (vec![pause, quote(-900)], 0)] {
        let steps: Vec<Step> = turn.iter().cloned().chain(later).collect();
        let market = run(&steps);
        assert_eq!(market.model.paid_of_day, paid);
        assert!(market.model.house[&("house:protection", "USD")] < 0);
    }
}

/// A model that nothing happens to agrees with everything.
#[test]
fn the_steps_reach_all_that_is_traded() {
    let (mut runner, mut reached) = (TestRunner::deterministic(), BTreeMap::new());
    let mut missing = reach::wanted();
    for _ in 0..1_500 {
        let steps = sequence().new_tree(&mut runner).unwrap().current();
        run(&steps).count(&mut reached);
        missing.retain(|what| !reached.contains_key(what));
        if missing.is_empty() {
            break;
        }
    }
    assert!(missing.is_empty(), "never reached: {missing:?}; reached: {reached:#?}");
}
