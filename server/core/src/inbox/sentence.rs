//! The subject and the sentence of each notice.

use super::kind::NoticeKind;
use super::told::{Subject, Told, Value};
use crate::market::Side;
use crate::money::Money;
use crate::positions::LegKind;

impl NoticeKind {
    /// The reason of an expired order.
    const EXPIRED: &'static str = "expired";

    /// Every code.
    pub const CODES: [&'static str; 37] = [
        "order_filled",
        "order_triggered",
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
        "variation",
        "margin_call",
        "margin_refilled",
        "contract_ends",
        "contract_ended",
        "shares_split",
        "dividend_paid",
        "identity_verified",
        "identity_unsuccessful",
        "service_opened",
        "service_refused",
        "wallet_converted",
    ];

    /// The name on the wire, which is stable.
    pub fn code(&self) -> &'static str {
        self.told().code
    }

    /// The subject of the notice, and its sentence with all values.
    pub fn told(&self) -> Told<'_> {
        use Value as V;
        let by_side = |side: &Side, [buy, sell]: [&'static str; 2]| if *side == Side::Buy { buy } else { sell };
        match self {
            Self::OrderFilled { order, instrument, side, quantity, price, filled, whole } => {
                Told::new("order_filled", Subject::Order, Some(order.0))
                    .about(*instrument)
                    .titled(if filled == whole { "order_filled" } else { "order_partly_filled" })
                    .worded(by_side(side, ["order_bought", "order_sold"]))
                    .with([
                        ("quantity", V::Quantity(*quantity)),
                        ("price", V::PriceIn(*price)),
                        ("filled", V::Quantity(*filled)),
                        ("whole", V::Quantity(*whole)),
                    ])
            }
            Self::OrderTriggered { order, instrument, side, stop } => {
                Told::new("order_triggered", Subject::Order, Some(order.0))
                    .about(*instrument)
                    .worded(by_side(side, ["stop_buy", "stop_sell"]))
                    .with([("price", V::PriceIn(*stop))])
            }
            Self::OrderEnded { order, instrument, side, filled, whole, reason } => {
                let code = if reason == Self::EXPIRED { "order_expired" } else { "order_cancelled" };
                Told::new(code, Subject::Order, Some(order.0))
                    .about(*instrument)
                    .worded(by_side(side, ["order_buy_ended", "order_sell_ended"]))
                    .with([
                        ("filled", V::Quantity(*filled)),
                        ("whole", V::Quantity(*whole)),
                        ("reason", V::Reason(reason)),
                    ])
            }
            Self::DepositCredited { deposit, currency, amount, credit } => {
                Told::new("deposit_credited", Subject::Deposit, Some(deposit.0))
                    .with([("sent", V::Sum(amount, currency)), ("credit", V::Money(*credit))])
            }
            Self::DepositRejected { deposit, currency, amount, reason } => {
                Told::new("deposit_rejected", Subject::Deposit, Some(deposit.0))
                    .with([("sent", V::Sum(amount, currency)), ("reason", V::Reason(reason))])
            }
            Self::CoinsCredited { deposit, currency, amount, credit } => {
                Told::new("coins_credited", Subject::Deposit, deposit.map(|deposit| deposit.0))
                    .worded(if deposit.is_some() { "coins_credited" } else { "suspense_credited" })
                    .with([("sent", V::Sum(amount, currency)), ("credit", V::Money(*credit))])
            }
            Self::CoinsInSuspense { deposit, currency, amount } => {
                Told::new("coins_in_suspense", Subject::Deposit, Some(deposit.0))
                    .with([("sent", V::Sum(amount, currency))])
            }
            Self::Withdrawal { withdrawal, step, currency, amount, net, to, reason } => {
                Told::new(step.code(), Subject::Withdrawal, Some(withdrawal.0)).with([
                    ("amount", V::Sum(amount, currency)),
                    ("net", V::Sum(net, currency)),
                    ("to", V::Text(to)),
                    ("reason", V::Reason(reason.as_deref().unwrap_or_default())),
                ])
            }
            Self::NewLogin { device, address } => Told::new("new_login", Subject::Security, None)
                .with([("address", V::Text(address)), ("device", V::Device(device))]),
            Self::PasswordChanged => Told::new("password_changed", Subject::Security, None),
            Self::PayPasswordSet => Told::new("pay_password_set", Subject::Security, None),
            Self::PayPasswordChanged => Told::new("pay_password_changed", Subject::Security, None),
            Self::PayoutAccount { change, number } => {
                Told::new(change.code(), Subject::Payout, None).with([("number", V::Text(number))])
            }
            Self::MarginWarning { position, instrument, direction, mark, liquidation } => {
                Told::new("margin_warning", Subject::Position, Some(position.0)).about(*instrument).with([
                    ("direction", V::Direction(*direction)),
                    ("mark", V::Price(*mark)),
                    ("liquidation", V::WorkedOut(*liquidation)),
                ])
            }
            Self::Liquidated { position, order: _, instrument, direction, quantity, price, left, profit, for_gap } => {
                let told = Told::new("liquidated", Subject::Position, Some(position.0)).about(*instrument);
                let told = if *for_gap { told.worded("liquidated_for_gap") } else { told };
                told.with([
                    ("direction", V::Direction(*direction)),
                    ("quantity", V::Quantity(*quantity)),
                    ("price", V::Price(*price)),
                    ("left", V::Quantity(*left)),
                    ("profit", V::Money(*profit)),
                ])
            }
            Self::Protected { position, order: _, instrument, direction, by, mark, quantity, price, left, profit } => {
                let code = if *by == LegKind::StopLoss { "stop_loss" } else { "take_profit" };
                Told::new(code, Subject::Position, Some(position.0))
                    .about(*instrument)
                    .worded(match (quantity.is_zero(), left.is_zero()) {
                        (true, _) => "protected_waits",
                        (false, true) => "protected_all",
                        (false, false) => "protected",
                    })
                    .with([
                        ("direction", V::Direction(*direction)),
                        ("mark", V::Price(*mark)),
                        ("quantity", V::Quantity(*quantity)),
                        ("price", V::Price(*price)),
                        ("left", V::Quantity(*left)),
                        ("profit", V::Money(*profit)),
                    ])
            }
            Self::Financing { position, instrument, nights, amount } => {
                let size = Money::new(amount.minor.saturating_abs(), amount.currency);
                Told::new("financing", Subject::Position, Some(position.0))
                    .about(*instrument)
                    .worded(if amount.minor < 0 { "financing_paid" } else { "financing_earned" })
                    .with([("nights", V::Number(*nights)), ("amount", V::Money(size))])
            }
            Self::Variation { position, instrument, price, amount } => {
                let size = Money::new(amount.minor.saturating_abs(), amount.currency);
                Told::new("variation", Subject::Position, Some(position.0))
                    .about(*instrument)
                    .worded(if amount.minor < 0 { "variation_paid" } else { "variation_earned" })
                    .with([("price", V::Price(*price)), ("amount", V::Money(size))])
            }
            Self::MarginCall { position, instrument, amount } => {
                Told::new("margin_call", Subject::Position, Some(position.0))
                    .about(*instrument)
                    .with([("amount", V::Money(*amount))])
            }
            Self::MarginRefilled { position, instrument, amount } => {
                Told::new("margin_refilled", Subject::Position, Some(position.0))
                    .about(*instrument)
                    .with([("amount", V::Money(*amount))])
            }
            Self::ContractEnds { position, instrument, days } => {
                Told::new("contract_ends", Subject::Position, Some(position.0))
                    .about(*instrument)
                    .with([("days", V::Number(*days))])
            }
            Self::ContractEnded { position, order: _, instrument, direction, quantity, price, profit } => {
                Told::new("contract_ended", Subject::Position, Some(position.0)).about(*instrument).with([
                    ("direction", V::Direction(*direction)),
                    ("quantity", V::Quantity(*quantity)),
                    ("price", V::Price(*price)),
                    ("profit", V::Money(*profit)),
                ])
            }
            Self::SharesSplit { position, instrument, new, old, before, after } => {
                Told::new("shares_split", Subject::Position, Some(position.0)).about(*instrument).with([
                    ("new", V::Number(*new)),
                    ("old", V::Number(*old)),
                    ("before", V::Quantity(*before)),
                    ("after", V::Quantity(*after)),
                ])
            }
            Self::DividendPaid { instrument, quantity, per_share, amount } => {
                Told::new("dividend_paid", Subject::Position, None).about(*instrument).with([
                    ("quantity", V::Quantity(*quantity)),
                    ("each", V::PriceOf(*per_share, amount.currency)),
                    ("amount", V::Money(*amount)),
                ])
            }
            Self::IdentityReviewed { check, reasons } => {
                let code = if reasons.is_empty() { "identity_verified" } else { "identity_unsuccessful" };
                Told::new(code, Subject::Identity, Some(check.0)).with([("reasons", V::Reasons(reasons))])
            }
            Self::ServiceReviewed { application, service, reason } => {
                let code = if reason.is_none() { "service_opened" } else { "service_refused" };
                Told::new(code, Subject::Service, Some(application.0)).with([
                    ("service", V::Service(service)),
                    ("reason", V::Reason(reason.as_deref().unwrap_or_default())),
                ])
            }
            Self::WalletConverted { debited, credited } => Told::new("wallet_converted", Subject::Wallet, None)
                .with([("debited", V::Money(*debited)), ("credited", V::Money(*credited))]),
        }
    }
}
