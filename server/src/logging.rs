//! The log: to standard error, as text for people or as JSON for machines. Commands other than `serve` log errors only,
//! such as rows they leave out because they cannot be read.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::{Args, ValueEnum};
use tokio::time::Instant;
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

/// Modules of libraries that log the data passing through them at this level: frames with tokens, bodies that could
/// not be read, and the URI of the bus with its password. These levels stay off whatever the filter is.
const TELL_TALES: [(&str, Level); 3] =
    [("tungstenite", Level::TRACE), ("axum::rejection", Level::TRACE), ("async_nats", Level::DEBUG)];

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

/// Time between two lines about what others can cause as often as they like.
const SELDOM: Duration = Duration::from_secs(60);

/// Holds back lines of the log that others can cause: one is due a minute.
#[derive(Debug, Default)]
pub struct Seldom(Mutex<Held>);

#[derive(Debug, Default)]
struct Held {
    logged: Option<Instant>,
    since: u64,
}

impl Seldom {
    /// Counts an occasion. Gives how many there were since the last line, if one is due now.
    pub fn due(&self) -> Option<u64> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.since += 1;
        if held.logged.is_some_and(|logged| logged.elapsed() < SELDOM) {
            return None;
        }
        held.logged = Some(Instant::now());
        Some(std::mem::take(&mut held.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_line_a_minute_says_how_often_there_was_reason_for_it() {
        let seldom = Seldom::default();
        assert_eq!(seldom.due(), Some(1));
        for _ in 0..1_000 {
            assert_eq!(seldom.due(), None);
        }
        tokio::time::advance(SELDOM).await;
        assert_eq!(seldom.due(), Some(1_001));
        assert_eq!(seldom.due(), None);
    }
}
