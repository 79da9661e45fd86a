//! The assembly of the server: every part is created here, once, with the parts that it needs.
//!
//! Only the router, the command line and tests use [`App`]. Handlers request parts by their type, as in `State(db):
//! State<Db>`; the table [`parts!`] lists them. A background part gets the parts it needs at its start.

mod begun_mode;
mod leading;
mod parts;
mod start_error;
mod term;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use plumbline_core::time::UnixMillis;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::files::Files;
use crate::files::objects::Objects;
use crate::funds::chains::{self, Chains};
use crate::funds::payouts::PayoutSettings;
use crate::funds::{self, Cashier};
use crate::http::forward::Forwarder;
use crate::http::limits::{self, Limits};
use crate::http::places::Places;
use crate::http::{Histories, TrustedProxies};
use crate::identity::{Accounts, LastSeen, Passwords, SessionLookup, Sessions, housekeeping};
use crate::ids::Ids;
use crate::inbox::Inbox;
use crate::kyc::Desk;
use crate::leader::{Candidate, Leadership};
use crate::mail::Mailer;
use crate::market::chart::Charts;
use crate::market::corporate_actions::announcer;
use crate::market::feeds::{FeedError, FeedSource, Feeds, Ground, relay};
use crate::market::{
    AuctionStocks, Board, Calendars, Catalog, CatalogError, ChartReplies, CorporateActions, History, LiveBars,
    LiveMarket, Market, NewStocks, Past, QuoteReplies, RecordedNights, Recorder, Rules, Snapshots, States, Statuses,
    Trades, Trending, bars, futures, operators, settled,
};
use crate::mode::Mode;
use crate::news::reports::Reporter;
use crate::operations::app_version::ServerFacts;
use crate::operations::health::Vitals;
use crate::operations::metrics::{self, MetricsReaders};
use crate::orders::fee_schedule::FeeSchedule;
use crate::orders::{Pricing, RuleSets};
use crate::push::socket::Entrance;
use crate::push::{Hub, Parts, Timing};
use crate::sealing::Sealer;
use crate::server_key::ServerKey;
use crate::supervision::Supervisor;
use crate::tls;
use crate::unreadable;
use crate::watchlist::Watchlists;
use crate::writer::Writer;

pub use begun_mode::begun_mode;
pub use parts::{App, AppState};
pub use start_error::StartError;

