//! The venue's rules for an instrument, by the day from which they are in force: its product, tick sizes, lots, price
//! bands, collars, leverage, settlement, financing.
//! The rows are data (docs/data.md); a change is a new row with a new date.

mod breaker;
mod error;
mod files;
mod financing;
mod futures_margins;
mod offers;
mod products;
pub mod timeline;
mod versions;
mod volatility;

use std::sync::Arc;

use jiff::civil::Date;
use plumbline_core::decimal::{Leverage, ONE, Price, Quantity, parse_units};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{ActionTerms, Instrument, Market, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::products::{MarginRules, Product, ProductKind, SettlementMethod, TriggerPrice};
use serde::Deserialize;

pub use error::RulesError;
use error::{class, market};
use files::{
    BOARD_LOTS, FUTURES_MARGINS, KNOWN_SINCE, LEVERAGE_CAPS, LOT_RULES, ORDER_RULES, POLICY_RATES, PRODUCTS,
    SETTLEMENT, TICK_SIZES, TICK_TABLES,
};
use financing::FinancingRules;
pub use financing::{NightRates, PolicyRate};
use futures_margins::FuturesMargins;
pub use offers::{AuctionRule, OfferRules};
use products::Products;
use timeline::Timeline;
use versions::{Versions, rows};
pub use volatility::VolatilityRules;

use super::futures;

/// Percentages have two decimals: hundredths of a percent are basis points.
const PERCENT_DECIMALS: usize = 2;
/// Amounts are written in major units with two decimals.
const AMOUNT_DECIMALS: usize = 2;
/// Decimals of the finest step that a price can have.
const STEP_DECIMALS: u32 = 8;

/// A band of price steps of a market or of a table.
#[derive(Debug, Deserialize)]
struct BandRow {
    #[serde(alias = "market")]
    table: String,
    effective_from: String,
    up_to: String,
    step: String,
}

#[derive(Debug, Deserialize)]
struct OrderRuleRow {
    market: String,
    effective_from: String,
    price_band_percent: String,
    market_collar_percent: String,
    minimum_value: String,
}

#[derive(Debug, Deserialize)]
struct LotRow {
    market: String,
    code: String,
    effective_from: String,
    lot: String,
}

#[derive(Debug, Deserialize)]
struct LotRuleRow {
    market: String,
    effective_from: String,
    odd_lots: String,
    greatest_lots: i64,
}

#[derive(Debug, Deserialize)]
struct SettlementRow {
    market: String,
    code: String,
    effective_from: String,
    days: usize,
}

#[derive(Debug, Deserialize)]
struct LeverageRow {
    market: String,
    class: String,
    effective_from: String,
    leverage: String,
    close_out_percent: String,
}

/// The limits of orders in a market.
#[derive(Clone, Copy, Debug)]
struct Limits {
    band_basis_points: i64,
    collar_basis_points: i64,
    /// In hundredths of the currency's major unit.
    minimum_value: i64,
}

/// The rules of one instrument on one day.
#[derive(Clone, Debug)]
pub struct OrderRules {
    pub product: Product,
    /// The currency of prices.
    pub currency: Currency,
    /// The wallet that pays and is paid.
    pub wallet: Wallet,
    pub fee_table: String,
    /// The price that triggers stops.
    pub trigger: TriggerPrice,
    pub tick_sizes: Arc<TickSizes>,
    /// Quantities are multiples of the lot; only the whole rest of a position may be closed in another quantity.
    pub lot: Quantity,
    /// The step of market and limit day orders, where fractions of a lot are traded.
    pub fraction_step: Option<Quantity>,
    /// True if there are orders that are also filled before and after regular hours.
    pub extended_hours: bool,
    /// The greatest quantity of an order; `None` if unlimited.
    pub greatest_quantity: Option<Quantity>,
    /// The greatest distance of a limit from the last price.
    pub band_basis_points: i64,
    /// The greatest distance of a market order's fill from the quote.
    pub collar_basis_points: i64,
    /// The least value of an order.
    pub minimum_value: Money,
    /// Trading days from a trade to its settlement, or to the value date of a pair.
    pub settlement_days: usize,
}

/// All dated rules of the market.
#[derive(Debug, Default)]
pub struct Rules {
    tick_sizes: Versions<String, Arc<TickSizes>>,
    /// One step for all prices, by its decimals: for instruments of markets without a table.
    steps: Vec<Arc<TickSizes>>,
    limits: Versions<Market, Limits>,
    products: Products,
    lots: Versions<(Market, String), Quantity>,
    /// The most lots of an order.
    greatest_lots: Versions<Market, i64>,
    /// By market and code; the code is empty for all others of the market.
    settlement: Versions<(Market, String), usize>,
    /// By market and class.
    margins: Versions<(Market, String), MarginRules>,
    futures_margins: FuturesMargins,
    financing: FinancingRules,
    /// All rules in the words of their rows.
    pub timeline: Timeline,
    /// The rules of auctions and blocks.
    pub offers: OfferRules,
    /// The rules for stocks whose price moves too fast.
    pub volatility: VolatilityRules,
}

impl Rules {
    /// The files of the interest of nights, which the prices of the simulated market depend on too.
    pub const OF_NIGHTS: [&str; 2] = [POLICY_RATES, SETTLEMENT];

    /// Reads the embedded rows.
    pub fn load() -> Result<Self, RulesError> {
        let mut rules =
            Self { tick_sizes: tick_sizes()?, steps: steps()?, timeline: Timeline::load()?, ..Self::default() };
        rules.read_orders()?;
        rules.read_lots()?;
        rules.read_settlement()?;
        rules.financing = FinancingRules::load()?;
        rules.futures_margins = FuturesMargins::load(FUTURES_MARGINS)?;
        rules.offers = OfferRules::load()?;
        rules.volatility = VolatilityRules::load()?;
        Ok(rules)
    }

    /// The rules of an instrument on `day` (`YYYY-MM-DD` in its market's zone); `None` if it cannot be traded yet.
    pub fn in_force(&self, instrument: &Instrument, day: &str) -> Option<OrderRules> {
        let market = instrument.market;
        let product = self.products.on(instrument, day)?;
        let limits = self.limits.on(&market, day)?;
        let currency = product.currency_of(instrument);
        Some(OrderRules {
            product: match product.kind {
                ProductKind::Spot => Product::Spot,
                ProductKind::Margin => Product::Margin(self.margin(instrument, day)?),
                ProductKind::Future => Product::Margin(self.futures_margins.on(instrument, day)?.margin),
            },
            currency,
            wallet: product.wallet,
            fee_table: or(&instrument.fee_table, &product.fee_table).to_owned(),
            trigger: product.trigger,
            tick_sizes: self.tick_sizes(instrument, day)?,
            lot: self.lot(instrument, day),
            fraction_step: product.fraction_step,
            extended_hours: product.extended_hours,
            greatest_quantity: self.greatest_quantity(instrument, day),
            band_basis_points: limits.band_basis_points,
            collar_basis_points: limits.collar_basis_points,
            minimum_value: Money::new(limits.minimum_value * currency.scale() / 100, currency),
            settlement_days: self.settlement_days(instrument, day),
        })
    }

    /// The kind of product that an instrument is on `day`; `None` if it is not traded.
    pub fn kind(&self, instrument: &Instrument, day: &str) -> Option<ProductKind> {
        self.products.on(instrument, day).map(|product| product.kind)
    }

    /// The currency of an instrument's prices on `day`, and the wallet that pays and is paid.
    pub fn currencies(&self, instrument: &Instrument, day: &str) -> Option<(Currency, Wallet)> {
        let product = self.products.on(instrument, day)?;
        Some((product.currency_of(instrument), product.wallet))
    }

    /// The wallet that receives the payment of a corporate action of `day`; `None` if no wallet has its currency, or if
    /// nothing is paid.
    pub fn wallet_of(&self, instrument: &Instrument, day: Date, terms: &ActionTerms) -> Option<Wallet> {
        let (_, wallet) = self.currencies(instrument, &day.to_string())?;
        terms.is_paid_in(wallet.currency()).then_some(wallet)
    }

    /// The price steps of an instrument on `day`.
    pub fn tick_sizes(&self, instrument: &Instrument, day: &str) -> Option<Arc<TickSizes>> {
        let table = or(&instrument.tick_table, instrument.market.code()).to_owned();
        if self.tick_sizes.last(&table).is_some() {
            return self.tick_sizes.on(&table, day).cloned();
        }
        usize::try_from(instrument.price_decimals).ok().and_then(|decimals| self.steps.get(decimals)).cloned()
    }

    /// The lot of an instrument on `day`: from the dated rows, or else its own.
    pub fn lot(&self, instrument: &Instrument, day: &str) -> Quantity {
        let dated = self.lots.on(&(instrument.market, instrument.code.clone()), day);
        dated.copied().unwrap_or(instrument.lot)
    }

    /// True if there are orders for an instrument on `day` that are also filled before and after regular hours.
    pub fn extended_hours(&self, instrument: &Instrument, day: &str) -> bool {
        self.products.on(instrument, day).is_some_and(|product| product.extended_hours)
    }

    /// The step of fractions of a lot on `day`; `None` where none are traded.
    pub fn fraction_step(&self, instrument: &Instrument, day: &str) -> Option<Quantity> {
        self.products.on(instrument, day)?.fraction_step
    }

    /// The greatest quantity of an order; `None` if unlimited.
    pub fn greatest_quantity(&self, instrument: &Instrument, day: &str) -> Option<Quantity> {
        let lots = *self.greatest_lots.on(&instrument.market, day)?;
        lots.checked_mul(self.lot(instrument, day).units()).map(Quantity::from_units)
    }

    /// Leverage and stop-out of an instrument on margin, by its class.
    pub fn margin(&self, instrument: &Instrument, day: &str) -> Option<MarginRules> {
        self.margins.on(&(instrument.market, instrument.class().to_owned()), day).copied()
    }

    /// Trading days from a trade to its settlement; 0 without a rule.
    pub fn settlement_days(&self, instrument: &Instrument, day: &str) -> usize {
        let of = |code: &str| self.settlement.on(&(instrument.market, code.to_owned()), day);
        of(&instrument.code).or_else(|| of("")).copied().unwrap_or_default()
    }

    /// Trading days until a purchase or sale has settled; 0 for products on margin, where nothing is delivered.
    pub fn settlement_lag(&self, instrument: &Instrument, day: &str) -> usize {
        match self.kind(instrument, day) {
            Some(ProductKind::Spot) => self.settlement_days(instrument, day),
            Some(ProductKind::Margin | ProductKind::Future) | None => 0,
        }
    }

    /// How the last settlement of a contract in cash is found; `None` for what is settled at the end of a trading day.
    pub fn final_settlement(&self, instrument: &Instrument, day: &str) -> Option<SettlementMethod> {
        self.futures_margins.on(instrument, day)?.final_settlement
    }

    /// The financing rates of holding a pair overnight on `day`; `None` for other instruments.
    pub fn financing(&self, pair: &Instrument, day: &str) -> Option<NightRates> {
        self.financing.on(pair, day)
    }

    /// A central bank's rate on `day`, in 10⁻¹²; `None` if unknown.
    pub fn policy_rate(&self, currency: Currency, day: &str) -> Option<i64> {
        self.financing.rate(currency, day)
    }

    /// The name of an instrument's fee tables; `None` when nothing can be traded in its market.
    pub fn fee_table<'a>(&'a self, instrument: &'a Instrument) -> Option<&'a str> {
        Some(or(&instrument.fee_table, &self.products.last(instrument)?.fee_table))
    }

    fn read_orders(&mut self) -> Result<(), RulesError> {
        for row in rows::<OrderRuleRow>(ORDER_RULES) {
            let row = row?;
            let limits = Limits {
                band_basis_points: parse_units(&row.price_band_percent, PERCENT_DECIMALS)?,
                collar_basis_points: parse_units(&row.market_collar_percent, PERCENT_DECIMALS)?,
                minimum_value: parse_units(&row.minimum_value, AMOUNT_DECIMALS)?,
            };
            self.limits.insert(market(&row.market)?, &row.effective_from, limits)?;
        }
        self.products = Products::load(PRODUCTS)?;
        Ok(())
    }

    fn read_lots(&mut self) -> Result<(), RulesError> {
        for row in rows::<LotRow>(BOARD_LOTS) {
            let row = row?;
            self.lots.insert((market(&row.market)?, row.code), &row.effective_from, row.lot.parse()?)?;
        }
        for row in rows::<LotRuleRow>(LOT_RULES) {
            let row = row?;
            if row.odd_lots != "sell_rest" {
                return Err(RulesError::OddLots(row.odd_lots));
            }
            self.greatest_lots.insert(market(&row.market)?, &row.effective_from, row.greatest_lots)?;
        }
        Ok(())
    }

    fn read_settlement(&mut self) -> Result<(), RulesError> {
        for row in rows::<SettlementRow>(SETTLEMENT) {
            let row = row?;
            self.settlement.insert((market(&row.market)?, row.code), &row.effective_from, row.days)?;
        }
        for row in rows::<LeverageRow>(LEVERAGE_CAPS) {
            let row = row?;
            let leverage_cap: Leverage = row.leverage.parse()?;
            let stop_out_basis_points = parse_units(&row.close_out_percent, PERCENT_DECIMALS)?;
            let rules = MarginRules { leverage_cap, stop_out_basis_points, daily: None };
            self.margins.insert((market(&row.market)?, class(&row.class)?.to_owned()), &row.effective_from, rules)?;
        }
        Ok(())
    }
}

/// The instrument's own value, or the one for all if that is empty.
const fn or<'a>(own: &'a str, of_all: &'a str) -> &'a str {
    if own.is_empty() { of_all } else { own }
}

/// The tables of price steps, by their names; the table of a market has its name.
fn tick_sizes() -> Result<Versions<String, Arc<TickSizes>>, RulesError> {
    let mut bands: Versions<String, Vec<(Price, Price)>> = Versions::default();
    for row in rows::<BandRow>(TICK_SIZES).chain(rows(TICK_TABLES)) {
        let row = row?;
        let up_to = if row.up_to.is_empty() { Price::MAX } else { row.up_to.parse()? };
        bands.add(row.table, row.effective_from, (up_to, row.step.parse()?));
    }
    for (root, step) in futures::steps()? {
        bands.add(root, KNOWN_SINCE.to_owned(), (Price::MAX, step));
    }
    bands.try_map(|table, bands| TickSizes::new(bands).map(Arc::new).ok_or_else(|| RulesError::Bands(table.clone())))
}

fn steps() -> Result<Vec<Arc<TickSizes>>, RulesError> {
    let step = |decimals| Price::from_units(ONE / 10i64.pow(decimals));
    let sizes = |decimals: u32| TickSizes::new(vec![(Price::MAX, step(decimals))]).map(Arc::new);
    (0..=STEP_DECIMALS).map(|decimals| sizes(decimals).ok_or_else(|| RulesError::Bands(decimals.to_string()))).collect()
}

#[cfg(test)]
mod tests;
