//! The rules in which nautilus_trader differs from us, as `docs/orders-differential.md` lists them.

use strum::{Display, EnumIter, IntoEnumIterator};

use super::cases::{Kind, Link, Market, Order, Part, Path, Time};

#[derive(Clone, Copy, Debug, Display, EnumIter, PartialEq, Eq, PartialOrd, Ord)]
#[strum(serialize_all = "kebab-case")]
pub enum Rule {
    /// Each order may take all that a tick displays, whatever others have taken.
    UnsharedTick,
    /// A limit order that rests is filled at its limit where the market is better.
    OwnLimit,
    /// A market order and a stop without a limit take any price.
    NoCollar,
    /// What the displayed book leaves of a market order is not filled by later ticks, and never ends.
    RestUnfilled,
    /// What it leaves of a stop is filled by ticks that are beyond the stop, and by no others.
    RestWaitsForStop,
    /// A stop limit order whose limit is beyond its stop gets its first fill at the stop.
    FirstAtStop,
    /// A trail in percent is rounded to the nearest decimal, also between two ticks.
    NearestTrail,
    /// A stop that the last trade has reached is triggered at once, and one that only the quote has reached waits.
    ReachedStop,
    /// A tick at the moment at which an order ends still fills it.
    EndsAfterTick,
    /// Legs have the whole quantity of their entry from its first fill on.
    WholeLegs,
    /// The rest of an entry goes on when a leg is filled or triggered.
    EntryGoesOn,
    /// The first fill of one of two legs that end each other ends both, also where it leaves something.
    FirstFillEndsBoth,
    /// What a fill of a leg leaves is the whole quantity of the other, of which what it was filled by is taken again.
    LeftIsTotal,
    /// An entry that ends takes its legs with it, also those of what was filled.
    LegsEndWithEntry,
    /// Legs meet the tick that fills their entry.
    LegsAtOnce,
    /// The legs of an entry that ended at once without a fill meet the tick nevertheless.
    CancelledLegsCome,
    /// A group comes also where the market has reached a leg.
    UncheckedLegs,
}

impl Rule {
    /// True if an order, or one of those of its group, can meet the rule.
    fn concerns(self, path: &Path, number: usize) -> bool {
        path.group_of(number).any(|number| self.concerns_order(&path.market, &path.orders[number]))
    }

    fn concerns_order(self, market: &Market, order: &Order) -> bool {
        let waits_in_exchange = !market.by_last || order.kind == Kind::Limit;
        let has_no_limit = order.kind == Kind::Market || order.kind.is_stop_without_limit();
        let has_stop = order.kind == Kind::StopLimit || order.kind.is_stop_without_limit();
        let is_entry = order.member.is_some_and(|member| member.part == Part::Entry);
        match self {
            Self::UnsharedTick => true,
            Self::OwnLimit => matches!(order.kind, Kind::Limit | Kind::StopLimit),
            Self::NoCollar => has_no_limit,
            Self::RestUnfilled => has_no_limit && (order.kind == Kind::Market || market.by_last),
            Self::RestWaitsForStop => order.kind.is_stop_without_limit() && !market.by_last,
            Self::FirstAtStop => order.kind == Kind::StopLimit,
            Self::NearestTrail => order.kind == Kind::TrailPercent,
            Self::ReachedStop => has_stop && market.by_last,
            Self::EndsAfterTick => order.time == Time::Day && order.kind != Kind::Market && waits_in_exchange,
            Self::WholeLegs | Self::EntryGoesOn | Self::LegsEndWithEntry | Self::LegsAtOnce => is_entry,
            Self::CancelledLegsCome => is_entry && matches!(order.time, Time::Ioc | Time::Fok),
            Self::FirstFillEndsBoth => order.member.is_some_and(|member| member.link == Link::Oco),
            Self::LeftIsTotal => order.member.is_some_and(|member| member.link == Link::Ouo),
            Self::UncheckedLegs => order.member.is_some(),
        }
    }
}

/// The rules that are nautilus's; all others are ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules(u32);

impl Rules {
    pub fn theirs() -> Self {
        Rule::iter().fold(Self::default(), Self::with)
    }

    const fn with(self, rule: Rule) -> Self {
        Self(self.0 | 1 << rule as u32)
    }

    pub const fn has(self, rule: Rule) -> bool {
        self.0 & 1 << rule as u32 != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::iter().filter(move |rule| self.has(*rule))
    }

    /// Each choice of the rules that an order can meet, from none to all.
    pub fn all_of(path: &Path, number: usize) -> Vec<Self> {
        Rule::iter().filter(|rule| rule.concerns(path, number)).fold(vec![Self::default()], |sets, rule| {
            sets.iter().flat_map(|rules| [*rules, rules.with(rule)]).collect()
        })
    }
}
