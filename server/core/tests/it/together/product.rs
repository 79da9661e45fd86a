//! The products that are traded together: one file each, with the rules that the core is given and, beside them, what the
//! model knows of its money. A further product is a file of its own and a row of [`PRODUCTS`].

use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::products::TradingRules;

use super::{coins, future, pair, shares};

pub const SHARES: usize = 0;
pub const PAIR: usize = 1;
pub const FUTURE: usize = 2;
pub const COINS: usize = 3;
pub const PRODUCTS: [Product; 4] = [shares::PRODUCT, pair::PRODUCT, future::PRODUCT, coins::PRODUCT];

/// A product, in whole numbers: prices and quantities in 10⁻⁸, money in minor units.
pub struct Product {
    pub wallet: Wallet,
    /// The currency of the wallet.
    pub currency: &'static str,
    /// What each account has in the wallet at first.
    pub paid_in: i64,
    /// The instrument, or the first of them.
    pub instrument: i64,
    pub first_price: i64,
    pub tick: i64,
    /// The quantity by which orders of the test are sized, and a finer one that may be refused.
    pub size: i64,
    pub fraction: i64,
    /// The most sizes of an order, and of a level of a quote.
    pub sizes: i64,
    /// What one unit is worth at a price of one.
    pub multiplier: i64,
    /// Minor units in a major one of the currency of prices.
    pub scale: i64,
    pub rules: fn(InstrumentId) -> TradingRules,
    /// The fees of all that is filled of an order of a buyer, or of a seller.
    pub fees: fn(&Filled, bool) -> i64,
    pub money: Money,
}

/// What is filled of an order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filled {
    pub quantity: i64,
    pub value: i64,
    /// The part of the value that was filled while the order rested.
    pub maker: i64,
}

/// The bid and the ask of dollars in the currency of prices; none where they are in dollars.
pub type Rate = Option<(i64, i64)>;

/// What a fill moves.
pub enum Money {
    /// The price is paid, and got back by a sale.
    Owned,
    /// A part of the value is set aside, and only what is gained or lost moves.
    OnMargin(OnMargin),
}

pub struct OnMargin {
    /// What is set aside for a value, at a leverage in 10⁻⁸.
    pub stake: fn(i64, i64, Rate) -> i64,
    /// A gain or a loss in the wallet's currency.
    pub in_wallet: fn(i64, Rate) -> i64,
    /// The part of a value, in 10⁻¹⁰, that is set aside at a daily settlement, and the one below which more is called for;
    /// none of what is not settled.
    pub daily: Option<(i64, i64)>,
}

impl Product {
    pub const fn on_margin(&self) -> Option<&OnMargin> {
        match &self.money {
            Money::Owned => None,
            Money::OnMargin(rules) => Some(rules),
        }
    }
}

/// The product that an instrument is of: the ids of the next months of a future follow its first one.
pub fn product_of(instrument: InstrumentId) -> usize {
    PRODUCTS.iter().rposition(|product| product.instrument <= instrument.0).unwrap()
}
