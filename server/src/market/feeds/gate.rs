//! The one way onto the board: every tick of every feed passes the fence of its instrument.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Fence, Tick};

use crate::market::Market;

/// A feed that has published nothing for so long, though something was due, stands still.
pub const SILENT_MAX: Duration = Duration::from_secs(10);

/// The fences of one feed.
#[derive(Debug)]
pub struct Gate {
    market: Arc<Market>,
    fences: HashMap<InstrumentId, Fence>,
}

impl Gate {
    pub fn new(market: Arc<Market>) -> Self {
        Self { market, fences: HashMap::new() }
    }

    /// Publishes a tick, or refuses and counts it; says which. What is refused leaves the last good quote to grow stale.
    pub fn offer(&mut self, tick: Tick) -> bool {
        let is_traded = self.market.catalog.get(tick.instrument).is_none_or(|instrument| instrument.tradable);
        match self.fences.entry(tick.instrument).or_default().check(&tick, is_traded) {
            Ok(()) => {
                metrics::counter!("plumbline_ticks_total").increment(1);
                self.market.publish(&tick);
                true
            }
            Err(nonsense) => {
                metrics::counter!("plumbline_ticks_refused_total", "reason" => nonsense.code()).increment(1);
                tracing::warn!(feed = %tick.feed, seq = tick.seq, instrument = %tick.instrument,
                    reason = nonsense.code(), "a tick was refused");
                false
            }
        }
    }
}
