//! What accounts have and hold, worked out from their fills, nights, settlements and transfers in whole numbers. It knows
//! no rule of the core: what it is told is what somebody outside could read, and its sums have to be the same.

use std::collections::{BTreeMap, VecDeque};

use super::arithmetic::{ONE, down, near, share, up};
use super::pair;
use super::product::{Filled, Money, OnMargin, PRODUCTS, Product, Rate};

/// An account, and the product whose wallet it is.
pub type Purse = (i64, usize);
/// An account, an instrument, and whether it is long.
pub type Key = (i64, i64, bool);

#[derive(Clone, Debug, Default)]
pub struct Held {
    pub product: usize,
    pub quantity: i64,
    pub cost: i64,
    pub margin: i64,
    pub initial: i64,
    pub leverage: i64,
    /// What it was last settled at, and what settlements have credited since.
    pub basis: i64,
    pub credited: i64,
    /// The profit that closing it took on a day, of a pair.
    pub taken: (i64, i64),
    /// Nights or settlements that it owes, with what was held then.
    pub owed: VecDeque<(i64, i64)>,
}

/// What a fill, a night or a settlement brought, as the core says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    pub value: i64,
    pub fee: i64,
    /// What the wallet got, without the fee.
    pub received: i64,
}

/// A fill.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    pub order: i64,
    pub key: Key,
    pub product: usize,
    pub buys: bool,
    pub maker: bool,
    /// True for an order of the house, which closes without fees.
    pub ours: bool,
    /// True for one that closes because too much is lost.
    pub liquidates: bool,
    pub at_settlement: bool,
    pub price: i64,
    pub quantity: i64,
    pub leverage: i64,
    /// Of UTC, since 1970.
    pub day: i64,
    pub rate: Rate,
    pub stated: Stated,
}

/// A recorded night of a pair, or a settlement of a future.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    pub instrument: i64,
    pub at: i64,
    /// Of a long position and of a short one: the bid and the ask of a night, one price of a settlement.
    pub prices: (i64, i64),
    pub nights: i64,
    pub closes: bool,
    pub rate: Rate,
}

#[derive(Clone, Debug, Default)]
pub struct Model {
    pub wallets: BTreeMap<Purse, i64>,
    /// What open orders hold.
    pub orders: BTreeMap<i64, (Purse, i64)>,
    pub positions: BTreeMap<Key, Held>,
    /// The books of the house by name and currency.
    pub house: BTreeMap<(&'static str, &'static str), i64>,
    /// What is filled of each order, and the fees of it.
    filled: BTreeMap<i64, (Filled, i64)>,
    /// So often a profit of the day has paid for a loss in the other direction.
    pub paid_of_day: usize,
    dues: BTreeMap<(i64, i64), Due>,
}

impl Model {
    pub fn with(accounts: &[i64]) -> Self {
        let mut model = Self::default();
        for account in accounts {
            let paid_in = PRODUCTS.iter().enumerate().map(|(index, product)| ((*account, index), product.paid_in));
            model.wallets.extend(paid_in);
        }
        model
    }

    /// What a wallet's margins and orders hold.
    pub fn held(&self, purse: Purse) -> i64 {
        let margins = self.positions.iter().filter(|(key, held)| (key.0, held.product) == purse);
        let orders = self.orders.values().filter(|(of, _)| *of == purse).map(|(_, hold)| *hold);
        margins.map(|(_, held)| held.margin).sum::<i64>() + orders.sum::<i64>()
    }

    /// What is filled of an order, and its fees.
    pub fn filled(&self, order: i64) -> (Filled, i64) {
        self.filled.get(&order).copied().unwrap_or_default()
    }

    fn free(&self, purse: Purse) -> i64 {
        self.wallets[&purse] - self.held(purse)
    }

    /// Moves money from the books of the house into a wallet.
    fn pay(&mut self, purse: Purse, house: &'static str, amount: i64) {
        *self.wallets.get_mut(&purse).unwrap() += amount;
        self.charge_house(purse, house, -amount);
    }

    fn charge_house(&mut self, purse: Purse, house: &'static str, amount: i64) {
        *self.house.entry((house, PRODUCTS[purse.1].currency)).or_default() += amount;
    }

