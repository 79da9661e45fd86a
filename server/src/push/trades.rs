//! The trades of an instrument as a topic: the newest once, then every new one.

use std::sync::Arc;

use plumbline_core::market::{Side, Trade};
use plumbline_core::time::UnixMillis;

use super::content::{Content, Refreshed};
use super::json::{Object, decimal, integer};
use super::quote::shown_decimals;
use super::source::MarketSource;

/// The trades of one instrument. Only the new ones are copied: the market stores the others.
pub struct Trades {
    market: Arc<dyn MarketSource>,
    instrument: u32,
    decimals: usize,
    known: bool,
    /// The number of trades so far.
    count: u64,
    /// The trades that came with the last refresh, newest first.
    fresh: Vec<Trade>,
}

impl Trades {
    pub fn of(market: Arc<dyn MarketSource>, instrument: u32) -> Self {
        let decimals = shown_decimals(market.decimals(instrument));
        Self { market, instrument, decimals, known: false, count: 0, fresh: Vec::new() }
    }

    fn write(&self, trades: &[Trade], out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object.array("trades", trades, |out, trade| write_trade(trade, self.decimals, out));
        object.integer("count", i64::try_from(self.count).unwrap_or(i64::MAX));
        object.end();
    }
}

impl Content for Trades {
    fn refresh(&mut self, _: UnixMillis) -> Refreshed {
        let known = std::mem::replace(&mut self.known, true);
        // The first state is sent whole.
        let since = if known { self.count } else { u64::MAX };
        let count = self.market.read_trades(self.instrument, since, &mut self.fresh);
        let more = count.saturating_sub(self.count);
        if more == 0 && known {
            return Refreshed::Same;
        }
        self.count = count;
        // More trades came than are kept: the oldest are not sent, and the client sees from the count how many are
        // missing.
        if known && more > self.fresh.len() as u64 { Refreshed::Anew } else { Refreshed::Changed }
    }

    fn write_change(&self, out: &mut Vec<u8>) {
        self.write(&self.fresh, out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        let mut kept = Vec::new();
        let count = self.market.read_trades(self.instrument, 0, &mut kept);
        // Trades that came after the last refresh are sent with the next change.
        let untold = usize::try_from(count.saturating_sub(self.count)).unwrap_or(usize::MAX);
        self.write(kept.get(untold..).unwrap_or_default(), out);
    }
}

fn write_trade(trade: &Trade, decimals: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    integer(out, trade.at.0);
    out.push(b',');
    decimal(out, trade.price.units(), decimals);
    out.push(b',');
    decimal(out, trade.quantity.units(), 0);
    out.extend_from_slice(if trade.side == Side::Buy { b",\"buy\"]" } else { b",\"sell\"]" });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::tests::support::Board;
    use serde_json::{Value, json};

    #[test]
    fn who_comes_between_two_flushes_is_told_no_trade_twice() {
        let board = Arc::new(Board::default());
        let mut trades = Trades::of(board.clone(), 1);
        let written = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            write(&mut out);
            serde_json::from_slice::<Value>(&out).unwrap()
        };
        let row = |size: i64| json!([1_000, "7.00", size.to_string(), "buy"]);
        board.trade(1, "7", 1);
        assert_eq!(trades.refresh(UnixMillis(0)), Refreshed::Changed);
        board.trade(1, "7", 2);
        let whole = written(&|out| trades.write_whole(out));
        assert_eq!(whole, json!({"trades": [row(1)], "count": 1}), "the second comes with the next flush");
        assert_eq!(trades.refresh(UnixMillis(0)), Refreshed::Changed);
        assert_eq!(written(&|out| trades.write_change(out)), json!({"trades": [row(2)], "count": 2}));
        assert_eq!(written(&|out| trades.write_whole(out)), json!({"trades": [row(2), row(1)], "count": 2}));
        assert_eq!(trades.refresh(UnixMillis(0)), Refreshed::Same);
    }
}
