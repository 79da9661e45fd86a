//! Why a command is refused. The word is what clients branch on; `Refusal::iter` gives every refusal of the customer's doing.

use strum::EnumIter;
use thiserror::Error;

use crate::ledger::LedgerError;
use crate::money::MoneyError;
use crate::orders::TransitionRefused;

/// A fault of ours: a decision that breaks a rule of the books, or that rests on what was not read.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Unsound {
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("a hold would fall below zero")]
    NegativeHold,
    #[error("a {0} is needed that was not loaded")]
    NotLoaded(&'static str),
    #[error("a {0} is not changed from its newest state")]
    Outdated(&'static str),
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, EnumIter)]
pub enum Refusal {
    #[error("the quantity is not positive")]
    QuantityInvalid,
    #[error("the quantity is not a whole number of lots")]
    LotSize,
    #[error("a limit order needs a price")]
    PriceRequired,
    #[error("the price is not a multiple of the tick")]
    TickSize,
    #[error("the price is too far from the market")]
    PriceBand,
    #[error("the market is closed")]
    SessionClosed,
    #[error("there is no quote")]
    NoQuote,
    #[error("the quote is too old")]
    StaleQuote,
    #[error("the balance does not suffice")]
    InsufficientFunds,
    #[error("the position does not suffice")]
    InsufficientPosition,
    #[error("leverage is not available")]
    LeverageUnavailable,
    #[error("no such order")]
    OrderUnknown,
    #[error("the order is no longer open")]
    OrderNotOpen,
    #[error("no such position")]
    PositionUnknown,
    #[error("the order is worth less than the least value")]
    OrderValueTooSmall,
    #[error("the account has too many open orders")]
    TooManyOpenOrders,
    #[error("the amount is not valid")]
    AmountInvalid,
    #[error("both wallets are the same")]
    SameWallet,
    #[error("there is no rate between the currencies")]
    CurrencyUnsupported,
    #[error("no such deposit")]
    DepositUnknown,
    #[error("the deposit has been reviewed already")]
    DepositReviewed,
    #[error("the account has too many deposits that wait for their review")]
    TooManyPendingDeposits,
    #[error("the amount is outside the range that we can hold")]
    OutOfRange,
    /// A fault of ours; the decision was not applied, and is not an answer that may be repeated.
    #[strum(disabled)]
    #[error("the decision is unsound: {0}")]
    Unsound(#[from] Unsound),
}

impl Refusal {
    /// The stable word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::QuantityInvalid => "quantity_invalid",
            Self::LotSize => "lot_size",
            Self::PriceRequired => "price_required",
            Self::TickSize => "tick_size",
            Self::PriceBand => "price_band",
            Self::SessionClosed => "session_closed",
            Self::NoQuote => "no_quote",
            Self::StaleQuote => "stale_quote",
            Self::InsufficientFunds => "insufficient_funds",
            Self::InsufficientPosition => "insufficient_position",
            Self::LeverageUnavailable => "leverage_unavailable",
            Self::OrderUnknown => "order_unknown",
            Self::OrderNotOpen => "order_not_open",
            Self::PositionUnknown => "position_unknown",
            Self::OrderValueTooSmall => "order_value_too_small",
            Self::TooManyOpenOrders => "too_many_open_orders",
            Self::AmountInvalid => "amount_invalid",
            Self::SameWallet => "same_wallet",
            Self::CurrencyUnsupported => "currency_unsupported",
            Self::DepositUnknown => "deposit_unknown",
            Self::DepositReviewed => "deposit_reviewed",
            Self::TooManyPendingDeposits => "too_many_pending_deposits",
            Self::OutOfRange => "out_of_range",
            Self::Unsound(_) => "internal",
        }
    }
}

impl From<MoneyError> for Refusal {
    fn from(error: MoneyError) -> Self {
        match error {
            MoneyError::Overflow => Self::OutOfRange,
            MoneyError::CurrencyMismatch(..) => Self::Unsound(Unsound::Ledger(LedgerError::WrongCurrency)),
        }
    }
}

impl From<LedgerError> for Refusal {
    fn from(error: LedgerError) -> Self {
        Self::Unsound(error.into())
    }
}

impl From<TransitionRefused> for Refusal {
    fn from(_: TransitionRefused) -> Self {
        Self::OrderNotOpen
    }
}
