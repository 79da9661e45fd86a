//! The command line: one file a command.

mod audit;
mod openapi;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::Config;

/// Plumbline: a self-hosted trading and investing server.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API, the push socket and the UI.
    Serve(Box<Config>),
    /// Check that journals, balances, holds, orders, positions, fills and ticks agree with each other.
    Audit(audit::AuditArgs),
    /// Print the OpenAPI document.
    Openapi,
}

/// Runs one command; a failure is printed as one sentence.
pub async fn run(cli: Cli) -> ExitCode {
    let done = match cli.command {
        Command::Serve(config) => serve::serve(*config).await,
        Command::Audit(args) => audit::audit(args).await,
        Command::Openapi => openapi::print(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plumbline: {error}");
            ExitCode::FAILURE
        }
    }
}
