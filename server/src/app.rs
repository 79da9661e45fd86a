//! Where the server is put together: every part is made here, once, and given the parts that it works with.
//!
//! Only the router, the command line and tests know [`App`]. Handlers ask for parts by their type, as in
//! `State(db): State<Db>`; the table [`parts!`] says which there are. A part that works in the background gets what it
//! needs at its start.

mod begun_mode;
mod start_error;

use std::ops::Deref;
use std::sync::{Arc, Mutex};

use axum::extract::FromRef;
use plumbline_core::decision::Facts;
use plumbline_core::time::UnixMillis;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::files::objects::Objects;
use crate::files::{self, Files};
use crate::funds::chains::{self, Chains};
use crate::funds::payouts::PayoutSettings;
use crate::funds::{self, Cashier, autopilot, equity};
use crate::http::limits::{self, Limits};
use crate::http::places::Places;
use crate::http::{Histories, TrustedProxies};
use crate::identity::native_apps::NativeApps;
use crate::identity::{Accounts, LastSeen, Passwords, SessionListener, SessionLookup, Sessions, housekeeping};
use crate::ids::Ids;
use crate::inbox::Inbox;
use crate::kyc::{self, Desk};
use crate::mail::Mailer;
use crate::market::bars;
use crate::market::chart::Charts;
use crate::market::corporate_actions::announcer;
use crate::market::feeds::{FeedError, FeedSource, Feeds, Ground};
use crate::market::futures;
use crate::market::{
    AuctionStocks, Board, Calendars, Catalog, CatalogError, ChargedNights, ChartReplies, CorporateActions, History,
    LiveBars, LiveMarket, Market, NewStocks, Past, QuoteReplies, Recorder, Rules, Snapshots, States, Statuses, Trades,
    Trending, operators,
};
use crate::mode::Mode;
use crate::news::reports::Reporter;
use crate::node_lease::{self, NodeLease};
use crate::operations::app_version::ServerFacts;
use crate::operations::health::Vitals;
use crate::operations::metrics::{self, MetricsReaders};
use crate::operations::purge;
use crate::orders::fee_schedule::FeeSchedule;
use crate::orders::{Contracts, Matcher, Pricing};
use crate::positions::MarginWatch;
use crate::positions::corporate::Adjuster;
use crate::positions::financer::Financer;
use crate::push::socket::Entrance;
use crate::push::{Hub, Parts, Timing};
use crate::records::RECORDS;
use crate::reviews;
use crate::sealing::Sealer;
use crate::server_key::ServerKey;
use crate::supervision::Supervisor;
use crate::tls;
use crate::watchlist::Watchlists;
use crate::writer::{self, AccountEvent, Observer, Records, Writer};

pub use begun_mode::begun_mode;
pub use start_error::StartError;

/// The running product. Cheap to clone.
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
    pub limits: Arc<Limits>,
    pub proxies: TrustedProxies,
    pub metrics_readers: MetricsReaders,
    pub native_apps: Arc<NativeApps>,
    pub mailer: Arc<Mailer>,
    pub accounts: Arc<Accounts>,
    pub sessions: Arc<Sessions>,
    /// Seals what nobody may read where it is stored.
    pub sealer: Arc<Sealer>,
    pub files: Arc<Files>,
    pub histories: Histories,
    pub market: Arc<Market>,
    pub quotes: Arc<QuoteReplies>,
    pub charts: Arc<ChartReplies>,
    pub statuses: Arc<Statuses>,
    pub watchlists: Arc<Watchlists>,
    pub fees: Arc<FeeSchedule>,
    pub pricing: Arc<Pricing>,
    /// Where everything goes that moves money or changes an order.
    pub writer: Writer,
    pub cashier: Arc<Cashier>,
    pub desk: Arc<Desk>,
    pub chains: Arc<Chains>,
    /// Tells customers' sockets what changed.
    pub hub: Arc<Hub>,
    pub inbox: Arc<Inbox>,
    pub entrance: Arc<Entrance>,
    pub facts: Arc<ServerFacts>,
    pub vitals: Arc<Vitals>,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
    /// Watches the background work.
    pub supervisor: Supervisor,
}

