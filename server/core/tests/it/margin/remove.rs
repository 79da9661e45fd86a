//! Margin that a position does not need is taken back.

use plumbline_core::decision::Refusal;
use plumbline_core::positions::Direction::Long;
use plumbline_core::products::{AddMargin, Marked, RemoveMargin};

use super::venue::{EUR_USD, Venue, usd};

const LOTS: i64 = 100_000;

#[test]
fn margin_is_taken_back_down_to_the_initial_one_at_the_mark() {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    let at = venue.at(EUR_USD, Long);
    let remove = |venue: &mut Venue, cents| {
        let terms = venue.terms(EUR_USD);
        venue.decide(RemoveMargin { at, amount: usd(cents), terms })
    };
    assert_eq!(remove(&mut venue, 1), Err(Refusal::MarginTooLow));
    venue.decide(AddMargin { at, amount: usd(100_000) }).unwrap();
    assert_eq!(remove(&mut venue, 0), Err(Refusal::AmountInvalid));
    assert_eq!(remove(&mut venue, 100_001), Err(Refusal::MarginTooLow));
    remove(&mut venue, 40_000).unwrap();
    assert_eq!(venue.balance(), (1_000_000, 421_667));
    // 100 are lost; 3,613.33 are the initial margin at 1.0840.
    venue.quote(EUR_USD, "1.0840", "1.0842");
    let (position, terms) = (venue.position(EUR_USD, Long), venue.terms(EUR_USD));
    let removable = Marked::of(&position, &terms).unwrap().removable().unwrap();
    assert_eq!(removable, usd(421_667 - 10_000 - 361_333));
    assert_eq!(remove(&mut venue, 50_335), Err(Refusal::MarginTooLow));
    remove(&mut venue, 50_334).unwrap();
    assert_eq!(venue.balance(), (1_000_000, 371_333));
    // 1,000 are gained: a profit that is not taken frees none of the margin.
    venue.quote(EUR_USD, "1.0950", "1.0952");
    assert_eq!(remove(&mut venue, 371_333 - 365_000 + 1), Err(Refusal::MarginTooLow));
    remove(&mut venue, 371_333 - 365_000).unwrap();
    assert_eq!(venue.balance(), (1_000_000, 365_000));
}
