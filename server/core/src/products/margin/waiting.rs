//! Open positions on margin by the quotes at which something may be due for them, so that the work for a tick does not
//! grow with their number.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::ops::Bound::{Excluded, Unbounded};

use super::MarginBounds;
use crate::decimal::Price;
use crate::ids::{AccountId, InstrumentId};
use crate::market::Tick;
use crate::positions::{Direction, Position, PositionKey};

/// Positions that wait for quotes, and those that are due. Instrument ids are small numbers, so the nearest bounds lie in
/// a flat array.
#[derive(Debug, Default)]
pub struct WaitingPositions {
    nearest: Vec<Nearest>,
    bounds: HashMap<InstrumentId, BoundsOf>,
    positions: BTreeMap<PositionKey, Waiting>,
    /// The quotes that have reached bounds, of which the positions are not due yet.
    ticked: BTreeMap<InstrumentId, Extremes>,
    /// The positions that are to be looked at, in the order in which they became due.
    due: VecDeque<PositionKey>,
    is_due: HashSet<PositionKey>,
    /// The position that was walked to last.
    walked: Option<PositionKey>,
}

/// The lowest and the highest quotes of several ticks.
#[derive(Clone, Copy, Debug)]
struct Extremes {
    bid: (Price, Price),
    ask: (Price, Price),
}

impl Extremes {
    fn of(tick: &Tick) -> Self {
        Self { bid: (tick.bid(), tick.bid()), ask: (tick.ask(), tick.ask()) }
    }

    fn with(self, tick: &Tick) -> Self {
        let with = |(low, high): (Price, Price), quote: Price| (low.min(quote), high.max(quote));
        Self { bid: with(self.bid, tick.bid()), ask: with(self.ask, tick.ask()) }
    }
}

/// The nearest bounds of one instrument: the only numbers that most ticks are compared with.
#[derive(Clone, Copy, Debug)]
struct Nearest {
    bid: (Price, Price),
    ask: (Price, Price),
}

impl Nearest {
    const NONE: Self = Self { bid: Edges::NONE, ask: Edges::NONE };

    fn is_reached(&self, tick: &Tick) -> bool {
        let reaches = |(falling, rising), quote| quote <= falling || quote >= rising;
        reaches(self.bid, tick.bid()) || reaches(self.ask, tick.ask())
    }
}

/// A position, and the bounds that it has in the index; none while it is due.
#[derive(Debug)]
struct Waiting {
    position: Position,
    bounds: MarginBounds,
}

/// The bounds of positions that quotes of one instrument may reach.
#[derive(Debug, Default)]
struct BoundsOf {
    bid: Edges,
    ask: Edges,
}

/// Prices at which positions wait for a quote to fall or to rise to them.
#[derive(Debug, Default)]
struct Edges {
    falling: BTreeSet<(Price, PositionKey)>,
    rising: BTreeSet<(Price, PositionKey)>,
}

/// A place in the index.
#[derive(Clone, Copy, Debug)]
struct Edge {
    instrument: InstrumentId,
    /// True for the bid, false for the ask.
    is_bid: bool,
    falls: bool,
    price: Price,
}

/// Below every position.
const FIRST: PositionKey =
    PositionKey { account: AccountId(i64::MIN), instrument: InstrumentId(i64::MIN), direction: Direction::Long };

impl Edges {
    /// The nearest edges where there is none.
    const NONE: (Price, Price) = (Price::from_units(-1), Price::MAX);

    fn of(&mut self, falls: bool) -> &mut BTreeSet<(Price, PositionKey)> {
        if falls { &mut self.falling } else { &mut self.rising }
    }

    /// The edges that a quote reaches first when it falls, and when it rises.
    fn nearest(&self) -> (Price, Price) {
        let (falling, rising) = (self.falling.last(), self.rising.first());
        (falling.map_or(Self::NONE.0, |(price, _)| *price), rising.map_or(Self::NONE.1, |(price, _)| *price))
    }

    /// The positions whose edges quotes reach that lie between a low and a high one.
    fn reached(&self, (low, high): (Price, Price)) -> impl Iterator<Item = PositionKey> {
        let rising = self.rising.iter().take_while(move |(price, _)| *price <= high);
        self.falling.range((low, FIRST)..).chain(rising).map(|(_, key)| *key)
    }
}

