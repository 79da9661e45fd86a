//! What random steps have to reach, so that the model is held to it.

use std::collections::BTreeMap;

use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::ledger::House;
use plumbline_core::orders::{Fill, LiquiditySide, Order, OrderKind};
use plumbline_core::positions::LegKind;

use super::market::Market;
use super::product::{COINS, FUTURE, PAIR, PRODUCTS, SHARES, product_of};

/// Reasons for which orders of every product end.
const REASONS: [&str; 7] =
    ["Customer", "Expired", "ImmediateOrCancel", "FillOrKill", "Replaced", "PositionClosed", "TakeProfit"];

/// What is wanted of each product, and of some.
pub fn wanted() -> Vec<String> {
    let mut wanted = Vec::new();
    for product in 0..PRODUCTS.len() {
        let kinds = OrderKind::ALL.iter().flat_map(|kind| [true, false].map(|opens| filled(product, *kind, opens)));
        wanted.extend(kinds);
        wanted.extend(LiquiditySide::ALL.map(|side| format!("{product}: {side:?}")));
        wanted.extend([LegKind::TakeProfit, LegKind::StopLoss].map(|leg| format!("{product}: {leg:?} filled")));
        wanted.extend(REASONS.map(|reason| format!("{product}: ended by {reason}")));
        wanted.extend(["amend", "protect", "cancel"].map(|what| format!("{product}: {what}")));
    }
    for product in [PAIR, FUTURE] {
        wanted.extend(["ended by Liquidated", "Short"].map(|what| format!("{product}: {what}")));
    }
    for product in [SHARES, COINS] {
        wanted.extend(["a part of a size", "an amount"].map(|what| format!("{product}: {what}")));
    }
    wanted.extend(
        [(PAIR, "set_leverage"), (PAIR, "add_margin"), (FUTURE, "add_margin")]
            .map(|(product, what)| format!("{product}: {what}")),
    );
    let told = ["night", "settlement", "contract ended", "margin call", "refill", "warning", "protection", "transfer"];
    wanted.extend(told.map(str::to_owned));
    wanted
}

fn filled(product: usize, kind: OrderKind, opens: bool) -> String {
    format!("{product}: {kind:?} that {} filled", if opens { "opens" } else { "closes" })
}

impl Market {
    /// Counts what the steps have reached.
    pub fn count(&self, reached: &mut BTreeMap<String, usize>) {
        let mut add = |what: String| *reached.entry(what).or_default() += 1;
        for order in self.facts.written::<Order>() {
            let product = product_of(order.at.instrument);
            if order.filled.is_positive() {
                add(filled(product, order.kind, order.opens()));
                order.at.leg().into_iter().for_each(|leg| add(format!("{product}: {leg:?} filled")));
            }
            if let Some(reason) = order.reason {
                add(format!("{product}: ended by {reason:?}"));
            }
        }
        for (product, what) in &self.done {
            add(format!("{product}: {what}"));
        }
        for fill in self.facts.written::<Fill>() {
            let product = product_of(fill.order.instrument);
            add(format!("{product}: {:?}", fill.liquidity));
            add(format!("{product}: {:?}", fill.order.direction));
            if fill.quantity.units() % PRODUCTS[product].size != 0 {
                add(format!("{product}: a part of a size"));
            }
        }
        for notice in self.facts.written::<Notice>() {
            let what = match notice.kind {
                NoticeKind::Financing { .. } => "night",
                NoticeKind::Variation { .. } => "settlement",
                NoticeKind::ContractEnded { .. } => "contract ended",
                NoticeKind::MarginCall { .. } => "margin call",
                NoticeKind::MarginRefilled { .. } => "refill",
                NoticeKind::MarginWarning { .. } => "warning",
                _ => continue,
            };
            add(what.to_owned());
        }
        if self.facts.house().iter().any(|((book, _), sum)| *book == House::Protection && *sum != 0) {
            add("protection".to_owned());
        }
        self.facts.written::<plumbline_core::funds::Transfer>().for_each(|_| add("transfer".to_owned()));
    }
}
