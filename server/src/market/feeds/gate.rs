//! The only way onto the board: every tick of every feed passes its instrument's fence.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Fence, Tick};

use crate::leader::Leadership;
use crate::market::Market;

/// A feed that has published nothing for this long, though a tick was due, counts as stalled.
pub const SILENT_MAX: Duration = Duration::from_secs(10);

/// The fences of one feed.
#[derive(Debug)]
pub struct Gate {
    market: Arc<Market>,
    leadership: Leadership,
    /// The epoch of the run that this term publishes.
    epoch: i64,
    fences: HashMap<InstrumentId, Fence>,
}

impl Gate {
    pub fn new(market: Arc<Market>, leadership: Leadership, epoch: i64) -> Self {
        Self { market, leadership, epoch, fences: HashMap::new() }
    }

    /// True while ticks may be published. Only a leader does, so that no price is shown that orders are not decided on,
    /// and only while its clock is right: a tick dated in the future would make the next leader's look old. A feed that
    /// meets a closed gate waits with what is due.
    pub fn is_open(&self) -> bool {
        self.leadership.leads()
    }

    /// Publishes a tick, or refuses and counts it; true if published. After a refusal the last good quote stays and
    /// grows stale.
    pub fn offer(&mut self, tick: Tick) -> bool {
        if !self.is_open() {
            return false;
        }
        let tick = Tick { epoch: self.epoch, ..tick };
        let is_traded = self.market.catalog.get(tick.instrument).is_none_or(|instrument| instrument.tradable);
        let fence = self.fences.entry(tick.instrument).or_insert_with(|| fence_of(&self.market, &tick));
        match fence.check(&tick, is_traded) {
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

/// The fence of an instrument that is new to this gate: if the last leader published ticks of this run, it begins
/// behind them.
fn fence_of(market: &Market, tick: &Tick) -> Fence {
    let same_run = |newest: &Arc<Tick>| newest.feed == tick.feed && newest.epoch == tick.epoch;
    market.latest(tick.instrument).filter(same_run).map_or_else(Fence::default, |newest| Fence::behind(&newest))
}