impl Waiting {
    fn edges(&self) -> impl Iterator<Item = Edge> + use<> {
        let (key, bounds) = (self.position.key, self.bounds);
        let is_bid = key.direction == Direction::Long;
        let own = move |(falls, price)| Edge { instrument: key.instrument, is_bid, falls, price };
        let of_rate = bounds.rate.into_iter().flat_map(|rate| {
            let edge = |is_bid, price| Edge { instrument: rate.pair, is_bid, falls: is_bid, price };
            [edge(true, rate.bid), edge(false, rate.ask)]
        });
        let own_bounds = [(true, bounds.below), (false, bounds.above)];
        own_bounds.into_iter().filter_map(|(falls, price)| Some((falls, price?))).map(own).chain(of_rate)
    }
}

impl WaitingPositions {
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    pub fn get(&self, key: PositionKey) -> Option<&Position> {
        self.positions.get(&key).map(|waiting| &waiting.position)
    }

    /// Takes in a position as it is stored, unless a newer state of it is known. It is due then.
    pub fn take(&mut self, position: &Position) {
        let newer = |known: &Position| known.version > position.version;
        if position.margin.is_none() || self.get(position.key).is_some_and(newer) {
            return;
        }
        self.remove(position.key);
        if position.quantity.is_positive() {
            self.positions.insert(position.key, Waiting { position: *position, bounds: MarginBounds::default() });
            self.is_now_due(position.key);
        }
    }

    /// Forgets the positions of accounts.
    pub fn forget(&mut self, accounts: &BTreeSet<AccountId>) {
        for account in accounts {
            let from = PositionKey { account: *account, ..FIRST };
            let theirs = self.positions.range(from..).map(|(key, _)| *key).take_while(|key| key.account == *account);
            theirs.collect::<Vec<_>>().into_iter().for_each(|key| self.remove(key));
        }
    }

    fn remove(&mut self, key: PositionKey) {
        self.take_out(key);
        self.is_due.remove(&key);
        self.positions.remove(&key);
    }

    fn is_now_due(&mut self, key: PositionKey) {
        if self.is_due.insert(key) {
            self.due.push_back(key);
        }
    }

    /// Takes a position's bounds out of the index.
    fn take_out(&mut self, key: PositionKey) {
        let Some(waiting) = self.positions.get_mut(&key) else { return };
        let edges = waiting.edges();
        waiting.bounds = MarginBounds::default();
        for edge in edges {
            if let Some(of) = self.bounds.get_mut(&edge.instrument) {
                of.edges(edge.is_bid).of(edge.falls).remove(&(edge.price, key));
                self.refresh(edge.instrument);
            }
        }
    }

    /// Lets a position wait for quotes that reach its bounds, which were worked out for this version of it; unless it has
    /// changed since, for then it is due already.
    pub fn wait(&mut self, key: PositionKey, version: i64, bounds: MarginBounds) {
        self.take_out(key);
        let Some(waiting) = self.positions.get_mut(&key) else { return };
        if waiting.position.version != version || self.is_due.contains(&key) {
            return;
        }
        waiting.bounds = bounds;
        for edge in waiting.edges() {
            let of = self.bounds.entry(edge.instrument).or_default();
            of.edges(edge.is_bid).of(edge.falls).insert((edge.price, key));
            self.refresh(edge.instrument);
        }
    }

    /// Notes a tick that reaches bounds; true if it reaches any. It is quick however many they are: [`Self::take_due`]
    /// finds whose they are.
    pub fn has_ticked(&mut self, tick: &Tick) -> bool {
        let nearest = usize::try_from(tick.instrument.0).ok().and_then(|index| self.nearest.get(index));
        let is_reached = nearest.is_some_and(|nearest| nearest.is_reached(tick));
        if is_reached {
            let extremes = self.ticked.get(&tick.instrument).map_or(Extremes::of(tick), |known| known.with(tick));
            self.ticked.insert(tick.instrument, extremes);
        }
        is_reached
    }

    /// Takes a position for due again.
    pub fn begin_anew_of(&mut self, key: PositionKey) {
        if self.positions.contains_key(&key) {
            self.take_out(key);
            self.is_now_due(key);
        }
    }

    /// Finds at most `limit` positions whose bounds ticks have reached; true if there may be more of them.
    pub fn find_due(&mut self, limit: usize) -> bool {
        let Some((&instrument, &Extremes { bid, ask })) = self.ticked.first_key_value() else { return false };
        let of = self.bounds.get(&instrument);
        let reached = of.into_iter().flat_map(|of| of.bid.reached(bid).chain(of.ask.reached(ask)));
        let reached: Vec<PositionKey> = reached.take(limit).collect();
        if reached.len() < limit {
            self.ticked.remove(&instrument);
        }
        for key in reached {
            self.take_out(key);
            self.is_now_due(key);
        }
        !self.ticked.is_empty()
    }

