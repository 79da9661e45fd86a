//! A quote as a topic: the whole of it once, then only the fields that changed.

use std::sync::Arc;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::market::Session;
use plumbline_core::time::UnixMillis;

use super::json::Object;

/// The least decimals that any price is shown with.
const PRICE_DECIMALS: usize = 2;

/// The least decimals that prices of an instrument are shown with.
pub fn shown_decimals(decimals: u8) -> usize {
    PRICE_DECIMALS.max(decimals.into())
}

/// The newest state of one instrument, in the instrument's currency. A price of zero is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    /// Last traded or nominal price.
    pub price: Price,
    /// `price` less the previous close.
    pub change: Price,
    /// `change` in hundredths of a percent of the previous close.
    pub change_basis_points: i64,
    pub bid: Price,
    pub ask: Price,
    pub bid_size: Quantity,
    pub ask_size: Quantity,
    pub open: Price,
    pub high: Price,
    pub low: Price,
    /// Units traded in this session.
    pub volume: Quantity,
    /// The tick of `feed` that the quote comes from.
    pub tick_seq: i64,
    pub feed: Arc<str>,
    pub quote_time: UnixMillis,
    pub session: Session,
    /// True when the tick is older than the feed's limit.
    pub stale: bool,
    /// The least decimals that the instrument's prices are shown with; at least two. They never change.
    pub decimals: u8,
}

impl Quote {
    /// Writes the data object: every field, or those that differ from `base`.
    pub fn write(&self, base: Option<&Quote>, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        let decimals = shown_decimals(self.decimals);
        macro_rules! write_changed {
            ($field:ident, $write:expr) => {
                if base.is_none_or(|base| base.$field != self.$field) {
                    $write;
                }
            };
        }
        write_changed!(change, object.decimal("change", self.change.units(), decimals));
        write_changed!(price, price(&mut object, "price_nominal", self.price, decimals));
        write_changed!(bid, price(&mut object, "bid", self.bid, decimals));
        write_changed!(ask, price(&mut object, "ask", self.ask, decimals));
        write_changed!(open, price(&mut object, "open", self.open, decimals));
        write_changed!(high, price(&mut object, "high", self.high, decimals));
        write_changed!(low, price(&mut object, "low", self.low, decimals));
        write_changed!(bid_size, object.decimal("bidSize", self.bid_size.units(), 0));
        write_changed!(ask_size, object.decimal("askSize", self.ask_size.units(), 0));
        write_changed!(volume, object.decimal("volume", self.volume.units(), 0));
        write_changed!(change_basis_points, object.percent("change_ratio", self.change_basis_points));
        write_changed!(tick_seq, object.integer_text("tickSeq", self.tick_seq));
        write_changed!(quote_time, object.integer_text("quoteTimestamp", self.quote_time.0));
        write_changed!(feed, object.text("feed", &self.feed));
        write_changed!(session, object.text("session", self.session.code()));
        write_changed!(stale, object.flag("stale", self.stale));
        object.end();
    }
}

fn price(object: &mut Object<'_>, name: &str, price: Price, decimals: usize) {
    if price.is_zero() {
        object.null(name);
    } else {
        object.decimal(name, price.units(), decimals);
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A plausible quote of some stock.
    pub fn quote(price: &str, tick_seq: i64) -> Quote {
        let price: Price = price.parse().unwrap();
        let at = |cents: i64| Price::from_units(price.units() + cents * 1_000_000);
        Quote {
            price,
            change: at(-22_000),
            change_basis_points: 184,
            bid: at(-1),
            ask: at(1),
            bid_size: Quantity::from_whole(300).unwrap(),
            ask_size: Quantity::from_whole(200).unwrap(),
            open: at(-100),
            high: at(50),
            low: at(-150),
            volume: Quantity::from_whole(1_234_567).unwrap(),
            tick_seq,
            feed: "sim:7".into(),
            quote_time: UnixMillis(1_790_000_000_000),
            session: Session::Regular,
            stale: false,
            decimals: 2,
        }
    }

    fn written(quote: &Quote, base: Option<&Quote>) -> Value {
        let mut out = Vec::new();
        quote.write(base, &mut out);
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn a_snapshot_has_every_field() {
        let expected = json!({
            "price_nominal": "227.50", "change": "7.50", "change_ratio": "1.84", "bid": "227.49", "ask": "227.51",
            "bidSize": "300", "askSize": "200", "open": "226.50", "high": "228.00", "low": "226.00",
            "volume": "1234567", "tickSeq": "9", "feed": "sim:7", "quoteTimestamp": "1790000000000",
            "session": "regular", "stale": false,
        });
        assert_eq!(written(&quote("227.5", 9), None), expected);
    }

    #[test]
    fn prices_have_the_decimals_of_their_instrument() {
        let euro = Quote { decimals: 5, change: "-0.0012".parse().unwrap(), ..quote("1.1", 9) };
        let base = Quote { price: Price::ZERO, change: Price::ZERO, ..euro.clone() };
        assert_eq!(written(&euro, Some(&base)), json!({"change": "-0.00120", "price_nominal": "1.10000"}));
    }

    #[test]
    fn a_delta_has_what_changed() {
        let old = quote("227.5", 9);
        let new = Quote { bid: old.price, tick_seq: 10, stale: true, ..old.clone() };
        assert_eq!(written(&new, Some(&old)), json!({"bid": "227.50", "tickSeq": "10", "stale": true}));
        assert_eq!(written(&old, Some(&old)), json!({}));
        let one_sided = Quote { ask: Price::ZERO, change: Price::ZERO, ..old.clone() };
        assert_eq!(written(&one_sided, Some(&old)), json!({"ask": null, "change": "0.00"}));
    }
}
