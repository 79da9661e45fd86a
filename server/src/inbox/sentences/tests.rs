use std::collections::BTreeSet;

use plumbline_core::funds::{DepositFailure, Obstacle, ReturnReason, WithdrawalFailure};
use plumbline_core::ids::InstrumentId;
use plumbline_core::inbox::NoticeKind;
use plumbline_core::kyc::CheckFailure;
use plumbline_core::kyc::documents::DocumentError;
use plumbline_core::kyc::service::ServiceFailure;
use plumbline_core::orders::CloseReason;
use strum::IntoEnumIterator;

use super::*;
use crate::db::Db;
use crate::testing;

async fn market() -> (std::sync::Arc<Market>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("sentences.db").display())).await.unwrap();
    (testing::market(&db, 1).await, folder)
}

#[tokio::test]
async fn every_notice_reads_in_every_language() {
    let (market, _folder) = market().await;
    let kinds = NoticeKind::examples();
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
    let kinds = NoticeKind::examples();
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
