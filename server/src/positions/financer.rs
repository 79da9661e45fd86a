//! Charges or credits positions on margin for the nights for which they are held.
//!
//! A night begins at the end of a trading day. Each open position is charged for it once: the core refuses a night that was
//! charged already, so what a server that was stopped has missed is caught up, whoever does it, and never charged twice.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Refusal;
use plumbline_core::market::Market;
use plumbline_core::positions::{Position, PositionKey, PositionRef};
use plumbline_core::products::{ChargeFinancing, Held};
use plumbline_core::time::UnixMillis;

use super::queries;
use crate::db::{Db, DbError};
use crate::orders::{Pricing, forex};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};

/// Positions that are charged at a time.
const AT_ONCE: usize = 64;
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long what could not be charged waits for the next attempt.
const TRIED_AGAIN_AFTER: Duration = Duration::from_secs(60);
/// How far back a night is caught up.
const CAUGHT_UP_FOR: i64 = 14 * UnixMillis::DAY;

#[derive(Debug)]
pub struct Financer {
    pub db: Db,
    pub pricing: Arc<Pricing>,
    pub writer: Writer,
}

impl Financer {
    /// Charges each night as it begins, until the server stops.
    pub fn start(self, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        supervisor.spawn("financing", async move {
            let (mut charged_until, mut not_before) = (UnixMillis(0), Instant::now());
            while every.next().await {
                let now = self.pricing.clock.now();
                let since = charged_until.max(now.plus(-CAUGHT_UP_FOR));
                if Instant::now() < not_before
                    || self.pricing.market.calendars.named(Market::Forex.calendar()).nights(since, now).next().is_none()
                {
                    continue;
                }
                match self.charge_all(now).await {
                    Ok(true) => {
                        charged_until = now;
                        continue;
                    }
                    Ok(false) => {}
                    Err(error) => tracing::error!(%error, "nights could not be charged; they are tried again"),
                }
                not_before = Instant::now() + TRIED_AGAIN_AFTER;
            }
        });
    }

    /// Charges all open positions for the nights that began until `now` and were not charged; whether that was done.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn charge_all(&self, now: UnixMillis) -> Result<bool, DbError> {
        let mut reader = self.db.read().await?;
        let positions = queries::on_margin(&mut reader).await?;
        let last: HashMap<PositionKey, UnixMillis> = queries::last_nights(&mut reader).await?;
        drop(reader);
        let (mut done, mut charging) = (true, FuturesUnordered::new());
        for position in &positions {
            let since = last.get(&position.key).copied().unwrap_or_default().max(position.opened_at);
            charging.push(self.charge(position, since.max(now.plus(-CAUGHT_UP_FOR)), now));
            if charging.len() >= AT_ONCE
                && let Some(charged) = charging.next().await
            {
                done &= charged?;
            }
        }
        while let Some(charged) = charging.next().await {
            done &= charged?;
        }
        Ok(done)
    }

    /// Charges a position for the nights after `since`, the earliest first; whether all were.
    async fn charge(&self, position: &Position, since: UnixMillis, now: UnixMillis) -> Result<bool, DbError> {
        let market = &self.pricing.market;
        let (Some(instrument), Some(margin)) = (market.catalog.get(position.key.instrument), position.margin) else {
            return Ok(true);
        };
        // Only a pair has two currencies that bear interest.
        if instrument.base.is_none() {
            return Ok(true);
        }
        for (night, nights) in forex::nights_of(market, instrument, since, now) {
            let day = night.date.to_string();
            let (rates, terms) = (forex::financing(market, instrument, &day), self.pricing.marking(instrument));
            let (Some(rates), Ok(terms)) = (rates, terms) else {
                tracing::warn!(position = %position.id, "there are no rates for a night of a position");
                return Ok(false);
            };
            let held = self.held_at(position, night.at).await?;
            if !held.quantity.is_positive() {
                continue;
            }
            let at = PositionRef { key: position.key, wallet: margin.wallet };
            match self.writer.run(ChargeFinancing { at, held, night: night.at, nights, rates, terms }).await {
                Ok(_) | Err(RunError::Refused(Refusal::FinancingCharged | Refusal::PositionUnknown)) => {}
                Err(error) => {
                    tracing::warn!(%error, position = %position.id, "a night could not be charged; it is tried again");
                    return Ok(false);
                }
            }
        }
        Ok(true)
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
