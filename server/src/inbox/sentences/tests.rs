use std::collections::BTreeSet;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::funds::{DepositFailure, Obstacle, ReturnReason, WithdrawalFailure};
use plumbline_core::ids::{
    ChainDepositId, DepositId, IdentityCheckId, InstrumentId, OrderId, PositionId, ServiceApplicationId, WithdrawalId,
};
use plumbline_core::inbox::{NoticeKind, PayoutChange, WithdrawalStep};
use plumbline_core::kyc::CheckFailure;
use plumbline_core::kyc::documents::DocumentError;
use plumbline_core::kyc::service::{Service, ServiceFailure};
use plumbline_core::market::Side;
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::CloseReason;
use plumbline_core::positions::LegKind;
use strum::IntoEnumIterator;

use super::*;
use crate::db::Db;
use crate::testing;

fn whole(number: i64) -> Quantity {
    Quantity::from_whole(number).unwrap()
}

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

/// One of every sentence.
fn every_kind() -> Vec<NoticeKind> {
    let (order, instrument, direction, position) = (OrderId(1), InstrumentId(1), Direction::Long, PositionId(4));
    let filled = |side, quantity| NoticeKind::OrderFilled {
        order,
        instrument,
        side,
        quantity: whole(quantity),
        price: price("1227.5"),
        filled: whole(quantity),
        whole: whole(1_000),
    };
    let ended = |side, reason: CloseReason| NoticeKind::OrderEnded {
        order,
        instrument,
        side,
        filled: whole(3),
        whole: whole(1_000),
        reason: reason.code().into(),
    };
    let triggered = |side| NoticeKind::OrderTriggered { order, instrument, side, stop: price("1200") };
    let (deposit, currency, amount) = (DepositId(2), "USDT".to_owned(), "12500.00".to_owned());
    let withdrawal = |step, reason: Option<&str>| NoticeKind::Withdrawal {
        withdrawal: WithdrawalId(3),
        step,
        currency: "USDT".into(),
        amount: "100.00".into(),
        net: "99.00".into(),
        to: "****Lj6t".into(),
        reason: reason.map(str::to_owned),
    };
    let identity = |reasons: &[CheckFailure]| NoticeKind::IdentityReviewed {
        check: IdentityCheckId(5),
        reasons: reasons.iter().map(|reason| reason.word().to_owned()).collect(),
    };
    let service = |reason: Option<ServiceFailure>| NoticeKind::ServiceReviewed {
        application: ServiceApplicationId(6),
        service: Service::BlockTrade.code().to_owned(),
        reason: reason.map(|reason| reason.word().to_owned()),
    };
    let financing =
        |minor| NoticeKind::Financing { position, instrument, nights: 3, amount: Money::new(minor, Currency::Usd) };
    let variation = |minor| NoticeKind::Variation {
        position,
        instrument,
        price: price("5000.25"),
        amount: Money::new(minor, Currency::Usd),
    };
    let protected = |by, quantity| NoticeKind::Protected {
        position,
        order,
        instrument,
        direction,
        by,
        mark: price("1.4"),
        quantity: whole(quantity),
        price: price("1.399"),
        left: whole(2_000),
        profit: Money::new(-123_456, Currency::Usd),
    };
    let payout = |change| NoticeKind::PayoutAccount { change, number: "****3000".into() };
    let login = |device: &str| NoticeKind::NewLogin { device: device.into(), address: "203.0.113.9".into() };
    vec![
        filled(Side::Buy, 1_000),
        filled(Side::Sell, 999),
        triggered(Side::Buy),
        triggered(Side::Sell),
        ended(Side::Buy, CloseReason::Expired),
        ended(Side::Sell, CloseReason::InsufficientFunds),
        NoticeKind::DepositCredited {
            deposit,
            currency: currency.clone(),
            amount: amount.clone(),
            credit: Money::new(1_249_375, Currency::Usd),
        },
        NoticeKind::CoinsCredited {
            deposit: Some(ChainDepositId(9)),
            currency: currency.clone(),
            amount: amount.clone(),
            credit: Money::new(1_249_375, Currency::Usd),
        },
        NoticeKind::CoinsCredited {
            deposit: None,
            currency: currency.clone(),
            amount: amount.clone(),
            credit: Money::new(1_249_375, Currency::Usd),
        },
        NoticeKind::CoinsInSuspense { deposit: ChainDepositId(9), currency: currency.clone(), amount: "0.5".into() },
        NoticeKind::DepositRejected { deposit, currency, amount, reason: "not_received".into() },
        withdrawal(WithdrawalStep::Approved, None),
        withdrawal(WithdrawalStep::Sent, None),
        withdrawal(WithdrawalStep::Settled, None),
        withdrawal(WithdrawalStep::Rejected, Some("holder_differs")),
        withdrawal(WithdrawalStep::Returned, Some("returned")),
        login("Chrome · Windows"),
        login(""),
        NoticeKind::PasswordChanged,
        NoticeKind::PayPasswordSet,
        NoticeKind::PayPasswordChanged,
        payout(PayoutChange::Added),
        payout(PayoutChange::Changed),
        payout(PayoutChange::Deleted),
        NoticeKind::MarginWarning {
            position,
            instrument,
            direction: Direction::Short,
            mark: price("1.5"),
            liquidation: price("1.4000004"),
        },
        NoticeKind::Liquidated {
            position,
            order,
            instrument,
            direction,
            quantity: whole(5_000),
            price: price("1.4"),
            left: whole(5_000),
            profit: Money::new(-123_456, Currency::Usd),
            for_gap: false,
        },
        NoticeKind::SharesSplit { position, instrument, new: 10, old: 1, before: whole(1_200), after: whole(12_000) },
        NoticeKind::DividendPaid {
            instrument,
            quantity: whole(1_000),
            per_share: price("0.24"),
            amount: Money::new(24_000, Currency::Usd),
        },
        protected(LegKind::StopLoss, 5_000),
        protected(LegKind::TakeProfit, 0),
        financing(-1_250),
        financing(1_250),
        variation(-1_250),
        variation(1_250),
        NoticeKind::MarginCall { position, instrument, amount: Money::new(397_688, Currency::Usd) },
        NoticeKind::MarginRefilled { position, instrument, amount: Money::new(500_000, Currency::Usd) },
        NoticeKind::ContractEnds { position, instrument, days: 5 },
        NoticeKind::ContractEnded {
            position,
            order,
            instrument,
            direction,
            quantity: whole(2),
            price: price("5000.25"),
            profit: Money::new(-123_456, Currency::Usd),
        },
        identity(&[]),
        identity(&[CheckFailure::DocumentUnreadable, CheckFailure::ImageMissingCorner]),
        service(None),
        service(Some(ServiceFailure::NotSuitable)),
        NoticeKind::WalletConverted {
            debited: Money::new(123_456, Currency::Usd),
            credited: Money::new(1_234_560_000, Currency::Usdt),
        },
        NoticeKind::Liquidated {
            position,
            order,
            instrument,
            direction,
            quantity: whole(5_000),
            price: price("1.4"),
            left: whole(5_000),
            profit: Money::new(123_456, Currency::Usd),
            for_gap: true,
        },
    ]
}

