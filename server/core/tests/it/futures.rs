//! Futures, to the cent: margin as a share of the value, variation at each settlement, margin calls, and the end of a
//! contract.

mod hedged;
mod venue;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::decision::Refusal;
use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::ledger::{Book, House, Journal};
use plumbline_core::money::Money;
use plumbline_core::orders::{CloseReason, Fill, FillSource};
use plumbline_core::positions::Direction::{self, Long, Short};
use plumbline_core::products::{AddMargin, Marked, SetRefill, Variation};
use plumbline_core::testing::{shares, usd};

use venue::{Contract, ES, HSI, SB, Venue, ZW};

fn amounts(venue: &Venue) -> Vec<i64> {
    venue.facts.written::<Variation>().map(|variation| variation.amount.minor).collect()
}

/// The account's money can be found in the books of the house.
fn assert_balanced(venue: &Venue) {
    let postings = venue.facts.journals().iter().flat_map(Journal::postings);
    let wallet: i64 = postings.filter(|p| matches!(p.book, Book::Wallet(_))).map(|p| p.amount.minor).sum();
    assert_eq!(venue.balance().0, venue.paid_in + wallet);
}

/// Long two ES at 5,000.00 and short four SB at 19.87 cents over three days.
#[test]
fn the_variation_of_three_days_sums_to_what_closing_would_have_brought() {
    type Days = ([&'static str; 3], [i64; 3]);
    let table: [(Contract, Direction, i64, &str, Days, i64); 2] = [
        (ES, Long, 2, "5000.00", (["5012.25", "4987.50", "5003.75"], [122_500, -247_500, 162_500]), 37_500),
        (SB, Short, 4, "0.1987", (["0.2003", "0.1958", "0.1971"], [-71_680, 201_600, -58_240]), 71_680),
    ];
    for (contract, direction, quantity, entry, (settlements, variations), sum) in table {
        let mut venue = Venue::with(10_000_000);
        venue.quote(contract, entry, entry);
        venue.open(contract, direction, quantity).unwrap();
        for settlement in settlements {
            venue.settle(contract, settlement);
        }
        assert_eq!(amounts(&venue), variations, "{contract:?}");
        assert_eq!(venue.balance().0, 10_000_000 + sum);
        let position = venue.position(contract, direction);
        assert_eq!(position.average_price(), venue::price(entry), "settlements never change what it was entered at");
        assert_eq!(position.margin.unwrap().settled.unwrap().credited, usd(sum));
        venue.quote(contract, settlements[2], settlements[2]);
        venue.close(contract, direction, quantity).unwrap();
        let (position, profit) = (venue.position(contract, direction), venue.last_fill().profit);
        assert_eq!((position.realized, profit), (usd(sum), Some(usd(sum))), "the fill has the profit since the entry");
        assert_eq!((venue.last_fill().received, venue.balance()), (usd(0), (10_000_000 + sum, 0)));
        assert_balanced(&venue);
    }
}

#[test]
fn a_share_of_the_value_is_set_aside_and_restored_at_each_settlement() {
    let mut venue = Venue::with(10_000_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    // 5,000 × 50 × 6 % × 1.10.
    let margin = |venue: &Venue| {
        let margin = venue.position(ES, Long).margin.unwrap();
        (margin.amount.minor, margin.initial.minor)
    };
    assert_eq!(margin(&venue), (1_650_000, 1_650_000));
    venue.settle(ES, "5100.00");
    assert_eq!(margin(&venue), (1_683_000, 1_683_000), "from what is free");
    venue.settle(ES, "4900.00");
    assert_eq!(margin(&venue), (1_617_000, 1_617_000), "and back to it");
    assert_eq!(venue.balance(), (10_000_000 - 500_000, 1_617_000));
}

#[test]
fn a_fill_of_today_gains_from_its_own_price_and_the_rest_from_the_settlement() {
    let mut venue = Venue::with(20_000_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    venue.settle(ES, "5010.00");
    venue.quote(ES, "5020.00", "5020.00");
    venue.open(ES, Long, 1).unwrap();
    venue.quote(ES, "5030.00", "5030.00");
    let (position, terms) = (venue.position(ES, Long), venue.terms(ES));
    assert_eq!(Marked::of(&position, &terms).unwrap().unrealized().unwrap(), usd(100_000 + 50_000));
    assert_eq!(position.average_price(), venue::price("5010.00"));
    venue.close(ES, Long, 1).unwrap();
    // Half of what the settlement has credited leaves with half of the position.
    assert_eq!((venue.last_fill().received, venue.last_fill().profit), (usd(75_000), Some(usd(100_000))));
    venue.settle(ES, "5030.00");
    assert_eq!(venue.balance().0, 20_000_000 + 50_000 + 75_000 + 75_000);
    assert_balanced(&venue);
}

#[test]
fn a_loss_takes_what_is_free_then_the_margin_and_the_house_bears_the_rest() {
    let mut venue = Venue::with(1_700_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    venue.settle(ES, "4500.00");
    assert_eq!((amounts(&venue), venue.balance()), (vec![-1_700_000], (0, 0)));
    let postings = venue.facts.journals().iter().flat_map(Journal::postings);
    let borne = postings.filter(|posting| posting.book == Book::House(House::Protection));
    assert_eq!(borne.map(|posting| posting.amount.minor).sum::<i64>(), -(2_500_000 - 1_700_000));
    assert_balanced(&venue);
}

/// Five wheat contracts whose initial margin is 1.30 of maintenance, and an account without free cash.
#[test]
fn a_call_is_made_below_maintenance_up_to_the_initial_margin() {
    let mut venue = Venue::with(1_592_500);
    venue.quote(ZW, "7.0000", "7.0000");
    // 5 × 5,000 × 7 = 175,000; maintenance 12,250, initial 15,925.
    venue.open(ZW, Long, 5).unwrap();
    assert_eq!(venue.balance(), (1_592_500, 1_592_500));
    // A loss of 1,250 leaves 14,675, which maintenance of 12,162.50 allows.
    venue.settle(ZW, "6.9500");
    let margin = |venue: &Venue| venue.position(ZW, Long).margin.unwrap();
    assert_eq!((margin(&venue).amount.minor, venue.position(ZW, Long).called_at()), (1_467_500, None));
    // Another of 3,125 leaves 11,550; maintenance is 11,943.75, and initial 15,526.88.
    venue.settle(ZW, "6.8250");
    let position = venue.position(ZW, Long);
    assert_eq!((margin(&venue).amount.minor, margin(&venue).initial.minor), (1_155_000, 1_552_688));
    assert_eq!(position.called_for(), Some(usd(397_688)));
    let call = venue.facts.written::<Notice>().find_map(|notice| match notice.kind {
        NoticeKind::MarginCall { amount, .. } => Some(amount),
        _ => None,
    });
    assert_eq!(call, Some(usd(397_688)));
    // Nothing is opened while the call stands.
    venue.pay_in(1_000_000);
    venue.quote(ZW, "6.8250", "6.8250");
    assert_eq!(venue.open(ZW, Long, 1).unwrap_err(), Refusal::MarginCalled);
    // What is added up to the initial margin meets it.
    let at = venue.at(ZW, Long);
    venue.decide(AddMargin { at, amount: usd(397_687) }).unwrap();
    assert!(venue.position(ZW, Long).called_at().is_some(), "a cent is missing");
    venue.decide(AddMargin { at, amount: usd(1) }).unwrap();
    assert_eq!(venue.position(ZW, Long).called_at(), None);
    venue.open(ZW, Long, 1).unwrap();
    assert_balanced(&venue);
}

#[test]
fn a_call_that_is_not_met_closes_down_to_what_the_margin_covers() {
    let mut venue = Venue::with(1_592_500);
    venue.quote(ZW, "7.0000", "7.0000");
    venue.open(ZW, Long, 5).unwrap();
    venue.settle(ZW, "6.8250");
    assert!(venue.position(ZW, Long).called_at().is_some());
    venue.quote(ZW, "6.8250", "6.8250");
    assert_eq!(venue.liquidate(ZW, Long).unwrap_err(), Refusal::MarginSuffices, "there is time until the next one");
    venue.settle(ZW, "6.8000");
    venue.quote(ZW, "6.8000", "6.8000");
    let (position, terms) = (venue.position(ZW, Long), venue.terms(ZW));
    assert!(Marked::of(&position, &terms).unwrap().is_due().unwrap());
    // 10,925 cover three contracts of 3,094 each.
    let orders = venue.liquidate(ZW, Long).unwrap();
    assert_eq!((orders.len(), orders[0].filled), (1, shares(2)));
    let position = venue.position(ZW, Long);
    assert_eq!((position.quantity, position.called_at()), (shares(3), None));
    assert_eq!(venue.liquidate(ZW, Long).unwrap_err(), Refusal::MarginSuffices);
    assert_balanced(&venue);
}

#[test]
fn free_cash_refills_the_margin_before_anything_is_closed() {
    let mut venue = Venue::with(1_650_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    venue.pay_in(500_000);
    // A loss of half of the initial margin, 8,250, and a little more.
    venue.quote(ES, "4834.75", "4835.00");
    assert!(venue.liquidate(ES, Long).unwrap().is_empty(), "nothing is closed");
    let margin = venue.position(ES, Long).margin.unwrap();
    assert_eq!((margin.amount, margin.halved), (usd(2_150_000), false));
    assert_eq!(venue.balance(), (2_150_000, 2_150_000));
    // Without free cash a half is closed, in whole contracts rounded up.
    venue.quote(ES, "4700.00", "4700.25");
    let orders = venue.liquidate(ES, Long).unwrap();
    assert_eq!((orders[0].filled, venue.position(ES, Long).quantity), (shares(1), Quantity::ZERO));
    assert_balanced(&venue);
}

#[test]
fn nothing_is_refilled_where_the_customer_has_switched_it_off() {
    let mut venue = Venue::with(1_650_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    venue.pay_in(500_000);
    let at = venue.at(ES, Long);
    venue.decide(SetRefill { at, refills: false }).unwrap();
    venue.settle(ES, "4999.00");
    venue.quote(ES, "4834.00", "4834.25");
    assert_eq!(venue.liquidate(ES, Long).unwrap().len(), 1, "the settlement has kept the choice");
    venue.pay_in(2_000_000);
    venue.open(ES, Long, 1).unwrap();
    assert!(venue.position(ES, Long).margin.unwrap().settled.unwrap().refills, "on for a new position");
}

#[test]
fn a_contract_ends_with_its_last_settlement() {
    let mut venue = Venue::with(10_000_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Short, 3).unwrap();
    venue.settle(ES, "4990.00");
    let settlement = venue.settle_finally(ES, "4980.00");
    let (position, fill) = (venue.position(ES, Short), venue.last_fill());
    assert_eq!((position.quantity, position.held, position.realized), (Quantity::ZERO, Quantity::ZERO, usd(300_000)));
    assert_eq!(fill.source, FillSource::Settlement(settlement));
    assert_eq!((fill.price, fill.received, fill.profit), (settlement.price, usd(0), Some(usd(300_000))));
    assert_eq!(venue.order(fill.order.id).reason, Some(CloseReason::ContractEnded));
    assert_eq!(venue.balance(), (10_300_000, 0));
    assert_eq!(amounts(&venue), [150_000, 150_000]);
    // Once more, nothing happens.
    venue.charge(ES, Short);
    venue.end(ES, settlement.at);
    assert_eq!((amounts(&venue).len(), venue.balance()), (2, (10_300_000, 0)));
    assert_balanced(&venue);
}

#[test]
fn a_contract_in_hong_kong_dollars_pays_at_the_recorded_rate() {
    let mut venue = Venue::with(10_000_000);
    venue.rate("7.8000", "7.8100");
    venue.quote(HSI, "24000", "24000");
    venue.open(HSI, Long, 1).unwrap();
    // 24,000 × 50 × 6 % × 1.10 = 79,200 Hong Kong dollars, at the middle of 7.805.
    assert_eq!(venue.position(HSI, Long).margin.unwrap().amount, usd(1_014_734));
    venue.settle(HSI, "24100");
    // A gain of 5,000 at the bid of Hong Kong dollars, which is the ask of the pair; a loss of 10,000 at its bid.
    venue.settle(HSI, "23900");
    assert_eq!(amounts(&venue), [64_020, -128_205]);
    let position = venue.position(HSI, Long);
    assert_eq!(position.basis(), Money::new(119_500_000, HSI.currency));
    assert_balanced(&venue);
}

#[test]
fn settlements_that_were_missed_are_paid_before_anything_is_traded() {
    let mut venue = Venue::with(10_000_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 2).unwrap();
    venue.record(ES, "5010.00", false);
    venue.record(ES, "5005.00", false);
    assert_eq!(amounts(&venue), [0_i64; 0]);
    venue.quote(ES, "5006.00", "5006.00");
    venue.close(ES, Long, 1).unwrap();
    assert_eq!(amounts(&venue), [100_000, -50_000], "of the two that were held");
    assert_eq!(venue.last_fill().received, usd(5_000));
    venue.charge(ES, Long);
    assert_eq!(amounts(&venue).len(), 2, "never twice");
    venue.unread_settlements = true;
    assert_eq!(venue.close(ES, Long, 1).unwrap_err(), Refusal::ChargeUnknown);
    assert_balanced(&venue);
}

/// Entry to exit is the sum of all variations and of the last part, whatever is traded in between.
#[test]
fn random_days_lose_and_gain_nothing_on_the_way() {
    use proptest::prelude::*;
    proptest!(|(steps in proptest::collection::vec((0u8..4, 0i64..400), 1..40), short in any::<bool>())| {
        let mut venue = Venue::with(1_000_000_000);
        let direction = if short { Short } else { Long };
        let (mut bought, mut at) = (0_i64, 500_000_i64);
        for (step, move_by) in steps {
            at += (move_by - 200) * 25;
            let price = venue::cents(at);
            venue.quote_at(ES, price, price);
            let sign = if short { -1 } else { 1 };
            match step {
                0 | 1 => {
                    if venue.open(ES, direction, 1).is_ok() {
                        bought += sign * at * 50;
                    }
                }
                2 => {
                    if venue.close(ES, direction, 1).is_ok() {
                        bought -= sign * at * 50;
                    }
                }
                _ => venue.settle_at(ES, price),
            }
        }
        let held = venue.held(ES, direction);
        venue.settle_at(ES, venue::cents(at));
        let sign = if short { -1 } else { 1 };
        prop_assert_eq!(venue.balance().0, 1_000_000_000 + sign * held * at * 50 - bought);
        assert_balanced(&venue);
    });
}

/// The profits of all fills and what stands on the position are all that settlements and fills have paid.
#[test]
fn a_partly_closed_position_keeps_its_part_of_what_was_settled() {
    let mut venue = Venue::with(100_000_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 3).unwrap();
    venue.settle(ES, "5000.25");
    venue.quote(ES, "5001.00", "5001.00");
    venue.close(ES, Long, 1).unwrap();
    let position = venue.position(ES, Long);
    let settled = position.margin.unwrap().settled.unwrap();
    let profits: i64 = venue.facts.written::<Fill>().filter_map(|fill| fill.profit).map(|profit| profit.minor).sum();
    assert_eq!((settled.credited, profits), (usd(2_500), 5_000));
    assert_eq!(venue.balance().0, 100_000_000 + settled.credited.minor + profits);
}

/// Closing just before a settlement is no way out of a loss that it would have taken.
#[test]
fn a_close_loses_what_a_settlement_at_its_price_would_have_taken() {
    for paid_in in [1_700_000, 2_000_000, 5_000_000] {
        let [closed, settled] = [true, false].map(|closes| {
            let mut venue = Venue::with(paid_in);
            venue.quote(ES, "5000.00", "5000.00");
            venue.open(ES, Long, 1).unwrap();
            venue.quote(ES, "4500.00", "4500.00");
            if closes {
                venue.close(ES, Long, 1).unwrap();
                assert_eq!(venue.last_fill().profit, Some(venue.last_fill().received));
            } else {
                venue.settle(ES, "4500.00");
            }
            assert_balanced(&venue);
            venue.balance().0
        });
        assert_eq!(closed, settled, "of {paid_in}");
        assert_eq!(closed, (paid_in - 2_500_000).max(0));
    }
}

#[test]
fn a_contract_is_liquidated_at_the_first_tick_that_is_bad_enough() {
    for direction in [Long, Short] {
        let mut venue = Venue::with(1_650_000);
        venue.quote(ES, "5000.00", "5000.00");
        venue.open(ES, direction, 1).unwrap();
        let shown = Marked::of(&venue.position(ES, direction), &venue.terms(ES)).unwrap().liquidation_price();
        let shown = shown.unwrap();
        let step = venue.terms(ES).rules.tick_sizes.at(shown).units();
        assert_eq!(shown.units() % step, 0, "on a tick");
        let before = if direction == Long { shown.units() + step } else { shown.units() - step };
        let is_due = |venue: &mut Venue, at: i64| {
            let at = Price::from_units(at);
            venue.quote_at(ES, at, at);
            Marked::of(&venue.position(ES, direction), &venue.terms(ES)).unwrap().is_stopped_out().unwrap()
        };
        assert!(!is_due(&mut venue, before));
        assert!(is_due(&mut venue, shown.units()));
    }
}

/// Each fill of a close leaves the fee of the next one, and the house bears what the money does not cover.
#[test]
fn a_close_in_parts_pays_its_fees_from_what_is_left() {
    let mut venue = Venue::with(3_400_000);
    venue.fee = 150;
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 2).unwrap();
    venue.quote_in_parts(ES, &["4000.00", "3999.00"]);
    let order = venue.close(ES, Long, 2).unwrap();
    assert_eq!((order.filled, venue.balance()), (shares(2), (0, 0)));
    assert_balanced(&venue);
}

#[test]
fn a_refill_up_to_the_initial_margin_meets_a_call() {
    let mut venue = Venue::with(1_592_500);
    venue.quote(ZW, "7.0000", "7.0000");
    venue.open(ZW, Long, 5).unwrap();
    venue.settle(ZW, "6.8250");
    venue.settle(ZW, "6.8000");
    assert!(venue.position(ZW, Long).called_at().is_some());
    // Half of the initial margin is lost, and more than that is free by now.
    venue.pay_in(5_000_000);
    venue.quote(ZW, "6.5500", "6.5500");
    assert!(venue.liquidate(ZW, Long).unwrap().is_empty(), "nothing is closed");
    let position = venue.position(ZW, Long);
    assert_eq!((position.quantity, position.called_at()), (shares(5), None));
    assert_balanced(&venue);
}
