//! The sources of prices. A feed publishes ticks through its [`Gate`], and has its own past data.

mod classes;
mod companies;
mod currencies;
mod epochs;
mod gate;
mod history;
mod interest;
pub mod relay;
pub mod replay;
mod sim;
mod spec;

pub use sim::brings as simulates;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::sim::{Announced, AuctionState, Planned, Sim};
use plumbline_core::market::{AuctionHours, Bar, Instrument, Restraint};
use plumbline_core::time::UnixMillis;
use thiserror::Error;

pub use gate::Gate;
pub use history::FeedHistory;
pub use replay::{Playback, ReplayError, ReplayFeed, ReplayRate};
pub use sim::SimFeed;
pub use spec::{FeedSpec, FeedSpecError};

use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::leader::Leadership;
use crate::market::day_seeds::DaySeeds;
use crate::market::{Calendars, Catalog, InstrumentSeed, Market, Rules};
use crate::server_key::ServerKey;
use crate::supervision::Supervisor;
use replay::Series;

/// A feed whose recordings have been read, so that its instruments are known.
#[derive(Debug)]
pub enum FeedSource {
    Sim { seed: u64 },
    Replay { folder: PathBuf, recorded: Vec<Series> },
}

impl FeedSource {
    /// Reads the feed that `spec` names. Invalid rows of a recording are skipped and logged.
    pub fn read(spec: &FeedSpec) -> Result<Self, ReplayError> {
        match spec {
            FeedSpec::Sim { seed } => Ok(Self::Sim { seed: *seed }),
            FeedSpec::Replay { folder } => {
                let (recorded, problems) = replay::read(folder)?;
                problems.iter().for_each(replay::Problem::log);
                Ok(Self::Replay { folder: folder.clone(), recorded })
            }
        }
    }

    /// The feed's name, which every tick carries.
    pub fn name(&self) -> String {
        match self {
            Self::Sim { seed } => Sim::feed(*seed),
            Self::Replay { folder, recorded } => replay::name(folder, recorded),
        }
    }

    /// True if the feed has quotes of the instrument.
    fn brings(&self, instrument: &Instrument) -> bool {
        match self {
            Self::Sim { .. } => sim::brings(instrument),
            Self::Replay { recorded, .. } => recorded.iter().any(|series| series.is_of(instrument)),
        }
    }

    /// The feed's instruments that `known` lacks.
    pub fn new_instruments(&self, known: &[InstrumentSeed]) -> Vec<InstrumentSeed> {
        match self {
            Self::Sim { .. } => Vec::new(),
            Self::Replay { recorded, .. } => replay::new_instruments(recorded, known),
        }
    }
}

/// A feed that the market runs on.
#[derive(Clone, Debug)]
enum Feed {
    Sim {
        feed: Arc<SimFeed>,
        name: String,
        /// The parameters that its ticks are a function of.
        described: String,
    },
    Replay(Arc<ReplayFeed>),
}

impl Feed {
    fn history(&self) -> Arc<dyn FeedHistory> {
        match self {
            Self::Sim { feed, .. } => feed.clone(),
            Self::Replay(feed) => feed.clone(),
        }
    }
}

/// The parts of the server that feeds need.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub catalog: &'a Catalog,
    pub rules: &'a Rules,
    pub calendars: &'a Arc<Calendars>,
    pub playback: Playback,
    /// The key from which the seeds of the simulated market's days are made.
    pub key: &'a ServerKey,
    pub now: UnixMillis,
}

/// All feeds that the market runs on. Each has its own epochs, fences and pulse, and an instrument belongs to one feed.
#[derive(Debug, Default)]
pub struct Feeds {
    /// Each with the name of its supervised part; the names live as long as the process.
    feeds: Vec<(&'static str, Feed)>,
    routes: HashMap<InstrumentId, usize>,
    /// The seeds of the days, if a market is simulated.
    day_seeds: Option<DaySeeds>,
}

#[derive(Debug, Error)]
pub enum FeedError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Feeds {
    /// Opens the feeds; an instrument's quotes come from the first source that has it.
    pub async fn open(db: &Db, sources: Vec<FeedSource>, on: Ground<'_>) -> Result<Self, FeedError> {
        let mut feeds = Self::default();
        if sources.iter().any(|source| matches!(source, FeedSource::Sim { .. })) {
            feeds.day_seeds = Some(DaySeeds::open(db, on.key, on.now).await?);
        }
        for source in sources {
            feeds.add(source, on)?;
        }
        Ok(feeds)
    }

