//! Recomputes the simulated market's past from public data alone: the public seed, and the seeds of ended days.

use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use jiff::Timestamp;
use plumbline_core::decimal::Price;
use plumbline_core::market::sim::Sim;
use plumbline_core::market::{AuctionHours, Instrument, Market, SessionCalendar, TradingDay};
use plumbline_core::time::UnixMillis;

use crate::market::day_seeds::published;
use crate::market::feeds::SimFeed;
use crate::market::{AuctionStocks, Calendars, Catalog, FeedHistory, Rules};

/// Which instrument, when, and by which seeds.
#[derive(Args, Debug)]
pub struct RecomputeArgs {
    /// Market of the instrument, such as UsStock.
    market: String,

    /// Code of the instrument, such as AAPL.
    code: String,

    /// Files with the replies of GET /market/daySeeds, one for each page, of all pages.
    #[arg(required = true, value_name = "FILE")]
    day_seeds: Vec<PathBuf>,

    /// First moment, as 2026-11-20T15:00:00Z.
    #[arg(long, value_name = "MOMENT")]
    from: Timestamp,

    /// End of the time, which is not included.
    #[arg(long, value_name = "MOMENT")]
    to: Timestamp,

    /// Print every tick instead of the bars of minutes.
    #[arg(long)]
    ticks: bool,

    /// Print the auctions that opened the instrument's days or reopened it after a pause, instead of the bars of
    /// minutes.
    #[arg(long, conflicts_with = "ticks")]
    auctions: bool,

    /// Public seed: SEED of the server's feed sim:SEED.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// True if the server keeps every market open at any hour.
    #[arg(long, default_value_t = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    open_around_the_clock: bool,
}

/// Prints the bars of minutes, the ticks or the auctions as lines of CSV. The columns of bars are those of a recording,
/// which `--feed replay:DIR` plays.
pub fn recompute(args: &RecomputeArgs) -> Result<(), Box<dyn Error>> {
    let [from, to] = [args.from, args.to].map(|moment| UnixMillis(moment.as_millisecond()));
    let pages = args.day_seeds.iter().map(|file| {
        let named = |error: String| format!("{}: {error}", file.display());
        let text = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
        published::page(&text).map_err(|error| named(error.to_string()))
    });
    let days = published::days(pages.collect::<Result<_, String>>()?)?;
    if to > days.known_until() {
        let until = Timestamp::from_millisecond(days.known_until().0)?;
        return Err(format!("the seeds are known for what happened before {until}").into());
    }
    let calendars = Arc::new(Calendars::load(args.open_around_the_clock)?);
    let (catalog, rules) = (Catalog::embedded(&calendars, from)?, Rules::load()?);
    let market = Market::from_code(&args.market).ok_or_else(|| format!("there is no market {}", args.market))?;
    let instrument = catalog.find(market, &args.code);
    let instrument = instrument.ok_or_else(|| format!("there is no {} in {}", args.code, args.market))?;
    let sim = Sim::new(args.seed, 0).with_days(Arc::new(days));
    let feed = SimFeed::new(sim, catalog.all(), &catalog, &rules, calendars.clone(), from);
    let out = csv::Writer::from_writer(io::stdout().lock());
    if args.auctions {
        let opens = AuctionStocks::of(&catalog, &rules).contains(instrument);
        let hours = calendars.of(instrument);
        let days = hours.calendar().map(SessionCalendar::days).unwrap_or_default();
        let days = days.iter().filter(|day| from <= day.opens && day.closes < to);
        let held = days.flat_map(|day| {
            let rule = rules.offers.auction(market, &day.date.to_string()).filter(|_| opens);
            auctions_of(day, rule.and_then(|rule| rule.on(day.date, hours.zone())), &feed, instrument)
        });
        return auctions(held, &feed, instrument, out);
    }
    if args.ticks { ticks(&feed, instrument, from, to, out) } else { minutes(&feed, instrument, from, to, out) }
}

fn ticks(
    feed: &SimFeed,
    instrument: &Instrument,
    from: UnixMillis,
    to: UnixMillis,
    mut out: csv::Writer<impl Write>,
) -> Result<(), Box<dyn Error>> {
    out.write_record(["timestamp", "seq", "bid", "bidSize", "ask", "askSize", "last", "volume"])?;
    for tick in feed.ticks(instrument, from, to) {
        let (time, seq) = (moment(tick.exchange_time)?, tick.seq.to_string());
        let [bid, ask, last] = [tick.bid(), tick.ask(), tick.last].map(|price| price.to_string());
        let [bid_size, ask_size, volume] = [tick.bid_size(), tick.ask_size(), tick.volume].map(|size| size.to_string());
        out.write_record([time, seq, bid, bid_size, ask, ask_size, last, volume])?;
    }
    Ok(out.flush()?)
}

/// The hours of the auctions of a day: the opening one, and the one that ends its pause.
fn auctions_of(
    day: &TradingDay,
    opening: Option<AuctionHours>,
    feed: &SimFeed,
    instrument: &Instrument,
) -> impl Iterator<Item = (&'static str, AuctionHours)> {
    let pause = feed.pause(instrument, day.closes);
    let reopening = pause.and_then(|pause| AuctionHours::reopening(&pause));
    opening.map(|hours| ("opening", hours)).into_iter().chain(reopening.map(|hours| ("reopening", hours)))
}

fn auctions(
    held: impl Iterator<Item = (&'static str, AuctionHours)>,
    feed: &SimFeed,
    instrument: &Instrument,
    mut out: csv::Writer<impl Write>,
) -> Result<(), Box<dyn Error>> {
    out.write_record(["kind", "collects", "ends", "cleared", "price", "pairedVolume", "imbalance"])?;
    for (kind, hours) in held {
        // By then the first quote after the auction has come.
        let state = feed.auction(instrument, &hours, hours.ends.plus(UnixMillis::MINUTE));
        let Some((cleared_at, clearing)) = state.and_then(|state| state.cleared_at.zip(state.clearing)) else {
            continue;
        };
        let [collects, ends, cleared] = [hours.collects, hours.ends, cleared_at].map(moment);
        let (price, paired) = (clearing.price.to_string(), clearing.paired.to_string());
        out.write_record([kind, &collects?, &ends?, &cleared?, &price, &paired, &clearing.imbalance.to_string()])?;
    }
    Ok(out.flush()?)
}

fn minutes(
    feed: &SimFeed,
    instrument: &Instrument,
    from: UnixMillis,
    to: UnixMillis,
    mut out: csv::Writer<impl Write>,
) -> Result<(), Box<dyn Error>> {
    out.write_record(["timestamp", "open", "high", "low", "close", "volume"])?;
    let mut start = UnixMillis(from.0.div_euclid(UnixMillis::MINUTE) * UnixMillis::MINUTE);
    while start < to {
        let end = start.plus(UnixMillis::MINUTE);
        // From all ticks, as a receiver of them would count.
        if let Some(bar) = feed.bar_of(instrument, start, end, i64::MAX) {
            let prices = [bar.open, bar.high, bar.low, bar.close].map(|price: Price| price.to_string());
            let [open, high, low, close] = prices;
            out.write_record([moment(start)?, open, high, low, close, bar.volume.to_string()])?;
        }
        start = end;
    }
    Ok(out.flush()?)
}

fn moment(at: UnixMillis) -> Result<String, jiff::Error> {
    Ok(Timestamp::from_millisecond(at.0)?.to_string())
}
