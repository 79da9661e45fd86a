//! What a term of the simulated market publishes, as time passes.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::market::sim::{STEP_MILLIS, step_at};
use plumbline_core::time::UnixMillis;

use super::super::gate::{Gate, SILENT_MAX};
use super::SimFeed;
use crate::clock::Clock;
use crate::supervision::Supervisor;

/// What a term has still to publish.
#[derive(Debug)]
pub(super) struct Due {
    gate: Gate,
    /// The last step that was published; `None` until the newest quotes of all instruments are published, which closed
    /// markets do not get with a step.
    done: Option<i64>,
}

impl Due {
    pub const fn new(gate: Gate) -> Self {
        Self { gate, done: None }
    }

    /// Publishes what is due; what a closed gate would refuse waits. False if the feed does not keep up.
    pub fn publish(&mut self, feed: &SimFeed, now: UnixMillis) -> bool {
        if !self.gate.is_open() {
            // Closed markets had their last quotes meanwhile: the newest ones are due again.
            self.done = None;
            return false;
        }
        let mut done = self.done.unwrap_or_else(|| {
            feed.publish_newest(&mut self.gate, now);
            step_at(now)
        });
        let keeps_up = feed.publish_due(&mut self.gate, &mut done, now);
        self.done = self.gate.is_open().then_some(done);
        keeps_up
    }

    /// Publishes step by step until `supervisor` stops.
    async fn run(mut self, part: &'static str, feed: &SimFeed, clock: &Clock, supervisor: &Supervisor) {
        let mut steps = tokio::time::interval(Duration::from_millis(STEP_MILLIS.unsigned_abs()));
        steps.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let pulse = supervisor.pulse(part, SILENT_MAX);
        while supervisor.stopping().run_until_cancelled(steps.tick()).await.is_some() {
            if self.publish(feed, clock.now()) {
                pulse.beat();
            }
        }
    }
}

/// Publishes the newest quotes at once, and continues in a task until `supervisor` stops.
pub fn start(part: &'static str, feed: Arc<SimFeed>, gate: Gate, clock: Clock, supervisor: &Supervisor) {
    let mut due = Due::new(gate);
    due.publish(&feed, clock.now());
    let watching = supervisor.clone();
    supervisor.spawn(part, async move { due.run(part, &feed, &clock, &watching).await });
}

#[cfg(test)]
mod tests {
    use plumbline_core::market::sim::Sim;

    use super::*;
    use crate::db::Db;
    use crate::market::Calendars;
    use crate::testing::{leadership, market};

    /// A Saturday, on which no step of a share is due.
    const WEEKEND: UnixMillis = UnixMillis(1_795_208_340_000 + UnixMillis::DAY);

    #[tokio::test]
    async fn what_a_term_has_to_publish_waits_while_the_clock_of_its_server_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("t.db").display())).await.unwrap();
        let (market, calendars) = (market(&db, 20).await, Arc::new(Calendars::load(false).unwrap()));
        let all = market.catalog.all();
        let feed = SimFeed::new(Sim::new(7, 1), all, &market.catalog, &market.rules, calendars, WEEKEND);
        let clock = Clock::wrong(0);
        let mut due = Due::new(Gate::new(market.clone(), leadership(&db, &clock).await, 1));
        let quoted = || market.catalog.all().iter().filter(|i| market.latest(i.id).is_some()).count();
        clock.advance(UnixMillis::HOUR);
        assert!(!due.publish(&feed, WEEKEND.plus(UnixMillis::HOUR)) && quoted() == 0);
        assert_eq!(due.done, None);
        clock.advance(-UnixMillis::HOUR);
        assert!(due.publish(&feed, WEEKEND));
        assert_eq!((quoted(), due.done), (all.len(), Some(step_at(WEEKEND))));
        clock.advance(UnixMillis::HOUR);
        assert!(!due.publish(&feed, WEEKEND.plus(UnixMillis::HOUR)));
        clock.advance(-UnixMillis::HOUR);
        assert!(due.publish(&feed, WEEKEND.plus(6_000)));
        assert_eq!(due.done, Some(step_at(WEEKEND.plus(6_000))), "from the newest quotes on");
        db.close().await;
    }
}
