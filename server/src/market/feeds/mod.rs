//! Where prices come from. A feed publishes ticks through its [`Gate`], and knows its own past.

mod gate;
mod sim;
mod spec;

use std::fmt::Debug;
use std::sync::Arc;

use plumbline_core::decimal::Price;
use plumbline_core::market::{Bar, Instrument, Market as MarketName};
use plumbline_core::time::UnixMillis;

pub use gate::Gate;
pub use sim::SimFeed;
pub use spec::{FeedSpec, FeedSpecError};

use crate::app::App;
use crate::market::{Catalog, Hours, Rules};

/// What a feed knows of the past.
pub trait FeedHistory: Debug + Send + Sync {
    /// What happened in `[from, to)`; `None` when the feed has nothing there.
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar>;

    /// The last price before `at`.
    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<Price>;

    /// The feed's present when the wall clock says `now`: a replay begins in the past.
    fn now(&self, now: UnixMillis) -> UnixMillis {
        now
    }
}

/// The feed that the market runs on.
#[derive(Clone, Debug)]
pub enum Feed {
    Sim(Arc<SimFeed>),
}

impl Feed {
    pub fn open(spec: &FeedSpec, catalog: &Catalog, rules: &Rules, hours: &Arc<Hours>, now: UnixMillis) -> Self {
        match spec {
            FeedSpec::Sim { seed } => {
                let today = hours.at(MarketName::UsStock, now).day;
                Self::Sim(Arc::new(SimFeed::new(*seed, catalog, rules, hours.clone(), &today)))
            }
        }
    }

    pub fn history(&self) -> Arc<dyn FeedHistory> {
        match self {
            Self::Sim(feed) => feed.clone(),
        }
    }

    /// There are quotes when this returns, and new ones until the server stops.
    pub fn start(self, app: &App) {
        match self {
            Self::Sim(feed) => sim::start(app, feed),
        }
    }
}
