//! The events that notices report.

use serde::{Deserialize, Serialize};

use crate::decimal::{Price, Quantity};
use crate::ids::{
    ChainDepositId, DepositId, IdentityCheckId, InstrumentId, OrderId, PositionId, ServiceApplicationId, WithdrawalId,
};
use crate::market::Side;
use crate::money::Money;
use crate::positions::{Direction, LegKind};

/// An event, with all that its sentence needs. It is stored in this form: a released name stays, and a field that is
/// added later is optional.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NoticeKind {
    /// A quote has filled a resting order, or a part of it.
    OrderFilled {
        order: OrderId,
        instrument: InstrumentId,
        side: Side,
        /// The quantity that the quote filled, and its average price.
        quantity: Quantity,
        price: Price,
        /// The order's filled quantity in total, and its whole quantity.
        filled: Quantity,
        whole: Quantity,
    },
    /// The market has reached the stop of an order that no quote has filled yet.
    OrderTriggered {
        order: OrderId,
        instrument: InstrumentId,
        side: Side,
        stop: Price,
    },
    /// We have ended an open order.
    OrderEnded {
        order: OrderId,
        instrument: InstrumentId,
        side: Side,
        filled: Quantity,
        whole: Quantity,
        /// The code of the order's reason, such as `expired`.
        reason: String,
    },
    DepositCredited {
        deposit: DepositId,
        /// The currency that was sent, and the amount as the customer wrote it.
        currency: String,
        amount: String,
        credit: Money,
    },
    DepositRejected {
        deposit: DepositId,
        currency: String,
        amount: String,
        /// The reason, as a stable word.
        reason: String,
    },
    /// Coins received on a chain, or coins released from suspense, which have no single deposit.
    CoinsCredited {
        deposit: Option<ChainDepositId>,
        currency: String,
        amount: String,
        credit: Money,
    },
    /// Coins that are less than the minimum.
    CoinsInSuspense {
        deposit: ChainDepositId,
        currency: String,
        amount: String,
    },
    Withdrawal {
        withdrawal: WithdrawalId,
        step: WithdrawalStep,
        currency: String,
        /// The amount asked for, and the part of it that arrives.
        amount: String,
        net: String,
        /// The masked number or address that the money goes to.
        to: String,
        /// The reason for a rejection or a return, as a stable word.
        reason: Option<String>,
    },
    /// A log-in with a device or from a network that is new to the account.
    NewLogin {
        /// The device's name, such as `Chrome · Windows`; empty if unknown.
        device: String,
        address: String,
    },
    PasswordChanged,
    /// The first pay password.
    PayPasswordSet,
    PayPasswordChanged,
    /// A change to an account that money can be sent to.
    PayoutAccount {
        change: PayoutChange,
        /// The end of its number or address.
        number: String,
    },
    /// The price of a position on margin nears its liquidation price.
    MarginWarning {
        position: PositionId,
        instrument: InstrumentId,
        direction: Direction,
        /// The position's mark price, and the price at which we close it.
        mark: Price,
        liquidation: Price,
    },
    /// We have closed a position on margin, or a part of it.
    Liquidated {
        position: PositionId,
        /// Our order.
        order: OrderId,
        instrument: InstrumentId,
        direction: Direction,
        quantity: Quantity,
        price: Price,
        /// The quantity that is left of the position.
        left: Quantity,
        /// The customer's profit; negative for a loss.
        profit: Money,
        /// True where it was closed in profit, to pay for the loss of the position in the other direction.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        for_gap: bool,
    },
    /// A quote has filled a leg that protects a position, or a part of it.
    Protected {
        position: PositionId,
        order: OrderId,
        instrument: InstrumentId,
        direction: Direction,
        by: LegKind,
        /// The quote at that moment.
        mark: Price,
        /// The quantity that the quote filled, its average price, and the quantity that waits to be closed.
        quantity: Quantity,
        price: Price,
        left: Quantity,
        /// The customer's profit; negative for a loss.
        profit: Money,
    },
    /// The cost of, or the income from, the nights for which a position was held.
    Financing {
        position: PositionId,
        instrument: InstrumentId,
        nights: i64,
        /// Negative if the customer paid.
        amount: Money,
    },
    /// The day's gain or loss of a position at a settlement.
    Variation {
        position: PositionId,
        instrument: InstrumentId,
        /// The settlement's price.
        price: Price,
        /// Negative if the customer paid.
        amount: Money,
    },
    /// The margin of a position lacks an amount, which is called for until the next settlement.
    MarginCall {
        position: PositionId,
        instrument: InstrumentId,
        amount: Money,
    },
    /// What was free in the wallet was added to the margin of a position, which would have been closed otherwise.
    MarginRefilled {
        position: PositionId,
        instrument: InstrumentId,
        amount: Money,
    },
    /// A contract ends in so many days: positions in it are closed at a settlement then.
    ContractEnds {
        position: PositionId,
        instrument: InstrumentId,
        days: i64,
    },
    /// A position was closed at the settlement with which its contract ended.
    ContractEnded {
        position: PositionId,
        /// Our order.
        order: OrderId,
        instrument: InstrumentId,
        direction: Direction,
        quantity: Quantity,
        price: Price,
        /// The customer's profit since the position was opened; negative for a loss.
        profit: Money,
    },
    /// A split into `new` shares for every `old` ones, for which the position was adjusted.
    SharesSplit {
        position: PositionId,
        instrument: InstrumentId,
        new: i64,
        old: i64,
        before: Quantity,
        after: Quantity,
    },
    DividendPaid {
        instrument: InstrumentId,
        /// The quantity held as the ex date began, and the dividend of each share.
        quantity: Quantity,
        per_share: Price,
        amount: Money,
    },
    /// The customer's identity check has been reviewed.
    IdentityReviewed {
        check: IdentityCheckId,
        /// The reasons for failure, as stable words; none when the identity is verified.
        reasons: Vec<String>,
    },
    /// An application for a service has been reviewed.
    ServiceReviewed {
        application: ServiceApplicationId,
        /// The service's code.
        service: String,
        /// The reason for a refusal, as a stable word; none when the service is open.
        reason: Option<String>,
    },
    /// We have changed the money of a wallet into another currency, in which it is kept from then on.
    WalletConverted {
        debited: Money,
        credited: Money,
    },
}

/// The stage of a withdrawal that a notice reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalStep {
    Approved,
    Sent,
    Settled,
    /// The customer got everything back.
    Rejected,
    /// The withdrawal came back after it was sent, and the customer got everything back.
    Returned,
}

impl WithdrawalStep {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Approved => "withdrawal_approved",
            Self::Sent => "withdrawal_sent",
            Self::Settled => "withdrawal_settled",
            Self::Rejected => "withdrawal_rejected",
            Self::Returned => "withdrawal_returned",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayoutChange {
    Added,
    Changed,
    Deleted,
}

impl PayoutChange {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Added => "payout_account_added",
            Self::Changed => "payout_account_changed",
            Self::Deleted => "payout_account_deleted",
        }
    }
}
