//! The most frequent requests: a quote, a page of a list, a chart of days. Each is compared with `/healthz` of the same
//! server in the same round, which is the cost of a request that does nothing; and on request with another build.

mod client;
mod server;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::Failure;
use crate::stats::{median, verdict};
use client::Load;
use server::Venue;

#[derive(Args)]
pub struct Options {
    /// Alternating rounds, of which the medians are taken.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 2)]
    seconds: u64,
    /// Kept-alive connections, each with one request in flight.
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// The server to measure; by default the one that was built beside this program.
    #[arg(long, value_name = "PATH")]
    server: Option<PathBuf>,
    /// A server of another build, measured in the same rounds.
    #[arg(long, value_name = "PATH")]
    against: Option<PathBuf>,
}

/// The paths that are asked for. The other reads are compared with the first.
const READS: [(&str, &str); 5] = [
    ("/healthz", "/healthz"),
    ("a quote", "/m_ft/stock_detail_ft?stockCode=AAPL"),
    ("20 quotes in turn", "/m_ft/stock_detail_ft?stockCode={code}"),
    ("a list of 100 rows", "/m_ft/stock_list?type=actives&pageSize=100"),
    ("a chart of days", "/m_ft/kline?stockCode=AAPL&type=1D"),
];
const QUOTE: usize = 1;
const LIST: usize = 3;
const CHART: usize = 4;

/// The stocks asked for in turn.
const CODES: [&str; 20] = [
    "AAPL", "MSFT", "NVDA", "AMZN", "META", "TSLA", "NFLX", "AMD", "INTC", "CSCO", "ORCL", "ADBE", "QCOM", "KO", "PEP",
    "WMT", "DIS", "NKE", "BAC", "JPM",
];

/// One read of one server in one round.
#[derive(Clone, Copy)]
pub struct Figure {
    pub requests_per_second: f64,
    pub cpu_micros: f64,
    pub bytes: f64,
}

/// The rounds of one server, one column for each read.
struct Subject {
    name: &'static str,
    venue: Venue,
    rounds: [Vec<Figure>; READS.len()],
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let own = match &options.server {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("plumbline"),
    };
    let mut subjects = vec![Subject::new("this build", Venue::start(&own)?)];
    if let Some(other) = &options.against {
        subjects.push(Subject::new("the other build", Venue::start(other)?));
    }
    let load = Load::new(options.connections, Duration::from_secs(options.seconds))?;
    for subject in &subjects {
        load.warm(&subject.venue, &READS.iter().flat_map(|(_, path)| each(path)).collect::<Vec<_>>())?;
    }
    for round in 1..=options.rounds {
        for subject in &mut subjects {
            eprintln!("round {round} of {}: {}", options.rounds, subject.name);
            subject.measure(&load)?;
        }
    }
    subjects.iter().for_each(Subject::report);
    subjects[0].judge();
    if let [own, other] = subjects.as_slice() {
        own.compare(other);
    }
    Ok(())
}

/// The path for each of the stocks.
fn each(path: &str) -> Vec<String> {
    CODES.iter().map(|code| path.replace("{code}", code)).collect()
}

impl Subject {
    fn new(name: &'static str, venue: Venue) -> Self {
        Self { name, venue, rounds: Default::default() }
    }

    fn measure(&mut self, load: &Load) -> Result<(), Failure> {
        for ((_, path), rounds) in READS.iter().zip(&mut self.rounds) {
            rounds.push(load.put_on(&self.venue, &each(path))?);
        }
        Ok(())
    }

    fn median(&self, read: usize, figure: fn(&Figure) -> f64) -> f64 {
        median(self.rounds[read].iter().map(figure).collect())
    }

    /// The median, over the rounds, of a ratio within each round.
    fn ratio(&self, read: usize, other: &Self, base: usize, figure: fn(&Figure) -> f64) -> f64 {
        let pairs = self.rounds[read].iter().zip(&other.rounds[base]);
        median(pairs.map(|(one, two)| figure(one) / figure(two)).collect())
    }

    fn report(&self) {
        println!(
            "{:<22} {:>11} {:>15} {:>12}   x /healthz: rate, CPU",
            self.name, "requests/s", "CPU µs/request", "bytes"
        );
        for (read, (name, _)) in READS.iter().enumerate() {
            println!(
                "  {name:<20} {:>11.0} {:>15.1} {:>12.0} {:>12.2} {:>6.2}",
                self.median(read, |f| f.requests_per_second),
                self.median(read, |f| f.cpu_micros),
                self.median(read, |f| f.bytes),
                self.ratio(read, self, 0, |f| f.requests_per_second),
                self.ratio(read, self, 0, |f| f.cpu_micros),
            );
        }
    }

    fn judge(&self) {
        let of_healthz = self.ratio(QUOTE, self, 0, |f| f.requests_per_second);
        verdict("quote reads a second, x /healthz", of_healthz, 0.6, true);
        let per_cpu = self.ratio(QUOTE, self, 0, |f| 1.0 / f.cpu_micros);
        verdict("quote reads a second of the server's CPU, x /healthz", per_cpu, 0.6, true);
    }

    fn compare(&self, other: &Self) {
        for (read, (name, _)) in READS.iter().enumerate() {
            let ratio = self.ratio(read, other, read, |f| f.cpu_micros);
            let what = format!("{name}: CPU a request, x the other build");
            match read {
                LIST | CHART => verdict(&what, ratio, 0.5, false),
                _ => println!("  {what:<58} {ratio:>8.2}"),
            }
        }
    }
}
