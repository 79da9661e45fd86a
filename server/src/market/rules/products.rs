//! The product of an instrument, by its market and class and by the day.

use plumbline_core::decimal::Quantity;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{Instrument, Market};
use plumbline_core::money::Currency;
use plumbline_core::products::{ProductKind, TriggerPrice};
use serde::Deserialize;

use super::error::{RulesError, class, market};
use super::versions::{Versions, rows};

#[derive(Debug, Deserialize)]
struct ProductRow {
    market: String,
    /// Empty for every class that has no row of its own.
    class: String,
    effective_from: String,
    product: String,
    /// Empty if each instrument has its own.
    currency: String,
    wallet: String,
    fee_table: String,
    /// The price that triggers stops.
    trigger: TriggerPrice,
    /// The step of fractions of a lot; empty if none are traded.
    fraction_step: String,
    /// `yes` if limit orders may also be filled before and after regular hours; otherwise empty.
    extended_hours: String,
}

/// How a class of instruments is traded.
#[derive(Clone, Debug)]
pub(super) struct ClassProduct {
    pub kind: ProductKind,
    /// The currency of prices; `None` if each instrument has its own.
    pub currency: Option<Currency>,
    pub wallet: Wallet,
    pub fee_table: String,
    pub trigger: TriggerPrice,
    pub fraction_step: Option<Quantity>,
    pub extended_hours: bool,
}

impl ClassProduct {
    /// The currency of an instrument's prices.
    pub fn currency_of(&self, instrument: &Instrument) -> Currency {
        self.currency.unwrap_or(instrument.currency)
    }
}

/// Products by market and class; the class is empty for all others of the market.
#[derive(Debug, Default)]
pub(super) struct Products(Versions<(Market, String), ClassProduct>);

impl Products {
    /// Reads the rows of a file.
    ///
    /// # Errors
    /// A word that nobody knows, a number that is none, a day that is none, and a second row of one class and day.
    pub fn load(file: &'static str) -> Result<Self, RulesError> {
        let mut products = Self::default();
        for row in rows::<ProductRow>(file) {
            let row = row?;
            let about = (market(&row.market)?, class(&row.class)?.to_owned());
            products.0.insert(about, &row.effective_from, row.product()?)?;
        }
        Ok(products)
    }

    /// The product of an instrument on `day`: that of its class, or else that of its market.
    pub fn on(&self, instrument: &Instrument, day: &str) -> Option<&ClassProduct> {
        self.of(instrument, |about| self.0.on(about, day))
    }

    /// The newest one, even if it is not in force yet.
    pub fn last(&self, instrument: &Instrument) -> Option<&ClassProduct> {
        self.of(instrument, |about| self.0.last(about))
    }

    fn of<'a>(
        &'a self,
        instrument: &Instrument,
        find: impl Fn(&(Market, String)) -> Option<&'a ClassProduct>,
    ) -> Option<&'a ClassProduct> {
        let of_class = |class: &str| find(&(instrument.market, class.to_owned()));
        of_class(instrument.class()).or_else(|| of_class(""))
    }
}

impl ProductRow {
    fn product(&self) -> Result<ClassProduct, RulesError> {
        let unknown = |word: &str| RulesError::Product(word.to_owned());
        let kind = ProductKind::from_code(&self.product).ok_or_else(|| unknown(&self.product))?;
        let wallet: Wallet = self.wallet.parse().map_err(|_| unknown(&self.wallet))?;
        let currency: Option<Currency> = match self.currency.as_str() {
            "" => None,
            code => Some(code.parse().map_err(|_| unknown(code))?),
        };
        // What is owned is paid for at its price.
        if kind == ProductKind::Spot && currency.is_some_and(|currency| currency != wallet.currency()) {
            return Err(RulesError::Unpaid(self.wallet.clone(), self.currency.clone()));
        }
        let fraction_step = match self.fraction_step.as_str() {
            "" => None,
            step => Some(step.parse()?),
        };
        let extended_hours = match self.extended_hours.as_str() {
            "" => false,
            "yes" => true,
            word => return Err(unknown(word)),
        };
        let (fee_table, trigger) = (self.fee_table.clone(), self.trigger);
        Ok(ClassProduct { kind, currency, wallet, fee_table, trigger, fraction_step, extended_hours })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Catalog, catalog};

