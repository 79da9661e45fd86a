//! What the whole server shares, built once at the start.

use std::ops::Deref;
use std::sync::Arc;

use plumbline_core::decision::Facts;
use plumbline_core::time::UnixMillis;
use thiserror::Error;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config::{Config, Mode};
use crate::db::{Db, DbError};
use crate::funds;
use crate::http::limits::{self, Limits};
use crate::http::places::Places;
use crate::identity::{LastSeen, Passwords, SessionLookup, housekeeping};
use crate::ids::Ids;
use crate::mail::{MailError, Mailer};
use crate::market::bars;
use crate::market::feeds::{Feed, FeedSource, ReplayError, epochs};
use crate::market::sessions::{CalendarError, Hours};
use crate::market::{
    Board, Catalog, CatalogError, ChartReplies, History, LiveQuotes, Market, Past, QuoteReplies, Recorder, Rules,
    RulesError, Snapshots,
};
use crate::node_lease::{self, LeaseError, NodeLease};
use crate::operations::metrics;
use crate::operations::supervision::Supervisor;
use crate::orders::Matcher;
use crate::orders::fee_schedule::{FeeSchedule, FeeScheduleError};
use crate::push::{Hub, HubError, Parts, Timing};
use crate::records::RECORDS;
use crate::secrets::{SecretsError, ServerKey};
use crate::writer::{self, AccountEvent, Observer, Writer, WriterError};

/// The running product. Cheap to clone; handlers get it as axum state.
#[derive(Clone, Debug)]
pub struct App(Arc<AppState>);

#[derive(Debug)]
pub struct AppState {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    /// This server's number among those that share the database.
    pub lease: NodeLease,
    pub key: ServerKey,
    pub mailer: Mailer,
    pub passwords: Passwords,
    pub sessions: SessionLookup,
    pub last_seen: LastSeen,
    pub limits: Limits,
    /// Places of push sockets.
    pub sockets: Arc<Places>,
    pub market: Arc<Market>,
    pub fees: Arc<FeeSchedule>,
    /// Where everything goes that moves money or changes an order.
    pub writer: Writer,
    /// Tells customers' sockets what changed.
    pub hub: Arc<Hub>,
    /// Background work that has something to store when the server stops; the database is closed after it.
    pub tasks: TaskTracker,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
    /// Watches the background work.
    pub supervisor: Supervisor,
}

/// Why the server could not start.
#[derive(Debug, Error)]
pub enum StartError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Lease(#[from] LeaseError),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error("mode live needs a live feed, and {0} is for paper money")]
    PaperFeed(String),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Calendar(#[from] CalendarError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error(transparent)]
    Fees(#[from] FeeScheduleError),
    #[error(transparent)]
    Mail(#[from] MailError),
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Hub(#[from] HubError),
    #[error(transparent)]
    Writer(#[from] WriterError),
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl App {
    /// Opens the database and starts the background work.
    pub async fn start(config: Config, clock: Clock) -> Result<Self, StartError> {
        let limits = Limits::new(config.limits);
        let sockets = Places::new(config.connections.sockets_max, config.connections.sockets_per_address);
        let (key, mailer) = (ServerKey::load(&config)?, Mailer::new(&config)?);
        let db = Db::open(&config.database_uri()).await?;
        funds::rates::install(&db).await?;
        let lease = NodeLease::take(&db, &clock, config.node, node_lease::PATIENCE).await?;
        let ids = Arc::new(Ids::new(clock.clone(), lease.node()));
        let stopping = CancellationToken::new();
        let supervisor = Supervisor::new(stopping.clone());
        supervisor.spawn("node lease", lease.clone().keep(stopping.clone()));
        let (market, feed) = market(&db, &config, clock.now()).await?;
        let market = Arc::new(market);
        let fees = Arc::new(FeeSchedule::load(&db).await?);
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            quotes: Arc::new(LiveQuotes { market: market.clone() }),
            stopping: stopping.clone(),
            supervisor: supervisor.clone(),
            timing: Timing::default(),
        };
        let hub = Hub::start(config.bus.as_deref(), parts).await?;
        let matcher = Matcher::load(&db, clock.clone(), fees.clone(), market.clone()).await?;
        let context = writer::Context {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            lease: lease.clone(),
            records: RECORDS,
            listings: market.clone(),
            book: matcher.clone(),
            observer: Arc::new(Announcer { matcher: matcher.clone(), hub: hub.clone() }),
        };
        let writer = Writer::spawn(context, &supervisor).await?;
        matcher.start(writer.clone(), stopping.clone(), &supervisor).await;
        let app = App(Arc::new(AppState {
            config,
            sessions: SessionLookup::spawn(db.clone()),
            db,
            clock,
            ids,
            lease,
            key,
            mailer,
            passwords: Passwords::default(),
            last_seen: LastSeen::default(),
            limits,
            sockets,
            market,
            fees,
            writer,
            hub,
            tasks: TaskTracker::new(),
            stopping,
            supervisor,
        }));
        housekeeping::start(&app);
        bars::start(&app).await?;
        feed.start(&app);
        limits::start(&app);
        metrics::start(&app);
        funds::autopilot::start(&app);
        funds::equity::start(&app);
        Ok(app)
    }
}

/// The market and its feed, which does not tick yet.
async fn market(db: &Db, config: &Config, now: UnixMillis) -> Result<(Market, Feed), StartError> {
    if config.mode == Mode::Live {
        return Err(StartError::PaperFeed(config.feed.to_string()));
    }
    let (hours, rules) = (Arc::new(Hours::load(config.open_around_the_clock)?), Rules::load()?);
    let (source, mut seeds) = (FeedSource::read(&config.feed)?, Catalog::seed()?);
    seeds.extend(source.new_instruments(&seeds));
    let catalog = Catalog::open(db, &seeds).await?;
    let described = source.description(&catalog, &rules, &hours, now);
    let epoch = epochs::begin(db, &source.name(), described.as_deref(), now).await?;
    let feed = Feed::open(source, epoch, config.playback(), &catalog, &rules, &hours, now)?;
    let market = Market {
        board: Arc::new(Board::new(catalog.greatest())),
        recorder: Recorder::new(&catalog, hours.clone()),
        history: History::new(catalog.greatest()),
        feed_history: feed.history(),
        past: Past::default(),
        charts: ChartReplies::default(),
        quotes: QuoteReplies::new(catalog.greatest()),
        catalog,
        rules,
        hours,
        snapshots: Snapshots::default(),
    };
    Ok((market, feed))
}

/// Tells the rest of the server what the writer has committed.
#[derive(Debug)]
struct Announcer {
    matcher: Arc<Matcher>,
    hub: Arc<Hub>,
}

impl Observer for Announcer {
    fn written(&self, facts: &Facts) {
        self.matcher.update(facts.written());
    }

    fn events(&self, events: Vec<AccountEvent>) {
        self.hub.publish(events);
    }
}