    /// Takes a gain or a loss, of which the house bears what the account could not pay.
    fn settle(&mut self, purse: Purse, gained: i64, received: i64) {
        self.pay(purse, "house:counterparty", received);
        self.charge_house(purse, "house:counterparty", received - gained);
        self.charge_house(purse, "house:protection", gained - received);
    }

    pub fn transfer(&mut self, account: i64, (from, to): (usize, usize), amount: i64) {
        assert_eq!(PRODUCTS[from].currency, PRODUCTS[to].currency);
        *self.wallets.get_mut(&(account, from)).unwrap() -= amount;
        *self.wallets.get_mut(&(account, to)).unwrap() += amount;
    }

    /// Takes the fills of one order in one decision.
    pub fn deal(&mut self, deals: &[Deal]) {
        let first = deals[0];
        let (purse, product) = ((first.key.0, first.product), &PRODUCTS[first.product]);
        let (filled, _) = self.filled(first.order);
        // All fees are left out of the free cash before anything is lost.
        let mut after = filled;
        deals.iter().for_each(|deal| after = filled_by(after, deal, product));
        let fees = |filled: &Filled| if first.ours { 0 } else { (product.fees)(filled, first.buys) };
        let mut loss = Loss {
            free: self.free(purse) - (fees(&after) - fees(&filled)),
            most: self.most(&first),
            later: after.quantity - filled.quantity,
            margin: first.liquidates.then(|| self.positions[&first.key].margin),
            paid: 0,
        };
        for deal in deals {
            let (before, paid) = self.filled(deal.order);
            let after = filled_by(before, deal, product);
            self.filled.insert(deal.order, (after, paid + fees(&after) - fees(&before)));
            let held = self.positions.entry(deal.key).or_default();
            held.product = deal.product;
            assert!(held.owed.is_empty(), "what is owed is charged before anything is traded: {deal:?} {held:?}");
            let value = if deal.at_settlement { held.basis } else { after.value - before.value };
            let fee = fees(&after) - fees(&before);
            let opens = deal.buys == deal.key.2;
            let (gained, received) = match (&product.money, opens) {
                (Money::Owned, true) => held.buy(deal.quantity, value, fee),
                (Money::Owned, false) => held.sell(deal.quantity, value),
                (Money::OnMargin(rules), true) => held.open(rules, deal, value, (before.value, after.value)),
                (Money::OnMargin(rules), false) => held.close(rules, deal, value, &mut loss),
            };
            assert!(held.quantity >= 0, "nobody sells what is not theirs: {deal:?}");
            assert_eq!(Stated { value, fee, received }, deal.stated, "{deal:?} {held:?}");
            self.settle(purse, gained, received);
            self.pay(purse, "house:fees", -fee);
        }
        let held = self.positions.get_mut(&first.key).unwrap();
        if let Some(margin) = loss.margin.filter(|_| held.quantity > 0) {
            // What is left of a liquidated position keeps all of the margin that was not lost.
            held.margin = margin;
        }
        if loss.paid > 0 && product.on_margin().is_some_and(|rules| rules.daily.is_none()) {
            // A profit of the day pays once.
            self.positions.get_mut(&other(first.key)).unwrap().taken.1 -= loss.paid;
            self.paid_of_day += 1;
        }
    }

    /// The most of the free cash that pays for a loss beyond the margin: all with what is settled each day, and with a pair the
    /// profit that was taken on the day in the other direction.
    fn most(&self, deal: &Deal) -> i64 {
        match PRODUCTS[deal.product].on_margin() {
            Some(rules) if rules.daily.is_some() => i64::MAX,
            _ => self.positions.get(&other(deal.key)).map_or(0, |held| held.taken_on(deal.day).max(0)),
        }
    }

    /// A night begins, or a day ends: whoever holds the instrument owes it.
    pub fn record(&mut self, due: Due) {
        self.dues.insert((due.instrument, due.at), due);
        for (_, held) in self.positions.iter_mut().filter(|(key, held)| key.1 == due.instrument && held.quantity > 0) {
            held.owed.push_back((due.at, held.quantity));
        }
    }