impl App {
    /// Opens the database and starts the background work.
    pub async fn start(config: Config, clock: Clock) -> Result<Self, StartError> {
        tls::install();
        let is_paper = config.mode == Mode::Paper && config.database_uri().starts_with("sqlite:");
        if config.starts_at.is_some() && !is_paper {
            return Err(StartError::PaperClock);
        }
        let proxies = TrustedProxies::new(&config.trusted_proxies);
        let key = ServerKey::load(config.secret_key.as_ref(), &config.data_dir)?;
        let sealer = Arc::new(Sealer::load(&config.sealing, &config.data_dir)?);
        let objects = Objects::open(&config.files.place(&config.data_dir))?;
        let chains = Chains::open(config.mode, config.chains.as_deref())?;
        let payouts = PayoutSettings::read(config.mode, config.payouts.as_deref(), &config.data_dir)?;
        let mailer = Mailer::new(config.mail.as_ref(), &config.mail_from, config.outbox_dir())?;
        let db = Db::open(&config.database_uri()).await?;
        funds::rates::install(&db).await?;
        let ids = Arc::new(Ids::new(clock.clone(), 0));
        let candidate = Candidate { address: internal_address(&config), has_bus: config.bus.is_some() };
        let leadership = Leadership::open(&db, clock.clone(), ids.clone(), candidate).await?;
        let stopping = CancellationToken::new();
        let supervisor = Supervisor::new(stopping.clone());
        leadership.keep(&supervisor);
        let (market, feeds) = market(&db, &config, &key, &clock).await?;
        if leadership.leads() {
            announcer::announce(&db, &market, announcer::ALWAYS, clock.now()).await?;
        }
        begun_mode::keep(&db, config.mode).await?;
        payouts.keep(&db).await?;
        chains::keep_names(&db, &chains).await?;
        let market = Arc::new(market);
        let fees = Arc::new(FeeSchedule::load(&db).await?);
        let charts = Charts { db: db.clone(), clock: clock.clone(), market: market.clone() };
        let live_bars = LiveBars::new(charts.clone(), Handle::current());
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            market: Arc::new(LiveMarket::new(market.clone(), live_bars)),
            stopping: stopping.clone(),
            supervisor: supervisor.clone(),
            timing: Timing::default(),
        };
        let shared = if config.bus.is_some() { db.identity().await? } else { String::new() };
        let bus = Bus::connect(config.bus.as_deref(), &key, &shared).await?;
        let hub = Hub::start(bus.clone(), parts).await?;
        let statuses = Statuses::start(market.clone(), clock.clone(), hub.status().clone(), &supervisor)?;
        let rule_sets = Arc::new(RuleSets::new(clock.clone(), market.clone(), fees.clone()));
        let pricing = Pricing {
            clock: clock.clone(),
            ids: ids.clone(),
            market: market.clone(),
            fees: fees.clone(),
            rule_sets: rule_sets.clone(),
        };
        let pricing = Arc::new(pricing);
        let writer = Writer::new(db.clone());
        let limits = Arc::new(Limits::new(config.limits));
        let sessions = Arc::new(Sessions {
            clock: clock.clone(),
            limits: limits.clone(),
            lookup: SessionLookup::spawn(db.clone(), &supervisor),
            last_seen: LastSeen::default(),
        });
        let inbox = Arc::new(Inbox {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            hub: hub.clone(),
            market: market.clone(),
        });
        let files = Arc::new(Files {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            key: key.clone(),
            sealer: sealer.clone(),
            objects,
            admission: Default::default(),
            bytes_max: config.files.bytes_max(),
            tries_a_day: config.files.uploads_per_day,
            refused_identity_max: config.files.refused_identity_max(),
            stopping: stopping.clone(),
        });
        let server_key = key.clone();
        let accounts = Accounts {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            key,
            passwords: Passwords::default(),
            session_life: i64::from(config.session_days) * UnixMillis::DAY,
            listener: hub.clone(),
            notifier: inbox.clone(),
        };
        let entrance = Entrance {
            hub: hub.clone(),
            places: Places::new(config.connections.sockets_max, config.connections.sockets_per_address),
            proxies: proxies.clone(),
            sessions: sessions.clone(),
        };
        let watchlists = Watchlists { db: db.clone(), clock: clock.clone(), ids: ids.clone(), market: market.clone() };
        let cashier = Cashier {
            db: db.clone(),
            clock: clock.clone(),
            market: market.clone(),
            writer: writer.clone(),
            files: files.clone(),
            times: Default::default(),
            payouts: payouts.way(db.clone(), clock.clone(), ids.clone()),
            withdrawal_policy: config.withdrawals.policy(config.mode),
            mode: config.mode,
            has_autopilot: config.autopilot().is_some(),
        };
        let desk = Arc::new(Desk::new(files.clone(), writer.clone(), config.autopilot()));
        let vitals = Vitals {
            db: db.clone(),
            writer: writer.clone(),
            hub: hub.clone(),
            leadership: leadership.clone(),
            supervisor: supervisor.clone(),
        };
        let forwarder = Forwarder::new(leadership.clone(), server_key, clock.clone(), proxies.clone());
        let app = App::of(AppState {
            limits,
            proxies,
            metrics_readers: MetricsReaders(config.metrics_from.as_slice().into()),
            native_apps: Arc::new(config.native_apps.clone()),
            mailer: Arc::new(mailer),
            accounts: Arc::new(accounts),
            sessions,
            sealer,
            files,
            quotes: Arc::new(QuoteReplies::new(market.clone(), clock.clone())),
            charts: Arc::new(ChartReplies::new(charts)),
            statuses,
            watchlists: Arc::new(watchlists),
            pricing,
            cashier: Arc::new(cashier),
            desk,
            chains: Arc::new(chains),
            inbox,
            entrance: Arc::new(entrance),
            facts: Arc::new(facts(&config, &market)),
            vitals: Arc::new(vitals),
            histories: Histories::new(db.clone()),
            config,
            db,
            clock,
            ids,
            leadership,
            market,
            feeds,
            rule_sets,
            fees,
            writer,
            hub,
            bus,
            forwarder: Arc::new(forwarder),
            stopping,
            led: CancellationToken::new(),
            supervisor,
        });
        app.follow().await?;
        leading::start(&app).await?;
        Ok(app)
    }

    /// Starts the background work of every server, leader or not.
    async fn follow(&self) -> Result<(), StartError> {
        let AppState { db, clock, market, leadership, supervisor, .. } = &**self;
        let charts = Charts { db: db.clone(), clock: clock.clone(), market: market.clone() };
        let news = self.hub.news().clone();
        let reporter = Reporter::new(db.clone(), clock.clone(), market.clone(), leadership.clone(), news);
        housekeeping::start(db.clone(), self.sessions.clone(), leadership.clone(), supervisor);
        bars::start(charts, leadership.clone(), supervisor).await?;
        settled::start(db, market, clock, supervisor).await?;
        self.feeds.follow_days(db, clock, supervisor);
        relay::follow(&self.bus, market, leadership, supervisor).await?;
        operators::start(db.clone(), market.clone(), clock.clone(), supervisor);
        announcer::start(db.clone(), market.clone(), clock.clone(), leadership.clone(), supervisor);
        unreadable::start(db.clone(), self.writer.clone(), leadership.clone(), supervisor);
        limits::start(self.limits.clone(), supervisor);
        metrics::start(leadership.clone(), supervisor);
        reporter.start(supervisor);
        Ok(())
    }
}

