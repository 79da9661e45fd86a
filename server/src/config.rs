//! An operator's settings: flags, `PLUMBLINE_…` variables and `plumbline.toml`, in that order of precedence.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::Args;
use ipnet::IpNet;
use jiff::Timestamp;
use jiff::civil::Date;

use plumbline_core::time::UnixMillis;

use crate::clock::Clock;
use crate::files::FileFlags;
use crate::funds::autopilot::Autopilot;
use crate::funds::withdrawal::policy::WithdrawalFlags;
use crate::http::connections::ConnectionFlags;
use crate::http::limits::LimitFlags;
use crate::http::parse_network;
use crate::identity::native_apps::NativeApps;
use crate::logging::LogFlags;
use crate::market::feeds::{FeedSpec, Playback, ReplayRate};
use crate::mode::Mode;
use crate::news::LinkHost;
use crate::operations::support::Support;
use crate::sealing::SealingFlags;
use crate::secret::Secret;

#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Settings in a file, under the names of these flags; by default plumbline.toml in the working directory or in
    /// the data folder. Flags and PLUMBLINE_ variables come first.
    #[arg(long, env = "PLUMBLINE_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Folder for the database, the keys, files of customers and unsent mail.
    #[arg(long, env = "PLUMBLINE_DATA_DIR", default_value = "plumbline-data", value_name = "DIR")]
    pub data_dir: PathBuf,

    /// Address to serve the API, the push socket and the UI on.
    #[arg(long, env = "PLUMBLINE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR:PORT")]
    pub listen: String,

    /// Database, as sqlite://FILE or postgres://…; by default a file in the data folder.
    #[arg(long, env = "PLUMBLINE_DATABASE", value_name = "URI")]
    pub database: Option<String>,

    /// Bus, as nats://HOST:PORT[/PREFIX], where several servers share a PostgreSQL database; by default one server is
    /// alone.
    #[arg(long, env = "PLUMBLINE_BUS", value_name = "URI")]
    pub bus: Option<String>,

    /// Mode, paper or live. Live refuses to start on a simulated or replayed feed.
    #[arg(long, env = "PLUMBLINE_MODE", value_enum, default_value_t)]
    pub mode: Mode,

    /// Feed: sim, sim:SEED (a simulated market), or replay:DIR (files MARKET-CODE.csv of recorded bars). May be given
    /// several times: the quotes of an instrument come from the first feed that has it.
    #[arg(long = "feed", env = "PLUMBLINE_FEED", default_value = "sim", value_name = "FEED", value_delimiter = ',')]
    pub feeds: Vec<FeedSpec>,

    /// Replay: the first date that is played, YYYY-MM-DD; the bars before it are history. By default the last hundred
    /// bars are played.
    #[arg(long, env = "PLUMBLINE_REPLAY_START", value_name = "DATE")]
    pub replay_start: Option<Date>,

    /// Replay: recorded bars that are played a second, from 0.001 to 10000.
    #[arg(long, env = "PLUMBLINE_REPLAY_RATE", default_value = "1", value_name = "BARS_PER_SECOND")]
    pub replay_rate: ReplayRate,

    /// Paper mode: every market is open at any hour; false keeps the exchanges' hours.
    #[arg(long, env = "PLUMBLINE_OPEN_AROUND_THE_CLOCK", default_value_t = true, value_name = "BOOL",
          action = clap::ArgAction::Set)]
    pub open_around_the_clock: bool,

    /// Paper mode with SQLite: the moment at which the server's clock starts, such as 2026-12-18T14:00:00Z, from which it goes on; by
    /// default this computer's time. What a settlement, an expiry or a dividend does can be seen so without waiting for it.
    #[arg(long, env = "PLUMBLINE_STARTS_AT", value_name = "TIME")]
    pub starts_at: Option<Timestamp>,

    /// Paper mode: seconds after which a pending deposit is completed by itself, or off.
    #[arg(long, env = "PLUMBLINE_AUTOPILOT_SECONDS", default_value = "3", value_name = "SECONDS|off")]
    pub autopilot_seconds: Autopilot,

    /// A file of the chains on which customers can pay, each with a node and an extended public key: docs/operations.md.
    #[arg(long, env = "PLUMBLINE_CHAINS", value_name = "FILE")]
    pub chains: Option<PathBuf>,
    /// A file of settings for files of payouts: their folder, and the accounts that pay: docs/operations.md. Without
    /// one, paper mode only simulates sending, and with real money files are left to servers that have one.
    #[arg(long, env = "PLUMBLINE_PAYOUTS", value_name = "FILE")]
    pub payouts: Option<PathBuf>,

    /// Address for customers' questions, such as about a bank certificate: https://, mailto: or tel:.
    #[arg(long, env = "PLUMBLINE_SUPPORT", value_name = "URL")]
    pub support: Option<Support>,

    /// Address at which the other servers on the database reach this one, HOST:PORT, on a network of their own; by
    /// default the address that it listens on, or this computer's first.
    #[arg(long, env = "PLUMBLINE_ADVERTISE", value_name = "HOST:PORT")]
    pub advertise: Option<String>,

    /// Mail server, as smtps://user:password@host (or smtp://host:port?tls=required). Without one, each message
    /// becomes a file in the data folder's outbox.
    #[arg(long, env = "PLUMBLINE_MAIL", value_name = "URI", value_parser = secret, hide_env_values = true)]
    pub mail: Option<Secret>,

    /// Sender of the server's messages.
    #[arg(long, env = "PLUMBLINE_MAIL_FROM", default_value = "Plumbline <no-reply@localhost>", value_name = "ADDRESS")]
    pub mail_from: String,

    /// Key of the server's hashes, at least 64 characters; servers that share a database must share it. By default
    /// one is made and kept in the data folder.
    #[arg(long, env = "PLUMBLINE_SECRET_KEY", value_name = "KEY", value_parser = secret, hide_env_values = true)]
    pub secret_key: Option<Secret>,

    /// Reverse proxies whose X-Forwarded-For header is believed: addresses, or networks as in 10.0.0.0/8.
    #[arg(long = "trusted-proxy", env = "PLUMBLINE_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',',
          value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,

    /// Addresses or networks besides this machine that may read /metrics.
    #[arg(long, env = "PLUMBLINE_METRICS_FROM", value_name = "NETWORK", value_delimiter = ',',
          value_parser = parse_network)]
    pub metrics_from: Vec<IpNet>,

    /// Days after which a customer has to log in again, however much the session is used, 1 to 365; for sessions that
    /// begin from then on.
    #[arg(long, env = "PLUMBLINE_SESSION_DAYS", default_value_t = 30, value_name = "DAYS",
          value_parser = clap::value_parser!(u16).range(1..=365))]
    pub session_days: u16,

    /// Sites that articles and other pages may lead to, each with its subdomains; everything else is refused.
    #[arg(long, env = "PLUMBLINE_LINK_HOSTS", value_name = "HOST", value_delimiter = ',',
          default_values = ["sec.gov", "finra.org", "nyse.com", "nasdaq.com", "hkex.com.hk", "sfc.hk", "cmegroup.com"])]
    pub link_hosts: Vec<LinkHost>,

    #[command(flatten)]
    pub withdrawals: WithdrawalFlags,

    #[command(flatten)]
    pub sealing: SealingFlags,

    #[command(flatten)]
    pub files: FileFlags,

    #[command(flatten)]
    pub connections: ConnectionFlags,

    #[command(flatten)]
    pub limits: LimitFlags,

    #[command(flatten)]
    pub log: LogFlags,

    #[command(flatten)]
    pub native_apps: NativeApps,
}

impl Config {
    /// The start and the speed of a recording's playback.
    pub const fn playback(&self) -> Playback {
        Playback { start: self.replay_start, rate: self.replay_rate }
    }

    /// The clock of a server that starts now.
    pub fn clock(&self) -> Clock {
        let ahead = |starts_at: Timestamp| UnixMillis(starts_at.as_millisecond()).since(Clock::System.now());
        self.starts_at.map_or(Clock::System, |starts_at| Clock::wrong(ahead(starts_at)))
    }

    /// Seconds after which the autopilot reviews; always `None` in live mode.
    pub fn autopilot(&self) -> Option<u32> {
        self.autopilot_seconds.seconds().filter(|_| self.mode == Mode::Paper)
    }

    /// The feeds as the operator named them.
    pub fn feeds_named(&self) -> String {
        self.feeds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The database's URI, given or in the data folder.
    pub fn database_uri(&self) -> String {
        self.database.clone().unwrap_or_else(|| format!("sqlite://{}", self.data_dir.join("plumbline.db").display()))
    }

    /// The folder for messages while no mail server is set.
    pub fn outbox_dir(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }
}

fn secret(text: &str) -> Result<Secret, Infallible> {
    Ok(Secret::new(text))
}
