//! Where prices come from. A feed publishes ticks through its [`Gate`], and knows its own past.

mod currencies;
pub mod epochs;
mod gate;
mod history;
pub mod replay;
mod sim;
mod spec;

use std::path::PathBuf;
use std::sync::Arc;

use plumbline_core::market::Instrument;
use plumbline_core::market::sim::Sim;
use plumbline_core::time::UnixMillis;

pub use gate::Gate;
pub use history::FeedHistory;
pub use replay::{Playback, ReplayError, ReplayFeed, ReplayRate};
pub use sim::SimFeed;
pub use spec::{FeedSpec, FeedSpecError};

use crate::clock::Clock;
use crate::market::{Catalog, Hours, InstrumentSeed, Market, Rules};
use crate::supervision::Supervisor;
use replay::Series;

/// A feed of which the recordings have been read: it can say which instruments it brings.
#[derive(Debug)]
pub enum FeedSource {
    Sim { seed: u64 },
    Replay { folder: PathBuf, recorded: Vec<Series> },
}

impl FeedSource {
    /// Reads what `spec` names. Rows of a recording that make no sense are skipped and logged.
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

    /// The feed's name, which stands on every tick.
    pub fn name(&self) -> String {
        match self {
            Self::Sim { seed } => Sim::feed(*seed),
            Self::Replay { folder, recorded } => replay::name(folder, recorded),
        }
    }

    /// What the ticks are a function of; `None` when each run numbers them anew.
    pub fn description(&self, catalog: &Catalog, rules: &Rules, hours: &Hours, now: UnixMillis) -> Option<String> {
        match self {
            Self::Sim { .. } => Some(sim::description(catalog, rules, hours, now)),
            Self::Replay { .. } => None,
        }
    }

    /// Instruments that `known` lacks.
    pub fn new_instruments(&self, known: &[InstrumentSeed]) -> Vec<InstrumentSeed> {
        match self {
            Self::Sim { .. } => Vec::new(),
            Self::Replay { recorded, .. } => replay::new_instruments(recorded, known),
        }
    }
}

/// The feed that the market runs on.
#[derive(Clone, Debug)]
pub enum Feed {
    Sim(Arc<SimFeed>),
    Replay(Arc<ReplayFeed>),
}

impl Feed {
    /// `epoch` is this run's (see [`epochs`]).
    pub fn open(
        source: FeedSource,
        epoch: i64,
        playback: Playback,
        catalog: &Catalog,
        rules: &Rules,
        hours: &Arc<Hours>,
        now: UnixMillis,
    ) -> Result<Self, ReplayError> {
        Ok(match source {
            FeedSource::Sim { seed } => {
                Self::Sim(Arc::new(SimFeed::new(Sim::new(seed, epoch), catalog, rules, hours.clone(), now)))
            }
            FeedSource::Replay { folder, recorded } => {
                let steps = |i: &Instrument| rules.tick_sizes(i, &hours.at(i.market, now).day);
                Self::Replay(Arc::new(ReplayFeed::new(&folder, recorded, epoch, playback, catalog, steps)?))
            }
        })
    }

    pub fn history(&self) -> Arc<dyn FeedHistory> {
        match self {
            Self::Sim(feed) => feed.clone(),
            Self::Replay(feed) => feed.clone(),
        }
    }

    /// There are quotes when this returns, and new ones until the server stops.
    pub fn start(self, market: Arc<Market>, clock: Clock, supervisor: &Supervisor) {
        match self {
            Self::Sim(feed) => sim::start(feed, market, clock, supervisor),
            Self::Replay(feed) => replay::start(feed, market, clock, supervisor),
        }
    }
}
