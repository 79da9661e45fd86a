//! A whole list of five thousand rows, which the server writes and compresses once a second for all callers, against
//! writing its rows anew for each call. Both run in this process and in the same rounds, so that only the CPU counts.
//!
//! All rows change all the time, so that the list differs in each second, which its tags prove. Its cost a second
//! hardly depends on the number of callers; the cost of the reference grows with each call. A ratio of the two
//! therefore holds for one number of calls a second.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::to_bytes;
use axum::extract::State;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use clap::{Args, FromArgMatches};
use plumbline::app::App;
use plumbline::clock::Clock;
use plumbline::config::Config;
use plumbline::http::{Language, Origin, Params, TrustedProxies};
use plumbline::identity::CurrentSession;
use plumbline::market::list::{Asker, whole};
use plumbline::market::stock_row::Rows;
use plumbline::watchlist::{self, store};
use plumbline_core::ids::{AccountId, InstrumentId, SessionId};
use plumbline_core::market::Instrument;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::process::own_cpu_seconds;
use crate::push::ticks::{Dice, now, tick};
use crate::stats::{median, verdict};

#[derive(Args)]
pub struct Options {
    /// Alternating rounds, of which the medians are taken.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of each measurement: the list is written anew in each.
    #[arg(long, default_value_t = 6)]
    seconds: u64,
    /// Calls a second that the verdict is of.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    calls: u32,
}

/// Instruments that the bench lists, beside those of the catalog.
const INSTRUMENTS: usize = 5_000;
const MARKET: &str = "HK";
/// The customer whose watchlist is read.
const CUSTOMER: CurrentSession = CurrentSession { account_id: AccountId(1), session_id: SessionId(1) };
/// The time between two changes of all rows.
const CHANGE: Duration = Duration::from_millis(250);
/// The time for which the server keeps a list.
const KEPT: Duration = Duration::from_secs(1);
/// Two days of bars for each instrument.
const BARS: &str = "timestamp,open,high,low,close,volume\n2024-03-01,10,11,9,10,1000\n2024-03-04,10,11,9,10,1000\n";

struct Venue {
    runtime: Runtime,
    app: App,
    _folder: tempfile::TempDir,
}

/// The microseconds of CPU of a measurement, without those that the process uses by itself.
struct Figure {
    /// For each call.
    call: f64,
    /// For each list that was written.
    list: f64,
    /// The number of these lists.
    lists: usize,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let venue = Venue::open()?;
    venue.trade();
    let (time, pause) = (Duration::from_secs(options.seconds), Duration::from_secs(1) / options.calls);
    let [mut anew, mut shared, mut handed, mut watched, mut watched_anew]: [Vec<Figure>; 5] = Default::default();
    println!("{} rows, {} bytes when they are written", venue.listed().len(), venue.write()?);
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        anew.push(venue.measure(time, pause, async || venue.write().map(|bytes| bytes.to_string()))?);
        shared.push(venue.measure(time, pause, async || venue.ask().await)?);
        handed.push(venue.measure(time, Duration::ZERO, async || venue.ask().await)?);
        watched.push(venue.measure(time, pause, async || venue.ask_watchlist().await)?);
        watched_anew.push(venue.measure(time, pause, async || venue.write_watchlist())?);
    }
    let fewest = shared.iter().chain(&handed).map(|figure| figure.lists).min().unwrap_or_default();
    // A call may just miss the end of the list before.
    if (fewest as u128) < time.as_millis() / (KEPT + pause).as_millis() {
        return Err(format!("{fewest} lists in {} seconds: they were not written anew", options.seconds).into());
    }
    let of = |figures: &[Figure], figure: fn(&Figure) -> f64| median(figures.iter().map(figure).collect());
    let print = |what: &str, micros: f64| println!("  {what:<58} {micros:>8.0} µs of CPU");
    print("its rows written, a call", of(&anew, |figure| figure.call));
    print("written, compressed and told for a second, a list", of(&shared, |figure| figure.list));
    print("told without a pause, a call", of(&handed, |figure| figure.call));
    print("a watchlist of 500 rows told at that rate, a call", of(&watched, |figure| figure.call));
    print("its rows written, a call", of(&watched_anew, |figure| figure.call));
    println!("  {:<58} {fewest:>8} in {} s", "lists that were written, at least", options.seconds);
    let ratio = median(shared.iter().zip(&anew).map(|(one, other)| one.call / other.call).collect());
    let calls = f64::from(options.calls);
    verdict(&format!("{calls} calls a second, x writing the rows for each"), ratio, 0.5, false);
    // The cost of a list is nearly the same at any rate.
    println!("  {:<58} {:>8.1}", "calls a second from which that is below 0.5", calls * ratio / 0.5);
    println!("  {:<58} {:>8.1}", "calls a second from which it is below 1", calls * ratio);
    Ok(())
}

fn is_listed(instrument: &Instrument) -> bool {
    instrument.market.code() == MARKET
}

impl Venue {
    fn open() -> Result<Self, Failure> {
        let (runtime, folder) = (Runtime::new()?, tempfile::tempdir()?);
        let bars = folder.path().join("bars");
        std::fs::create_dir(&bars)?;
        for number in 0..INSTRUMENTS {
            std::fs::write(bars.join(format!("{MARKET}-T{number:04}.csv")), BARS)?;
        }
        let feed = format!("replay:{}", bars.display());
        let data = folder.path().join("data");
        std::fs::create_dir(&data)?;
        let flags = ["plumbline", "--data-dir", &data.display().to_string(), "--feed", &feed];
        let matches = Config::augment_args(clap::Command::new("plumbline")).try_get_matches_from(flags)?;
        let app = runtime.block_on(App::start(Config::from_arg_matches(&matches)?, Clock::System))?;
        let venue = Self { runtime, app, _folder: folder };
        venue.runtime.block_on(venue.watch())?;
        Ok(venue)
    }

