//! The command line. Everything else is in the library.

use std::process::ExitCode;

use clap::Parser;
use plumbline::cli::{self, Cli};

#[tokio::main]
async fn main() -> ExitCode {
    cli::run(Cli::parse()).await
}