/// What handlers may ask for: its type, and where the app has it.
macro_rules! parts {
    ($($part:ty => $field:ident,)*) => {
        $(impl FromRef<App> for $part {
            fn from_ref(app: &App) -> Self {
                app.$field.clone()
            }
        })*
    };
}

parts! {
    Db => db,
    Histories => histories,
    Clock => clock,
    Writer => writer,
    TrustedProxies => proxies,
    MetricsReaders => metrics_readers,
    Arc<NativeApps> => native_apps,
    Arc<Mailer> => mailer,
    Arc<Accounts> => accounts,
    Arc<Sessions> => sessions,
    Arc<Sealer> => sealer,
    Arc<Files> => files,
    Arc<Market> => market,
    Arc<QuoteReplies> => quotes,
    Arc<ChartReplies> => charts,
    Arc<Statuses> => statuses,
    Arc<Watchlists> => watchlists,
    Arc<Pricing> => pricing,
    Arc<Cashier> => cashier,
    Arc<Desk> => desk,
    Arc<Chains> => chains,
    Arc<Ids> => ids,
    Arc<Limits> => limits,
    Arc<Inbox> => inbox,
    Arc<Entrance> => entrance,
    Arc<ServerFacts> => facts,
    Arc<Vitals> => vitals,
}

impl FromRef<App> for Records {
    fn from_ref(_: &App) -> Self {
        RECORDS
    }
}
impl FromRef<App> for Mode {
    fn from_ref(app: &App) -> Self {
        app.config.mode
    }
}