    fn add(&mut self, source: FeedSource, on: Ground<'_>) -> Result<(), FeedError> {
        let Ground { catalog, rules, calendars, playback, now, .. } = on;
        let free = catalog.all().iter().filter(|instrument| !self.routes.contains_key(&instrument.id));
        let brought: Vec<Arc<Instrument>> = free.filter(|instrument| source.brings(instrument)).cloned().collect();
        self.routes.extend(brought.iter().map(|instrument| (instrument.id, self.feeds.len())));
        let name = source.name();
        let feed = match source {
            FeedSource::Sim { seed } => {
                let described = sim::description(
                    &brought,
                    rules,
                    calendars,
                    now,
                    self.day_seeds.as_ref().map(DaySeeds::description),
                );
                // The gate gives ticks the epoch of their run.
                let sim = Sim::new(seed, 0);
                let sim = self.day_seeds.as_ref().map_or(sim.clone(), |seeds| sim.with_days(seeds.days()));
                let feed = Arc::new(SimFeed::new(sim, &brought, catalog, rules, calendars.clone(), now));
                Feed::Sim { feed, name: name.clone(), described }
            }
            FeedSource::Replay { folder, mut recorded } => {
                recorded.retain(|series| brought.iter().any(|instrument| series.is_of(instrument)));
                let steps = |i: &Instrument| rules.tick_sizes(i, &calendars.of(i).at(now).day);
                Feed::Replay(Arc::new(ReplayFeed::new(&folder, recorded, playback, catalog, steps)?))
            }
        };
        self.feeds.push((Box::leak(format!("feed {name}").into_boxed_str()), feed));
        Ok(())
    }

    /// The past of all feeds.
    pub fn history(&self) -> Arc<dyn FeedHistory> {
        let feeds = self.feeds.iter().map(|(_, feed)| feed.history()).collect();
        Arc::new(Routed { feeds, routes: self.routes.clone() })
    }

    /// Reads the seeds of days as they are published, until the server stops.
    pub fn follow_days(&self, db: &Db, clock: &Clock, supervisor: &Supervisor) {
        if let Some(day_seeds) = &self.day_seeds {
            day_seeds.clone().start(db.clone(), clock.clone(), supervisor);
        }
    }

    /// Publishes quotes before it returns, and new ones until `supervisor` stops or the lease ends.
    ///
    /// # Errors
    /// The run of a recording cannot be numbered.
    pub async fn start(
        &self,
        db: &Db,
        market: &Arc<Market>,
        clock: &Clock,
        leadership: &Leadership,
        supervisor: &Supervisor,
    ) -> Result<(), DbError> {
        for (part, feed) in &self.feeds {
            let gate = async |name: &str, described: Option<&str>| {
                let epoch = epochs::begin(db, name, described, clock.now()).await?;
                Ok::<_, DbError>(Gate::new(market.clone(), leadership.clone(), epoch))
            };
            match feed {
                Feed::Sim { feed, name, described } => {
                    // An earlier leader may have had another catalog, and so another run.
                    let gate = gate(name, Some(described)).await?;
                    sim::due::start(part, feed.clone(), gate, clock.clone(), supervisor);
                }
                Feed::Replay(feed) => {
                    // Each run numbers its ticks anew.
                    let gate = gate(feed.name(), None).await?;
                    replay::start(part, feed.clone(), gate, clock.clone(), supervisor);
                }
            }
        }
        Ok(())
    }
}

/// Reads the past of an instrument from its feed.
#[derive(Debug)]
struct Routed {
    feeds: Vec<Arc<dyn FeedHistory>>,
    routes: HashMap<InstrumentId, usize>,
}

impl Routed {
    fn of(&self, instrument: &Instrument) -> Option<&dyn FeedHistory> {
        self.feeds.get(*self.routes.get(&instrument.id)?).map(AsRef::as_ref)
    }
}

impl FeedHistory for Routed {
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar> {
        self.of(instrument)?.bar(instrument, from, to)
    }

    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)> {
        self.of(instrument)?.last_before(instrument, at)
    }

    fn begins(&self, instrument: &Instrument) -> Option<UnixMillis> {
        self.of(instrument)?.begins(instrument)
    }

    fn settled(&self, instrument: &Instrument, at: UnixMillis) -> bool {
        self.of(instrument).is_none_or(|feed| feed.settled(instrument, at))
    }

    fn open_interest(&self, instrument: &Instrument, at: UnixMillis) -> Option<i64> {
        self.of(instrument)?.open_interest(instrument, at)
    }

    fn announced(&self, instrument: &Instrument, since: UnixMillis, now: UnixMillis) -> Vec<(Planned, Announced)> {
        self.of(instrument).map(|feed| feed.announced(instrument, since, now)).unwrap_or_default()
    }

    fn auction(&self, instrument: &Instrument, hours: &AuctionHours, now: UnixMillis) -> Option<AuctionState> {
        self.of(instrument)?.auction(instrument, hours, now)
    }

    fn restraint(&self, instrument: &Instrument, now: UnixMillis) -> Option<Restraint> {
        self.of(instrument)?.restraint(instrument, now)
    }

    fn pause(&self, instrument: &Instrument, now: UnixMillis) -> Option<Restraint> {
        self.of(instrument)?.pause(instrument, now)
    }

    fn now(&self, instrument: &Instrument, now: UnixMillis) -> UnixMillis {
        self.of(instrument).map_or(now, |feed| feed.now(instrument, now))
    }
}