async fn market() -> (std::sync::Arc<Market>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("sentences.db").display())).await.unwrap();
    (testing::market(&db, 1).await, folder)
}

#[tokio::test]
async fn every_notice_reads_in_every_language() {
    let (market, _folder) = market().await;
    let kinds = every_kind();
    let codes: BTreeSet<&str> = kinds.iter().map(NoticeKind::code).collect();
    assert_eq!(codes, BTreeSet::from(NoticeKind::CODES), "one of every code");
    for (kind, language) in kinds.iter().flat_map(|kind| Language::ALL.map(|language| (kind, language))) {
        let told = kind.told();
        let Written { title, parts } = write(&told, &market, language);
        let content = parts.concat();
        for text in [&title, &content] {
            let open = text.contains(['{', '}']) || text.contains("notice_") || text.contains("  ");
            assert!(!open && text.trim() == text && !text.is_empty(), "{kind:?} in {language:?}: {text:?}");
        }
        let mut sentence = stored_message(language, &format!("notice_{}_text", told.text)).unwrap();
        while let Some((_, place, after)) = next_place(sentence) {
            let is_known = ["code", "name"].contains(&place) && told.instrument.is_some()
                || told.values.iter().any(|(name, _)| *name == place);
            assert!(is_known, "{place} of {kind:?} in {language:?}");
            sentence = after;
        }
        assert_eq!(parts.len() % 2, 1, "{parts:?}");
        let is_figure = |part: &String| part.chars().all(|c| c.is_ascii_digit() || [',', '.', '\u{2212}'].contains(&c));
        let figures: Vec<_> = parts.iter().skip(1).step_by(2).collect();
        assert!(figures.iter().all(|part| !part.is_empty() && is_figure(part)), "{figures:?}");
    }
}

