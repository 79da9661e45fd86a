//! The sentences of notices, from `words.toml`.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, divide_half_away};
use plumbline_core::ids::InstrumentId;
use plumbline_core::inbox::{NoticeKind, PayoutChange, WithdrawalStep};
use plumbline_core::market::{Instrument, Side};
use plumbline_core::money::Money;
use plumbline_core::positions::{Direction, LegKind};

use crate::http::{Language, grouped, message, stored_message};
use crate::market::Market;

/// The title of a notice and its text.
pub fn write(kind: &NoticeKind, market: &Market, language: Language) -> (String, String) {
    let (title, text) = words(kind);
    let mut content = message(language, text).to_owned();
    for (place, value) in values(kind, market, language) {
        content = content.replace(place, &value);
    }
    (message(language, title).to_owned(), content)
}

/// The words of title and text in the locale files.
fn words(kind: &NoticeKind) -> (&'static str, &'static str) {
    match kind {
        NoticeKind::OrderFilled { side, filled, whole, .. } => (
            if filled == whole { "notice_order_filled" } else { "notice_order_partly_filled" },
            if *side == Side::Buy { "notice_order_bought_text" } else { "notice_order_sold_text" },
        ),
        NoticeKind::OrderTriggered { side, .. } => (
            "notice_order_triggered",
            if *side == Side::Buy { "notice_stop_buy_text" } else { "notice_stop_sell_text" },
        ),
        NoticeKind::OrderEnded { side, .. } => (
            if kind.code() == "order_expired" { "notice_order_expired" } else { "notice_order_cancelled" },
            if *side == Side::Buy { "notice_order_buy_ended_text" } else { "notice_order_sell_ended_text" },
        ),
        NoticeKind::DepositCredited { .. } => ("notice_deposit_credited", "notice_deposit_credited_text"),
        NoticeKind::DepositRejected { .. } => ("notice_deposit_rejected", "notice_deposit_rejected_text"),
        NoticeKind::CoinsCredited { deposit, .. } => (
            "notice_coins_credited",
            if deposit.is_some() { "notice_coins_credited_text" } else { "notice_suspense_credited_text" },
        ),
        NoticeKind::CoinsInSuspense { .. } => ("notice_coins_in_suspense", "notice_coins_in_suspense_text"),
        NoticeKind::Withdrawal { step, .. } => match step {
            WithdrawalStep::Approved => ("notice_withdrawal_approved", "notice_withdrawal_approved_text"),
            WithdrawalStep::Sent => ("notice_withdrawal_sent", "notice_withdrawal_sent_text"),
            WithdrawalStep::Settled => ("notice_withdrawal_settled", "notice_withdrawal_settled_text"),
            WithdrawalStep::Rejected => ("notice_withdrawal_rejected", "notice_withdrawal_rejected_text"),
            WithdrawalStep::Returned => ("notice_withdrawal_returned", "notice_withdrawal_returned_text"),
        },
        NoticeKind::NewLogin { .. } => ("notice_new_login", "notice_new_login_text"),
        NoticeKind::PasswordChanged => ("notice_password_changed", "notice_password_changed_text"),
        NoticeKind::PayPasswordSet => ("notice_pay_password_set", "notice_pay_password_set_text"),
        NoticeKind::PayPasswordChanged => ("notice_pay_password_changed", "notice_pay_password_changed_text"),
        NoticeKind::PayoutAccount { change, .. } => match change {
            PayoutChange::Added => ("notice_payout_added", "notice_payout_added_text"),
            PayoutChange::Changed => ("notice_payout_changed", "notice_payout_changed_text"),
            PayoutChange::Deleted => ("notice_payout_deleted", "notice_payout_deleted_text"),
        },
        NoticeKind::MarginWarning { .. } => ("notice_margin_warning", "notice_margin_warning_text"),
        NoticeKind::Liquidated { .. } => ("notice_liquidated", "notice_liquidated_text"),
        NoticeKind::Protected { by, quantity, left, .. } => (
            if *by == LegKind::StopLoss { "notice_stop_loss" } else { "notice_take_profit" },
            match (quantity.is_zero(), left.is_zero()) {
                (true, _) => "notice_protected_waits_text",
                (false, true) => "notice_protected_all_text",
                (false, false) => "notice_protected_text",
            },
        ),
        NoticeKind::Financing { amount, .. } => (
            "notice_financing",
            if amount.minor < 0 { "notice_financing_paid_text" } else { "notice_financing_earned_text" },
        ),
        NoticeKind::SharesSplit { .. } => ("notice_shares_split", "notice_shares_split_text"),
        NoticeKind::DividendPaid { .. } => ("notice_dividend_paid", "notice_dividend_paid_text"),
        NoticeKind::IdentityReviewed { reasons, .. } if reasons.is_empty() => {
            ("notice_identity_verified", "notice_identity_verified_text")
        }
        NoticeKind::IdentityReviewed { .. } => ("notice_identity_unsuccessful", "notice_identity_unsuccessful_text"),
        NoticeKind::ServiceReviewed { reason: None, .. } => ("notice_service_opened", "notice_service_opened_text"),
        NoticeKind::ServiceReviewed { .. } => ("notice_service_refused", "notice_service_refused_text"),
    }
}

