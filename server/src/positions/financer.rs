//! Charges or credits positions on margin for the nights for which they are held.
//!
//! A night begins at the end of a trading day. Each open position is charged for it once: the core refuses a night that was
//! charged already, so what a server that was stopped has missed is caught up, whoever does it, and never charged twice.
//!
//! Pairs rest from the beginning of a night until the server has charged it, once all that was decided before is stored:
//! nobody trades at the price from before a night that was charged, nor opens a position behind the reader's back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Refusal;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::market::Market;
use plumbline_core::positions::{Position, PositionKey, PositionRef};
use plumbline_core::products::{ChargeFinancing, Held};
use plumbline_core::time::UnixMillis;

use super::queries;
use crate::db::{Db, DbError, NIGHTS, SUM, UnreadRow};
use crate::orders::{Pricing, forex};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};

/// Positions that are charged at a time.
const AT_ONCE: usize = 64;
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How far back a night is caught up.
const CAUGHT_UP_FOR: i64 = 14 * UnixMillis::DAY;

/// Why a pass was not finished.
#[derive(Debug, thiserror::Error)]
enum PassError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The nights of a position that were charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Charged {
    All,
    /// A night cannot be worked out, or is refused: the account is put aside, and charged when the next term begins.
    Refused,
    /// A row that the writer needs cannot be read; its account is put aside.
    Unreadable,
    /// The writer or the market is not ready for it.
    NotYet,
}

#[derive(Debug)]
pub struct Financer {
    pub db: Db,
    pub pricing: Arc<Pricing>,
    pub writer: Writer,
}

impl Financer {
    /// Charges what was missed, then each night as it begins, until the term ends.
    pub async fn start(self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        // Before the server answers: until then pairs rest, whatever the last leader has said.
        self.pricing.market.charged_nights.begin_anew();
        self.charge_due().await;
        supervisor.spawn("financing", async move {
            while every.next().await {
                self.charge_due().await;
                if let Err(error) = self.catch_up().await {
                    tracing::error!(%error, "nights of accounts that were put aside could not be charged; it is tried again");
                }
            }
        });
    }

    /// Charges the nights that have begun, unless that was done.
    async fn charge_due(&self) {
        let (now, market) = (self.pricing.clock.now(), &self.pricing.market);
        let night = market.calendars.named(Market::Forex.calendar()).last_night(now);
        if night.is_none_or(|night| market.charged_nights.reach(night.at)) {
            return;
        }
        match self.charge_all(now).await {
            Ok(behind) => {
                let pairs = behind.len();
                if market.charged_nights.set(now, behind) && pairs > 0 {
                    tracing::error!(pairs, "nights could not be charged; these pairs rest until they are");
                }
            }
            Err(error) => tracing::error!(%error, "nights could not be charged; pairs rest until they are"),
        }
    }

    /// Charges all open positions for the nights that began by `now` and were not charged. Puts the accounts aside whose
    /// positions cannot be read, and gives the pairs of other positions that could not be charged.
    async fn charge_all(&self, now: UnixMillis) -> Result<HashSet<InstrumentId>, PassError> {
        // What was decided before is stored then, or its batch has failed and is decided no more.
        self.writer.ping().await?;
        let mut reader = self.db.read().await?;
        let (positions, unread) = queries::on_margin(&mut reader).await?;
        let last: HashMap<PositionKey, UnixMillis> = queries::last_nights(&mut reader).await?;
        drop(reader);
        unread.into_iter().for_each(|account| self.leave_out(account));
        let mut behind = HashSet::new();
        let charge = async |position: &Position| {
            let since = last.get(&position.key).copied().unwrap_or_default();
            let charged = self.charge(position, since, now).await?;
            if charged == Charged::Unreadable {
                self.leave_out(position.key.account);
            }
            Ok::<_, DbError>((charged == Charged::NotYet).then_some(position.key.instrument))
        };
        let mut charging = FuturesUnordered::new();
        for position in &positions {
            charging.push(charge(position));
            if charging.len() >= AT_ONCE
                && let Some(charged) = charging.next().await
            {
                behind.extend(charged?);
            }
        }
        while let Some(charged) = charging.next().await {
            behind.extend(charged?);
        }
        Ok(behind)
    }