    /// At most `limit` positions that are due, those first that have been for longest: they wait for nothing until they
    /// are told to.
    pub fn take_due(&mut self, limit: usize) -> Vec<PositionKey> {
        let mut taken = Vec::new();
        while taken.len() < limit
            && let Some(key) = self.due.pop_front()
        {
            // One that is not due any more was closed, or is forgotten.
            if self.is_due.remove(&key) {
                taken.push(key);
            }
        }
        taken
    }

    /// The next positions of a walk through all of them, at most `limit`; it begins anew at the end.
    pub fn walk(&mut self, limit: usize) -> Vec<PositionKey> {
        let from = self.walked.map_or(Unbounded, Excluded);
        let next: Vec<PositionKey> = self.positions.range((from, Unbounded)).take(limit).map(|(key, _)| *key).collect();
        self.walked = next.last().copied();
        next
    }

    fn refresh(&mut self, instrument: InstrumentId) {
        let Ok(index) = usize::try_from(instrument.0) else { return };
        if self.nearest.len() <= index {
            self.nearest.resize(index + 1, Nearest::NONE);
        }
        self.nearest[index] = self.bounds.get(&instrument).map_or(Nearest::NONE, BoundsOf::nearest);
    }
}

impl BoundsOf {
    fn edges(&mut self, is_bid: bool) -> &mut Edges {
        if is_bid { &mut self.bid } else { &mut self.ask }
    }

