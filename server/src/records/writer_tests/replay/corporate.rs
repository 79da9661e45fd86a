use plumbline_core::decimal::{ONE, Price};
use plumbline_core::decision::Refusal;
use plumbline_core::ids::CorporateActionId;
use plumbline_core::market::SplitRatio;
use plumbline_core::orders::OrderRef;
use plumbline_core::products::{EntitleDividend, PayDividend, SplitShares};
use plumbline_core::time::UnixMillis;

use super::Venue;
use crate::writer::RunError;

/// What is left is split, and brings a dividend.
pub async fn corporate(venue: &Venue, at: OrderRef) {
    let ratio = SplitRatio::new(3, 2).unwrap();
    let split = SplitShares { split: CorporateActionId(1), position: at.position(), ratio };
    let (dividend, account, wallet) = (CorporateActionId(2), at.account, at.wallet);
    let after = venue.writer.run(split).await.unwrap().after;
    assert!(matches!(venue.writer.run(split).await, Err(RunError::Refused(Refusal::SplitApplied))));
    let (amount, pays_at) = (Price::from_units(ONE / 4), UnixMillis(7));
    let entitle =
        EntitleDividend { dividend, account, instrument: at.instrument, quantity: after, amount, wallet, pays_at };
    venue.writer.run(entitle).await.unwrap();
    let pay = PayDividend { dividend, account, wallet };
    venue.writer.run(pay).await.unwrap();
    assert!(matches!(venue.writer.run(pay).await, Err(RunError::Refused(Refusal::DividendPaid))));
}
