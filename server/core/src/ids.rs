//! One type for each kind of id, so that an order's id cannot be passed where an account's is meant.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A text that is not written as an id.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("not an id")]
pub struct NotAnId;

/// The number of an id. Ids are written in one way only: in digits, without a sign or leading zeros, so that data
/// stored under an id by a client is found again.
pub fn parse(text: &str) -> Result<i64, NotAnId> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain).ok_or(NotAnId)
}

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                parse(text).map($name)
            }
        }
    )*};
}

id! {
    /// A customer's account with us. `AccountId::HOUSE` is our own side of the ledger.
    AccountId;
    /// A tradable or displayed instrument, one row in `instruments`.
    InstrumentId;
    OrderId;
    /// Orders that protect a position together.
    GroupId;
    /// An order's place in time: at first its own id, later a newer number from the same source each time that the
    /// order loses its place. No two orders share one.
    Priority;
    FillId;
    PositionId;
    JournalId;
    TransferId;
    /// A promised price of a transfer between two currencies.
    FirmQuoteId;
    DepositId;
    /// An account that a customer's money can be sent to, one row in `payout_accounts`.
    PayoutAccountId;
    WithdrawalId;
    SessionId;
    /// A night's charge on a position.
    FinancingId;
    /// A day's variation of a position.
    VariationId;
    /// A dividend or a split of a company, one row in `corporate_actions`.
    CorporateActionId;
    /// An account's part of a dividend.
    DividendId;
    NoticeId;
    /// An image that a customer uploaded.
    FileId;
    /// A customer's submission for verification.
    IdentityCheckId;
    ServiceApplicationId;
    /// An output on a chain that pays a customer, recorded when it is first seen.
    ChainDepositId;
    /// A credit of coins from suspense.
    SuspenseReleaseId;
}

impl From<OrderId> for Priority {
    fn from(OrderId(id): OrderId) -> Self {
        Self(id)
    }
}

impl AccountId {
    /// The house: bank, fees, counterparty and suspense accounts.
    pub const HOUSE: AccountId = AccountId(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_in_one_way() {
        for id in [0, 7, 10, 29_000_000_000, i64::MAX] {
            assert_eq!(id.to_string().parse(), Ok(OrderId(id)));
        }
        for text in ["", "+29", "-29", "029", "00", "2 9", " 29", "29.0", "９", "9223372036854775808"] {
            assert_eq!(text.parse::<OrderId>(), Err(NotAnId), "{text}");
        }
    }
}