    /// Fills a customer's watchlist to its limit.
    async fn watch(&self) -> Result<(), Failure> {
        let mut tx = self.app.db.begin().await?;
        for (id, instrument) in (1..=store::MAX).zip(self.listed()) {
            store::add(&mut tx, id, CUSTOMER.account_id, instrument, self.app.clock.now()).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Makes that customer's call, without compression; returns the number of bytes.
    async fn ask_watchlist(&self) -> Result<String, Failure> {
        let lists = State(self.app.watchlists.clone());
        let answer = watchlist::list::list(lists, CUSTOMER, Language::English).await;
        let answer = answer.map_err(|refusal| format!("a watchlist was refused: {}", refusal.word))?;
        Ok(to_bytes(answer.into_body(), usize::MAX).await?.len().to_string())
    }

    /// Writes the rows of the watchlist anew; returns the number of bytes.
    fn write_watchlist(&self) -> Result<String, Failure> {
        let asker = self.asker();
        let rows = Rows::new(&asker.market, asker.language, asker.snapshot.taken_at);
        let listed = asker.snapshot.all.iter().filter(|quoted| is_listed(&quoted.instrument));
        let list: Vec<_> = listed.take(usize::try_from(store::MAX)?).map(|quoted| rows.row(quoted)).collect();
        Ok(serde_json::to_vec(&list)?.len().to_string())
    }

    fn asker(&self) -> Asker {
        let market = self.app.market.clone();
        let snapshot = market.snapshot(self.app.clock.now());
        Asker { market, snapshot, watched: HashSet::new(), language: Language::English }
    }

    /// Changes all rows, again and again. Only the board is notified: bars and their cost are not measured.
    fn trade(&self) {
        let market = self.app.market.clone();
        let listed = self.listed();
        std::thread::spawn(move || {
            let (mut dice, feed, mut made): (_, Arc<str>, _) = (Dice::new(7), "bench:7".into(), 0);
            loop {
                for id in &listed {
                    made += 1;
                    let (tick, day) = tick(&mut dice, &feed, usize::try_from(id.0).unwrap_or_default(), made, now());
                    market.board.publish(&tick, day);
                }
                std::thread::sleep(CHANGE);
            }
        });
    }

    fn listed(&self) -> Vec<InstrumentId> {
        let quoted = &self.asker().snapshot.all;
        quoted.iter().map(|quoted| &quoted.instrument).filter(|of| is_listed(of)).map(|of| of.id).collect()
    }

    /// Makes the call as the router does, to the last byte; returns the list's tag.
    async fn ask(&self) -> Result<String, Failure> {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br"))]);
        let (of, request) = (json!({ "market": MARKET }), json!({}));
        let (of, request) = (Params(serde_json::from_value(of)?), Params(serde_json::from_value(request)?));
        let origin = Origin::peer(IpAddr::from(Ipv4Addr::LOCALHOST));
        let answer = whole(self.asker(), State(TrustedProxies::new(&[])), origin, headers, of, request).await;
        let answer = answer.map_err(|refusal| format!("a list was refused: {}", refusal.word))?;
        let tag = answer.headers().get(ETAG).map(|tag| tag.to_str().map(str::to_owned)).transpose()?;
        if answer.status() != StatusCode::OK || !answer.headers().contains_key(CONTENT_ENCODING) {
            return Err(format!("a list was answered {:?}", answer.headers()).into());
        }
        to_bytes(answer.into_body(), usize::MAX).await?;
        tag.ok_or_else(|| "a list has no tag".into())
    }

    /// Writes the rows of that list anew; returns the number of bytes.
    fn write(&self) -> Result<usize, Failure> {
        let asker = self.asker();
        let rows = Rows::new(&asker.market, asker.language, asker.snapshot.taken_at);
        let of_market = asker.snapshot.all.iter().filter(|quoted| is_listed(&quoted.instrument));
        let list: Vec<_> = of_market.map(|quoted| rows.row(quoted)).collect();
        Ok(serde_json::to_vec(&json!({ "code": 200, "msg": "Success", "data": { "list": () } }))?.len()
            + serde_json::to_vec(&list)?.len())
    }

    /// Calls at an even pace, or one after the other where there is no pause. Each call returns a name of its list.
    fn measure(
        &self,
        time: Duration,
        pause: Duration,
        call: impl AsyncFn() -> Result<String, Failure>,
    ) -> Result<Figure, Failure> {
        let (idle, began) = (own_cpu_seconds()?, Instant::now());
        std::thread::sleep(time / 2);
        let idle = (own_cpu_seconds()? - idle) / began.elapsed().as_secs_f64();
        let (cpu, began, mut calls, mut told) = (own_cpu_seconds()?, Instant::now(), 0, HashSet::new());
        while began.elapsed() < time {
            told.insert(self.runtime.block_on(call())?);
            calls += 1;
            std::thread::sleep((pause * calls).saturating_sub(began.elapsed()));
        }
        let seconds = began.elapsed().as_secs_f64();
        let cpu = (own_cpu_seconds()? - cpu - idle * seconds).max(0.0) * 1e6;
        Ok(Figure { call: cpu / f64::from(calls), list: cpu / told.len() as f64, lists: told.len() })
    }
}
