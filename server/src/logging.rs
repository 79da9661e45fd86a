//! The log: to standard error, as text for people or as JSON for machines. Commands other than `serve` log errors only,
//! such as rows they leave out because they cannot be read.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{FilterExt, LevelFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, registry};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Args, Clone, Debug)]
pub struct LogFlags {
    /// Filter of the log: a level (error, warn, info, debug, trace), or levels by module as in `info,plumbline=debug`.
    #[arg(long, env = "PLUMBLINE_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// Format of the log: text or json.
    #[arg(long, env = "PLUMBLINE_LOG_FORMAT", value_enum, default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// Modules of libraries that log the data passing through them at this level: frames with tokens, and bodies that could
/// not be read. These levels stay off whatever the filter is.
const TELL_TALES: [(&str, Level); 2] = [("tungstenite", Level::TRACE), ("axum::rejection", Level::TRACE)];

fn keeps_secrets(event: &Metadata<'_>) -> bool {
    !TELL_TALES.iter().any(|(target, level)| event.level() >= level && event.target().starts_with(target))
}

/// Starts the log.
pub fn start(flags: &LogFlags) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EnvFilter::try_new(&flags.log).map_err(|error| format!("--log {:?}: {error}", flags.log))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // Colours are for people; a file or a log collector gets plain text.
    let lines = if io::stderr().is_terminal() { lines } else { lines.with_ansi(false) };
    let filter = filter.and(filter_fn(keeps_secrets));
    match flags.log_format {
        LogFormat::Text => registry().with(lines.with_filter(filter)).init(),
        LogFormat::Json => registry().with(lines.json().with_filter(filter)).init(),
    }
    Ok(())
}

/// Starts the log of a command that does not serve.
pub fn start_for_command() {
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false).without_time();
    registry().with(lines.with_target(false).with_filter(LevelFilter::ERROR)).init();
}
