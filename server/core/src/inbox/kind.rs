//! What notices tell of.

use serde::{Deserialize, Serialize};

use crate::decimal::{Price, Quantity};
use crate::ids::{
    ChainDepositId, DepositId, IdentityCheckId, InstrumentId, OrderId, PositionId, ServiceApplicationId, WithdrawalId,
};
use crate::market::Side;
use crate::money::Money;
use crate::positions::{Direction, Protected};

/// What happened, with all that the sentence about it needs. It is stored as it is written here: a name that is once
/// out stays, and what is added later is optional.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum NoticeKind {
    /// A quote has met an order that rests.
    OrderFilled {
        order: OrderId,
        instrument: InstrumentId,
        side: Side,
        /// What the quote filled, and its average price.
        quantity: Quantity,
        price: Price,
        /// All that is filled of the order, and all that it is for.
        filled: Quantity,
        whole: Quantity,
    },
    /// We have ended an order that was open.
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
        /// What was sent, as the customer wrote it.
        currency: String,
        amount: String,
        credit: Money,
    },
    DepositRejected {
        deposit: DepositId,
        currency: String,
        amount: String,
        /// A stable word.
        reason: String,
    },
    /// Coins that came in on a chain, or what stood in suspense of them, which is no single deposit.
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
        /// What was asked for, and what of it arrives.
        amount: String,
        net: String,
        /// The end of the number or address that it goes to.
        to: String,
        /// Why it was rejected, as a stable word.
        reason: Option<String>,
    },
    /// A log-in with a device or from a network that the account did not know.
    NewLogin {
        /// What the device is called, such as `Chrome · Windows`; empty when nobody knows.
        device: String,
        address: String,
    },
    PasswordChanged,
    /// The first pay password.
    PayPasswordSet,
    PayPasswordChanged,
    /// An account that money can be sent to.
    PayoutAccount {
        change: PayoutChange,
        /// The end of its number or address.
        number: String,
    },
    /// The price of a position on margin nears the one at which we close it.
    MarginWarning {
        position: PositionId,
        instrument: InstrumentId,
        direction: Direction,
        /// The price that the position is marked at, and the one at which we close it.
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
        /// What is left of the position.
        left: Quantity,
        /// What the customer made of it, or lost.
        profit: Money,
    },
    /// A position has reached its stop-loss or its take-profit, and we close it.
    Protected {
        position: PositionId,
        /// Our order.
        order: OrderId,
        instrument: InstrumentId,
        direction: Direction,
        by: Protected,
        /// The price that the position was marked at then.
        mark: Price,
        /// What the quote took of the position, its average price, and what waits to be closed.
        quantity: Quantity,
        price: Price,
        left: Quantity,
        /// What the customer made of it, or lost.
        profit: Money,
    },
    /// What the nights cost for which a position was held, or earned.
    Financing {
        position: PositionId,
        instrument: InstrumentId,
        nights: i64,
        /// Below zero for what was paid.
        amount: Money,
    },
    /// So many new shares for so many old ones: what is owned was adjusted.
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
        /// What was held as the ex date began, and what each of it brought.
        quantity: Quantity,
        per_share: Price,
        amount: Money,
    },
    /// What the customer sent to be verified has been reviewed.
    IdentityReviewed {
        check: IdentityCheckId,
        /// Why it was unsuccessful, as stable words; none when the identity is verified.
        reasons: Vec<String>,
    },
    /// An application for a service has been reviewed.
    ServiceReviewed {
        application: ServiceApplicationId,
        /// The service's code.
        service: String,
        /// Why it was refused, as a stable word; none when the service is open.
        reason: Option<String>,
    },
}

/// How far a withdrawal has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalStep {
    Approved,
    Sent,
    Settled,
    /// The customer has everything again.
    Rejected,
    /// It came back after it was sent, and the customer has everything again.
    Returned,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayoutChange {
    Added,
    Changed,
    Deleted,
}

impl NoticeKind {
    /// The reason of an order whose time is over.
    const EXPIRED: &'static str = "expired";

    /// Every code.
    pub const CODES: [&'static str; 30] = [
        "order_filled",
        "order_expired",
        "order_cancelled",
        "deposit_credited",
        "deposit_rejected",
        "coins_credited",
        "coins_in_suspense",
        "withdrawal_approved",
        "withdrawal_sent",
        "withdrawal_settled",
        "withdrawal_rejected",
        "withdrawal_returned",
        "new_login",
        "password_changed",
        "pay_password_set",
        "pay_password_changed",
        "payout_account_added",
        "payout_account_changed",
        "payout_account_deleted",
        "margin_warning",
        "liquidated",
        "stop_loss",
        "take_profit",
        "financing",
        "shares_split",
        "dividend_paid",
        "identity_verified",
        "identity_unsuccessful",
        "service_opened",
        "service_refused",
    ];

    /// The name on the wire, which is stable.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OrderFilled { .. } => "order_filled",
            Self::OrderEnded { reason, .. } if reason == Self::EXPIRED => "order_expired",
            Self::OrderEnded { .. } => "order_cancelled",
            Self::DepositCredited { .. } => "deposit_credited",
            Self::DepositRejected { .. } => "deposit_rejected",
            Self::CoinsCredited { .. } => "coins_credited",
            Self::CoinsInSuspense { .. } => "coins_in_suspense",
            Self::Withdrawal { step: WithdrawalStep::Approved, .. } => "withdrawal_approved",
            Self::Withdrawal { step: WithdrawalStep::Sent, .. } => "withdrawal_sent",
            Self::Withdrawal { step: WithdrawalStep::Settled, .. } => "withdrawal_settled",
            Self::Withdrawal { step: WithdrawalStep::Rejected, .. } => "withdrawal_rejected",
            Self::Withdrawal { step: WithdrawalStep::Returned, .. } => "withdrawal_returned",
            Self::NewLogin { .. } => "new_login",
            Self::PasswordChanged => "password_changed",
            Self::PayPasswordSet => "pay_password_set",
            Self::PayPasswordChanged => "pay_password_changed",
            Self::PayoutAccount { change: PayoutChange::Added, .. } => "payout_account_added",
            Self::PayoutAccount { change: PayoutChange::Changed, .. } => "payout_account_changed",
            Self::PayoutAccount { change: PayoutChange::Deleted, .. } => "payout_account_deleted",
            Self::MarginWarning { .. } => "margin_warning",
            Self::Liquidated { .. } => "liquidated",
            Self::Protected { by: Protected::StopLoss, .. } => "stop_loss",
            Self::Protected { by: Protected::TakeProfit, .. } => "take_profit",
            Self::Financing { .. } => "financing",
            Self::SharesSplit { .. } => "shares_split",
            Self::DividendPaid { .. } => "dividend_paid",
            Self::IdentityReviewed { reasons, .. } if reasons.is_empty() => "identity_verified",
            Self::IdentityReviewed { .. } => "identity_unsuccessful",
            Self::ServiceReviewed { reason: None, .. } => "service_opened",
            Self::ServiceReviewed { reason: Some(_), .. } => "service_refused",
        }
    }
}