    /// What a position pays for the earliest night that it owes: what is free, then its margin, and no more.
    pub fn charge(&mut self, key: Key, at: i64, stated: (i64, i64)) {
        let due = self.dues[&(key.1, at)];
        let held = self.positions.get_mut(&key).unwrap();
        assert_eq!(held.owed.pop_front(), Some((at, held.quantity)), "a night is charged once, for what was held");
        let (product, margin) = (&PRODUCTS[held.product], held.margin);
        let value = value_of(product, mark(&due, key), held.quantity, near);
        let rules = product.on_margin().unwrap();
        let earned = (rules.in_wallet)(pair::earned(key.2, value, due.nights), due.rate);
        let purse = (key.0, held.product);
        let free = self.free(purse);
        let amount = earned.max(-(free + margin));
        assert_eq!((value, amount), stated, "{key:?} {due:?}");
        self.positions.get_mut(&key).unwrap().margin -= (-amount - free).max(0);
        self.pay(purse, "house:financing", amount);
    }

    /// The variations of an account's positions at a settlement, in the order in which they were paid. What a margin is too
    /// much is free first; a loss is paid of what is free, then of the margin; then both margins are filled up.
    pub fn vary(&mut self, paid: &[(Key, i64, i64)], at: i64) {
        let due = self.dues[&(paid[0].0.1, at)];
        let purse = (paid[0].0.0, self.positions[&paid[0].0].product);
        let product = &PRODUCTS[purse.1];
        let (initial, maintenance) = product.on_margin().unwrap().daily.unwrap();
        let part = |value: i64, of: i64| near(i128::from(value) * i128::from(of), 10_000_000_000);
        let least = |value: i64, of: i64| if due.closes { 0 } else { part(value, of) };
        for (key, value, _) in paid {
            let held = self.positions.get_mut(key).unwrap();
            assert_eq!(held.owed.pop_front(), Some((at, held.quantity)), "a day is settled once, for what was held");
            assert_eq!(*value, value_of(product, due.prices.0, held.quantity, near), "{key:?} {due:?}");
            held.margin = held.margin.min(least(*value, initial));
        }
        let mut last = i64::MAX;
        for (key, value, amount) in paid {
            let free = self.free(purse).max(0);
            let held = self.positions.get_mut(key).unwrap();
            let gained = if key.2 { value - held.basis } else { held.basis - value };
            assert!(gained <= last, "a gain is paid before a loss");
            last = gained;
            assert_eq!(*amount, gained.max(-(free + held.margin)), "{key:?} {due:?}");
            held.margin -= (-amount - free).max(0);
            held.basis = *value;
            held.credited += amount;
            self.settle(purse, gained, *amount);
        }
        if due.closes {
            return;
        }
        let mut free = self.free(purse).max(0);
        for of in [maintenance, initial] {
            for (key, value, _) in paid {
                let held = self.positions.get_mut(key).unwrap();
                let taken = (part(*value, of) - held.margin).max(0).min(free);
                held.margin += taken;
                free -= taken;
                held.initial = part(*value, initial);
            }
        }
    }

    /// A customer adds to a margin, or free cash does when too much was lost.
    pub fn add_margin(&mut self, key: Key, amount: i64) {
        let held = self.positions.get_mut(&key).unwrap();
        assert!(amount > 0 && held.quantity > 0);
        held.margin += amount;
    }

    pub fn set_leverage(&mut self, key: Key, leverage: i64, rate: Rate) {
        let held = self.positions.get_mut(&key).unwrap();
        let initial = (PRODUCTS[held.product].on_margin().unwrap().stake)(held.cost, leverage, rate);
        held.margin += initial - held.initial;
        (held.initial, held.leverage) = (initial, leverage);
    }

    /// What is left of a margin at a quote, and whether that is no more than half of the initial one.
    pub fn equity(&self, key: Key, quote: i64, rate: Rate) -> (i64, bool) {
        let held = &self.positions[&key];
        let product = &PRODUCTS[held.product];
        let value = value_of(product, quote, held.quantity, if key.2 { down } else { up });
        let gained = if key.2 { value - held.basis } else { held.basis - value };
        let equity = held.margin + (product.on_margin().unwrap().in_wallet)(gained, rate);
        (equity, i128::from(equity) * 2 <= i128::from(held.initial))
    }

    /// The free cash that fills up a margin of which too little is left.
    pub fn refill(&mut self, key: Key, quote: i64, amount: i64) {
        let (equity, is_low) = self.equity(key, quote, None);
        let held = &self.positions[&key];
        let lacking = held.initial - equity;
        assert!(is_low && amount == lacking.min(self.free((key.0, held.product))), "{amount} of {lacking}: {held:?}");
        self.add_margin(key, amount);
    }
}

