//! The chart bar that is being built, as a topic: sent whenever it changes, with the completed bar when a new one has
//! begun.

use std::net::IpAddr;

use plumbline_core::decimal::Price;
use plumbline_core::market::Bar;
use plumbline_core::time::UnixMillis;

use super::content::{Content, Refreshed};
use super::json::{Object, decimal, integer};
use super::source::LiveBar;

/// The newest bar of one chart.
pub struct Bars {
    source: Box<dyn LiveBar>,
    decimals: usize,
    present: Option<Bar>,
    /// The previous bar, if the last refresh saw it end.
    ended: Option<Bar>,
}

impl Bars {
    pub const fn of(source: Box<dyn LiveBar>, decimals: usize) -> Self {
        Self { source, decimals, present: None, ended: None }
    }

    fn write<'a>(&self, bars: impl IntoIterator<Item = &'a Bar>, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object.array("bars", bars, |out, bar| write_bar(bar, self.decimals, out));
        object.end();
    }
}

impl Content for Bars {
    fn join(&mut self, site: Option<IpAddr>) {
        self.source.join(site);
    }

    fn leave(&mut self, site: Option<IpAddr>) {
        self.source.leave(site);
    }

    fn refresh(&mut self, _: UnixMillis) -> Refreshed {
        let Some((before, present)) = self.source.read() else { return Refreshed::Same };
        let known = self.present.replace(present);
        self.ended = None;
        match known {
            Some(known) if known == present => Refreshed::Same,
            Some(known) if known.start == present.start => Refreshed::Changed,
            Some(known) => {
                self.ended = before.filter(|before| before.start == known.start);
                if self.ended.is_some() { Refreshed::Changed } else { Refreshed::Anew }
            }
            None => Refreshed::Changed,
        }
    }

    fn write_change(&self, out: &mut Vec<u8>) {
        self.write(self.ended.iter().chain(&self.present), out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        self.write(&self.present, out);
    }
}

fn write_bar(bar: &Bar, decimals: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    integer(out, bar.start.0);
    let mut price = |price: Price| {
        out.push(b',');
        decimal(out, price.units(), decimals);
    };
    [bar.open, bar.high, bar.low, bar.close].into_iter().for_each(&mut price);
    out.push(b',');
    decimal(out, bar.volume.units(), 0);
    out.push(b']');
}
