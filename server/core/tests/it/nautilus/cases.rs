//! Price paths with their orders, and what came of these. `tests/nautilus/cases.py` describes the format.

use std::fmt;
use std::ops::Range;

use plumbline_core::orders::Side;
use serde::Deserialize;

/// What a market counts in, and what triggers stops there.
#[derive(Clone, Copy, Debug)]
pub struct Market {
    pub name: &'static str,
    /// Decimals of a price.
    pub decimals: u32,
    /// The step of prices, in the last of these decimals.
    pub tick: i64,
    pub lot: i64,
    /// True where the last trade triggers, and not the quote.
    pub by_last: bool,
}

const MARKETS: [Market; 3] = [
    Market { name: "pair", decimals: 5, tick: 1, lot: 1_000, by_last: false },
    Market { name: "share", decimals: 2, tick: 1, lot: 1, by_last: true },
    Market { name: "coarse", decimals: 2, tick: 5, lot: 100, by_last: true },
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    Market,
    Limit,
    Stop,
    StopLimit,
    TrailAmount,
    TrailPercent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Time {
    Day,
    #[default]
    Gtc,
    Ioc,
    Fok,
}

/// The part of an order in its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    Entry,
    TakeProfit,
    StopLoss,
}

/// The effect in nautilus of a leg's fill on the other leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Link {
    /// It closes as much less.
    Ouo,
    /// It ends.
    Oco,
}

/// The place of an order in a group of its path.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub group: usize,
    pub part: Part,
    pub link: Link,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Word {
    Buy,
    Sell,
}

/// An order. Prices, and a trail in money, are in the last decimal of its market.
#[derive(Clone, Debug)]
pub struct Order {
    pub at: usize,
    pub side: Side,
    pub kind: Kind,
    pub lots: i64,
    pub time: Time,
    pub closes: bool,
    pub ends: Option<usize>,
    pub price: i64,
    pub stop: i64,
    pub trail: i64,
    pub member: Option<Member>,
}

/// A tick; prices are in the last decimal of its market, sizes in lots.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub last: i64,
    pub bids: [(i64, i64); 3],
    pub asks: [(i64, i64); 3],
}

impl Step {
    /// The levels that orders of a side trade with, best first.
    pub const fn levels(&self, side: Side) -> &[(i64, i64); 3] {
        match side {
            Side::Buy => &self.asks,
            Side::Sell => &self.bids,
        }
    }

    /// The price that triggers stops of a side.
    pub const fn trigger(&self, market: &Market, side: Side) -> i64 {
        if market.by_last { self.last } else { self.levels(side)[0].0 }
    }
}

#[derive(Clone, Debug)]
pub struct Path {
    pub path: usize,
    pub market: Market,
    pub steps: Vec<Step>,
    pub orders: Vec<Order>,
}

impl Path {
    /// The numbers of the orders of an order's group, or its own where it has none. Those of a group stand together: the
    /// entry, where there is one, the take-profit, and the stop-loss.
    pub fn group_of(&self, number: usize) -> Range<usize> {
        let Some(Member { group, .. }) = self.orders[number].member else { return number..number + 1 };
        let is_in = |order: &Order| order.member.is_some_and(|member| member.group == group);
        let first = self.orders.iter().position(is_in).unwrap();
        first..first + self.orders[first..].iter().take_while(|order| is_in(order)).count()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Refused,
    Filled,
    Cancelled,
    Expired,
    /// The exchange itself ended, and with it the group. Nothing else is known of it.
    Aborted,
}

/// The step of an order's trigger, its fills (step, price, lots), and its end with its step. Of an order of a group also what
/// is left of it where it is open at the path's end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub trigger: Option<usize>,
    pub end: Option<(End, usize)>,
    pub fills: Vec<(usize, i64, i64)>,
    pub left: Option<i64>,
}

impl Outcome {
    pub fn aborted() -> Self {
        Self { end: Some((End::Aborted, 0)), ..Self::default() }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trigger {:?}, fills {:?}, end {:?}, left {:?}", self.trigger, self.fills, self.end, self.left)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPath {
    path: usize,
    #[serde(default)]
    market: String,
    #[serde(default)]
    first: i64,
    #[serde(default)]
    gap: i64,
    #[serde(default)]
    steps: String,
    /// The path whose market, prices and book it has.
    along: Option<usize>,
    orders: Vec<WrittenOrder>,
}

/// Prices and trails in ticks; a percentage in hundredths of a percent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenOrder {
    at: usize,
    side: Word,
    kind: Kind,
    lots: i64,
    #[serde(default)]
    time: Time,
    #[serde(default)]
    closes: bool,
    ends: Option<usize>,
    #[serde(default)]
    price: i64,
    #[serde(default)]
    stop: i64,
    #[serde(default)]
    trail: i64,
    group: Option<usize>,
    part: Option<Part>,
    link: Option<Link>,
}

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const NO_MOVE: i64 = 31;
const AT_BID: i64 = 8;
/// The number of the letter in front of a move of two letters, which count from `FAR`.
const ESCAPE: i64 = 63;
const FAR: i64 = 2_048;

