//! Does to positions what companies do to their shares: adjusts what is owned for splits, records who is entitled to
//! dividends, and pays them.
//!
//! Each step is a record that the core refuses twice, so that it does not matter how often one is tried, or where
//! a server stopped. An instrument that splits is halted from the start of its ex date until every position in it
//! is adjusted, and says so by `applied_at` alone.

mod dividend_store;
mod owed;
mod queries;
mod split_store;

pub use dividend_store::DividendRecord;
use queries::Due;

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plumbline_core::command::Command;
use plumbline_core::decimal::Price;
use plumbline_core::decision::Refusal;
use plumbline_core::ids::{AccountId, CorporateActionId};
use plumbline_core::market::{ActionTerms, CorporateAction, SplitRatio};
use plumbline_core::orders::{Cancel, CloseReason, OrderRef};
use plumbline_core::positions::PositionKey;
use plumbline_core::products::{EntitleDividend, PayDividend, SplitShares};
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError};
use crate::market::corporate_actions::store;
use crate::orders::Pricing;
use crate::rounds::{Judgement, Rounds};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};

const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Accounts that are seen to at a time.
const AT_ONCE: usize = 64;

/// Why a round was not finished.
#[derive(Debug, thiserror::Error)]
enum RoundError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Run(#[from] RunError),
}

#[derive(Debug)]
pub struct Adjuster {
    pub db: Db,
    pub pricing: Arc<Pricing>,
    pub writer: Writer,
    /// Dividends of which it was said that no wallet takes them.
    pub dividends_without_wallet: Mutex<HashSet<CorporateActionId>>,
}

/// Puts aside the accounts to whom something is owed, before any order of theirs is taken.
///
/// # Errors
/// When the database cannot be read.
pub async fn put_aside(db: &Db) -> Result<(), DbError> {
    owed::payable(db).await.map(drop)
}

impl Adjuster {
    /// Does what is due, until the term ends.
    pub fn start(self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        supervisor.spawn("adjustments", async move {
            while every.next().await {
                let now = self.pricing.clock.now();
                self.apply_due(now).await;
                if let Err(error) = self.catch_up().await {
                    tracing::error!(%error, "corporate actions could not be caught up on; it is tried again");
                }
                if let Err(error) = self.pay(now).await {
                    tracing::error!(%error, "dividends could not be paid; they are tried again");
                }
            }
        });
    }

    /// Does what is due, of each stock on its own: what cannot be done of one holds up no other.
    async fn apply_due(&self, now: UnixMillis) {
        let due = self.pricing.market.corporate_actions.due(now);
        if due.is_empty() {
            return;
        }
        // What was decided before the ex dates is stored before it is looked at.
        if self.writer.ping().await.is_err() {
            tracing::error!(
                actions = due.len(),
                "corporate actions wait for what is being stored; they are tried again"
            );
            return;
        }
        for action in due {
            if let Err(error) = self.apply(&action, now).await {
                tracing::error!(%error, action = %action.id, "a corporate action could not be applied; it is tried again");
            }
        }
    }

    /// Does what an action does on its ex date, and says so once nothing of it is left to do.
    async fn apply(&self, action: &CorporateAction, now: UnixMillis) -> Result<(), RoundError> {
        if !queries::stands(&mut self.db.read().await?, action).await? {
            return Ok(());
        }
        let waiting = self.waiting(action).await?;
        let is_next = |account: AccountId| !waiting.contains(&account);
        let left = match action.terms {
            ActionTerms::Split(ratio) => self.split(action, ratio, is_next).await?,
            ActionTerms::Dividend { amount, .. } => self.entitle(action, amount, is_next).await?,
        };
        if let Some(mut left) = left {
            left.extend(waiting);
            owed::owe(&self.db, action.id, &left).await?;
            store::applied(&self.db, action.id, now).await?;
            let market = &self.pricing.market;
            market.corporate_actions.read(&self.db, &market.catalog, &market.calendars).await?;
        }
        Ok(())
    }

    /// The accounts that an earlier action of the stock owes something: this one is of what that one makes of their shares.
    /// An action that cannot be read may be one.
    async fn waiting(&self, action: &CorporateAction) -> Result<BTreeSet<AccountId>, DbError> {
        let actions = &self.pricing.market.corporate_actions;
        let all = actions.all();
        let is_earlier = |id: CorporateActionId| match all.iter().find(|other| other.id == id) {
            Some(other) => other.instrument == action.instrument && (other.ex_at, other.id) < (action.ex_at, action.id),
            None => actions.is_unreadable(id),
        };
        owed::owing(&self.db, is_earlier).await
    }

    /// Does to accounts that were put aside what actions owe them, once all else of them can be read: the actions of a stock
    /// in the order of their ex dates.
    async fn catch_up(&self) -> Result<(), RoundError> {
        let actions = self.pricing.market.corporate_actions.all();
        let (payable, settled) = owed::payable(&self.db).await?;
        self.writer.take_back(settled).await;
        let action_of = |id| actions.iter().find(|action| action.id == id);
        let mut payable: Vec<_> =
            payable.into_iter().filter_map(|(id, accounts)| Some((action_of(id)?, accounts))).collect();
        payable.sort_by_key(|(action, _)| (action.ex_at, action.id));
        for (action, mut accounts) in payable {
            let (id, waiting) = (action.id, self.waiting(action).await?);
            accounts.retain(|account| !waiting.contains(account));
            let left = match action.terms {
                ActionTerms::Split(ratio) => {
                    let of = |account| accounts.contains(&account);
                    self.adjust(action, ratio, of, action.ex_at).await?.0
                }
                ActionTerms::Dividend { amount, .. } => {
                    let left = self.entitle(action, amount, |account| accounts.contains(&account)).await?;
                    left.unwrap_or_else(|| accounts.clone())
                }
            };
            for account in accounts.difference(&left) {
                if owed::settle(&self.db, id, *account).await? {
                    self.writer.take_back(BTreeSet::from([*account])).await;
                }
            }
        }
        Ok(())
    }

