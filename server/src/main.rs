//! The command line. Everything else is in the library.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    plumbline::cli::run(std::env::args_os().collect()).await
}
