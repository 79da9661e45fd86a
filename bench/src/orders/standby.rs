//! An order sent through a standby, which hands it on, against one sent to the server that leads.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::customers::{add, start_in};
use super::http::place_until;
use super::pgbench;
use super::request::stock;
use crate::Failure;
use crate::process::Server;
use crate::stats::{median, quantile, verdict};

const CALLERS: usize = 8;
/// The greatest ratio of the median through a standby to the median at the leader.
const AIM: f64 = 1.5;

#[derive(Args)]
pub struct Options {
    /// Alternating rounds, of which the medians are taken.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// A PostgreSQL server on which a database may be made.
    #[arg(long, value_name = "URI")]
    postgres: String,
}

/// A server that shares a database, a bus and a data folder with others.
#[derive(Args)]
pub struct Shared {
    folder: String,
    database: String,
    bus: String,
}

/// Serves until the process is killed. The first server on the database adds the customers.
pub fn serve(shared: &Shared) -> Result<(), Failure> {
    Runtime::new()?.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let flags = ["--bus", &shared.bus, "--advertise", &address];
        let app = start_in(Path::new(&shared.folder), &shared.database, &flags).await?;
        if app.leadership.leads() {
            for customer in 1..=CALLERS {
                add(&app, customer).await?;
            }
        }
        println!("{address}");
        plumbline::router::serve(listener, app).await;
        Ok(())
    })
}

pub fn run(options: &Options) -> Result<(), Failure> {
    plumbline::tls::install();
    let folder = tempfile::tempdir()?;
    let databases = pgbench::create_databases(&options.postgres)?;
    let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let mut nats = Command::new("nats-server")
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let bus = format!("nats://127.0.0.1:{port}");
    let measured = measure(options, &folder.path().display().to_string(), &databases.http, &bus);
    nats.kill()?;
    nats.wait()?;
    let (leader, standby) = measured?;
    let ratios = leader.iter().zip(&standby).map(|(leader, standby)| standby / leader).collect();
    println!("Orders of {CALLERS} callers, median of each round's medians");
    println!("  sent to the leader                 {:>10.0} µs", median(leader));
    println!("  sent through a standby             {:>10.0} µs", median(standby));
    verdict("through a standby, x the leader", median(ratios), AIM, false);
    Ok(())
}

/// The median microseconds of an order in each round, at the leader and through the standby.
fn measure(options: &Options, folder: &str, database: &str, bus: &str) -> Result<(Vec<f64>, Vec<f64>), Failure> {
    let arguments = ["standby-server", folder, database, bus];
    std::thread::sleep(Duration::from_secs(1));
    let (leader, standby) = (Server::start_self(&arguments)?, Server::start_self(&arguments)?);
    let (runtime, time) = (Runtime::new()?, Duration::from_secs(options.seconds));
    let (mut at_leader, mut through_standby) = (Vec::new(), Vec::new());
    for round in 1..=options.rounds {
        eprintln!("round {round} of {}", options.rounds);
        at_leader.push(runtime.block_on(middle(leader.port, time))?);
        through_standby.push(runtime.block_on(middle(standby.port, time))?);
    }
    Ok((at_leader, through_standby))
}

async fn middle(port: u16, time: Duration) -> Result<f64, Failure> {
    let end = Instant::now() + time;
    let callers: Vec<_> =
        (1..=CALLERS).map(|customer| tokio::spawn(place_until(port, stock(), customer, end))).collect();
    let mut micros = Vec::new();
    for caller in callers {
        micros.extend(caller.await??);
    }
    micros.sort_unstable();
    Ok(f64::from(quantile(&micros, 0.5)))
}