impl Held {
    fn buy(&mut self, quantity: i64, value: i64, fee: i64) -> (i64, i64) {
        self.quantity += quantity;
        self.cost += value + fee;
        (-value, -value)
    }

    fn sell(&mut self, quantity: i64, value: i64) -> (i64, i64) {
        self.cost -= share(self.cost, quantity, self.quantity);
        self.quantity -= quantity;
        (value, value)
    }

    fn open(&mut self, rules: &OnMargin, deal: &Deal, value: i64, of_order: (i64, i64)) -> (i64, i64) {
        if self.quantity == 0 {
            *self = Self { product: deal.product, leverage: deal.leverage, taken: self.taken, ..Self::default() };
        }
        let stake = |value| (rules.stake)(value, self.leverage, deal.rate);
        let stake = stake(of_order.1) - stake(of_order.0);
        self.quantity += deal.quantity;
        self.cost += value;
        self.basis += value;
        self.margin += stake;
        self.initial += stake;
        (0, 0)
    }

    const fn taken_on(&self, day: i64) -> i64 {
        if self.taken.0 == day { self.taken.1 } else { 0 }
    }

    /// Gains or loses against the last settlement. A loss takes the part of the margin that it frees, or in a liquidation all of
    /// the margin, and then of what is free in the wallet.
    fn close(&mut self, rules: &OnMargin, deal: &Deal, value: i64, loss: &mut Loss) -> (i64, i64) {
        let part = |whole| share(whole, deal.quantity, self.quantity);
        let (cost, freed, initial, credited) =
            (part(self.cost), part(self.margin), part(self.initial), part(self.credited));
        let basis = part(self.basis);
        let gained = (rules.in_wallet)(if deal.key.2 { value - basis } else { basis - value }, deal.rate);
        loss.later -= deal.quantity;
        let beyond = if deal.at_settlement {
            // After its last settlement nothing is left to be lost.
            0
        } else if loss.free < 0 {
            // Fees that nothing free pays are paid of what the later fills free, and then of what this one does.
            let of_later = down(i128::from(self.margin) * i128::from(loss.later), i128::from(self.quantity));
            (of_later + loss.free).min(0)
        } else {
            loss.free.min(loss.most)
        };
        let received = gained.max(-(loss.margin.unwrap_or(freed) + beyond).max(0));
        let of_margin = match &mut loss.margin {
            Some(margin) => {
                let lost = (-received).clamp(0, *margin);
                *margin -= lost;
                lost
            }
            None => freed,
        };
        let of_free = (-received - of_margin).max(0);
        loss.free += received + of_margin;
        loss.most = loss.most.saturating_sub(of_free);
        loss.paid += of_free;
        if rules.daily.is_none() {
            self.taken = (deal.day, self.taken_on(deal.day) + received);
        }
        self.quantity -= deal.quantity;
        self.cost -= cost;
        self.margin -= freed;
        self.initial -= initial;
        self.credited -= credited;
        self.basis -= basis;
        (gained, received)
    }
}

/// What can pay for the loss of a close.
struct Loss {
    /// The free cash, without the fees of all that is filled at once.
    free: i64,
    /// The most of it that pays.
    most: i64,
    /// What is filled later of the same order.
    later: i64,
    /// In a liquidation all that is left of the margin.
    margin: Option<i64>,
    /// What the free cash has paid.
    paid: i64,
}

/// The other direction of the same instrument.
const fn other((account, instrument, long): Key) -> Key {
    (account, instrument, !long)
}

const fn mark(due: &Due, key: Key) -> i64 {
    if key.2 { due.prices.0 } else { due.prices.1 }
}

fn filled_by(before: Filled, deal: &Deal, product: &Product) -> Filled {
    let value = value_of(product, deal.price, deal.quantity, if deal.buys { up } else { down });
    Filled {
        quantity: before.quantity + deal.quantity,
        value: before.value + value,
        maker: before.maker + if deal.maker { value } else { 0 },
    }
}

/// Price × quantity × multiplier, in minor units.
fn value_of(product: &Product, price: i64, quantity: i64, round: fn(i128, i128) -> i64) -> i64 {
    let exact = i128::from(price) * i128::from(quantity) * i128::from(product.multiplier * product.scale);
    round(exact, i128::from(ONE) * i128::from(ONE))
}