    const HEAD: &str =
        "market,class,effective_from,product,currency,wallet,fee_table,trigger,fraction_step,extended_hours\n";

    fn load(rows: &str) -> Result<Products, RulesError> {
        Products::load(Box::leak(format!("{HEAD}{rows}").into_boxed_str()))
    }

    #[test]
    fn a_class_goes_before_its_market() {
        let products = load(
            "Crypto,,2026-01-01,spot,USDT,CRYPTOCURRENCY,coins,last,,\n\
             Crypto,meme,2026-02-01,margin,USDT,CRYPTOCURRENCY,memes,quote,,\n\
             Future,metal,2026-01-01,margin,,FUTURE,metals,quote,,\n",
        )
        .unwrap();
        let all = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let of_class = |market: Market, class: &str| {
            all.iter().find(|found| found.market == market && found.class() == class).unwrap().clone()
        };
        let (bitcoin, meme) = (of_class(Market::Crypto, "payments"), of_class(Market::Crypto, "meme"));
        let kind = |instrument: &Instrument, day| products.on(instrument, day).map(|product| product.kind);
        let (spot, margin) = (Some(ProductKind::Spot), Some(ProductKind::Margin));
        assert_eq!([kind(&bitcoin, "2026-01-31"), kind(&bitcoin, "2026-02-01")], [spot, spot]);
        assert_eq!(
            [kind(&meme, "2025-12-31"), kind(&meme, "2026-01-31"), kind(&meme, "2026-02-01")],
            [None, spot, margin]
        );
        assert_eq!(products.last(&meme).unwrap().fee_table, "memes");
        let index = of_class(Market::Index, "america");
        assert_eq!([kind(&index, "2026-02-01"), products.last(&index).map(|product| product.kind)], [None, None]);
        let metal = Instrument { market: Market::Future, industry: "metal".into(), ..bitcoin.clone() };
        let grain = Instrument { industry: "agricultural".into(), ..metal.clone() };
        assert_eq!([kind(&metal, "2026-02-01"), kind(&grain, "2026-02-01")], [margin, None]);
    }

    #[test]
    fn a_row_that_is_wrong_or_stands_twice_is_an_error() {
        let table = [
            ("Nowhere,,2026-01-01,spot,USD,STOCK,us-stock,last,,", "unknown market Nowhere"),
            ("UsStock,majorr,2026-01-01,spot,USD,STOCK,us-stock,last,,", "unknown class majorr"),
            ("UsStock,,2026-01-01,spott,USD,STOCK,us-stock,last,,", "spott is no product"),
            ("UsStock,,2026-01-01,spot,XXX,STOCK,us-stock,last,,", "XXX is no product, currency"),
            ("UsStock,,2026-01-01,spot,USD,SHOE,us-stock,last,,", "SHOE is no product, currency or wallet"),
            ("UsStock,,2026-01-01,spot,HKD,STOCK,us-stock,last,,", "the wallet STOCK cannot pay HKD"),
            ("UsStock,,2026-01-01,spot,USD,STOCK,us-stock,middle,,", "unknown variant"),
            ("UsStock,,2026-01-01,spot,USD,STOCK,us-stock,last,x,", "not a decimal number"),
            ("UsStock,,2026-01-01,spot,USD,STOCK,us-stock,last,,often", "often is no product"),
            ("UsStock,,2026-02-30,spot,USD,STOCK,us-stock,last,,", "2026-02-30 is no day"),
            ("UsStock,,2026-1-1,spot,USD,STOCK,us-stock,last,,", "2026-1-1 is no day"),
            (
                "Forex,major,2026-01-01,margin,,FOREX,forex,quote,,\nForex,major,2026-01-01,spot,,FOREX,forex,quote,,",
                "two rows",
            ),
        ];
        for (rows, expected) in table {
            let error = load(rows).unwrap_err().to_string();
            assert!(error.contains(expected), "{rows}: {error}");
        }
        let days =
            "Forex,major,2026-01-01,margin,,FOREX,forex,quote,,\nForex,major,2026-01-02,spot,,FOREX,forex,quote,,";
        assert!(load(days).is_ok(), "another day is another version");
    }
}