    fn nearest(&self) -> Nearest {
        Nearest { bid: self.bid.nearest(), ask: self.ask.nearest() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::{Leverage, Quantity};
    use crate::ledger::Wallet;
    use crate::positions::Margin;
    use crate::products::RateBounds;
    use crate::testing::{self, usd};
    use crate::time::UnixMillis;

    const PAIR: InstrumentId = InstrumentId(1);
    const OTHER: InstrumentId = InstrumentId(2);

    fn position(account: i64, direction: Direction, quantity: i64, version: i64) -> Position {
        let (key, zero) = (PositionKey { account: AccountId(account), instrument: PAIR, direction }, usd(0));
        let (wallet, leverage) = (Wallet::Forex, Leverage::ONE);
        let charged_until = UnixMillis(0);
        let (halved, warned, settled) = (false, false, None);
        let margin = Margin {
            wallet,
            amount: zero,
            initial: zero,
            leverage,
            halved,
            warned,
            charged_until,
            settled,
            taken: None,
        };
        Position { margin: Some(margin), version, ..testing::position(key, Quantity::from_units(quantity)) }
    }

    fn long(account: i64, quantity: i64, version: i64) -> Position {
        position(account, Direction::Long, quantity, version)
    }

    fn tick(instrument: InstrumentId, bid: i64, ask: i64) -> Tick {
        let side = |price| testing::side([(Price::from_units(price), testing::shares(1))]);
        Tick { bids: side(bid), asks: side(ask), ..testing::tick(instrument) }
    }

    fn bounds(below: Option<i64>, above: Option<i64>, rate: Option<(i64, i64)>) -> MarginBounds {
        let rate =
            rate.map(|(bid, ask)| RateBounds { pair: OTHER, bid: Price::from_units(bid), ask: Price::from_units(ask) });
        MarginBounds { below: below.map(Price::from_units), above: above.map(Price::from_units), rate }
    }

    /// The accounts that are due after a tick.
    fn due(book: &mut WaitingPositions, tick: &Tick) -> Vec<i64> {
        book.has_ticked(tick);
        while book.find_due(1) {}
        book.take_due(usize::MAX).iter().map(|key| key.account.0).collect()
    }

    #[test]
    fn a_state_that_is_lost_is_forgotten_however_new_it_was() {
        let mut book = WaitingPositions::default();
        let (lost, stored) = (long(1, 7, 3), long(1, 5, 2));
        book.take(&lost);
        book.wait(lost.key, 3, bounds(Some(100), None, None));
        book.forget(&[AccountId(1)].into());
        assert_eq!(due(&mut book, &tick(PAIR, 1, 2)), [0; 0]);
        book.take(&stored);
        assert_eq!(book.get(stored.key).map(|position| position.version), Some(2));
    }

    #[test]
    fn a_position_is_due_when_a_quote_reaches_a_bound_of_it() {
        let mut book = WaitingPositions::default();
        let positions = [(1, Direction::Long), (2, Direction::Short), (3, Direction::Long)];
        for (account, direction) in positions {
            book.take(&position(account, direction, 5, 1));
        }
        let keys = book.take_due(usize::MAX);
        assert_eq!(keys.len(), 3, "a position that is new is due");
        book.wait(keys[0], 1, bounds(Some(90), Some(120), None));
        book.wait(keys[1], 1, bounds(None, Some(112), None));
        book.wait(keys[2], 1, bounds(Some(80), None, Some((40, 60))));
        assert_eq!(due(&mut book, &tick(PAIR, 91, 111)), [0; 0]);
        assert_eq!(due(&mut book, &tick(OTHER, 41, 59)), [0; 0]);
        assert_eq!(due(&mut book, &tick(PAIR, 100, 112)), [2], "a short is closed at the ask");
        assert_eq!(due(&mut book, &tick(PAIR, 90, 111)), [1], "a long is closed at the bid");
        assert_eq!(due(&mut book, &tick(PAIR, 81, 112)), [0; 0], "one that was due waits for nothing");
        book.wait(keys[0], 1, bounds(Some(90), Some(120), None));
        assert_eq!(due(&mut book, &tick(OTHER, 41, 60)), [3], "the rate has left its band");
        assert_eq!(due(&mut book, &tick(PAIR, 80, 111)), [1], "the third waits for nothing any more");
        book.wait(keys[2], 1, bounds(Some(80), None, Some((40, 60))));
        book.take(&long(3, 0, 2));
        assert_eq!(due(&mut book, &tick(OTHER, 1, 90)), [0; 0], "it is closed");
        assert_eq!(due(&mut book, &tick(PAIR, 1, 90)), [0; 0]);
        let owned = Position { margin: None, ..long(4, 5, 1) };
        book.take(&owned);
        assert!(book.get(owned.key).is_none());
    }

    #[test]
    fn bounds_of_an_older_state_are_not_waited_for() {
        let mut book = WaitingPositions::default();
        let key = long(1, 5, 1).key;
        book.take(&long(1, 5, 1));
        book.take_due(usize::MAX);
        book.take(&long(1, 4, 2));
        book.wait(key, 1, bounds(Some(1), None, None));
        assert_eq!(book.take_due(usize::MAX), [key]);
        book.wait(key, 2, MarginBounds::next_tick(Some(OTHER)));
        assert_eq!(due(&mut book, &tick(OTHER, 5, 6)), [1]);
        book.wait(key, 2, MarginBounds::next_tick(None));
        assert_eq!(due(&mut book, &tick(PAIR, 5, 6)), [1]);
        book.wait(key, 2, bounds(Some(1), None, None));
        book.begin_anew_of(key);
        assert_eq!(book.take_due(usize::MAX), [key]);
    }

    #[test]
    fn who_has_been_due_for_longest_is_looked_at_first() {
        let mut book = WaitingPositions::default();
        let keys = [1, 2, 3].map(|account| long(account, 5, 1).key);
        for account in [1, 2, 3] {
            book.take(&long(account, 5, 1));
        }
        assert_eq!(book.take_due(2), keys[..2]);
        book.wait(keys[0], 1, MarginBounds::next_tick(None));
        assert!(book.has_ticked(&tick(PAIR, 5, 6)) && !book.find_due(10));
        assert_eq!(book.take_due(10), [keys[2], keys[0]]);
        assert_eq!(
            [book.walk(2), book.walk(2), book.walk(2), book.walk(2)],
            [keys[..2].to_vec(), keys[2..].to_vec(), vec![], keys[..2].to_vec()]
        );
    }

    #[test]
    fn quotes_between_two_looks_are_not_forgotten() {
        let mut book = WaitingPositions::default();
        for account in [1, 2] {
            book.take(&long(account, 5, 1));
        }
        let keys = book.take_due(2);
        book.wait(keys[0], 1, bounds(Some(90), None, None));
        book.wait(keys[1], 1, bounds(None, Some(120), None));
        for bid in [89, 100, 121, 100] {
            book.has_ticked(&tick(PAIR, bid, bid + 1));
        }
        while book.find_due(1) {}
        assert_eq!(book.take_due(2), keys);
    }

    #[test]
    fn the_newest_state_counts_whichever_comes_last() {
        let mut book = WaitingPositions::default();
        [long(1, 5, 3), long(1, 4, 2), long(3, 5, 1), long(3, 9, 2)].iter().for_each(|position| book.take(position));
        let quantity = |account| book.get(long(account, 1, 0).key).map(|position| position.quantity.units());
        assert_eq!([1, 2, 3].map(quantity), [Some(5), None, Some(9)]);
    }
}
