//! Positions that owe a night of which the record cannot be read.

use plumbline_core::decision::{Facts, Refusal};
use plumbline_core::orders::{Liquidate, OrderStatus};
use plumbline_core::positions::Direction::Long;
use plumbline_core::products::Financing;

use super::venue::{EUR_USD, Venue, price};
use super::{LOTS, RATES};

fn charges(facts: &Facts) -> Vec<i64> {
    facts.written::<Financing>().map(|charge| charge.amount.minor).collect()
}

fn with_a_night() -> Venue {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.15826", "1.15826");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue
}

#[test]
fn a_stop_whose_charge_is_unknown_waits_until_it_is_known() {
    let mut venue = with_a_night();
    let stop = venue.protect(EUR_USD, Long, Some(price("1.15000")), None).unwrap().legs.remove(0);
    venue.begin_night(EUR_USD, 1, RATES);
    venue.unread_nights = true;
    venue.quote(EUR_USD, "1.14900", "1.14900");
    let refused = venue.offered(EUR_USD).refused;
    assert_eq!(refused, [(stop.at.id, Refusal::ChargeUnknown)]);
    assert!(venue.order(stop.at.id).waits());
    venue.unread_nights = false;
    venue.quote(EUR_USD, "1.13000", "1.13000");
    venue.offer(EUR_USD);
    assert_eq!(venue.order(stop.at.id).status, OrderStatus::Filled);
    assert!(venue.position(EUR_USD, Long).quantity.is_zero());
    assert_eq!(charges(&venue.facts), [-952]);
}

#[test]
fn a_liquidation_that_waits_for_nothing_charges_what_is_known() {
    for (unread, charged) in [(false, vec![-952]), (true, vec![])] {
        let mut venue = with_a_night();
        venue.begin_night(EUR_USD, 1, RATES);
        venue.unread_nights = unread;
        venue.quote(EUR_USD, "1.0900", "1.0900");
        let waits = venue.liquidation(EUR_USD, Long, &[]);
        if unread {
            assert_eq!(venue.decide(waits.clone()), Err(Refusal::ChargeUnknown));
        }
        venue.decide(Liquidate { regardless: true, ..waits }).unwrap();
        assert_eq!(charges(&venue.facts), charged);
    }
}