impl FromRef<App> for Arc<dyn SessionListener> {
    fn from_ref(app: &App) -> Self {
        app.hub.clone()
    }
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
        tls::install();
        let proxies = TrustedProxies::new(&config.trusted_proxies);
        let key = ServerKey::load(config.secret_key.as_ref(), &config.data_dir)?;
        let sealer = Arc::new(Sealer::load(&config.sealing, &config.data_dir)?);
        let objects = Objects::open(&config.files.place(&config.data_dir))?;
        let chains = Chains::open(config.mode, config.chains.as_deref())?;
        let payouts = PayoutSettings::read(config.mode, config.payouts.as_deref(), &config.data_dir)?;
        let mailer = Mailer::new(config.mail.as_ref(), &config.mail_from, config.outbox_dir())?;
        let db = Db::open(&config.database_uri()).await?;
        funds::rates::install(&db).await?;
        let lease = NodeLease::take(&db, &clock, config.node, node_lease::PATIENCE).await?;
        let ids = Arc::new(Ids::new(clock.clone(), lease.node()));
        let stopping = CancellationToken::new();
        let supervisor = Supervisor::new(stopping.clone());
        lease.keep(&supervisor);
        let (market, feeds) = market(&db, &config, &key, &clock).await?;
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
        let hub = Hub::start(config.bus.as_deref(), parts).await?;
        let statuses = Statuses::start(market.clone(), clock.clone(), hub.status().clone(), &supervisor)?;
        let contracts = Arc::new(Contracts::new(clock.clone(), market.clone(), fees.clone()));
        let matcher = Matcher::load(&db, clock.clone(), contracts.clone(), market.clone()).await?;
        let pricing =
            Pricing { clock: clock.clone(), ids: ids.clone(), market: market.clone(), fees: fees.clone(), contracts };
        let pricing = Arc::new(pricing);
        let margin_watch = MarginWatch::load(&db, pricing.clone()).await?;
        let context = writer::Context {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            lease: lease.clone(),
            records: RECORDS,
            listings: market.clone(),
            book: matcher.clone(),
            observer: Arc::new(Announcer {
                matcher: matcher.clone(),
                margin_watch: margin_watch.clone(),
                hub: hub.clone(),
            }),
        };
        let writer = Writer::spawn(context, &supervisor).await?;
        matcher.start(writer.clone(), &supervisor).await;
        margin_watch.start(writer.clone(), &supervisor);
        let limits = Arc::new(Limits::new(config.limits));
        let sessions = Sessions {
            clock: clock.clone(),
            limits: limits.clone(),
            lookup: SessionLookup::spawn(db.clone(), &supervisor),
            last_seen: LastSeen::default(),
        };
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
        let sessions = Arc::new(sessions);
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
            writer: writer.clone(),
            files: files.clone(),
            times: Default::default(),
            payouts: payouts.way(db.clone(), clock.clone(), ids.clone()),
            withdrawal_policy: config.withdrawals.policy(config.mode),
            mode: config.mode,
            has_autopilot: config.autopilot().is_some(),
        };
        let desk = Arc::new(Desk::new(files.clone(), writer.clone(), config.autopilot()));
        let vitals =
            Vitals { db: db.clone(), writer: writer.clone(), hub: hub.clone(), supervisor: supervisor.clone() };
        let app = App(Arc::new(AppState {
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
            lease,
            market,
            fees,
            writer,
            hub,
            stopping,
            supervisor,
        }));
        app.start_work(feeds).await?;
        Ok(app)
    }

    /// Starts what goes on while requests are answered.
    async fn start_work(&self, feeds: Feeds) -> Result<(), StartError> {
        let AppState { db, clock, market, supervisor, .. } = &**self;
        let charts = Charts { db: db.clone(), clock: clock.clone(), market: market.clone() };
        let curves = equity::Keeper { db: db.clone(), clock: clock.clone(), pricing: self.pricing.clone() };
        let (pricing, writer) = (self.pricing.clone(), self.writer.clone());
        let adjuster = Adjuster { db: db.clone(), pricing, writer, walletless: Mutex::default() };
        let financer = Financer { db: db.clone(), pricing: self.pricing.clone(), writer: self.writer.clone() };
        let reporter = Reporter::new(db.clone(), clock.clone(), market.clone(), self.hub.news().clone());
        housekeeping::start(db.clone(), self.sessions.clone(), supervisor);
        files::housekeeping::start(self.files.clone(), supervisor);
        purge::start(db.clone(), clock.clone(), supervisor);
        bars::start(charts, supervisor).await?;
        feeds.start(db, market, clock, supervisor);
        operators::start(db.clone(), market.clone(), clock.clone(), supervisor);
        announcer::start(db.clone(), market.clone(), clock.clone(), supervisor);
        limits::start(self.limits.clone(), supervisor);
        metrics::start(supervisor);
        autopilot::start(self.cashier.clone(), self.config.autopilot_seconds, supervisor);
        kyc::retag::retag(&self.desk).await?;
        kyc::start(&self.desk, supervisor);
        reviews::start(self.cashier.clone(), supervisor);
        let ground = chains::starting::Ground { cashier: &self.cashier, market, ids: &self.ids, supervisor };
        chains::starting::start(&self.chains, &ground)?;
        curves.start(supervisor);
        financer.start(supervisor).await;
        adjuster.start(supervisor);
        reporter.start(supervisor);
        Ok(())
    }
}

/// What clients may know of the server before anybody logs in.
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

/// The market and its feeds, which do not tick yet.
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
        charged_nights: ChargedNights::default(),
        snapshots: Snapshots::default(),
        trending: Trending::default(),
    };
    market.states.read(db, now).await?;
    announcer::announce(db, &market, announcer::ALWAYS, now).await?;
    Ok((market, feeds))
}

/// Tells the rest of the server what the writer has committed.
#[derive(Debug)]
struct Announcer {
    matcher: Arc<Matcher>,
    margin_watch: Arc<MarginWatch>,
    hub: Arc<Hub>,
}

impl Observer for Announcer {
    fn written(&self, facts: &Facts) {
        self.matcher.update(facts.written());
        self.margin_watch.update(facts);
    }

    fn events(&self, events: Vec<AccountEvent>) {
        self.hub.publish(events);
    }
}
