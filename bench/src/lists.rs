//! A whole list of five thousand rows, which the server writes and compresses once a second for all callers, against
//! writing its rows anew for each call. Both in this process and in the same rounds, so that only the CPU counts.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use axum::body::to_bytes;
use axum::extract::State;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use clap::{Args, FromArgMatches};
use plumbline::app::App;
use plumbline::clock::Clock;
use plumbline::config::Config;
use plumbline::http::{Language, Origin, Params, TrustedProxies};
use plumbline::market::list::{Asker, whole};
use plumbline::market::stock_row::Rows;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::process::own_cpu_seconds;
use crate::stats::{median, verdict};

#[derive(Args)]
pub struct Options {
    /// Alternating rounds, of which the medians are taken.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of each measurement: the list is written anew in each.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
}

/// Instruments that the bench lists, beside those of the catalog.
const INSTRUMENTS: usize = 5_000;
const MARKET: &str = "HK";
/// Calls a second of a quiet server.
const QUIET: u64 = 10;
/// Two days of each.
const BARS: &str = "timestamp,open,high,low,close,volume\n2024-03-01,10,11,9,10,1000\n2024-03-04,10,11,9,10,1000\n";

struct Venue {
    runtime: Runtime,
    app: App,
    _folder: tempfile::TempDir,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let venue = Venue::open()?;
    let time = Duration::from_secs(options.seconds);
    let mut figures: [Vec<f64>; 3] = Default::default();
    println!("{} rows, {} bytes when they are written", venue.rows(), venue.write()?);
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        let shared = async || venue.ask().await;
        let anew = async || venue.write().map(|_| ());
        figures[0].push(venue.measure(time, Duration::ZERO, anew)?);
        figures[1].push(venue.measure(time, Duration::ZERO, shared)?);
        figures[2].push(venue.measure(time, Duration::from_millis(1_000 / QUIET), shared)?);
    }
    let [anew, shared, quiet] = &figures;
    println!("{:<46} {:>12.0} µs of CPU a call", "rows written for each call", median(anew.clone()));
    println!("{:<46} {:>12.0} µs of CPU a call", "written and compressed once a second", median(shared.clone()));
    println!("{:<46} {:>12.0} µs of CPU a call", "the same, ten calls a second", median(quiet.clone()));
    let ratio = |of: &[f64]| median(of.iter().zip(anew).map(|(one, other)| one / other).collect());
    verdict("a whole list, x its rows written for each call", ratio(shared), 0.5, false);
    println!("  {:<58} {:>8.2}", "the same with ten calls a second", ratio(quiet));
    Ok(())
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
        Ok(Self { runtime, app, _folder: folder })
    }

    fn asker(&self) -> Asker {
        let market = self.app.market.clone();
        let snapshot = market.snapshot(self.app.clock.now());
        Asker { market, snapshot, watched: HashSet::new(), language: Language::English }
    }

    fn rows(&self) -> usize {
        self.asker().snapshot.all.iter().filter(|quoted| quoted.instrument.market.code() == MARKET).count()
    }

    /// The call as the router makes it, to the last byte.
    async fn ask(&self) -> Result<(), Failure> {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip, deflate, br"))]);
        let (of, request) = (json!({ "market": MARKET }), json!({}));
        let (of, request) = (Params(serde_json::from_value(of)?), Params(serde_json::from_value(request)?));
        let origin = Origin::peer(IpAddr::from(Ipv4Addr::LOCALHOST));
        let answer = whole(self.asker(), State(TrustedProxies::new(&[])), origin, headers, of, request).await;
        let answer = answer.map_err(|refusal| format!("a list was refused: {}", refusal.word))?;
        if answer.status() != StatusCode::OK || !answer.headers().contains_key(CONTENT_ENCODING) {
            return Err(format!("a list was answered {:?}", answer.headers()).into());
        }
        to_bytes(answer.into_body(), usize::MAX).await?;
        Ok(())
    }

    /// The rows of the same list, written anew; gives their bytes.
    fn write(&self) -> Result<usize, Failure> {
        let asker = self.asker();
        let rows = Rows::new(&asker.market, asker.language, asker.snapshot.taken_at);
        let of_market = asker.snapshot.all.iter().filter(|quoted| quoted.instrument.market.code() == MARKET);
        let list: Vec<_> = of_market.map(|quoted| rows.row(quoted)).collect();
        Ok(serde_json::to_vec(&json!({ "code": 200, "msg": "Success", "data": { "list": () } }))?.len()
            + serde_json::to_vec(&list)?.len())
    }

    /// Microseconds of CPU a call, without what the server does by itself.
    fn measure(
        &self,
        time: Duration,
        pause: Duration,
        call: impl AsyncFn() -> Result<(), Failure>,
    ) -> Result<f64, Failure> {
        let (idle, began) = (own_cpu_seconds()?, Instant::now());
        std::thread::sleep(Duration::from_secs(1));
        let idle = (own_cpu_seconds()? - idle) / began.elapsed().as_secs_f64();
        let (cpu, began, mut calls) = (own_cpu_seconds()?, Instant::now(), 0);
        while began.elapsed() < time {
            self.runtime.block_on(call())?;
            calls += 1;
            std::thread::sleep(pause);
        }
        let cpu = own_cpu_seconds()? - cpu - idle * began.elapsed().as_secs_f64();
        Ok(cpu.max(0.0) * 1e6 / f64::from(calls))
    }
}
