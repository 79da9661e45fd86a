//! Settlements: the price of a contract at the end of a trading day, at which everybody's variation is worked out.

use serde::{Deserialize, Serialize};

use crate::decimal::Price;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, InstrumentId};
use crate::ledger::Wallet;
use crate::money::Money;
use crate::positions::PositionKey;
use crate::products::Rate;
use crate::products::conversion::Part;
use crate::time::UnixMillis;

/// How the price of a settlement was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettlementMethod {
    /// The trades of the last minute, weighted by their volume.
    Trades,
    /// The middle between bid and ask, where nobody traded in the last minute.
    Middle,
    /// The last trade before the contract ended.
    Last,
    /// The underlying index as its day opened.
    IndexOpening,
    /// The mean of the underlying index over the last five minutes of its day.
    IndexMean,
}

impl SettlementMethod {
    pub const ALL: [Self; 5] = [Self::Trades, Self::Middle, Self::Last, Self::IndexOpening, Self::IndexMean];

    /// The word in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trades => "trades",
            Self::Middle => "middle",
            Self::Last => "last",
            Self::IndexOpening => "index_opening",
            Self::IndexMean => "index_mean",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.code() == code)
    }
}

/// The settlement of a contract on a trading day. It is recorded once, before any position is settled at it, and never
/// changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    pub instrument: InstrumentId,
    /// The end of the trading day, or of the contract.
    pub at: UnixMillis,
    pub price: Price,
    pub method: SettlementMethod,
    /// True if all positions in the contract are closed at it.
    pub closes: bool,
    /// The settlements that are left of the contract after it; zero for the one that closes all positions.
    pub days_left: i64,
    /// The rate from the contract's currency to that of its wallet; `None` where they are one.
    pub rate: Option<Rate>,
}

impl Settlement {
    /// A gain or a loss in the wallet's currency: a gain at the bid, a loss at the ask.
    ///
    /// # Errors
    /// `no_quote` without a rate from the amount's currency to the wallet's; `out_of_range`.
    pub fn profit(&self, gained: Money, wallet: Wallet) -> Result<Money, Refusal> {
        match self.rate {
            _ if gained.currency == wallet.currency() => Ok(gained),
            Some(rate) if rate.to == wallet.currency() => rate.profit(gained),
            _ => Err(Refusal::NoQuote),
        }
    }

    /// A part of a value in the wallet's currency, at the middle of the rate, to the nearest minor unit.
    ///
    /// # Errors
    /// As [`Self::profit`].
    pub fn part(&self, value: Money, part: Part, wallet: Wallet) -> Result<Money, Refusal> {
        match self.rate {
            _ if value.currency == wallet.currency() => {
                Ok(value.scaled(part.0, part.1, crate::money::Rounding::HalfAway)?)
            }
            Some(rate) if rate.to == wallet.currency() => rate.middle(value, part),
            _ => Err(Refusal::NoQuote),
        }
    }
}

impl Record for Settlement {
    type Key = (InstrumentId, UnixMillis);

    const NAME: &'static str = "settlement";
    const HAS_ID: bool = false;

    fn key(&self) -> Self::Key {
        (self.instrument, self.at)
    }
}

/// The recorded settlements after the moment until which an open position has been settled. It is read with the position
/// and never written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwedSettlements {
    pub position: PositionKey,
    /// The earliest first; `None` where a recorded settlement cannot be read.
    pub settlements: Option<Vec<Settlement>>,
}

impl Record for OwedSettlements {
    type Key = PositionKey;

    const NAME: &'static str = "owed settlements";
    const HAS_ID: bool = false;

    fn key(&self) -> PositionKey {
        self.position
    }
}

/// Records settlements of contracts; a settlement that is recorded stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSettlements {
    pub settlements: Vec<Settlement>,
}

impl Action for RecordSettlements {
    type Done = ();

    const NAME: &'static str = "record_settlements";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        Vec::new()
    }

    fn needs(&self, needs: &mut Needs) {
        self.settlements.iter().for_each(|settlement| needs.ask::<Settlement>(settlement.key()));
    }

    fn carry_out(&self, facts: &mut Facts, _: &mut Stamp) -> Result<(), Refusal> {
        let mut changes = Changes::default();
        for settlement in &self.settlements {
            if facts.get::<Settlement>(&settlement.key())?.is_none() {
                changes.put(*settlement);
            }
        }
        facts.apply(changes)
    }
}
