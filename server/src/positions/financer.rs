//! Charges or credits positions on margin for the nights for which they are held.
//!
//! A night begins at the end of a trading day. Each open position is charged for it once: the core refuses a night that was
//! charged already, so what a server that was stopped has missed is caught up, whoever does it, and never charged twice.
//!
//! Pairs rest from the beginning of a night until the server has charged it, once all that was decided before is stored:
//! nobody trades at the price from before a night that was charged, nor opens a position behind the reader's back.

use std::collections::{BTreeSet, HashMap, HashSet};
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
use crate::db::{Db, DbError, NIGHTS, RowName, SUM, UnreadRow};
use crate::orders::{Pricing, forex};
use crate::supervision::Supervisor;
use crate::writer::{RunError, Writer};

/// Positions that are charged at a time.
const AT_ONCE: usize = 64;
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// So many rounds are between two in which all accounts that were left out are tried.
const ALL_ROUNDS: u64 = 30;
/// How far back a position is caught up that was never charged, unless its account was put aside for its nights.
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
    /// A night cannot be worked out, or is refused: the account is put aside.
    Refused,
    /// A row that the writer needs cannot be read; its account is put aside.
    Unreadable,
    /// The writer or the market is not ready for it.
    NotYet,
}

/// The positions that a round of charges has left.
#[derive(Debug, Default)]
struct Left {
    /// The pairs of positions for which the writer or the market was not ready.
    behind: HashSet<InstrumentId>,
    /// The pairs of all positions that were not charged; `None` stands for all pairs of the account.
    pairs: HashMap<AccountId, HashSet<Option<InstrumentId>>>,
}

impl Left {
    fn add(&mut self, account: AccountId, pair: Option<InstrumentId>) {
        self.pairs.entry(account).or_default().insert(pair);
    }