/// The values for the places of the text.
fn values(kind: &NoticeKind, market: &Market, language: Language) -> Vec<(&'static str, String)> {
    let code = |id: &InstrumentId| ("{code}", market.catalog.get(*id).map(|i| i.code.clone()).unwrap_or_default());
    let name = |id: &InstrumentId| ("{name}", market.name(*id, language));
    let currency = |id: &InstrumentId| market.catalog.get(*id).map_or("", |i| i.currency.code());
    let direction = |direction: &Direction| {
        let word = if *direction == Direction::Long { "notice_long" } else { "notice_short" };
        ("{direction}", message(language, word).to_owned())
    };
    let reason =
        |word: &str| ("{reason}", stored_message(language, &format!("reason_{word}")).unwrap_or("").to_owned());
    match kind {
        NoticeKind::OrderFilled { instrument, quantity, price, filled, whole, .. } => vec![
            code(instrument),
            name(instrument),
            ("{quantity}", grouped(&quantity.to_string())),
            ("{price}", format!("{} {}", grouped(&price.display(2)), currency(instrument))),
            ("{filled}", grouped(&filled.to_string())),
            ("{whole}", grouped(&whole.to_string())),
        ],
        NoticeKind::OrderTriggered { instrument, stop, .. } => vec![
            code(instrument),
            name(instrument),
            ("{price}", format!("{} {}", grouped(&stop.display(2)), currency(instrument))),
        ],
        NoticeKind::OrderEnded { instrument, filled, whole, reason: word, .. } => vec![
            code(instrument),
            name(instrument),
            ("{filled}", grouped(&filled.to_string())),
            ("{whole}", grouped(&whole.to_string())),
            reason(word),
        ],
        NoticeKind::DepositCredited { currency, amount, credit, .. }
        | NoticeKind::CoinsCredited { currency, amount, credit, .. } => {
            vec![("{sent}", sum(amount, currency)), ("{credit}", money(*credit))]
        }
        NoticeKind::DepositRejected { currency, amount, reason: word, .. } => {
            vec![("{sent}", sum(amount, currency)), reason(word)]
        }
        NoticeKind::CoinsInSuspense { currency, amount, .. } => vec![("{sent}", sum(amount, currency))],
        NoticeKind::Withdrawal { currency, amount, net, to, reason: word, .. } => vec![
            ("{amount}", sum(amount, currency)),
            ("{net}", sum(net, currency)),
            ("{to}", to.clone()),
            reason(word.as_deref().unwrap_or_default()),
        ],
        NoticeKind::NewLogin { device, address } => {
            let unknown = || message(language, "notice_unknown_device").to_owned();
            let device = if device.is_empty() { unknown() } else { device.clone() };
            vec![("{address}", address.clone()), ("{device}", device)]
        }
        NoticeKind::PasswordChanged | NoticeKind::PayPasswordSet | NoticeKind::PayPasswordChanged => Vec::new(),
        NoticeKind::PayoutAccount { number, .. } => vec![("{number}", number.clone())],
        NoticeKind::MarginWarning { instrument, direction: of, mark, liquidation, .. } => vec![
            code(instrument),
            name(instrument),
            direction(of),
            ("{mark}", grouped(&mark.display(2))),
            ("{liquidation}", grouped(&worked_out(*liquidation, market.catalog.get(*instrument)))),
        ],
        NoticeKind::Liquidated { instrument, direction: of, quantity, price, left, profit, .. } => vec![
            code(instrument),
            name(instrument),
            direction(of),
            ("{quantity}", grouped(&quantity.to_string())),
            ("{price}", grouped(&price.display(2))),
            ("{left}", grouped(&left.to_string())),
            ("{profit}", money(*profit)),
        ],
        NoticeKind::Protected { instrument, direction: of, mark, quantity, price, left, profit, .. } => vec![
            code(instrument),
            name(instrument),
            direction(of),
            ("{mark}", grouped(&mark.display(2))),
            ("{quantity}", grouped(&quantity.to_string())),
            ("{price}", grouped(&price.display(2))),
            ("{left}", grouped(&left.to_string())),
            ("{profit}", money(*profit)),
        ],
        NoticeKind::Financing { instrument, nights, amount, .. } => {
            let size = Money::new(amount.minor.saturating_abs(), amount.currency);
            vec![code(instrument), name(instrument), ("{nights}", nights.to_string()), ("{amount}", money(size))]
        }
        NoticeKind::SharesSplit { instrument, new, old, before, after, .. } => vec![
            code(instrument),
            name(instrument),
            ("{new}", new.to_string()),
            ("{old}", old.to_string()),
            ("{before}", grouped(&before.to_string())),
            ("{after}", grouped(&after.to_string())),
        ],
        NoticeKind::DividendPaid { instrument, quantity, per_share, amount } => vec![
            code(instrument),
            name(instrument),
            ("{quantity}", grouped(&quantity.to_string())),
            ("{each}", sum(&per_share.display(2), amount.currency.code())),
            ("{amount}", money(*amount)),
        ],
        NoticeKind::IdentityReviewed { reasons, .. } => {
            let sentence = |word: &String| stored_message(language, &format!("reason_{word}"));
            let between = if language == Language::English { " " } else { "" };
            vec![("{reasons}", reasons.iter().filter_map(sentence).collect::<Vec<_>>().join(between))]
        }
        NoticeKind::ServiceReviewed { service, reason: word, .. } => {
            let name = stored_message(language, &format!("service_{service}")).unwrap_or_default();
            vec![("{service}", name.to_owned()), reason(word.as_deref().unwrap_or_default())]
        }
    }
}

fn money(money: Money) -> String {
    sum(&money.amount(), money.currency.code())
}

fn sum(amount: &str, currency: &str) -> String {
    format!("{} {currency}", grouped(amount))
}

/// A calculated price, to the decimals of quotes.
fn worked_out(price: Price, instrument: Option<&Arc<Instrument>>) -> String {
    let decimals = instrument.map_or(2, |instrument| instrument.price_decimals);
    let step = (ONE / 10_i64.pow(decimals.min(8))).max(1);
    let steps = divide_half_away(i128::from(price.units()), i128::from(step));
    let rounded = i64::try_from(steps).ok().and_then(|steps| steps.checked_mul(step));
    rounded.map_or(price, Price::from_units).display(decimals)
}

#[cfg(test)]
mod tests;
