//! The refusals of commands, all in one table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use strum::{EnumIter, IntoEnumIterator};
use thiserror::Error;

use crate::ledger::LedgerError;
use crate::money::MoneyError;

/// A fault of ours: a decision that breaks a rule of the books, or that is based on a fact that was not loaded.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Unsound {
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("a hold would fall below zero")]
    NegativeHold,
    #[error("a {0} is needed that was not loaded")]
    NotLoaded(&'static str),
    #[error("the open {0}s of an account are needed and were not counted")]
    NotCounted(&'static str),
    #[error("a {0} is not changed from its newest state")]
    Outdated(&'static str),
    #[error("a position was not charged for what it owes before it is traded")]
    NotAccrued,
}

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalKind {
    /// Input that can never be right.
    Invalid,
    /// Something that does not exist, or belongs to somebody else.
    NotFound,
    /// The present state refuses it.
    Conflict,
    /// A fault of ours.
    Fault,
}

/// One line for each refusal: its kind; its stable word, which clients branch on and which is the key of its sentence
/// in every language; the field of the request that it is about; and its text in the log.
macro_rules! refusals {
    ($($name:ident: $kind:ident $word:literal $(on $field:literal)?, $text:literal;)*) => {
        /// The reason for refusing a command. `Refusal::iter` gives every refusal that customers can cause.
        #[derive(Clone, Copy, Debug, Error, PartialEq, Eq, EnumIter)]
        pub enum Refusal {
            $(#[error($text)] $name,)*
            /// A fault of ours; the decision was not applied, and the answer may not be repeated.
            #[strum(disabled)]
            #[error("the decision is unsound: {0}")]
            Unsound(#[from] Unsound),
        }

        impl Refusal {
            pub const fn kind(self) -> RefusalKind {
                match self {
                    $(Self::$name => RefusalKind::$kind,)*
                    Self::Unsound(_) => RefusalKind::Fault,
                }
            }

            /// The stable word, which is also the key of its sentence.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                    Self::Unsound(_) => "internal",
                }
            }

            /// The field of the request that it is about.
            pub const fn field(self) -> Option<&'static str> {
                match self {
                    $(Self::$name => field!($($field)?),)*
                    Self::Unsound(_) => None,
                }
            }
        }
    };
}

macro_rules! field {
    () => {
        None
    };
    ($field:literal) => {
        Some($field)
    };
}

refusals! {
    QuantityInvalid: Invalid "quantity_invalid" on "quantity", "the quantity is not positive";
    LotSize: Invalid "lot_size" on "quantity", "the quantity is not a whole number of lots";
    OrderValueTooSmall: Invalid "order_value_too_small" on "quantity", "the order is worth less than the least value";
    OutOfRange: Invalid "out_of_range" on "quantity", "the amount is outside the range that we can hold";
    PriceRequired: Invalid "price_required" on "price", "a limit order needs a price";
    TickSize: Invalid "tick_size" on "price", "the price is not a multiple of the tick";
    StopPriceRequired: Invalid "stop_price_required" on "stopPrice", "a stop order needs a stop price";
    StopTickSize: Invalid "stop_tick_size" on "stopPrice", "the stop price is not a multiple of the tick";
    StopPriceSide: Conflict "stop_price_side" on "stopPrice", "the market has reached the stop price already";
    LegsSide: Conflict "legs_side" on "stopLoss", "a take-profit or a stop-loss is on the wrong side of the entry";
    TrailInvalid: Invalid "trail_invalid" on "trailAmount", "the stop cannot follow the market at such a distance";
    WrongProduct: Invalid "wrong_product", "such an order is not taken for this product";
    TimeInForceInvalid: Invalid "time_in_force_invalid" on "timeInForce", "such an order cannot be in force for that time";
    ExtendedHoursInvalid: Invalid "extended_hours_invalid" on "extendedHours", "only limit orders of such an instrument that rest can be filled before and after regular hours";
    ClientOrderIdUsed: Conflict "client_order_id_used" on "clientOrderId", "the account has used the client order id before";
    ExpireDateInvalid: Invalid "expire_date_invalid" on "expireDate", "the order cannot end on that day";
    PriceBand: Invalid "price_band" on "price", "the price is too far from the market";
    LeverageUnavailable: Invalid "leverage_unavailable" on "leverage", "leverage is not available";
    LeverageDiffers: Conflict "leverage_differs" on "leverage", "the position is open at another leverage";
    SessionClosed: Conflict "session_closed", "the market is closed";
    NoQuote: Conflict "no_quote", "there is no quote";
    ChargeUnknown: Conflict "charge_unknown", "what the position owes for a night cannot be worked out";
    StaleQuote: Conflict "stale_quote", "the quote is too old";
    InsufficientFunds: Conflict "insufficient_funds" on "amount", "the balance does not suffice";
    Unsettled: Conflict "unsettled" on "amount", "a part of the amount has not settled yet";
    InsufficientPosition: Conflict "insufficient_position" on "quantity", "the position does not suffice";
    TooManyOpenOrders: Conflict "too_many_open_orders", "the account has too many open orders";
    OrderUnknown: NotFound "order_unknown", "no such order";
    OrderNotOpen: Conflict "order_not_open", "the order is no longer open";
    NotALimitOrder: Conflict "not_a_limit_order", "the order has no limit that could be changed";
    NotWaiting: Conflict "order_triggered" on "stopPrice", "the stop of the order has been reached";
    NotAStopOrder: Conflict "not_a_stop_order" on "stopPrice", "the order has no stop";
    NothingToChange: Invalid "nothing_to_change", "neither a price nor a quantity is given";
    OrderUnchanged: Conflict "order_unchanged", "the order has this price and this quantity already";
    QuantityFilled: Conflict "quantity_filled" on "quantity", "as much of the order is filled already";
    FeesChanged: Conflict "fees_changed" on "quantity", "the fees have changed since the order was placed";
    PositionUnknown: NotFound "position_unknown", "no such position";
    PositionHeld: Conflict "position_held", "open orders hold the position";
    MarginExhausted: Conflict "margin_exhausted", "the position is being closed because its margin is used up";
    MarginSuffices: Conflict "margin_suffices", "the position's margin suffices";
    MarginTooLow: Conflict "margin_too_low" on "leverage", "the position has lost what the leverage would free";
    StopLossReached: Conflict "stop_loss_reached" on "stopLoss", "the mark has reached the stop-loss already";
    TakeProfitReached: Conflict "take_profit_reached" on "takeProfit", "the mark has reached the take-profit already";
    ContractEnding: Conflict "contract_ending" on "stockCode", "no position is opened any more in a contract that ends";
    MarginCalled: Conflict "margin_called", "a margin call stands on the position";
    RollInvalid: Invalid "roll_invalid" on "stockCode", "the position cannot be rolled into that contract";
    InstrumentHalted: Conflict "instrument_halted" on "stockCode", "the instrument is halted";
    SplitApplied: Conflict "split_applied", "the position has been adjusted for the split already";
    DividendEntitled: Conflict "dividend_entitled", "the dividend has been recorded for the account already";
    DividendUnknown: NotFound "dividend_unknown", "no such dividend";
    DividendNotDue: Conflict "dividend_not_due", "the dividend is not paid yet";
    DividendPaid: Conflict "dividend_paid", "the dividend has been paid already";
    AmountInvalid: Invalid "amount_invalid" on "amount", "the amount is not valid";
    SameWallet: Invalid "same_wallet" on "to", "both wallets are the same";
    CurrencyUnsupported: Invalid "currency_unsupported" on "currency", "there is no rate between the currencies";
    QuoteRequired: Invalid "quote_required" on "quoteId", "a transfer between two currencies needs a quote";
    QuoteNotNeeded: Invalid "quote_not_needed" on "to", "both wallets are in one currency";
    QuoteUnknown: NotFound "quote_unknown" on "quoteId", "no such quote";
    QuoteUsed: Conflict "quote_used" on "quoteId", "a transfer was made at the quote already";
    QuoteDiffers: Conflict "quote_differs" on "quoteId", "the quote is for another transfer";
    QuoteExpired: Conflict "quote_expired" on "quoteId", "the quote is too old";
    DepositUnknown: NotFound "deposit_unknown" on "id", "no such deposit";
    DepositReviewed: Conflict "deposit_reviewed", "the deposit has been reviewed already";
    DepositCancelled: Conflict "deposit_cancelled", "the customer has called the deposit off";
    TooManyPendingDeposits: Conflict "too_many_pending_deposits", "too many deposits of the account wait for their review";
    OutputRecorded: Conflict "output_recorded", "the output has been recorded already";
    OutputOffChain: Conflict "output_off_chain", "no block has the output any more, or an operator has to look at it";
    NothingInSuspense: Conflict "nothing_in_suspense" on "currency", "nothing that is worth a cent stands in suspense";
    CurrencyMismatch: Conflict "currency_mismatch" on "currency", "the destination takes another currency";
    FeeExceedsAmount: Invalid "fee_exceeds_amount" on "amount", "the fee leaves nothing of the amount";
    WithdrawalUnknown: NotFound "withdrawal_unknown" on "id", "no such withdrawal";
    WithdrawalReviewed: Conflict "withdrawal_reviewed", "the withdrawal has been reviewed already";
    WithdrawalCancelled: Conflict "withdrawal_cancelled", "the customer has called the withdrawal off";
    WithdrawalNotApproved: Conflict "withdrawal_not_approved", "the withdrawal is not approved, or was sent already";
    WithdrawalNotSent: Conflict "withdrawal_not_sent", "the withdrawal is not on its way";
    CardUnknown: NotFound "card_unknown" on "accountId", "the saved account is deleted";
    CoolingOff: Conflict "cooling_off", "a password was changed a short time ago";
    NewAddress: Conflict "new_address" on "accountId", "the destination was saved or changed a short time ago";
    CreditHeld: Conflict "credit_held" on "amount", "a part of the amount was paid in a short time ago";
    TooManyOpenWithdrawals: Conflict "too_many_open_withdrawals", "the account has too many open withdrawals";
    IdentityUnderReview: Conflict "identity_under_review", "the identity check is under review";
    IdentityVerified: Conflict "identity_verified", "the identity is verified already";
    IdentityUnknown: NotFound "identity_check_unknown", "no such identity check, or another one was sent since";
    IdentityReviewed: Conflict "identity_check_reviewed", "the identity check has been reviewed already";
    ReasonRequired: Invalid "reason_required" on "reason", "a refusal needs a reason";
    KycRequired: Conflict "kyc_required", "the customer's identity is not verified";
    ServiceUnderReview: Conflict "service_under_review", "the application for the service is under review";
    ServiceOpened: Conflict "service_opened", "the service is open already";
    ServiceApplicationUnknown: NotFound "service_application_unknown", "no such application, or there is a newer one";
    ServiceReviewed: Conflict "service_reviewed", "the application has been reviewed already";
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("no refusal has this word")]
pub struct UnknownRefusal;

impl FromStr for Refusal {
    type Err = UnknownRefusal;

    /// Finds a refusal that customers can cause by its word.
    fn from_str(word: &str) -> Result<Self, UnknownRefusal> {
        Self::iter().find(|refusal| refusal.word() == word).ok_or(UnknownRefusal)
    }
}

/// Serialises as the word. A fault of ours is written too, but not read back, because the answer may not be repeated.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Refusal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Word;

        impl de::Visitor<'_> for Word {
            type Value = Refusal;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the word of a refusal")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Refusal, E> {
                word.parse().map_err(E::custom)
            }
        }

        from.deserialize_str(Word)
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_refusal_has_a_word_of_its_own_and_is_found_by_it() {
        let words: BTreeSet<&str> = Refusal::iter().map(Refusal::word).collect();
        assert_eq!(words.len(), Refusal::iter().count());
        for refusal in Refusal::iter() {
            let written = serde_json::to_string(&refusal).unwrap();
            assert_eq!(written, format!("{:?}", refusal.word()));
            assert_eq!(serde_json::from_str::<Refusal>(&written).unwrap(), refusal);
        }
        assert!("internal".parse::<Refusal>().is_err(), "a fault of ours is no answer");
    }
}