    /// Puts an account aside until its positions are charged.
    fn leave_out(&self, account: AccountId) {
        let why = DbError::Corrupt { column: "financing.night", value: "not charged".to_owned() };
        self.db.aside().put(&UnreadRow::of_account(NIGHTS, account, why));
    }

    /// Charges the positions of accounts that were left out, once all rows of them can be read.
    async fn catch_up(&self) -> Result<(), DbError> {
        let (aside, now) = (self.db.aside(), self.pricing.clock.now());
        let mut accounts = aside.accounts_for(NIGHTS);
        accounts.retain(|account| aside.is_readable(*account));
        if accounts.is_empty() {
            return Ok(());
        }
        let positions = queries::on_margin_of(&mut self.db.read().await?, &accounts).await?;
        for position in &positions {
            // Nights that were charged are refused.
            if matches!(self.charge(position, UnixMillis::default(), now).await?, Charged::Unreadable | Charged::NotYet)
            {
                accounts.remove(&position.key.account);
            }
        }
        accounts
            .retain(|account| aside.is_readable(*account) && aside.looked_again(*account, |kind| kind == NIGHTS, &[]));
        self.writer.take_back(accounts).await;
        Ok(())
    }

    /// Charges a position for the nights after `since`, the earliest first.
    async fn charge(&self, position: &Position, since: UnixMillis, until: UnixMillis) -> Result<Charged, DbError> {
        let market = &self.pricing.market;
        let (Some(instrument), Some(margin)) = (market.catalog.get(position.key.instrument), position.margin) else {
            return Ok(Charged::All);
        };
        // Only a pair has two currencies that bear interest.
        if instrument.base.is_none() {
            return Ok(Charged::All);
        }
        let since = since.max(position.opened_at).max(until.plus(-CAUGHT_UP_FOR));
        for (night, nights) in forex::nights_of(market, instrument, since, until) {
            let day = night.date.to_string();
            // Where a rate is not known the price makes no step either.
            let Some(rates) = forex::financing(market, instrument, &day) else {
                tracing::warn!(position = %position.id, "there are no rates for a night of a position");
                continue;
            };
            let Ok(terms) = self.pricing.marking(instrument) else { return Ok(Charged::NotYet) };
            let held = match self.held_at(position, night.at).await {
                // The night is charged once it can be worked out; nobody else's waits for it.
                Err(why) if why.is_unreadable() => {
                    self.db.aside().put(&UnreadRow::of_account(SUM, position.key.account, why));
                    return Ok(Charged::Refused);
                }
                held => held?,
            };
            if !held.quantity.is_positive() {
                continue;
            }
            let at = PositionRef { key: position.key, wallet: margin.wallet };
            match self.writer.run(ChargeFinancing { at, held, night: night.at, nights, rates, terms }).await {
                Ok(_) | Err(RunError::Refused(Refusal::FinancingCharged | Refusal::PositionUnknown)) => {}
                Err(RunError::Unreadable) => return Ok(Charged::Unreadable),
                Err(RunError::Refused(refusal @ (Refusal::Unsound(_) | Refusal::OutOfRange))) => {
                    self.db.aside().put(&UnreadRow::refused(position.key.account, refusal));
                    return Ok(Charged::Refused);
                }
                Err(error) => {
                    tracing::debug!(%error, position = %position.id, "a night could not be charged; it is tried again");
                    return Ok(Charged::NotYet);
                }
            }
        }
        Ok(Charged::All)
    }

    /// What of a position was held at a moment.
    async fn held_at(&self, position: &Position, moment: UnixMillis) -> Result<Held, DbError> {
        let held = Held::from(position);
        if position.updated_at <= moment {
            return Ok(held);
        }
        let opening = position.key.direction.opening();
        let opened = queries::traded_after(&mut self.db.read().await?, position, opening, moment).await?;
        let quantity = Quantity::from_units(held.quantity.units().saturating_sub(opened));
        Ok(Held { quantity, ..held })
    }
}
