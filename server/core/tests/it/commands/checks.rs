//! Checks after every step.

use std::collections::{BTreeMap, HashMap};

use plumbline_core::funds::{Withdrawal, WithdrawalStatus};
use plumbline_core::ledger::{BalanceKey, Book, Journal};
use plumbline_core::money::Currency;
use plumbline_core::orders::{BestPrices, Fill, FillSource, Order, Side, has_reached};
use plumbline_core::positions::Position;

use super::market::rules;
use super::{INSTRUMENT, Venue};

impl Venue {
    pub fn check(&self) {
        let mut posted: HashMap<BalanceKey, i64> = HashMap::new();
        for journal in self.facts.journals() {
            let mut sums: BTreeMap<Currency, i64> = BTreeMap::new();
            for posting in journal.postings() {
                *sums.entry(posting.amount.currency).or_default() += posting.amount.minor;
                if let Book::Wallet(wallet) = posting.book {
                    *posted.entry(BalanceKey::new(posting.account, wallet)).or_default() += posting.amount.minor;
                }
            }
            assert!(sums.values().all(|sum| *sum == 0), "{journal:?}");
        }
        let house: i64 = self.facts.journals().iter().flat_map(Journal::postings).map(|p| p.amount.minor).sum();
        assert_eq!(house, 0);
        for (key, balance) in self.facts.balances_written() {
            assert_eq!(balance.posted, posted.get(key).copied().unwrap_or(0), "balance equals its postings");
            assert!(balance.available() >= 0 && balance.held >= 0);
            let held = self.open().filter(|o| o.at.balance() == *key).map(|o| o.hold.minor).sum::<i64>();
            let unsent = |w: &&Withdrawal| {
                let waits = matches!(w.status, WithdrawalStatus::Requested | WithdrawalStatus::Approved);
                waits && Withdrawal::paid_from(w.account) == *key
            };
            let unsent = self.facts.written().filter(unsent).map(|w| w.debit.minor).sum::<i64>();
            assert_eq!(balance.held, held + unsent, "holds equal open orders and withdrawals");
            let holds = self.facts.holds().filter(|hold| hold.key == *key).map(|hold| hold.amount.minor);
            assert_eq!(balance.held, holds.sum::<i64>(), "each owner's amount is its hold");
        }
        self.check_positions();
        self.check_suspense();
        self.check_identities();
    }

    pub fn open(&self) -> impl Iterator<Item = &Order> {
        self.orders.iter().filter_map(|id| self.facts.get::<Order>(id).unwrap()).filter(|order| order.status.is_open())
    }

    fn check_positions(&self) {
        for position in self.facts.written::<Position>() {
            let key = &position.key;
            let fills = self.facts.written::<Fill>().filter(|f| f.order.position() == *key);
            let filled: i64 =
                fills.map(|f| if f.side == Side::Buy { f.quantity.units() } else { -f.quantity.units() }).sum();
            assert_eq!(position.quantity.units(), filled, "positions equal fills");
            let selling = self.open().filter(|o| o.at.position() == *key && o.side == Side::Sell);
            assert_eq!(position.held.units(), selling.map(|o| o.remaining().units()).sum::<i64>());
            assert!(position.quantity.units() > 0 || position.cost.minor == 0, "no cost stays behind");
        }
        for fill in self.facts.written::<Fill>() {
            let FillSource::Tick(tick) = &fill.source else { panic!("nothing is settled: {fill:?}") };
            let levels = if fill.side == Side::Buy { tick.asks } else { tick.bids };
            assert!(levels.iter().any(|level| level.price == fill.price), "every fill is on a level of its tick");
        }
        assert_eq!(self.resting.len(), self.open().count());
        for order in self.open().filter(|order| order.waits()) {
            let best = order.trail.and_then(|_| self.facts.get::<BestPrices>(&(INSTRUMENT, order.side)).unwrap());
            let stop = order.stop_price(best, &rules().tick_sizes).unwrap();
            assert!(!has_reached(order.side, stop, self.tick.last), "no stop is passed over");
            assert!(order.filled.is_zero(), "nothing fills an order that waits");
        }
    }
}
