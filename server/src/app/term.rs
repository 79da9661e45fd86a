//! The work of the leader: it makes the ticks, writes, fills orders, watches margins and does all background work. It
//! begins when the lease is taken. Its writer is closed before the lease is given back; its background work ends soon
//! after, and may overlap with the next leader's.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::decision::{Facts, Record};
use plumbline_core::ids::AccountId;
use plumbline_core::products::{OwedNights, OwedSettlements};

use super::parts::App;
use super::start_error::StartError;
use crate::assets::equity;
use crate::db::{DbError, OWED, SUM};
use crate::files;
use crate::funds::{autopilot, chains};
use crate::kyc;
use crate::market::corporate_actions::announcer;
use crate::market::feeds::relay;
use crate::operations::purge;
use crate::orders::Matcher;
use crate::positions::MarginWatch;
use crate::positions::corporate::{self, Adjuster};
use crate::positions::financer::Financer;
use crate::push::Hub;
use crate::records::RECORDS;
use crate::reviews;
use crate::supervision::Supervisor;
use crate::writer::{AccountEvent, Context, Observer};

/// If background work takes longer to end, the process ends.
const ENDS_WITHIN: Duration = Duration::from_secs(20);

#[derive(Debug)]
pub struct Term {
    app: App,
    supervisor: Supervisor,
}

impl Term {
    /// Begins to lead: when this returns, the database is read, there are quotes, and missed nights are recorded.
    pub async fn begin(app: &App) -> Result<Self, StartError> {
        let term = Self { app: app.clone(), supervisor: app.supervisor.term() };
        match term.start().await {
            Ok(()) => Ok(term),
            Err(error) => {
                term.end().await;
                Err(error)
            }
        }
    }

    async fn start(&self) -> Result<(), StartError> {
        let (app, supervisor) = (&self.app, &self.supervisor);
        let (db, clock, market, writer) = (&app.db, &app.clock, &app.market, &app.writer);
        // Until this leader has recorded their nights, pairs rest, whatever the last one has said.
        market.recorded_nights.begin_anew();
        corporate::put_aside(db).await?;
        let matcher = Matcher::load(db, clock.clone(), app.rule_sets.clone(), market.clone()).await?;
        let margin_watch = MarginWatch::load(db, app.pricing.clone()).await?;
        let context = Context {
            db: db.clone(),
            clock: clock.clone(),
            ids: app.ids.clone(),
            leadership: app.leadership.clone(),
            records: RECORDS,
            listings: market.clone(),
            book: matcher.clone(),
            observer: Arc::new(CommitListener {
                matcher: matcher.clone(),
                margin_watch: margin_watch.clone(),
                hub: app.hub.clone(),
            }),
        };
        // From now on prices come from this server, before it decides on any.
        relay::tell(&app.bus, market, &app.leadership, supervisor);
        app.feeds.start(db, market, clock, &app.leadership, supervisor).await?;
        market.board.set_silent(false);
        writer.open(context, supervisor).await?;
        matcher.start(writer.clone(), supervisor).await;
        margin_watch.start(writer.clone(), supervisor);
        let curves = equity::Keeper { db: db.clone(), clock: clock.clone(), pricing: app.pricing.clone() };
        let financer = Financer::new(db, &app.pricing, writer);
        let adjuster = Adjuster {
            db: db.clone(),
            pricing: app.pricing.clone(),
            writer: writer.clone(),
            dividends_without_wallet: Mutex::default(),
        };
        files::housekeeping::start(app.files.clone(), supervisor);
        purge::start(db.clone(), clock.clone(), supervisor);
        autopilot::start(app.cashier.clone(), app.config.autopilot_seconds, supervisor);
        kyc::retag::retag(&app.desk).await?;
        kyc::start(&app.desk, supervisor);
        reviews::start(app.cashier.clone(), supervisor);
        let ground = chains::starting::Ground { cashier: &app.cashier, market, ids: &app.ids, supervisor };
        chains::starting::start(&app.chains, &ground)?;
        announcer::announce(db, market, announcer::ALWAYS, clock.now()).await?;
        curves.start(supervisor);
        financer.start(supervisor).await;
        adjuster.start(supervisor);
        Ok(())
    }

    /// Accepts no more commands and returns when the accepted ones are answered. Background work ends too, but is not
    /// waited for.
    pub async fn close(&self) {
        self.supervisor.stopping().cancel();
        self.in_time("commands of a leader that are not answered", self.app.writer.close()).await;
    }

    /// Waits for parts that end with the term. If they do not, the process ends, to be restarted: a new term must not
    /// begin beside the old one.
    async fn in_time(&self, what: &'static str, ends: impl Future<Output = ()>) {
        if tokio::time::timeout(ENDS_WITHIN, ends).await.is_err() {
            self.app.supervisor.fail(what);
        }
    }

    /// Returns when all work of the term has ended.
    pub async fn end(self) {
        self.close().await;
        self.in_time("work of a leader that does not end", self.supervisor.end()).await;
        // Only a leader settles them: its term begins by naming them anew, and does again what was refused.
        [OWED, SUM, OwedNights::NAME, OwedSettlements::NAME].iter().for_each(|kind| self.app.db.aside().forget(kind));
    }
}

/// Notifies the rest of the server of the writer's commits.
#[derive(Debug)]
struct CommitListener {
    matcher: Arc<Matcher>,
    margin_watch: Arc<MarginWatch>,
    hub: Arc<Hub>,
}

impl Observer for CommitListener {
    fn written(&self, facts: &Facts) {
        self.matcher.update(facts);
        self.margin_watch.update(facts);
    }

    fn recover<'a>(&'a self, accounts: &'a BTreeSet<AccountId>) -> BoxFuture<'a, Result<(), DbError>> {
        self.margin_watch.take_back(accounts).boxed()
    }

    fn events(&self, events: Vec<AccountEvent>) {
        self.hub.publish(events);
    }
}
