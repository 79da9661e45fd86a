//! Measures this build of the server against references in the same run, on this machine. Absolute figures mean
//! nothing from run to run; the ratios do. `./scripts/bench` builds what this needs and starts it.

mod abuse;
mod answer;
mod feed;
mod lists;
mod nights;
mod orders;
mod process;
mod push;
mod reads;
mod stats;
mod triggers;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The push socket against raw frames and against node's ws.
    Push(push::Options),
    /// A customer's response times while others abuse the server.
    Abuse(abuse::Options),
    /// The simulated market's ticks, by the seeds of days against the public seed.
    Feed,
    /// A whole list that is written once for all, against its rows written for each call.
    Lists(lists::Options),
    /// A night of many positions on margin: positions that the writer charges in a second.
    Nights(nights::Options),
    /// The write path against rusqlite and against pgbench.
    Orders(orders::Options),
    /// An order through a standby against one at the leader.
    Standby(orders::standby::Options),
    /// Quotes, lists and charts against /healthz of the same server.
    Reads(reads::Options),
    /// Ticks over many resting orders and positions, against comparing only.
    Triggers(triggers::Options),
    /// One of the push bench's servers; the bench starts it.
    #[command(hide = true)]
    PushServer { kind: push::Kind },
    /// The order bench's HTTP server; the bench starts it.
    #[command(hide = true)]
    OrderServer { database: String },
    /// One of the standby bench's servers; the bench starts it.
    #[command(hide = true)]
    StandbyServer(orders::standby::Shared),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Push(options) => push::run(&options),
        Command::Abuse(options) => abuse::run(&options),
        Command::Feed => feed::run(),
        Command::Lists(options) => lists::run(&options),
        Command::Nights(options) => nights::run(&options),
        Command::Orders(options) => orders::run(&options),
        Command::Reads(options) => reads::run(&options),
        Command::Triggers(options) => triggers::run(&options),
        Command::PushServer { kind } => push::serve(kind),
        Command::Standby(options) => orders::standby::run(&options),
        Command::StandbyServer(shared) => orders::standby::serve(&shared),
        Command::OrderServer { database } => orders::serve(&database),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}
