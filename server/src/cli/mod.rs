//! The command line: one file a command.

mod article;
mod audit;
mod backup;
mod chains;
mod config_file;
mod corporate_action;
mod database;
mod doctor;
mod files;
mod instrument;
mod leader;
mod openapi;
mod payouts;
mod recompute;
mod review;
mod review_images;
mod serve;
mod sessions;
mod signals;

use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::config::Config;
use crate::logging;

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
    /// Report in words what is wrong and what is fine with the data folder, the database, the clock, the address and
    /// the feed. Takes the flags of serve.
    Doctor(Box<Config>),
    /// Copy the database into a file. The server may go on serving.
    Backup(backup::BackupArgs),
    /// Replace the database by a backup. A server that is serving starts again on it by itself.
    Restore(backup::BackupArgs),
    /// List, add, halt, resume or retire instruments. The server may go on serving.
    Instrument(instrument::InstrumentArgs),
    /// Record and list dividends and splits. The server may go on serving.
    Action(corporate_action::ActionArgs),
    /// List the chains that are followed, resume a halted one, or accept a payment that is held. The server may go on
    /// serving.
    Chains(chains::ChainsArgs),
    /// Publish, list or withdraw articles. The server may go on serving.
    Article(article::ArticleArgs),
    /// Seal customers' files with a new key, or look at one. The server may go on serving.
    Files(files::FilesArgs),
    /// List and show what waits for reviewers, and decide on it. The server carries out decisions that two reviewers
    /// agree on.
    Review(review::ReviewArgs),
    /// List approved withdrawals and those on their way, and record which were sent, arrived or came back. The server
    /// carries out decisions that two reviewers agree on.
    Payouts(payouts::PayoutsArgs),
    /// Say which server leads on a database, or ask it to hand over to another one.
    Leader(leader::LeaderArgs),
    /// List a customer's sessions, or end them. The server may go on serving.
    Sessions(sessions::SessionsArgs),
    /// Compute past prices of the simulated market again, from the seeds that any server makes public.
    Recompute(recompute::RecomputeArgs),
    /// Print the OpenAPI document.
    Openapi,
}

/// Runs the command in `line` (the program's name first) with the configuration file; a failure is printed as one
/// sentence.
pub async fn run(line: Vec<OsString>) -> ExitCode {
    match run_command(line).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plumbline: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run_command(line: Vec<OsString>) -> Result<(), Box<dyn Error>> {
    let cli = Cli::from_arg_matches(&config_file::parse(Cli::command(), line)?)?;
    if !matches!(cli.command, Command::Serve(_)) {
        logging::start_for_command();
    }
    match cli.command {
        Command::Serve(config) => serve::serve(*config).await,
        Command::Audit(args) => audit::audit(args).await,
        Command::Doctor(config) => doctor::doctor(*config).await,
        Command::Backup(args) => backup::back_up(args).await,
        Command::Restore(args) => backup::restore(args).await,
        Command::Instrument(args) => instrument::instrument(args).await,
        Command::Action(args) => corporate_action::corporate_action(args).await,
        Command::Chains(args) => chains::chains(args).await,
        Command::Article(args) => article::article(args).await,
        Command::Files(args) => files::files(args).await,
        Command::Review(args) => review::review(args).await,
        Command::Payouts(args) => payouts::payouts(args).await,
        Command::Leader(args) => leader::leader(args).await,
        Command::Sessions(args) => sessions::sessions(args).await,
        Command::Recompute(args) => recompute::recompute(&args),
        Command::Openapi => openapi::print(),
    }
}