#[tokio::test]
async fn figures_and_names_stand_in_the_sentence() {
    let (market, _folder) = market().await;
    let code = &market.catalog.get(InstrumentId(1)).unwrap().code;
    let kinds = every_kind();
    let english = |kind: &NoticeKind| {
        let Written { title, parts } = write(&kind.told(), &market, Language::English);
        (title, parts.concat())
    };
    let (title, content) = english(&kinds[0]);
    let name = market.name(InstrumentId(1), Language::English);
    assert_eq!(title, "Order filled");
    assert_eq!(content, format!("Bought 1,000 {name} ({code}) at 1,227.50 USD. Filled so far: 1,000 of 1,000."));
    let figures = write(&kinds[0].told(), &market, Language::English).parts.into_iter().skip(1).step_by(2);
    assert_eq!(figures.collect::<Vec<_>>(), ["1,000", "1,227.50", "1,000", "1,000"]);
    let login = kinds.iter().find(|kind| kind.code() == "new_login").unwrap();
    assert_eq!(write(&login.told(), &market, Language::English).parts.len(), 1, "addresses are no figures");
    assert_eq!(english(&kinds[1]).0, "Order partly filled");
    let (_, warned) = english(kinds.iter().find(|kind| kind.code() == "margin_warning").unwrap());
    assert!(warned.contains("At 1.40 your"), "to the decimals of its quotes: {warned}");
    let closed_all = |text: &String| text.contains("We closed all");
    let all: Vec<String> = kinds.iter().map(|kind| english(kind).1).filter(closed_all).collect();
    assert_eq!(all.len(), 0, "something is left in both");
    let (_, returned) = english(kinds.iter().find(|kind| kind.code() == "withdrawal_returned").unwrap());
    assert!(returned.contains("100.00 USDT") && returned.contains("sent the money back"), "{returned}");
}

/// Reasons that are added later are included.
#[test]
fn every_stored_reason_has_a_sentence_in_every_language() {
    let orders = CloseReason::ALL.into_iter().filter(|reason| *reason != CloseReason::Customer).map(CloseReason::code);
    let deposits = DepositFailure::ALL.map(DepositFailure::word);
    let withdrawals = WithdrawalFailure::ALL.map(WithdrawalFailure::word);
    let returns = ReturnReason::ALL.map(ReturnReason::word);
    let checks = CheckFailure::iter().map(CheckFailure::word);
    let services = ServiceFailure::iter().map(ServiceFailure::word);
    let obstacles = Obstacle::ALL.map(Obstacle::word);
    for word in orders.chain(deposits).chain(withdrawals).chain(checks).chain(services).chain(returns).chain(obstacles)
    {
        for language in Language::ALL {
            assert!(
                stored_message(language, &format!("reason_{word}")).is_some(),
                "write a sentence for reason_{word}"
            );
        }
    }
}

#[test]
fn every_mistake_in_a_document_has_a_sentence_in_every_language() {
    for (error, language) in DocumentError::ALL.into_iter().flat_map(|error| Language::ALL.map(|of| (error, of))) {
        assert!(stored_message(language, error.word()).is_some(), "write a sentence for {}", error.word());
    }
}
