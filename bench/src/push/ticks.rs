//! The market of the bench: every server gets the same ticks, made in its own process.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, Tick};
use plumbline_core::time::UnixMillis;

use super::{INSTRUMENTS, TICKS_PER_SECOND};

/// Ticks are made in bursts this far apart, at instruments in a shuffled order.
const BURST: Duration = Duration::from_millis(2);

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

/// The wall clock, in Unix milliseconds: what ages of quotes are taken from.
#[allow(clippy::disallowed_methods)]
pub fn now() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Calls `publish` with ticks at the bench's rate, for ever, on a thread of its own.
pub fn start(publish: impl Fn(Arc<Tick>) + Send + 'static) {
    thread::spawn(move || {
        let (mut dice, mut made, began) = (Dice::new(7), 0u64, Instant::now());
        let feed: Arc<str> = "bench:7".into();
        loop {
            let due = (began.elapsed().as_secs_f64() * TICKS_PER_SECOND as f64) as u64;
            while made < due {
                made += 1;
                publish(Arc::new(tick(&mut dice, &feed, made)));
            }
            thread::sleep(BURST);
        }
    });
}

pub fn tick(dice: &mut Dice, feed: &Arc<str>, seq: u64) -> Tick {
    let instrument = dice.roll(INSTRUMENTS);
    let cents = 10_000 + (instrument as i64 % 300) * 100 + dice.roll(200) as i64;
    let size = Quantity::from_units(ONE * (1 + dice.roll(900) as i64));
    let level = |step: i64| Level { price: Price::from_units((cents + step) * ONE / 100), size };
    let (mut bids, mut asks) = ([Level::default(); DEPTH_LEVELS], [Level::default(); DEPTH_LEVELS]);
    (bids[0], asks[0]) = (level(-1), level(1));
    Tick {
        instrument: InstrumentId(instrument as i64),
        feed: Arc::clone(feed),
        seq: seq as i64,
        exchange_time: now(),
        received_time: now(),
        bids,
        asks,
        last: level(0).price,
        volume: Quantity::from_units(ONE * (1_000_000 + seq as i64)),
        session: Session::Regular,
    }
}
