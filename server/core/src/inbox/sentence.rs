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

/// Values for tests. The words of reasons and services are those of rooms above.
#[cfg(feature = "testing")]
mod examples {
    use super::*;
    use crate::decimal::{ONE, Price, Quantity};
    use crate::ids::{
        ChainDepositId, DepositId, IdentityCheckId, InstrumentId, OrderId, PositionId, ServiceApplicationId,
        WithdrawalId,
    };
    use crate::inbox::{PayoutChange, WithdrawalStep};
    use crate::money::Currency;
    use crate::positions::Direction;

    const fn shares(number: i64) -> Quantity {
        Quantity::from_units(number * ONE)
    }

    /// A price in units of 10⁻⁷.
    const fn price(units: i64) -> Price {
        Price::from_units(units * (ONE / 10_000_000))
    }

    impl NoticeKind {
        /// One of every sentence.
        pub fn examples() -> Vec<Self> {
            let (order, instrument, direction, position) =
                (OrderId(1), InstrumentId(1), Direction::Long, PositionId(4));
            let filled = |side, quantity| Self::OrderFilled {
                order,
                instrument,
                side,
                quantity: shares(quantity),
                price: price(12_275_000_000),
                filled: shares(quantity),
                whole: shares(1_000),
            };
            let ended = |side, reason: &str| Self::OrderEnded {
                order,
                instrument,
                side,
                filled: shares(3),
                whole: shares(1_000),
                reason: reason.to_owned(),
            };
            let triggered = |side| Self::OrderTriggered { order, instrument, side, stop: price(12_000_000_000) };
            let (deposit, currency, amount) = (DepositId(2), "USDT".to_owned(), "12500.00".to_owned());
            let withdrawal = |step, reason: Option<&str>| Self::Withdrawal {
                withdrawal: WithdrawalId(3),
                step,
                currency: "USDT".into(),
                amount: "100.00".into(),
                net: "99.00".into(),
                to: "****Lj6t".into(),
                reason: reason.map(str::to_owned),
            };
            let identity = |reasons: &[&str]| Self::IdentityReviewed {
                check: IdentityCheckId(5),
                reasons: reasons.iter().map(|reason| (*reason).to_owned()).collect(),
            };
            let service = |reason: Option<&str>| Self::ServiceReviewed {
                application: ServiceApplicationId(6),
                service: "blockTrade".to_owned(),
                reason: reason.map(str::to_owned),
            };
            let financing =
                |minor| Self::Financing { position, instrument, nights: 3, amount: Money::new(minor, Currency::Usd) };
            let variation = |minor| Self::Variation {
                position,
                instrument,
                price: price(50_002_500_000),
                amount: Money::new(minor, Currency::Usd),
            };
            let protected = |by, quantity| Self::Protected {
                position,
                order,
                instrument,
                direction,
                by,
                mark: price(14_000_000),
                quantity: shares(quantity),
                price: price(13_990_000),
                left: shares(2_000),
                profit: Money::new(-123_456, Currency::Usd),
            };
            let payout = |change| Self::PayoutAccount { change, number: "****3000".into() };
            let login = |device: &str| Self::NewLogin { device: device.into(), address: "203.0.113.9".into() };
            vec![
                filled(Side::Buy, 1_000),
                filled(Side::Sell, 999),
                triggered(Side::Buy),
                triggered(Side::Sell),
                ended(Side::Buy, Self::EXPIRED),
                ended(Side::Sell, "insufficient_funds"),
                Self::DepositCredited {
                    deposit,
                    currency: currency.clone(),
                    amount: amount.clone(),
                    credit: Money::new(1_249_375, Currency::Usd),
                },
                Self::CoinsCredited {
                    deposit: Some(ChainDepositId(9)),
                    currency: currency.clone(),
                    amount: amount.clone(),
                    credit: Money::new(1_249_375, Currency::Usd),
                },
                Self::CoinsCredited {
                    deposit: None,
                    currency: currency.clone(),
                    amount: amount.clone(),
                    credit: Money::new(1_249_375, Currency::Usd),
                },
                Self::CoinsInSuspense { deposit: ChainDepositId(9), currency: currency.clone(), amount: "0.5".into() },
                Self::DepositRejected { deposit, currency, amount, reason: "not_received".into() },
                withdrawal(WithdrawalStep::Approved, None),
                withdrawal(WithdrawalStep::Sent, None),
                withdrawal(WithdrawalStep::Settled, None),
                withdrawal(WithdrawalStep::Rejected, Some("holder_differs")),
                withdrawal(WithdrawalStep::Returned, Some("returned")),
                login("Chrome · Windows"),
                login(""),
                Self::PasswordChanged,
                Self::PayPasswordSet,
                Self::PayPasswordChanged,
                payout(PayoutChange::Added),
                payout(PayoutChange::Changed),
                payout(PayoutChange::Deleted),
                Self::MarginWarning {
                    position,
                    instrument,
                    direction: Direction::Short,
                    mark: price(15_000_000),
                    liquidation: price(14_000_004),
                },
                Self::Liquidated {
                    position,
                    order,
                    instrument,
                    direction,
                    quantity: shares(5_000),
                    price: price(14_000_000),
                    left: shares(5_000),
                    profit: Money::new(-123_456, Currency::Usd),
                    for_gap: false,
                },
                Self::Liquidated {
                    position,
                    order,
                    instrument,
                    direction,
                    quantity: shares(5_000),
                    price: price(14_000_000),
                    left: shares(5_000),
                    profit: Money::new(123_456, Currency::Usd),
                    for_gap: true,
                },
                Self::SharesSplit {
                    position,
                    instrument,
                    new: 10,
                    old: 1,
                    before: shares(1_200),
                    after: shares(12_000),
                },
                Self::DividendPaid {
                    instrument,
                    quantity: shares(1_000),
                    per_share: price(2_400_000),
                    amount: Money::new(24_000, Currency::Usd),
                },
                protected(LegKind::StopLoss, 5_000),
                protected(LegKind::TakeProfit, 0),
                financing(-1_250),
                financing(1_250),
                variation(-1_250),
                variation(1_250),
                Self::MarginCall { position, instrument, amount: Money::new(397_688, Currency::Usd) },
                Self::MarginRefilled { position, instrument, amount: Money::new(500_000, Currency::Usd) },
                Self::ContractEnds { position, instrument, days: 5 },
                Self::ContractEnded {
                    position,
                    order,
                    instrument,
                    direction,
                    quantity: shares(2),
                    price: price(50_002_500_000),
                    profit: Money::new(-123_456, Currency::Usd),
                },
                identity(&[]),
                identity(&["document_unreadable", "image_missing_corner"]),
                service(None),
                service(Some("not_suitable")),
                Self::WalletConverted {
                    debited: Money::new(123_456, Currency::Usd),
                    credited: Money::new(1_234_560_000, Currency::Usdt),
                },
            ]
        }
    }
}
