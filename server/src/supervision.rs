//! Watches the parts of a server that must run as long as it does: the writer, the feed, the matcher and so on.
//!
//! A part that panics or returns before the server stops leaves a server that looks alive and does not do its work. So
//! the end of a part is logged as an error, `/readyz` names it, and the process exits with a failure, to be restarted.
//! A part that must not stall also has a [`Pulse`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Supervisor(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    stopping: CancellationToken,
    failed: CancellationToken,
    /// Parts that have something to store when the server stops.
    storing: TaskTracker,
    /// All parts that run in tasks.
    running: TaskTracker,
    parts: Arc<Mutex<Parts>>,
}

#[derive(Debug, Default)]
struct Parts {
    ended: Vec<&'static str>,
    /// The time of each part's last beat, and the longest time between two.
    pulses: BTreeMap<&'static str, (Instant, Duration)>,
}

/// Held by a part while it runs; dropped when it ends in any way.
#[derive(Debug)]
pub struct Watch {
    supervisor: Supervisor,
    part: &'static str,
}

/// A round of work every so often, until its supervisor stops.
#[derive(Clone, Debug)]
pub struct Every {
    period: Duration,
    stopping: CancellationToken,
}

/// The heartbeat of a part.
#[derive(Debug)]
pub struct Pulse {
    supervisor: Supervisor,
    part: &'static str,
    silent_max: Duration,
}

impl Supervisor {
    /// Parts may end once `stopping` is cancelled.
    pub fn new(stopping: CancellationToken) -> Self {
        Self::sharing(stopping, CancellationToken::new(), Arc::default())
    }

    fn sharing(stopping: CancellationToken, failed: CancellationToken, parts: Arc<Mutex<Parts>>) -> Self {
        let (storing, running) = (TaskTracker::new(), TaskTracker::new());
        Self(Arc::new(Shared { stopping, failed, storing, running, parts }))
    }

    /// A supervisor of parts that may end before the server does, once its own `stopping` is cancelled.
    pub fn term(&self) -> Self {
        let shared = &self.0;
        Self::sharing(shared.stopping.child_token(), shared.failed.clone(), shared.parts.clone())
    }

    /// Cancels `stopping`, and returns when all parts that run in tasks have ended.
    pub async fn end(&self) {
        self.0.stopping.cancel();
        self.0.running.close();
        self.0.running.wait().await;
        self.stored().await;
    }

    /// Runs a part in a task of its own.
    pub fn spawn(&self, part: &'static str, work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.0.running.spawn(self.watched(part, work))
    }

    /// Runs a part that has something to store when the server stops: see [`Supervisor::stored`].
    pub fn spawn_storing(&self, part: &'static str, work: impl Future<Output = ()> + Send + 'static) {
        self.0.storing.spawn(self.watched(part, work));
    }

    /// Returns once every part has stored its data; the database may be closed then. Call it when the server stops.
    pub async fn stored(&self) {
        self.0.storing.close();
        self.0.storing.wait().await;
    }

    /// Cancelled when the server begins to stop.
    pub fn stopping(&self) -> &CancellationToken {
        &self.0.stopping
    }

    /// The rounds of a part that works every `period`.
    pub fn every(&self, period: Duration) -> Every {
        Every { period, stopping: self.0.stopping.clone() }
    }

    /// A part that the caller runs.
    pub fn watched<F: Future<Output = ()>>(&self, part: &'static str, work: F) -> impl Future<Output = ()> + use<F> {
        let watch = self.watch(part);
        async move {
            let _watch = watch;
            work.await;
        }
    }

    /// For a part that is a thread: it holds this until it ends.
    pub fn watch(&self, part: &'static str) -> Watch {
        Watch { supervisor: self.clone(), part }
    }

    /// Ends the server as a part does that ends too early.
    pub fn fail(&self, part: &'static str) {
        drop(self.watch(part));
    }

    /// For a part that must not stand still for longer than `silent_max`.
    pub fn pulse(&self, part: &'static str, silent_max: Duration) -> Pulse {
        let pulse = Pulse { supervisor: self.clone(), part, silent_max };
        pulse.beat();
        pulse
    }

