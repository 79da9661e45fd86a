//! The market of the bench: all servers get equal ticks, made in their own processes.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use plumbline::market::DaySummary;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{DEPTH_LEVELS, Tick};
use plumbline_core::testing::{self, price, shares};
use plumbline_core::time::UnixMillis;

use super::{INSTRUMENTS, TICKS_PER_SECOND};

/// Ticks are made in bursts this far apart, at instruments in a shuffled order. A feed's packets carry several ticks
/// too; shorter bursts would mostly measure how this process falls asleep and wakes up.
const BURST: Duration = Duration::from_millis(10);

/// A small generator of equally likely numbers (SplitMix64), so that every run has the same ticks.
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub const fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

/// The wall clock, in Unix milliseconds, by which the ages of quotes are measured.
#[allow(clippy::disallowed_methods)]
pub fn now() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Calls `publish` with ticks at the bench's rate, for ever, on a thread of its own.
pub fn start(publish: impl Fn(Tick, DaySummary) + Send + 'static) {
    thread::spawn(move || {
        let (mut dice, mut made, began) = (Dice::new(7), 0u64, Instant::now());
        let feed: Arc<str> = "bench:7".into();
        loop {
            let due = (began.elapsed().as_secs_f64() * TICKS_PER_SECOND as f64) as u64;
            let now = now();
            while made < due {
                made += 1;
                let instrument = dice.roll(INSTRUMENTS);
                let (tick, day) = tick(&mut dice, &feed, instrument, made, now);
                publish(tick, day);
            }
            thread::sleep(BURST);
        }
    });
}

/// A tick whose price, sizes and changes differ from those before, and its day.
pub fn tick(dice: &mut Dice, feed: &Arc<str>, instrument: usize, seq: u64, now: UnixMillis) -> (Tick, DaySummary) {
    let close = 10_000 + (instrument as i64 % 300) * 100;
    let cents = close + dice.roll(200) as i64;
    let (least, volume) = (1 + dice.roll(900) as i64, shares(1_000_000 + seq as i64));
    let side = |direction: i64| {
        testing::side(
            (1..).take(DEPTH_LEVELS).map(|behind| (price(cents + direction * behind), shares(least + behind))),
        )
    };
    let tick = Tick {
        feed: Arc::clone(feed),
        seq: seq as i64,
        bids: side(-1),
        asks: side(1),
        last: price(cents),
        volume,
        ..testing::tick_at(InstrumentId(instrument as i64), now)
    };
    let day = DaySummary {
        began: UnixMillis(0),
        previous_close: price(close),
        open: price(close),
        high: price(close + 200),
        low: price(close),
        volume,
    };
    (tick, day)
}
