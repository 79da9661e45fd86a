//! Everything that the write path stores, one line each, in the order of a customer's stream messages.

#[cfg(test)]
mod audit_tests;
#[cfg(test)]
mod rounds_tests;
#[cfg(test)]
mod usdt_tests;
#[cfg(test)]
mod writer_tests;

use plumbline_core::funds::chains::{ChainDeposit, SeenOutput, SuspenseRelease};
use plumbline_core::funds::{Deposit, FirmQuote, Payout, Standing, Transfer, Withdrawal};
use plumbline_core::kyc::service::ServicePermission;
use plumbline_core::kyc::{DocumentClaim, IdentityCheck};
use plumbline_core::orders::{BestPrices, ClientOrder, Fill, Order};
use plumbline_core::positions::Position;
use plumbline_core::products::{
    Dividend, Financing, Night, OwedNights, OwedSettlements, Settlement, ShareSplit, Variation,
};

use crate::inbox::Notices;
use crate::ledger::store::Books;
use crate::writer::{Of, Records};

pub const RECORDS: Records = Records(&[
    &Of::<Order, _>::NEW,
    &Of::<ClientOrder, _>::NEW,
    &Of::<BestPrices, _>::NEW,
    &Of::<Fill, _>::NEW,
    &Of::<Position, _>::NEW,
    &Of::<Night, _>::NEW,
    &Of::<OwedNights, _>::NEW,
    &Of::<Financing, _>::NEW,
    &Of::<Settlement, _>::NEW,
    &Of::<OwedSettlements, _>::NEW,
    &Of::<Variation, _>::NEW,
    &Of::<ShareSplit, _>::NEW,
    &Of::<Dividend, _>::NEW,
    &Books,
    &Of::<Deposit>::NEW,
    &Of::<SeenOutput>::NEW,
    &Of::<ChainDeposit>::NEW,
    &Of::<SuspenseRelease>::NEW,
    &Of::<FirmQuote>::NEW,
    &Of::<Transfer>::NEW,
    &Of::<Withdrawal>::NEW,
    &Of::<Payout>::NEW,
    &Of::<Standing>::NEW,
    &Of::<DocumentClaim>::NEW,
    &Of::<IdentityCheck>::NEW,
    &Of::<ServicePermission>::NEW,
    &Notices,
]);
