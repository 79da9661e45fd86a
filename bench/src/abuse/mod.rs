//! A customer's response times while others abuse the server: this build with its default limits on loopback, at rest
//! and under one kind of abuse after the other. Each client has an address of its own, which the server believes
//! because loopback is its trusted proxy.

mod attacks;
mod customer;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use clap::Args;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::Failure;
use crate::process::Server;
use crate::stats::quantile;
use attacks::Attack;
use customer::{Customer, Felt};

/// The greatest 95th percentile of an order under any abuse, in milliseconds.
const ORDER_AIM: u32 = 250;
/// The time for which an attack runs before the measurement, so that its connections are open.
const WARM_UP: Duration = Duration::from_secs(2);

#[derive(Args)]
pub struct Options {
    /// Seconds of each phase.
    #[arg(long, default_value_t = 15)]
    seconds: u64,

    /// The server's binary; by default the one beside this program.
    #[arg(long)]
    server: Option<PathBuf>,
}

/// Runs all phases, and prints a line for each.
pub fn run(options: &Options) -> Result<(), Failure> {
    let beside = std::env::current_exe()?.with_file_name("plumbline");
    let binary = options.server.clone().unwrap_or(beside);
    let folder = tempfile::tempdir()?;
    let server = Server::start(&mut command(&binary, folder.path()))?;
    let calm = Runtime::new()?;
    let customer = calm.block_on(Customer::sign_up(server.port, folder.path(), "customer", "203.0.113.1"))?;
    let worker = calm.block_on(Customer::sign_up(server.port, folder.path(), "attacker", "198.51.100.1"))?;
    println!("{:<34} {:^24} {:^24} {:^24}", "milliseconds: median, p95, p99", "order", "login", "/healthz");
    let time = Duration::from_secs(options.seconds);
    for (number, attack) in [None].into_iter().chain(Attack::ALL.map(Some)).enumerate() {
        let stop = CancellationToken::new();
        if let Some(attack) = attack {
            // On a thread of their own, so that the customer does not wait for the attackers.
            let (runtime, port, worker, stop) = (Runtime::new()?, server.port, worker.clone(), stop.clone());
            thread::spawn(move || runtime.block_on(attack.run(port, worker, stop)));
            thread::sleep(WARM_UP);
        }
        // A new address for each phase, because logins count by the minute.
        let felt = calm
            .block_on(async { customer.at(&format!("203.0.113.{}", number + 10)).log_in().await?.feel(time).await })?;
        stop.cancel();
        print(attack.map_or("at rest", Attack::name), felt);
    }
    Ok(())
}

fn command(binary: &Path, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command.args(["serve", "--listen", "127.0.0.1:0", "--log", "error", "--autopilot-seconds", "1"]);
    command.args(["--trusted-proxy", "127.0.0.1", "--data-dir"]).arg(folder);
    command
}

fn print(phase: &str, felt: Felt) {
    let figures = |mut times: Vec<u32>| {
        times.sort_unstable();
        let [median, p95, p99] = [0.5, 0.95, 0.99].map(|share| f64::from(quantile(&times, share)) / 1_000.0);
        (format!("{median:>7.1} {p95:>7.1} {p99:>7.1}"), p95)
    };
    let ((orders, p95), (logins, _), (healthz, _)) =
        (figures(felt.orders), figures(felt.logins), figures(felt.healthz));
    let met = felt.refused == 0 && p95 <= f64::from(ORDER_AIM);
    let refused = if felt.refused > 0 { format!(", {} not answered well", felt.refused) } else { String::new() };
    let mark = if met { "PASS" } else { "over" };
    println!("{phase:<34} {orders:^24} {logins:^24} {healthz:^24} {mark}{refused}");
}
