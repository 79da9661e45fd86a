//! Does to positions what companies do to their shares: adjusts what is owned for splits, records who is entitled to
//! dividends, and pays them.
//!
//! Each step is a record that the core refuses twice, so that it does not matter how often one is tried, by how many servers,
//! or where one of them stopped. An instrument that splits is halted from the start of its ex date until every position in it
//! is adjusted, and says so by `applied_at` alone.

mod dividend_store;
mod queries;
mod split_store;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use plumbline_core::decimal::Price;
use plumbline_core::decision::Refusal;
use plumbline_core::ids::CorporateActionId;
use plumbline_core::market::{ActionTerms, CorporateAction, SplitRatio};
use plumbline_core::orders::{Cancel, CloseReason};
use plumbline_core::products::{EntitleDividend, PayDividend, SplitShares};
use plumbline_core::time::UnixMillis;

use crate::clock::CLOCKS_APART;
use crate::db::{Db, DbError};
use crate::market::corporate_actions::store;
use crate::orders::Pricing;
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
    pub walletless: Mutex<HashSet<CorporateActionId>>,
}

impl Adjuster {
    /// Does what is due, until the server stops.
    pub fn start(self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        supervisor.spawn("adjustments", async move {
            while every.next().await {
                let now = self.pricing.clock.now();
                self.apply_due(now).await;
                if let Err(error) = self.pay(now).await {
                    tracing::error!(%error, "dividends could not be paid; they are tried again");
                }
            }
        });
    }

    /// Does what is due, of each stock on its own: what cannot be done of one holds up no other.
    async fn apply_due(&self, now: UnixMillis) {
        // By then the ex date has begun for every server.
        let due = self.pricing.market.corporate_actions.due(now.plus(-CLOCKS_APART));
        if due.is_empty() {
            return;
        }
        // What was decided before the ex dates is stored before it is looked at, also what other servers decided.
        if !self.writer.settled().await.unwrap_or(false) {
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
        let is_done = match action.terms {
            ActionTerms::Split(ratio) => self.split(action, ratio).await?,
            ActionTerms::Dividend { amount, .. } => self.entitle(action, amount).await?,
        };
        if is_done {
            store::applied(&self.db, action.id, now).await?;
            let market = &self.pricing.market;
            market.corporate_actions.read(&self.db, &market.catalog, &market.calendars).await?;
        }
        Ok(())
    }

    /// Ends the orders that wait, then adjusts the positions. Whether there was nothing to do any more.
    async fn split(&self, action: &CorporateAction, ratio: SplitRatio) -> Result<bool, RoundError> {
        let orders = queries::open_orders(&mut self.db.read().await?, action.instrument).await?;
        // What waits once another server has done with it was asked for in the new shares.
        if queries::is_applied(&mut self.db.read().await?, action.id).await? {
            return Ok(true);
        }
        let cancel = |order| self.writer.run(Cancel { order, reason: CloseReason::Split });
        let gone = |refusal| matches!(refusal, Refusal::OrderNotOpen | Refusal::OrderUnknown);
        let ended = all(orders.iter().copied().map(cancel), gone).await?;
        let positions = queries::unsplit(&mut self.db.read().await?, action).await?;
        let split = |position| self.writer.run(SplitShares { split: action.id, position, ratio });
        let done = |refusal| matches!(refusal, Refusal::SplitApplied | Refusal::PositionUnknown);
        let adjusted = all(positions.iter().copied().map(split), done).await?;
        if !(ended && adjusted) {
            tracing::warn!(action = %action.id, "not every position could be split; they are tried again");
        }
        Ok(orders.is_empty() && positions.is_empty())
    }

    /// Records what those get who held shares as the ex date began. Whether all of them have it recorded.
    async fn entitle(&self, action: &CorporateAction, amount: Price) -> Result<bool, RoundError> {
        let market = &self.pricing.market;
        let instrument = market.catalog.get(action.instrument);
        let wallet = instrument.and_then(|stock| market.rules.wallet_of(stock, action.ex_date, &action.terms));
        let Some(wallet) = wallet else {
            if self.walletless.lock().unwrap_or_else(PoisonError::into_inner).insert(action.id) {
                tracing::error!(action = %action.id, "no wallet takes the currency of a dividend; later actions of its stock wait");
            }
            return Ok(false);
        };
        let holders = queries::held_before(&mut self.db.read().await?, action).await?;
        let record = |(account, quantity)| {
            let (dividend, instrument, pays_at) = (action.id, action.instrument, action.pays_at);
            self.writer.run(EntitleDividend { dividend, account, instrument, quantity, amount, wallet, pays_at })
        };
        // What is worth less than a minor unit is nothing.
        let recorded = |refusal| matches!(refusal, Refusal::DividendEntitled | Refusal::QuantityInvalid);
        all(holders.into_iter().map(record), recorded).await
    }

    /// Pays what is due.
    async fn pay(&self, now: UnixMillis) -> Result<(), RoundError> {
        let mut due = queries::due(&mut self.db.read().await?, now).await?;
        due.retain(|(dividend, _, _)| !self.pricing.market.corporate_actions.is_unreadable(*dividend));
        let pay = |(dividend, account, wallet)| self.writer.run(PayDividend { dividend, account, wallet });
        all(due.into_iter().map(pay), |refusal| refusal == Refusal::DividendPaid).await?;
        Ok(())
    }
}

/// Waits for all of them, some at a time, whatever becomes of one. Whether each was done, now or earlier, which is what the
/// refusals say that are `done`.
async fn all<D>(
    commands: impl Iterator<Item = impl Future<Output = Result<D, RunError>>>,
    done: impl Fn(Refusal) -> bool,
) -> Result<bool, RoundError> {
    let mut running = futures_util::stream::iter(commands).buffer_unordered(AT_ONCE);
    let (mut all_done, mut failed) = (true, None);
    while let Some(outcome) = running.next().await {
        match outcome {
            Ok(_) => {}
            Err(RunError::Refused(refusal)) if done(refusal) => {}
            Err(RunError::Refused(refusal)) => {
                tracing::warn!(%refusal, "an account could not be seen to");
                all_done = false;
            }
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(all_done), |error| Err(error.into()))
}
