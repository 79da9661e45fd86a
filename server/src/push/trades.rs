//! What was traded of an instrument as the socket tells it: the newest once, then all that have come.

use std::sync::Arc;

use plumbline_core::market::{Side, Trade};
use plumbline_core::time::UnixMillis;

use super::content::{Content, Refreshed};
use super::json::{Object, decimal, integer};
use super::quote::shown_decimals;
use super::source::MarketSource;

/// The trades of one instrument.
pub struct Trades {
    market: Arc<dyn MarketSource>,
    instrument: u32,
    decimals: usize,
    known: bool,
    /// All that there were so far.
    count: u64,
    /// Those of them that are kept, newest first.
    newest: Vec<Trade>,
    /// How many of these came with the last refresh.
    fresh: usize,
}

impl Trades {
    pub fn of(market: Arc<dyn MarketSource>, instrument: u32) -> Self {
        let decimals = shown_decimals(market.decimals(instrument));
        Self { market, instrument, decimals, known: false, count: 0, newest: Vec::new(), fresh: 0 }
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
        let count = self.market.read_trades(self.instrument, self.count, &mut self.newest);
        let fresh = usize::try_from(count.saturating_sub(self.count)).unwrap_or(usize::MAX);
        let known = std::mem::replace(&mut self.known, true);
        if fresh == 0 && known {
            return Refreshed::Same;
        }
        (self.count, self.fresh) = (count, fresh.min(self.newest.len()));
        // More came than are kept: the oldest of them are not told, and their number is what the count rose by too much.
        if fresh > self.newest.len() { Refreshed::Anew } else { Refreshed::Changed }
    }

    fn write_change(&self, out: &mut Vec<u8>) {
        self.write(&self.newest[..self.fresh], out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        self.write(&self.newest, out);
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