    /// The parts that have ended before the server stopped.
    pub fn ended(&self) -> Vec<&'static str> {
        self.parts().ended.clone()
    }

    /// The parts that have ended or stalled.
    pub fn unwell(&self) -> Vec<&'static str> {
        let parts = self.parts();
        let silent = parts.pulses.iter().filter(|(_, (last, silent_max))| last.elapsed() > *silent_max);
        parts.ended.iter().copied().chain(silent.map(|(part, _)| *part)).collect()
    }

    /// Returns once a part has ended before the server stopped.
    pub async fn failed(&self) {
        self.0.failed.cancelled().await;
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.0.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let shared = &self.supervisor.0;
        if shared.stopping.is_cancelled() {
            return;
        }
        let how = if std::thread::panicking() { "panicked" } else { "ended" };
        tracing::error!(part = self.part, how, "a part that must run has ended; the server cannot go on");
        self.supervisor.parts().ended.push(self.part);
        shared.failed.cancel();
    }
}

impl Every {
    /// Waits for the next round. False at once when its supervisor stops.
    pub async fn next(&self) -> bool {
        self.stopping.run_until_cancelled(tokio::time::sleep(self.period)).await.is_some()
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.supervisor.parts().pulses.remove(self.part);
    }
}

impl Pulse {
    pub fn beat(&self) {
        self.supervisor.parts().pulses.insert(self.part, (Instant::now(), self.silent_max));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supervisor() -> (Supervisor, CancellationToken) {
        let stopping = CancellationToken::new();
        (Supervisor::new(stopping.clone()), stopping)
    }

    #[tokio::test]
    async fn a_part_that_panics_or_returns_is_named_and_ends_the_server() {
        let (parts, _stopping) = supervisor();
        let running = parts.spawn("running", std::future::pending());
        assert!(parts.unwell().is_empty());
        assert!(parts.spawn("panics", async { panic!("on purpose") }).await.is_err());
        parts.failed().await;
        assert_eq!(parts.unwell(), ["panics"]);
        parts.spawn("returns", async {}).await.unwrap();
        assert_eq!(parts.unwell(), ["panics", "returns"]);
        running.abort();
    }

    #[tokio::test]
    async fn a_thread_is_watched_too() {
        let (parts, _stopping) = supervisor();
        let watch = parts.watch("thread");
        let thread = std::thread::spawn(move || {
            let _watch = watch;
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
        parts.failed().await;
        assert_eq!(parts.unwell(), ["thread"]);
    }

    #[tokio::test]
    async fn parts_may_end_when_the_server_stops() {
        let (parts, stopping) = supervisor();
        let part = parts.spawn("stops", stopping.clone().cancelled_owned());
        stopping.cancel();
        part.await.unwrap();
        assert!(parts.unwell().is_empty());
        assert!(!parts.0.failed.is_cancelled());
    }

    #[tokio::test]
    async fn a_term_ends_before_the_server_does_and_its_parts_are_watched_like_others() {
        let (parts, stopping) = supervisor();
        let (first, second) = (parts.term(), parts.term());
        let ended = first.stopping().clone();
        first.spawn("matcher", async move { ended.cancelled().await });
        let _pulse = second.pulse("feed", Duration::from_secs(10));
        first.end().await;
        assert!(parts.unwell().is_empty() && !parts.0.failed.is_cancelled());
        second.spawn("matcher", async {}).await.unwrap();
        parts.failed().await;
        assert_eq!(parts.unwell(), ["matcher"]);
        stopping.cancel();
        assert!(second.stopping().is_cancelled());
    }

    #[tokio::test(start_paused = true)]
    async fn rounds_end_when_the_server_stops() {
        let (parts, stopping) = supervisor();
        let every = parts.every(Duration::from_secs(60));
        let began = Instant::now();
        assert!(every.next().await && every.next().await);
        assert_eq!(began.elapsed(), Duration::from_secs(120));
        stopping.cancel();
        assert!(!every.next().await);
        assert_eq!(began.elapsed(), Duration::from_secs(120), "it does not wait any longer");
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_part_stores_at_the_stop_is_waited_for() {
        let (parts, stopping) = supervisor();
        let (every, stored) = (parts.every(Duration::from_secs(60)), Arc::new(Mutex::new(false)));
        let storing = stored.clone();
        parts.spawn_storing("stores", async move {
            while every.next().await {}
            tokio::time::sleep(Duration::from_secs(3)).await;
            *storing.lock().unwrap() = true;
        });
        stopping.cancel();
        parts.stored().await;
        assert!(*stored.lock().unwrap());
        assert!(parts.unwell().is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_part_that_stands_still_is_named_until_it_goes_on() {
        let (parts, _stopping) = supervisor();
        let pulse = parts.pulse("feed", Duration::from_secs(10));
        tokio::time::advance(Duration::from_secs(9)).await;
        assert!(parts.unwell().is_empty());
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(parts.unwell(), ["feed"]);
        pulse.beat();
        assert!(parts.unwell().is_empty());
    }
}