/// The address at which other servers on the database reach this one.
fn internal_address(config: &Config) -> String {
    let listening: Option<SocketAddr> = config.listen.parse().ok();
    let first_of_this_computer = || {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        interfaces.iter().find(|interface| !interface.is_loopback()).map(if_addrs::Interface::ip)
    };
    let address = match (&config.advertise, listening) {
        (Some(given), _) => given.clone(),
        (None, Some(all)) if all.ip().is_unspecified() => {
            SocketAddr::new(first_of_this_computer().unwrap_or(Ipv4Addr::LOCALHOST.into()), all.port()).to_string()
        }
        (None, _) => config.listen.clone(),
    };
    format!("http://{address}")
}

/// The server's facts for clients before a login.
fn facts(config: &Config, market: &Market) -> ServerFacts {
    let outbox = config.mail.is_none().then(|| config.outbox_dir());
    let link_hosts = config.link_hosts.iter().map(|host| host.name().to_owned()).collect();
    let around_the_clock = market.calendars.around_the_clock();
    ServerFacts::new(
        config.mode,
        config.feeds_named(),
        outbox.as_deref(),
        around_the_clock,
        link_hosts,
        (&config.native_apps).into(),
        config.support.as_ref(),
    )
}

/// The market and its feeds, which publish nothing yet.
async fn market(db: &Db, config: &Config, key: &ServerKey, clock: &Clock) -> Result<(Market, Feeds), StartError> {
    let now = clock.now();
    if config.mode == Mode::Live {
        return Err(StartError::PaperFeed(config.feeds_named()));
    }
    let (calendars, rules) = (Arc::new(Calendars::load(config.open_around_the_clock)?), Rules::load()?);
    let sources = config.feeds.iter().map(FeedSource::read).collect::<Result<Vec<_>, _>>().map_err(FeedError::from)?;
    let mut seeds = Catalog::seed()?;
    seeds.extend(futures::listed(&calendars, now).map_err(CatalogError::from)?);
    let new_stocks = NewStocks::load(&calendars).map_err(CatalogError::from)?;
    seeds.extend(new_stocks.seeds());
    for source in &sources {
        seeds.extend(source.new_instruments(&seeds));
    }
    let catalog = Catalog::open(db, &seeds).await?;
    let on = Ground { catalog: &catalog, rules: &rules, calendars: &calendars, playback: config.playback(), key, now };
    let feeds = Feeds::open(db, sources, on).await?;
    let corporate_actions = Arc::new(CorporateActions::default());
    let market = Market {
        board: Arc::new(Board::new(catalog.greatest())),
        recorder: Recorder::new(&catalog, calendars.clone(), corporate_actions.clone()),
        history: History::new(catalog.greatest()),
        trades: Trades::new(catalog.greatest()),
        past: Past::new(feeds.history(), calendars.clone()),
        feed_history: feeds.history(),
        clock: clock.clone(),
        auction_stocks: AuctionStocks::of(&catalog, &rules),
        new_stocks,
        catalog,
        rules,
        states: States::default(),
        corporate_actions,
        calendars,
        recorded_nights: RecordedNights::default(),
        snapshots: Snapshots::default(),
        trending: Trending::default(),
    };
    market.states.read(db, now).await?;
    market.corporate_actions.read(db, &market.catalog, &market.calendars).await?;
    Ok((market, feeds))
}
