//! Where the log goes: standard error, as text for people or as JSON for machines.

use clap::{Args, ValueEnum};
use tracing_subscriber::EnvFilter;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

#[derive(Args, Clone, Debug)]
pub struct LogFlags {
    /// What to log: a level (error, warn, info, debug, trace), or levels by module as in `info,plumbline=debug`.
    #[arg(long, env = "PLUMBLINE_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// text or json.
    #[arg(long, env = "PLUMBLINE_LOG_FORMAT", value_enum, default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// Starts the log.
pub fn start(flags: &LogFlags) -> Result<(), Box<dyn std::error::Error>> {
    let filter = EnvFilter::try_new(&flags.log).map_err(|error| format!("--log {:?}: {error}", flags.log))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match flags.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
