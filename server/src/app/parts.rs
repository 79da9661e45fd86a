//! The parts of the running product, and those that handlers may request.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use tokio_util::sync::CancellationToken;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::files::Files;
use crate::funds::Cashier;
use crate::funds::chains::Chains;
use crate::http::forward::Forwarder;
use crate::http::limits::Limits;
use crate::http::{Histories, TrustedProxies};
use crate::identity::native_apps::NativeApps;
use crate::identity::{Accounts, SessionListener, Sessions};
use crate::ids::Ids;
use crate::inbox::Inbox;
use crate::kyc::Desk;
use crate::leader::Leadership;
use crate::mail::Mailer;
use crate::market::feeds::Feeds;
use crate::market::{ChartReplies, Market, QuoteReplies, Statuses};
use crate::mode::Mode;
use crate::operations::app_version::ServerFacts;
use crate::operations::health::Vitals;
use crate::operations::metrics::MetricsReaders;
use crate::orders::fee_schedule::FeeSchedule;
use crate::orders::{Pricing, RuleSets};
use crate::push::Hub;
use crate::push::socket::Entrance;
use crate::records::RECORDS;
use crate::sealing::Sealer;
use crate::supervision::Supervisor;
use crate::watchlist::Watchlists;
use crate::writer::{Records, Writer};

/// The running product. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<AppState>);

impl App {
    pub(super) fn of(state: AppState) -> Self {
        Self(Arc::new(state))
    }
}

#[derive(Debug)]
pub struct AppState {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    /// This server's part in the leadership of its database.
    pub leadership: Leadership,
    pub limits: Arc<Limits>,
    pub proxies: TrustedProxies,
    pub metrics_readers: MetricsReaders,
    pub native_apps: Arc<NativeApps>,
    pub mailer: Arc<Mailer>,
    pub accounts: Arc<Accounts>,
    pub sessions: Arc<Sessions>,
    /// Seals data that must not be readable in its storage.
    pub sealer: Arc<Sealer>,
    pub files: Arc<Files>,
    pub histories: Histories,
    pub market: Arc<Market>,
    pub feeds: Feeds,
    pub rule_sets: Arc<RuleSets>,
    pub quotes: Arc<QuoteReplies>,
    pub charts: Arc<ChartReplies>,
    pub statuses: Arc<Statuses>,
    pub watchlists: Arc<Watchlists>,
    pub fees: Arc<FeeSchedule>,
    pub pricing: Arc<Pricing>,
    /// Runs every action that moves money or changes an order.
    pub writer: Writer,
    pub cashier: Arc<Cashier>,
    pub desk: Arc<Desk>,
    pub chains: Arc<Chains>,
    /// Sends customers' sockets their events.
    pub hub: Arc<Hub>,
    pub(super) bus: Bus,
    pub inbox: Arc<Inbox>,
    pub entrance: Arc<Entrance>,
    pub facts: Arc<ServerFacts>,
    pub vitals: Arc<Vitals>,
    pub forwarder: Arc<Forwarder>,
    /// Cancelled when the server begins to stop.
    pub stopping: CancellationToken,
    /// Cancelled when this server will not lead any more.
    pub(super) led: CancellationToken,
    /// Watches the background work.
    pub supervisor: Supervisor,
}

/// The parts that handlers may request: each by its type, with its field.
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
    Leadership => leadership,
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
