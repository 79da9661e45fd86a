//! The durable order: auth, hold, order, idempotency, fill, four ledger rows, release, position; each reply after a
//! commit that is on the disk.

pub mod customers;
mod http;
mod in_process;
mod pgbench;
mod reference;
pub mod request;
pub mod standby;

use std::time::Duration;

use clap::Args;

use crate::Failure;
use crate::stats::{median, verdict};

pub use http::serve;
use request::{PRODUCTS, stock};

/// Orders in flight that are measured.
pub const IN_FLIGHT: [usize; 3] = [8, 64, 256];

/// The least rate of a mix of products, as a part of the rate of a US stock alone.
const MIXED_AIM: f64 = 0.9;

#[derive(Args)]
pub struct Options {
    /// Alternating rounds, of which the medians are taken.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// A PostgreSQL server on which databases may be made. Without one, only SQLite is measured.
    #[arg(long, value_name = "URI")]
    postgres: Option<String>,
}

/// Orders a second, and the CPU time of one.
#[derive(Clone, Copy)]
pub struct Figure {
    pub orders_per_second: f64,
    pub cpu_micros: f64,
}

/// A database under measurement and its reference.
struct Subject {
    name: &'static str,
    reference: Reference,
    in_process: in_process::Venue,
    http: http::Venue,
    /// The measurements, one entry for each round.
    base: Vec<Figure>,
    ours: [Vec<Figure>; IN_FLIGHT.len()],
    over_http: [Vec<Figure>; IN_FLIGHT.len()],
    /// Over HTTP, with the five products in turns.
    mixed: [Vec<Figure>; IN_FLIGHT.len()],
    /// The least ratios: in process and over HTTP, for each of [`IN_FLIGHT`].
    aims: [[Option<f64>; IN_FLIGHT.len()]; 2],
}

enum Reference {
    Rusqlite(Box<reference::Venue>),
    Pgbench(pgbench::Venue),
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    let sqlite = |name: &str| format!("sqlite://{}", path(name).display());
    let mut subjects = vec![Subject::new(
        "SQLite, against rusqlite FULL with 64 orders a commit",
        Reference::Rusqlite(Box::new(reference::Venue::open(&path("reference.db"))?)),
        (&sqlite("in-process.db"), &sqlite("http.db")),
        [[None, Some(0.8), Some(1.0)], [None, Some(0.6), Some(0.6)]],
    )?];
    if let Some(server) = &options.postgres {
        let databases = pgbench::create_databases(server)?;
        subjects.push(Subject::new(
            "PostgreSQL, against one-function pgbench with 32 clients",
            Reference::Pgbench(pgbench::Venue::open(&databases.reference)?),
            (&databases.in_process, &databases.http),
            [[None, Some(1.5), Some(1.5)], [None, Some(1.0), Some(1.25)]],
        )?);
    }
    for round in 1..=options.rounds {
        for subject in &mut subjects {
            eprintln!("round {round} of {}: {}", options.rounds, subject.name);
            subject.measure(Duration::from_secs(options.seconds))?;
        }
    }
    subjects.iter().for_each(Subject::report);
    Ok(())
}

impl Subject {
    fn new(
        name: &'static str,
        reference: Reference,
        databases: (&str, &str),
        aims: [[Option<f64>; IN_FLIGHT.len()]; 2],
    ) -> Result<Self, Failure> {
        let (in_process, http) = (in_process::Venue::open(databases.0)?, http::Venue::open(databases.1)?);
        let (base, ours, over_http, mixed) = (Vec::new(), Default::default(), Default::default(), Default::default());
        Ok(Self { name, reference, in_process, http, base, ours, over_http, mixed, aims })
    }

    fn measure(&mut self, time: Duration) -> Result<(), Failure> {
        self.base.push(match &mut self.reference {
            Reference::Rusqlite(venue) => venue.measure(time)?,
            Reference::Pgbench(venue) => venue.measure(time)?,
        });
        for (index, in_flight) in IN_FLIGHT.into_iter().enumerate() {
            self.ours[index].push(self.in_process.measure(in_flight, time)?);
            self.over_http[index].push(self.http.measure(stock(), in_flight, time)?);
            self.mixed[index].push(self.http.measure(&*PRODUCTS, in_flight, time)?);
        }
        Ok(())
    }

    fn report(&self) {
        let of = |figures: &[Figure], figure: fn(&Figure) -> f64| median(figures.iter().map(figure).collect());
        let line = |what: &str, figures: &[Figure]| {
            let (rate, cpu) = (of(figures, |f| f.orders_per_second), of(figures, |f| f.cpu_micros));
            println!("  {what:<34} {rate:>10.0} orders/s {cpu:>8.0} CPU µs/order");
        };
        println!("{}", self.name);
        line("reference", &self.base);
        let ways = [("in process", &self.ours, self.aims[0]), ("over HTTP", &self.over_http, self.aims[1])];
        for (way, measured, _) in &ways {
            for (figures, in_flight) in measured.iter().zip(IN_FLIGHT) {
                line(&format!("{way}, {in_flight} in flight"), figures);
            }
        }
        for (figures, in_flight) in self.mixed.iter().zip(IN_FLIGHT) {
            line(&format!("five products, {in_flight} in flight"), figures);
        }
        for (way, measured, aims) in ways {
            for ((figures, in_flight), aim) in measured.iter().zip(IN_FLIGHT).zip(aims) {
                let ratios = figures.iter().zip(&self.base).map(|(f, b)| f.orders_per_second / b.orders_per_second);
                let ratio = median(ratios.collect());
                let what = format!("{way}, {in_flight} in flight, x the reference");
                match aim {
                    Some(aim) => verdict(&what, ratio, aim, true),
                    None => println!("  {what:<58} {ratio:>8.2}"),
                }
            }
        }
        for ((mixed, stock), in_flight) in self.mixed.iter().zip(&self.over_http).zip(IN_FLIGHT) {
            let ratios = mixed.iter().zip(stock).map(|(m, s)| m.orders_per_second / s.orders_per_second);
            verdict(
                &format!("five products, {in_flight} in flight, x the stock"),
                median(ratios.collect()),
                MIXED_AIM,
                true,
            );
        }
    }
}