fn steps_of(written: &WrittenPath, market: &Market) -> Vec<Step> {
    let mut numbers = written.steps.chars().map(|letter| LETTERS.find(letter).unwrap() as i64);
    let (mut steps, mut bid) = (Vec::new(), written.first);
    while let Some(first) = numbers.next() {
        let mut number = || numbers.next().unwrap();
        bid += if first == ESCAPE { number() * 64 + number() - FAR } else { first - NO_MOVE };
        let [spread, last, bid_size, ask_size] = std::array::from_fn(|_| number());
        let side = |best: i64, away: i64, size: i64| {
            [0, 1, 2].map(|level| ((best + away * level) * market.tick, size * (level + 1)))
        };
        steps.push(Step {
            last: (bid + last - AT_BID) * market.tick,
            bids: side(bid, -written.gap, bid_size),
            asks: side(bid + spread, written.gap, ask_size),
        });
    }
    steps
}

fn order_of(written: WrittenOrder, market: &Market) -> Order {
    let member = written.group.map(|group| (group, written.part.unwrap(), written.link.unwrap()));
    let (tick, side) = (market.tick, if written.side == Word::Buy { Side::Buy } else { Side::Sell });
    Order {
        at: written.at,
        side,
        kind: written.kind,
        lots: written.lots,
        time: written.time,
        // Shares are sold by who owns them.
        closes: written.closes || market.by_last && side == Side::Sell,
        ends: written.ends,
        price: written.price * tick,
        stop: written.stop * tick,
        trail: if written.kind == Kind::TrailAmount { written.trail * tick } else { written.trail },
        member: member.map(|(group, part, link)| Member { group, part, link }),
    }
}

fn path_of(line: &str, before: &[Path]) -> Path {
    let written: WrittenPath = serde_json::from_str(line).unwrap();
    let (market, steps) = match written.along {
        Some(along) => (before[along].market, before[along].steps.clone()),
        None => {
            let market = *MARKETS.iter().find(|market| market.name == written.market).unwrap();
            (market, steps_of(&written, &market))
        }
    };
    let orders = written.orders.into_iter().map(|order| order_of(order, &market)).collect();
    Path { path: written.path, market, steps, orders }
}

/// A file of the repository.
pub fn read_text(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

pub fn read_cases() -> Vec<Path> {
    let mut paths = Vec::new();
    for line in read_text("tests/nautilus/cases.jsonl").lines() {
        paths.push(path_of(line, &paths));
    }
    paths
}

/// What nautilus did with the orders of each path.
pub fn read_recorded(paths: &[Path]) -> Vec<Vec<Outcome>> {
    let text = read_text("tests/nautilus/recorded.csv");
    let mut lines = text.lines();
    let mut recorded = |path: &Path, number: usize, order: &Order| {
        let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
        assert_eq!(cells[..2], [path.path.to_string(), number.to_string()], "recorded.csv is of other cases");
        outcome_of(&cells[2..], &path.market, order)
    };
    let of_path =
        |path: &Path| path.orders.iter().enumerate().map(|(number, order)| recorded(path, number, order)).collect();
    paths.iter().map(of_path).collect()
}

fn outcome_of(cells: &[&str], market: &Market, order: &Order) -> Outcome {
    let step = |cell: &str| cell.parse::<usize>().ok();
    let fill = |written: &str| {
        let [at, price, lots]: [i64; 3] =
            written.split(':').map(|part| part.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
        (at as usize, price * market.tick, lots)
    };
    let fills: Vec<_> = cells[3].split_whitespace().map(fill).collect();
    let left = cells.get(4).and_then(|left| left.parse().ok());
    assert_eq!(cells.len() == 5, order.member.is_some(), "what is left is said of groups");
    let end = match cells[1] {
        "aborted" => return Outcome::aborted(),
        "refused" => Some(End::Refused),
        "filled" => Some(End::Filled),
        "cancelled" => Some(End::Cancelled),
        "expired" => Some(End::Expired),
        _ => None,
    };
    // The exchange says nothing of the trigger of a stop without a limit, but fills it then.
    let by_fill = fills.first().map(|fill| fill.0).filter(|_| !market.by_last && order.kind.is_stop_without_limit());
    Outcome { trigger: step(cells[0]).or(by_fill), end: end.zip(step(cells[2])), fills, left }
}

impl Kind {
    pub const fn is_stop_without_limit(self) -> bool {
        matches!(self, Self::Stop | Self::TrailAmount | Self::TrailPercent)
    }

    pub const fn trails(self) -> bool {
        matches!(self, Self::TrailAmount | Self::TrailPercent)
    }
}