    /// Ends the orders that wait, then adjusts the positions. Once nothing is left to do but of accounts that are put aside,
    /// these; they are told apart from those of whom something is still to be done.
    async fn split(
        &self,
        action: &CorporateAction,
        ratio: SplitRatio,
        of: impl Fn(AccountId) -> bool,
    ) -> Result<Option<BTreeSet<AccountId>>, RoundError> {
        let (left, concerned) = self.adjust(action, ratio, of, UnixMillis(i64::MAX)).await?;
        Ok(concerned.is_subset(&left).then_some(left))
    }

    /// Ends the orders that were placed `before` a moment, then adjusts the positions: those `of` the accounts. Gives the
    /// accounts of which that could not be done, because of what is stored of them, and all that had an order or a
    /// position.
    async fn adjust(
        &self,
        action: &CorporateAction,
        ratio: SplitRatio,
        of: impl Fn(AccountId) -> bool,
        before: UnixMillis,
    ) -> Result<(BTreeSet<AccountId>, BTreeSet<AccountId>), RoundError> {
        let mut reader = self.db.read().await?;
        let (mut orders, mut left) = queries::open_orders(&mut reader, action.instrument, before).await?;
        drop(reader);
        orders.retain(|order| of(order.account));
        let cancel = |order: OrderRef| Cancel::new(order, CloseReason::Split).into();
        let gone = |refusal| matches!(refusal, Refusal::OrderNotOpen | Refusal::OrderUnknown);
        left.extend(self.all(orders.iter().copied().map(cancel), gone).await?);
        let (mut positions, unread) = queries::unsplit(&mut self.db.read().await?, action).await?;
        positions.retain(|position| of(position.account));
        let split = |position: PositionKey| SplitShares { split: action.id, position, ratio }.into();
        let done = |refusal| matches!(refusal, Refusal::SplitApplied | Refusal::PositionUnknown);
        left.extend(unread);
        left.extend(self.all(positions.iter().copied().map(split), done).await?);
        let concerned =
            orders.iter().map(|order| order.account).chain(positions.iter().map(|position| position.account));
        Ok((left, concerned.collect()))
    }

    /// Records what those `of` the accounts get who held shares as the ex date began. Gives those of whom it could not be,
    /// because of what is stored of them; `None` where nothing can be recorded.
    async fn entitle(
        &self,
        action: &CorporateAction,
        amount: Price,
        of: impl Fn(AccountId) -> bool,
    ) -> Result<Option<BTreeSet<AccountId>>, RoundError> {
        let market = &self.pricing.market;
        let instrument = market.catalog.get(action.instrument);
        let wallet = instrument.and_then(|stock| market.rules.wallet_of(stock, action.ex_date, &action.terms));
        let Some(wallet) = wallet else {
            if self.dividends_without_wallet.lock().unwrap_or_else(PoisonError::into_inner).insert(action.id) {
                tracing::error!(action = %action.id, "no wallet takes the currency of a dividend; later actions of its stock wait");
            }
            return Ok(None);
        };
        let (mut holders, mut left) = queries::held_before(&mut self.db.read().await?, action).await?;
        holders.retain(|(account, _)| of(*account));
        let record = |(account, quantity)| {
            let (dividend, instrument, pays_at) = (action.id, action.instrument, action.pays_at);
            EntitleDividend { dividend, account, instrument, quantity, amount, wallet, pays_at }.into()
        };
        // What is worth less than a minor unit is nothing.
        let recorded = |refusal| matches!(refusal, Refusal::DividendEntitled | Refusal::QuantityInvalid);
        left.extend(self.all(holders.into_iter().map(record), recorded).await?);
        Ok(Some(left))
    }

    /// Pays what is due, to accounts that are not put aside.
    async fn pay(&self, now: UnixMillis) -> Result<(), RoundError> {
        let mut due = queries::due(&mut self.db.read().await?, now).await?;
        due.retain(|due| {
            !self.db.aside().has(due.account) && !self.pricing.market.corporate_actions.is_unreadable(due.dividend)
        });
        let pay = |Due { dividend, account, wallet }: Due| PayDividend { dividend, account, wallet }.into();
        self.all(due.into_iter().map(pay), |refusal| refusal == Refusal::DividendPaid).await?;
        Ok(())
    }

    /// Runs a round of commands; the refusals that are `done` say that it was done earlier. Gives the accounts of which it could
    /// not be done, because of what is stored of them: they are put aside.
    async fn all(
        &self,
        commands: impl Iterator<Item = Command>,
        done: impl Fn(Refusal) -> bool,
    ) -> Result<BTreeSet<AccountId>, RunError> {
        let rounds = Rounds { db: &self.db, writer: &self.writer, at_once: AT_ONCE };
        rounds
            .run(commands.collect(), |refusal| if done(refusal) { Judgement::Done } else { Judgement::PutAside })
            .await
            .settled()
    }
}
