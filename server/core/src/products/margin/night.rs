//! The nights of pairs: their rates and the price at which everybody's positions are charged for them.

use serde::{Deserialize, Serialize};

use super::FinancingRates;
use crate::decimal::Price;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, InstrumentId};
use crate::ledger::Wallet;
use crate::money::Money;
use crate::positions::{Direction, PositionKey};
use crate::products::Rate;
use crate::time::UnixMillis;

/// A night of a pair. It is recorded once, after it has begun, before anybody is charged for it; every charge for it is at
/// this price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Night {
    pub instrument: InstrumentId,
    /// When it began: the end of a trading day.
    pub at: UnixMillis,
    /// How many nights are charged at once: three where two of them fall on a weekend's settlement.
    pub nights: i64,
    pub rates: FinancingRates,
    /// The best price bid for the pair.
    pub bid: Price,
    /// The best price asked for the pair.
    pub ask: Price,
    /// The rate from the pair's currency to that of its wallet; `None` where they are one.
    pub rate: Option<Rate>,
}

impl Night {
    /// The quote at which a position would have been closed.
    ///
    /// # Errors
    /// `no_quote` where there was none.
    pub fn mark(&self, direction: Direction) -> Result<Price, Refusal> {
        let mark = if direction == Direction::Long { self.bid } else { self.ask };
        if mark.is_positive() { Ok(mark) } else { Err(Refusal::NoQuote) }
    }

    /// Converts an amount that was earned or paid into the wallet's currency.
    ///
    /// # Errors
    /// `no_quote` without a rate from the amount's currency to the wallet's; `out_of_range`.
    pub fn in_wallet(&self, earned: Money, wallet: Wallet) -> Result<Money, Refusal> {
        match self.rate {
            _ if earned.currency == wallet.currency() => Ok(earned),
            Some(rate) if rate.to == wallet.currency() => rate.profit(earned),
            _ => Err(Refusal::NoQuote),
        }
    }
}

impl Record for Night {
    type Key = (InstrumentId, UnixMillis);

    const NAME: &'static str = "night";
    const HAS_ID: bool = false;

    fn key(&self) -> Self::Key {
        (self.instrument, self.at)
    }
}

/// The recorded nights after the moment until which an open position has been charged. It is read with the position and
/// never written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedNights {
    pub position: PositionKey,
    /// The earliest first; `None` where a recorded night cannot be read.
    pub nights: Option<Vec<Night>>,
}

impl Record for OwedNights {
    type Key = PositionKey;

    const NAME: &'static str = "owed nights";
    const HAS_ID: bool = false;

    fn key(&self) -> PositionKey {
        self.position
    }
}

/// Records nights of pairs; a night that is recorded stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordNights {
    pub nights: Vec<Night>,
}

impl Action for RecordNights {
    type Done = ();

    const NAME: &'static str = "record_nights";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        Vec::new()
    }

    fn needs(&self, needs: &mut Needs) {
        self.nights.iter().for_each(|night| needs.ask::<Night>(night.key()));
    }

    fn carry_out(&self, facts: &mut Facts, _: &mut Stamp) -> Result<(), Refusal> {
        let mut changes = Changes::default();
        for night in &self.nights {
            if facts.get::<Night>(&night.key())?.is_none() {
                changes.put(*night);
            }
        }
        facts.apply(changes)
    }
}
