//! Accounts that are long and short in one contract.

use plumbline_core::ids::AccountId;
use plumbline_core::positions::{PositionKey, PositionRef};
use plumbline_core::products::{ChargeNights, Directions};
use plumbline_core::time::UnixMillis;

use super::*;

/// The gain of one direction pays for the loss of the other, whichever is settled first.
#[test]
fn a_hedged_account_loses_nothing_of_its_margin_and_is_not_called() {
    for (first, at) in [(Long, "4500.00"), (Short, "4500.00"), (Long, "5500.00"), (Short, "5500.00")] {
        let mut venue = Venue::with(3_400_000);
        venue.quote(ES, "5000.00", "5000.00");
        venue.open(ES, Long, 1).unwrap();
        venue.open(ES, Short, 1).unwrap();
        venue.record(ES, at, false);
        venue.charge(ES, first);
        assert_eq!(amounts(&venue), [2_500_000, -2_500_000], "the gain before the loss");
        let called = [Long, Short].map(|direction| venue.position(ES, direction).called_at());
        assert_eq!((called, venue.balance().0), ([None, None], 3_400_000), "{first:?} at {at}");
        venue.charge(ES, first);
        assert_eq!(amounts(&venue).len(), 2);
        assert_balanced(&venue);
    }
}

/// A position is settled and closed also where the one in the other direction cannot be read.
#[test]
fn what_the_other_direction_owes_keeps_nobody_waiting() {
    let mut venue = Venue::with(5_000_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    venue.open(ES, Short, 1).unwrap();
    venue.record(ES, "4990.00", false);
    venue.unread_of = Some(Short);
    venue.charge(ES, Long);
    assert_eq!(amounts(&venue), [-50_000]);
    venue.quote(ES, "4990.00", "4990.00");
    venue.close(ES, Long, 1).unwrap();
    assert_eq!(venue.close(ES, Short, 1).unwrap_err(), Refusal::ChargeUnknown);
    venue.unread_of = None;
    venue.close(ES, Short, 1).unwrap();
    assert_eq!(venue.balance(), (5_000_000, 0));
    assert_balanced(&venue);
}

/// Money that is parked as margin in the other direction pays for a loss as other free cash does.
#[test]
fn what_a_margin_has_too_much_pays_for_the_other_direction() {
    for closes in [false, true] {
        let mut venue = Venue::with(10_600_000);
        venue.quote(ES, "5000.00", "5000.00");
        venue.open(ES, Long, 3).unwrap();
        venue.open(ES, Short, 1).unwrap();
        let at = venue.at(ES, Short);
        venue.decide(AddMargin { at, amount: usd(4_000_000) }).unwrap();
        assert_eq!(venue.balance(), (10_600_000, 10_600_000));
        if closes {
            venue.settle_finally(ES, "4400.00");
        } else {
            venue.record(ES, "4400.00", false);
            venue.charge(ES, Long);
        }
        assert_eq!(venue.balance().0, 10_600_000 + 3_000_000 - 9_000_000, "the house bears nothing");
        assert_balanced(&venue);
    }
}

/// A command that cannot be carried out is split by accounts first: the two directions of one stay together.
#[test]
fn a_command_for_many_is_split_by_accounts() {
    let venue = Venue::with(0);
    let of = |account: i64, direction| {
        let at = venue.at(ES, direction);
        PositionRef { key: PositionKey { account: AccountId(account), ..at.key }, ..at }
    };
    let positions = vec![of(1, Long), of(1, Short), of(2, Long), of(3, Long), of(3, Short)];
    let rules = venue.terms(ES).rules;
    let charge =
        ChargeNights { rules, positions: positions.clone(), directions: Directions::Both, until: UnixMillis(1) };
    let parts = charge.parts();
    let accounts = |charge: &ChargeNights| charge.positions.iter().map(|at| at.key.account.0).collect::<Vec<_>>();
    assert_eq!(parts.iter().map(accounts).collect::<Vec<_>>(), [vec![1, 1], vec![2, 3, 3]]);
    assert!(parts.iter().all(|part| part.directions == Directions::Both));
    let alone = parts[0].parts();
    assert_eq!(
        alone.iter().map(|part| (part.positions.clone(), part.directions)).collect::<Vec<_>>(),
        [(vec![positions[0]], Directions::One), (vec![positions[1]], Directions::One)]
    );
    assert!(alone[0].parts().is_empty());
}

/// Between settlements a gap is paid of the profit in the other direction before the house pays.
#[test]
fn an_open_profit_in_the_other_direction_pays_for_a_gap() {
    let mut venue = Venue::with(3_400_000);
    venue.quote(ES, "5000.00", "5000.00");
    venue.open(ES, Long, 1).unwrap();
    venue.open(ES, Short, 1).unwrap();
    venue.quote(ES, "4500.00", "4500.25");
    venue.liquidate(ES, Long).unwrap();
    let borne = venue.facts.journals().iter().flat_map(|journal| journal.postings()).filter(|posting| {
        posting.book == plumbline_core::ledger::Book::House(plumbline_core::ledger::House::Protection)
    });
    assert_eq!(borne.map(|posting| posting.amount.minor).sum::<i64>(), 0);
    assert!([Long, Short].iter().all(|direction| venue.position(ES, *direction).quantity.is_zero()));
    // 25,000.00 are lost and 24,987.50 gained.
    assert_eq!(venue.balance(), (3_400_000 - 1_250, 0));
    assert_balanced(&venue);
}
