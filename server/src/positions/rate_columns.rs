//! The columns of a rate between two currencies, in the tables of nights and of settlements.

use plumbline_core::decimal::Price;
use plumbline_core::money::Currency;
use plumbline_core::products::Rate;

use crate::db::DbError;

/// A rate as it is stored; without currencies there is none.
#[derive(Clone, Copy, Debug)]
pub struct RateColumns<'a> {
    pub from: Option<&'a str>,
    pub to: Option<&'a str>,
    pub bid: Option<i64>,
    pub ask: Option<i64>,
    /// 1 where the pair is quoted the other way round.
    pub inverse: Option<i64>,
}

impl RateColumns<'_> {
    /// # Errors
    /// A currency that is none, or a price that is not positive, in one of the named columns: from, to, and bid.
    pub fn read(self, [from, to, bid]: [&'static str; 3]) -> Result<Option<Rate>, DbError> {
        let (Some(from_code), Some(to_code)) = (self.from, self.to) else { return Ok(None) };
        let (bid_units, ask_units) = (self.bid.unwrap_or_default(), self.ask.unwrap_or_default());
        if bid_units <= 0 || ask_units <= 0 {
            return Err(DbError::Corrupt { column: bid, value: bid_units.min(ask_units).to_string() });
        }
        Ok(Some(Rate {
            from: currency(from, from_code)?,
            to: currency(to, to_code)?,
            bid: Price::from_units(bid_units),
            ask: Price::from_units(ask_units),
            inverse: self.inverse == Some(1),
        }))
    }
}

fn currency(column: &'static str, code: &str) -> Result<Currency, DbError> {
    code.parse().map_err(|_| DbError::Corrupt { column, value: code.to_owned() })
}
