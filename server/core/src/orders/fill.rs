//! Fills: executions of orders.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{OrderRef, Side};
use crate::decimal::{Price, Quantity};
use crate::decision::Record;
use crate::ids::{FillId, JournalId, PositionId};
use crate::market::Tick;
use crate::money::Money;
use crate::multiplier::Multiplier;
use crate::products::{Conversion, FeeLine, Settlement};
use crate::time::UnixMillis;

/// The proof of a fill's price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FillSource {
    /// A displayed level of the order book of this tick.
    Tick(Arc<Tick>),
    /// The settlement of a contract, at which all positions in it were closed.
    Settlement(Settlement),
}

impl FillSource {
    /// The word in the database and on the wire.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Tick(_) => "tick",
            Self::Settlement(_) => "settlement",
        }
    }

    /// When the market had the price, by the clock of its exchange.
    pub fn priced_at(&self) -> UnixMillis {
        match self {
            Self::Tick(tick) => tick.exchange_time,
            Self::Settlement(settlement) => settlement.at,
        }
    }
}

/// The side of a fill by which makers and takers are charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LiquiditySide {
    /// The order rested in the book before the quote that filled it.
    Maker,
    /// The order took what the quote displayed as it was placed, amended or triggered.
    Taker,
}

impl LiquiditySide {
    pub const ALL: [Self; 2] = [Self::Maker, Self::Taker];

    /// The word in the database and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Maker => "maker",
            Self::Taker => "taker",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.code() == code)
    }
}

/// One execution of an order, at a price that its source proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    pub id: FillId,
    pub order: OrderRef,
    pub side: Side,
    pub liquidity: LiquiditySide,
    pub price: Price,
    /// The worst price that the order accepted then; it may have been amended since.
    pub limit: Price,
    pub quantity: Quantity,
    pub multiplier: Multiplier,
    /// `price × quantity × multiplier`, rounded against the customer to the minor unit; never zero.
    pub value: Money,
    pub fees: Vec<FeeLine>,
    pub fee_total: Money,
    /// What the wallet got of it, without fees, in its own currency; negative where it paid. On margin that is nothing
    /// until the position is closed.
    pub received: Money,
    /// The profit that a close took, after fees; `None` where the position was added to.
    pub profit: Option<Money>,
    /// What the closed quantity had cost; `None` where the position was added to.
    pub cost: Option<Money>,
    pub position: PositionId,
    pub journal: JournalId,
    pub fee_version: String,
    pub source: FillSource,
    /// What converted its amounts into the wallet's currency, where that was needed.
    pub conversion: Option<Conversion>,
    pub time: UnixMillis,
}

impl Record for Fill {
    type Key = FillId;

    const NAME: &'static str = "fill";

    fn key(&self) -> FillId {
        self.id
    }
}
