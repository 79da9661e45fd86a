//! A writer on a database, trading customers, and what the crates below have for tests.
#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

pub use plumbline_market::testing::*;

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::command::{Command, Listed};
use plumbline_core::decision::Facts;
use plumbline_core::funds::{DepositChannel, DepositFailure, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, FirmQuoteId, InstrumentId, OrderId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Side;
use plumbline_core::money::Money;
use plumbline_core::orders::{FillResting, Place, Reached};
use plumbline_core::products::Terms;
use plumbline_core::time::UnixMillis;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::db::{Batch, Db, DbError};
use crate::ids::Ids;
use crate::leader::Leadership;
use crate::supervision::Supervisor;
use crate::writer::{AccountEvent, Before, Context, Listings, Observer, Records, RestingBook, Writer};

/// A resting book without orders: ticks fill the orders that their commands name.
#[derive(Debug)]
pub struct NoBook;

impl RestingBook for NoBook {
    fn ready(&self, _: &mut Command, _: &mut Before) -> Option<FillResting> {
        None
    }

    fn committed(&self, _: &mut dyn Iterator<Item = (&Command, Option<&Reached>)>) {}

    fn failed(&self, _: &mut dyn Iterator<Item = &Command>) {}

    fn recover<'a>(&'a self, _: &'a mut Batch, _: &'a BTreeSet<AccountId>) -> BoxFuture<'a, Result<(), DbError>> {
        std::future::ready(Ok(())).boxed()
    }
}

/// Lists no instrument, and ignores notifications.
#[derive(Debug)]
struct Nobody;

impl Listings for Nobody {
    fn describe(&self, _: InstrumentId) -> Option<(String, &'static str, i64)> {
        None
    }
}

impl Observer for Nobody {
    fn written(&self, _: &Facts) {}
    fn events(&self, _: Vec<AccountEvent>) {}
}

/// The context of a writer of `records` on a database that it leads. There are no listed instruments, no resting orders
/// and no listeners: a test adds those it needs.
pub async fn writer_context_of(records: Records, db: &Db, clock: &Clock) -> Context {
    let ids = Arc::new(Ids::new(clock.clone(), 0));
    let leadership = lead(db, clock, &ids).await;
    context_of(records, db, clock, ids, leadership)
}

fn context_of(records: Records, db: &Db, clock: &Clock, ids: Arc<Ids>, leadership: Leadership) -> Context {
    let (db, clock) = (db.clone(), clock.clone());
    let (listings, book, observer) = (Arc::new(Nobody), Arc::new(NoBook), Arc::new(Nobody));
    Context { db, clock, ids, leadership, records, listings, book, observer }
}

/// A writer, and its customers. When it is dropped, its parts stop as those of a server do, and it gives up leading.
pub struct Venue {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub writer: Writer,
    pub supervisor: Supervisor,
    pub leadership: Leadership,
    records: Records,
}

impl Drop for Venue {
    fn drop(&mut self) {
        self.supervisor.stopping().cancel();
        self.leadership.resign();
        let (writer, leadership) = (self.writer.clone(), self.leadership.clone());
        tokio::spawn(async move {
            writer.close().await;
            leadership.give_back().await;
        });
    }
}

impl Venue {
    pub async fn open(context: Context) -> Self {
        let (db, clock, ids) = (context.db.clone(), context.clock.clone(), context.ids.clone());
        let supervisor = Supervisor::new(CancellationToken::new());
        // A test may take longer than a lease that is not renewed.
        let (leadership, records) = (context.leadership.clone(), context.records);
        leadership.keep(&supervisor);
        let writer = Writer::spawn(context, &supervisor).await.unwrap();
        Self { db, clock, ids, writer, supervisor, leadership, records }
    }

    /// The context of another writer of this server.
    pub fn context(&self) -> Context {
        context_of(self.records, &self.db, &self.clock, self.ids.clone(), self.leadership.clone())
    }

    /// Runs an action that must not be refused.
    pub async fn run<A: Listed>(&self, action: A) -> A::Done {
        self.writer.run(action).await.unwrap()
    }

    /// An order for `quantity` shares of the contract's instrument, with a limit in cents or at the market.
    pub fn place(&self, account: AccountId, side: Side, quantity: i64, limit: Option<i64>, terms: Terms) -> Place {
        let at = order_ref(OrderId(self.ids.next()), account, terms.rules.instrument);
        place(at, side, shares(quantity), limit.map(price), terms)
    }

    /// Announces a deposit of dollars, and decides on it if there is a decision.
    pub async fn deposit(&self, account: AccountId, cents: i64, decision: Option<Result<(), DepositFailure>>) {
        let credit = usd(cents);
        let request = RequestDeposit {
            account,
            channel: DepositChannel::Fiat,
            sent_currency: "USD".into(),
            sent_amount: credit.amount(),
            credit,
            rate: None,
            proof_url: None,
        };
        let deposit = self.run(request).await.id;
        if let Some(decision) = decision {
            self.run(ReviewDeposit { deposit, account, decision, converted: None, by: ReviewedBy::Reviewers }).await;
        }
    }

    /// Moves money out of the funding wallet; to another currency at a quote, which was made before `asked_at`.
    pub async fn transfer(
        &self,
        account: AccountId,
        to: Wallet,
        amount: Money,
        quote: Option<FirmQuoteId>,
        asked_at: UnixMillis,
    ) {
        self.run(TransferFunds { account, from: Wallet::Balance, to, amount, quote, asked_at }).await;
    }

    /// Puts dollars into the wallet for US shares.
    pub async fn fund(&self, account: AccountId, cents: i64) {
        self.deposit(account, cents, Some(Ok(()))).await;
        self.transfer(account, Wallet::Stock, usd(cents), None, UnixMillis(0)).await;
    }
}
