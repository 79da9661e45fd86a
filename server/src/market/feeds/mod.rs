//! Where prices come from. A feed publishes ticks through its [`Gate`], and knows its own past.

pub mod epochs;
mod gate;
pub mod replay;
mod sim;
mod spec;

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Price;
use plumbline_core::market::sim::Sim;
use plumbline_core::market::{Bar, Instrument, Market as MarketName};
use plumbline_core::time::UnixMillis;

pub use gate::Gate;
pub use replay::{Playback, ReplayError, ReplayFeed, ReplayRate};
pub use sim::SimFeed;
pub use spec::{FeedSpec, FeedSpecError};

use crate::app::App;
use crate::market::{Catalog, Hours, InstrumentSeed, Rules};
use replay::Series;

/// A feed that has published nothing for so long, though something was due, stands still.
const SILENT_MAX: Duration = Duration::from_secs(10);

/// What a feed knows of the past.
pub trait FeedHistory: Debug + Send + Sync {
    /// What happened in `[from, to)`; `None` when the feed has nothing there.
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar>;

    /// The last tick before `at`: its time and its price.
    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)>;

    /// When the past begins; `None` when the feed knows none.
    fn begins(&self, instrument: &Instrument) -> Option<UnixMillis>;

    /// Whether what happened before `at` is known for ever as it is now.
    fn settled(&self, at: UnixMillis) -> bool;

    /// The feed's present when the wall clock says `now`: a replay begins in the past.
    fn now(&self, now: UnixMillis) -> UnixMillis {
        now
    }
}

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
        let today = hours.at(MarketName::UsStock, now).day;
        Ok(match source {
            FeedSource::Sim { seed } => {
                Self::Sim(Arc::new(SimFeed::new(Sim::new(seed, epoch), catalog, rules, hours.clone(), &today)))
            }
            FeedSource::Replay { folder, recorded } => {
                Self::Replay(Arc::new(ReplayFeed::new(&folder, recorded, epoch, playback, catalog, rules, &today)?))
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
    pub fn start(self, app: &App) {
        match self {
            Self::Sim(feed) => sim::start(app, feed),
            Self::Replay(feed) => replay::start(app, feed),
        }
    }
}