    /// True if one of the positions is among those that a name in `aside` stands for.
    fn has(&self, name: &RowName) -> bool {
        let pair = name.id.map(InstrumentId);
        let left = name.account.and_then(|account| self.pairs.get(&account));
        left.is_some_and(|left| pair.is_none() || left.contains(&None) || left.contains(&pair))
    }
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
            let mut round = 0;
            while every.next().await {
                self.charge_due().await;
                round += 1;
                if let Err(error) = self.catch_up(round).await {
                    tracing::error!(%error, "nights of accounts that were put aside could not be charged; it is tried again");
                }
            }
        });
    }

    /// True while a night has begun that was not charged.
    fn is_due(&self, now: UnixMillis) -> bool {
        let market = &self.pricing.market;
        let night = market.calendars.named(Market::Forex.calendar()).last_night(now);
        night.is_some_and(|night| !market.charged_nights.reach(night.at))
    }

    /// Charges the nights that have begun, unless that was done.
    async fn charge_due(&self) {
        let now = self.pricing.clock.now();
        if !self.is_due(now) {
            return;
        }
        match self.charge_all(now).await {
            Ok(behind) => {
                let pairs = behind.len();
                if self.pricing.market.charged_nights.set(now, behind) && pairs > 0 {
                    tracing::error!(pairs, "nights could not be charged; these pairs rest until they are");
                }
            }
            Err(error) => tracing::error!(%error, "nights could not be charged; pairs rest until they are"),
        }
    }

    /// Charges all open positions for the nights that began by `now` and were not charged; gives the pairs that are behind.
    async fn charge_all(&self, now: UnixMillis) -> Result<HashSet<InstrumentId>, PassError> {
        // What was decided before is stored then, or its batch has failed and is decided no more.
        self.writer.ping().await?;
        let mut reader = self.db.read().await?;
        let (positions, last) = (queries::on_margin(&mut reader).await?, queries::last_nights(&mut reader).await?);
        drop(reader);
        let left = self.charge_each(positions, last, now).await?;
        self.settle(&self.db.aside().named_as(NIGHTS), &left).await;
        Ok(left.behind)
    }

    /// Charges the positions of accounts that were left out: each round of those that can be read, and once in a while of the
    /// others too, whose positions may have nothing to do with what cannot be read. A night that begins meanwhile comes
    /// first: it is for everybody.
    async fn catch_up(&self, round: u64) -> Result<(), DbError> {
        let aside = self.db.aside();
        let mut names = aside.named_as(NIGHTS);
        if !round.is_multiple_of(ALL_ROUNDS) {
            let mut waiting = aside.unreadable();
            waiting.extend(aside.named_as(SUM).iter().filter_map(|name| name.account));
            names.retain(|name| name.account.is_some_and(|account| !waiting.contains(&account)));
        }
        for some in names.chunks(AT_ONCE) {
            let now = self.pricing.clock.now();
            if self.is_due(now) {
                break;
            }
            let accounts: BTreeSet<AccountId> = some.iter().filter_map(|name| name.account).collect();
            let mut reader = self.db.read().await?;
            let positions = queries::on_margin_of(&mut reader, &accounts).await?;
            let last = queries::last_nights_of(&mut reader, &accounts).await?;
            drop(reader);
            let left = self.charge_each(positions, last, now).await?;
            self.settle(some, &left).await;
        }
        Ok(())
    }

    /// Charges positions. The accounts of those that are left are put aside, unless the writer or the market was not ready.
    async fn charge_each(
        &self,
        (positions, unread): queries::Readable,
        (last, unread_nights): queries::LastNights,
        now: UnixMillis,
    ) -> Result<Left, DbError> {
        let mut left = Left::default();
        for RowName { account, id, .. } in unread {
            let pair = queries::pair_of(&mut self.db.read().await?, id).await;
            account.iter().for_each(|account| left.add(*account, pair));
        }
        // Nobody knows for which nights their positions were charged.
        let unknown: HashSet<AccountId> = unread_nights.into_iter().filter_map(|name| name.account).collect();
        unknown.iter().for_each(|account| left.add(*account, None));
        for (account, pairs) in &left.pairs {
            pairs.iter().for_each(|pair| self.leave_out(*account, *pair));
        }
        let charge = async |position: &Position| {
            let since = last.get(&position.key).copied().unwrap_or_default();
            Ok::<_, DbError>((position.key, self.charge(position, since, now).await?))
        };
        let mut known = positions.iter().filter(|position| !unknown.contains(&position.key.account));
        let mut charging: FuturesUnordered<_> = known.by_ref().take(AT_ONCE).map(charge).collect();
        while let Some(charged) = charging.next().await {
            charging.extend(known.next().map(charge));
            let (PositionKey { account, instrument: pair, .. }, charged) = charged?;
            match charged {
                Charged::All => continue,
                Charged::NotYet => drop(left.behind.insert(pair)),
                Charged::Unreadable | Charged::Refused => self.leave_out(account, Some(pair)),
            }
            left.add(account, Some(pair));
        }
        Ok(left)
    }

    /// Puts an account aside until its positions in a pair are charged, or all of its positions.
    fn leave_out(&self, account: AccountId, pair: Option<InstrumentId>) {
        let name = RowName { account: Some(account), kind: NIGHTS, id: pair.map(|pair| pair.0) };
        let why = DbError::Corrupt { column: "financing.night", value: "not charged".to_owned() };
        self.db.aside().put(&UnreadRow { name, why: Box::new(why) });
    }

    /// Takes accounts back that have nothing left to be charged.
    async fn settle(&self, names: &[RowName], left: &Left) {
        let sums = self.db.aside().named_as(SUM);
        // An account that a charge was refused for is settled as a whole: then that charge has been made.
        let waits = |name: &RowName| {
            let has_left = name.account.is_some_and(|account| left.pairs.contains_key(&account));
            has_left && sums.iter().any(|sum| sum.account == name.account)
        };
        let mut settled: Vec<RowName> = names.iter().filter(|name| !left.has(name) && !waits(name)).copied().collect();
        let charged: HashSet<Option<AccountId>> = settled.iter().map(|name| name.account).collect();
        settled.extend(sums.iter().filter(|name| charged.contains(&name.account)));
        let back = self.db.aside().settle(&settled);
        self.writer.take_back(back).await;
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
        let floor = until.plus(-CAUGHT_UP_FOR);
        let is_new = since == UnixMillis::default() && position.opened_at < floor;
        let since = if is_new && !self.db.aside().has_for(position.key.account, NIGHTS, position.key.instrument.0) {
            tracing::warn!(position = %position.id, "nights before the last two weeks are not charged");
            floor
        } else {
            since.max(position.opened_at)
        };
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
