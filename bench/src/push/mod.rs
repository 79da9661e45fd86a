//! The push socket: 1000 clients, each with 20 topics on 5000 instruments (16 quotes, two books, one instrument's trades, one
//! chart's bar), 50,000 ticks a second in.

mod floor;
mod load;
mod ours;
pub mod ticks;

use std::process::Command;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::Failure;
use crate::process::Server;
use crate::stats::{median, verdict};
use load::Load;

pub const CLIENTS: usize = 1_000;
pub const TOPICS: usize = 20;
pub const INSTRUMENTS: usize = 5_000;
pub const TICKS_PER_SECOND: usize = 50_000;
pub const FLUSH: Duration = Duration::from_millis(100);
/// By then the market keeps as many trades of each instrument as it ever will, at ten ticks a second each: later growth
/// of memory is the clients'.
const MARKET_FULL: Duration = Duration::from_secs(8);

/// The kind of a client's topic at a place among its topics, and the suffix behind its instrument.
pub const fn topic(place: usize) -> (&'static str, &'static str) {
    match place {
        3 | 13 => ("depth", ""),
        8 => ("trades", ""),
        18 => ("bars", ":1D"),
        _ => ("quote", ""),
    }
}

#[derive(Args)]
pub struct Options {
    /// Alternating rounds, of which the medians are taken.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Seconds measured a server and round.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
}

/// The servers that are compared.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A fixed frame for each client every 100 ms: the least cost of putting these bytes on the wire.
    Floor,
    /// Plumbline's hub behind axum.
    Ours,
    /// node's ws with conflation.
    Node,
}

impl Kind {
    const ALL: [Kind; 3] = [Self::Floor, Self::Ours, Self::Node];

    const fn name(self) -> &'static str {
        match self {
            Kind::Floor => "floor: a fixed frame, raw",
            Kind::Ours => "plumbline",
            Kind::Node => "node ws with conflation",
        }
    }

    fn start(self) -> Result<Server, Failure> {
        match self {
            Kind::Floor => Server::start_self(&["push-server", "floor"]),
            Kind::Ours => Server::start_self(&["push-server", "ours"]),
            Kind::Node => Server::start(Command::new("node").arg("bench/src/push/node-ws.mjs")),
        }
    }
}

/// One round of one server.
#[derive(Clone, Copy, Default)]
struct Figures {
    deliveries_per_second: f64,
    cpu_micros_per_delivery: f64,
    bytes_per_delivery: f64,
    p50_ms: f64,
    p99_ms: f64,
    kilobytes_per_client: f64,
}

pub fn serve(kind: Kind) -> Result<(), Failure> {
    match kind {
        Kind::Floor => floor::serve(),
        Kind::Ours => ours::serve(),
        Kind::Node => Err("node's server is a script".into()),
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    println!("push: {CLIENTS} clients x {TOPICS} topics on {INSTRUMENTS} instruments, {TICKS_PER_SECOND} ticks/s in");
    let mut rounds: Vec<Vec<Figures>> = vec![Vec::new(); Kind::ALL.len()];
    for round in 1..=options.rounds {
        for (kind, figures) in Kind::ALL.iter().zip(&mut rounds) {
            eprintln!("round {round} of {}: {}", options.rounds, kind.name());
            figures.push(measure(*kind, Duration::from_secs(options.seconds))?);
        }
    }
    report(&rounds.iter().map(|of_kind| medians(of_kind)).collect::<Vec<_>>());
    Ok(())
}

fn measure(kind: Kind, time: Duration) -> Result<Figures, Failure> {
    let server = kind.start()?;
    std::thread::sleep(MARKET_FULL);
    let empty = server.resident_kilobytes()?;
    let load = Load::start(server.port)?;
    std::thread::sleep(Duration::from_secs(3));
    load.reset();
    let (cpu, began) = (server.cpu_seconds()?, std::time::Instant::now());
    std::thread::sleep(time);
    let received = load.take();
    let (cpu, seconds) = (server.cpu_seconds()? - cpu, began.elapsed().as_secs_f64());
    let deliveries = received.deliveries.max(1) as f64;
    Ok(Figures {
        deliveries_per_second: deliveries / seconds,
        cpu_micros_per_delivery: cpu * 1e6 / deliveries,
        bytes_per_delivery: received.bytes as f64 / deliveries,
        p50_ms: f64::from(received.latency(0.50)),
        p99_ms: f64::from(received.latency(0.99)),
        kilobytes_per_client: (server.resident_kilobytes()? - empty) / CLIENTS as f64,
    })
}

fn medians(rounds: &[Figures]) -> Figures {
    let of = |figure: fn(&Figures) -> f64| median(rounds.iter().map(figure).collect());
    Figures {
        deliveries_per_second: of(|f| f.deliveries_per_second),
        cpu_micros_per_delivery: of(|f| f.cpu_micros_per_delivery),
        bytes_per_delivery: of(|f| f.bytes_per_delivery),
        p50_ms: of(|f| f.p50_ms),
        p99_ms: of(|f| f.p99_ms),
        kilobytes_per_client: of(|f| f.kilobytes_per_client),
    }
}

fn report(medians: &[Figures]) {
    println!("{:<28} deliveries/s  CPU µs/delivery  bytes each  p50/p99 ms  kB/client", "server (medians)");
    for (kind, f) in Kind::ALL.iter().zip(medians) {
        println!(
            "{:<28} {:>12.0} {:>16.2} {:>11.0} {:>7.0}/{:<4.0} {:>9.1}",
            kind.name(),
            f.deliveries_per_second,
            f.cpu_micros_per_delivery,
            f.bytes_per_delivery,
            f.p50_ms,
            f.p99_ms,
            f.kilobytes_per_client
        );
    }
    let [floor, ours, node] = medians else { return };
    verdict("CPU a delivery, x the floor", ours.cpu_micros_per_delivery / floor.cpu_micros_per_delivery, 1.5, false);
    let per_cpu_second = node.cpu_micros_per_delivery / ours.cpu_micros_per_delivery;
    verdict("deliveries a CPU second, x node ws with conflation", per_cpu_second, 2.5, true);
    verdict("p99 of a quote's age at the client, ms", ours.p99_ms, FLUSH.as_millis() as f64 + 15.0, false);
    verdict("memory a client, kB", ours.kilobytes_per_client, 12.0, false);
}
