//! The callers that each call admits. The table below must name every call of the router, so that a new one cannot be
//! forgotten: each is tried without a session, with an ended one, and, if it names a customer's record, by another
//! customer.

use std::collections::BTreeSet;

use plumbline::clock::Clock;
use plumbline::router::{CALLS, document};
use serde_json::json;

use crate::openapi::calls;
use crate::support::{Database, TestServer, things};

/// The callers that a call admits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Everybody; an ended session does not matter.
    Anyone,
    /// Everybody, but a token must be valid if one is sent.
    AnyoneOrSession,
    /// A live session. The call shows or changes only the session's own account.
    OwnAccount,
    /// A live session that must own the named record: another customer gets this word, as if the record did not exist.
    OwnThing(&'static str),
    /// As `OwnThing`, but a call without effect succeeds: for another customer's record it answers `{"deleted": 0}`.
    OwnOrNothing,
}

use Access::{Anyone, AnyoneOrSession, OwnAccount, OwnOrNothing, OwnThing};

const TABLE: &[(&str, Access)] = &[
    ("GET /.well-known/apple-app-site-association", Anyone),
    ("GET /.well-known/assetlinks.json", Anyone),
    ("GET /r/{code}", Anyone),
    ("POST /getEmailCode", Anyone),
    ("POST /register/email", Anyone),
    ("POST /loginByUsername", Anyone),
    ("POST /logout", OwnAccount),
    ("POST /resetPassword", Anyone),
    ("POST /updatePassword", OwnAccount),
    ("POST /settingPayPassword", OwnAccount),
    ("POST /updatePayPassword", OwnAccount),
    ("POST /api/user/info", OwnAccount),
    ("POST /api/user/invited", OwnAccount),
    ("POST /api/user/sessions", OwnAccount),
    ("POST /api/user/sessions/end", OwnThing("session_unknown")),
    ("POST /updateReal", OwnAccount),
    ("POST /api/user/userSet/applyStatus", OwnAccount),
    ("POST /userCenter/apply/service", OwnAccount),
    ("GET /areaInfo/list", Anyone),
    ("GET /m_ft/topList", AnyoneOrSession),
    ("GET /m_ft/hot_stock", AnyoneOrSession),
    ("GET /m_ft/home_custom_list", AnyoneOrSession),
    ("GET /m_ft/all_stock_list", AnyoneOrSession),
    ("GET /m_ft/stock_list", AnyoneOrSession),
    ("GET /hk_st/all_stock_list", AnyoneOrSession),
    ("GET /m_ft/forex_index", AnyoneOrSession),
    ("GET /m_ft/forex_list", AnyoneOrSession),
    ("GET /m_ft/global_index", AnyoneOrSession),
    ("GET /m_ft/futures_list", AnyoneOrSession),
    ("POST /m_ft/futures", AnyoneOrSession),
    ("GET /m_ft/webull/new/stock", AnyoneOrSession),
    ("POST /m_ft/preMarketList", AnyoneOrSession),
    ("GET /blockTrade/list", AnyoneOrSession),
    ("GET /m_ft/futures_opt_list", AnyoneOrSession),
    ("GET /crypto/stock_detail_ft", AnyoneOrSession),
    ("GET /crypto/kline", Anyone),
    ("GET /crypto/trades", Anyone),
    ("GET /crypto/quantify_page", AnyoneOrSession),
    ("GET /market/depth", Anyone),
    ("GET /market/status", Anyone),
    ("GET /market/trades", Anyone),
    ("GET /market/list", AnyoneOrSession),
    ("GET /market/rules", Anyone),
    ("GET /market/sectors", AnyoneOrSession),
    ("GET /market/list/whole", AnyoneOrSession),
    ("GET /m_ft/stock_detail_ft", AnyoneOrSession),
    ("GET /m_ft/kline", Anyone),
    ("GET /m_ft/summary_detail", Anyone),
    ("GET /quotes/getStock", AnyoneOrSession),
    ("GET /market/trending", AnyoneOrSession),
    ("POST /market/getMaket", Anyone),
    ("POST /market/getMakets", Anyone),
    ("POST /stocka_config/getMinCount", Anyone),
    ("GET /userSelfSecurity/selectSelfSelectionStocksData", OwnAccount),
    ("POST /userSelfSecurity/save", OwnAccount),
    ("POST /userSelfSecurity/delete/{id}", OwnOrNothing),
    ("POST /userSelfSecurity/deleteByStockCode/{stockCode}", OwnAccount),
    ("POST /userSelfSecurity/reorder", OwnThing("watchlist_changed")),
    ("GET /watchlist/groups", OwnAccount),
    ("POST /watchlist/groups/create", OwnAccount),
    ("POST /watchlist/groups/rename", OwnThing("group_unknown")),
    ("POST /watchlist/groups/delete", OwnOrNothing),
    ("POST /watchlist/groups/reorder", OwnThing("watchlist_changed")),
    ("POST /watchlist/groups/put", OwnThing("group_unknown")),
    ("POST /watchlist/groups/take", OwnThing("group_unknown")),
    ("POST /watchlist/groups/reorderRows", OwnThing("group_unknown")),
    ("POST /stock/create", OwnAccount),
    ("POST /stock/preview", OwnAccount),
    ("POST /hk/create", OwnAccount),
    ("POST /hk/preview", OwnAccount),
    ("POST /crypto/orders/create", OwnAccount),
    ("POST /crypto/orders/preview", OwnAccount),
    ("POST /gold/create", OwnAccount),
    ("POST /gold/preview", OwnAccount),
    ("POST /crude/create", OwnAccount),
    ("POST /crude/preview", OwnAccount),
    ("POST /orders/amend", OwnThing("order_unknown")),
    ("POST /orders/cancel", OwnThing("order_unknown")),
    ("POST /orders/detail", OwnThing("order_unknown")),
    ("POST /orders/history", OwnAccount),
    ("GET /orders/history.csv", OwnAccount),
    ("POST /orders/receipt", OwnThing("fill_unknown")),
    ("POST /orders/rules", OwnThing("order_unknown")),
    ("POST /position/consignList", OwnAccount),
    ("POST /position/water/pageList", OwnAccount),
    ("POST /position/me", OwnAccount),
    ("POST /position/flatList", OwnAccount),
    ("POST /position/getByStock", OwnAccount),
    ("POST /position/flatPosition", OwnThing("position_unknown")),
    ("POST /position/closePreview", OwnThing("position_unknown")),
    ("POST /position/forex/pageList", OwnAccount),
    ("POST /position/addPositionMargin", OwnThing("position_unknown")),
    ("POST /position/removeMargin", OwnThing("position_unknown")),
    ("POST /position/marginRefill", OwnThing("position_unknown")),
    ("POST /position/leverage", OwnThing("position_unknown")),
    ("POST /position/roll", OwnThing("position_unknown")),
    ("POST /position/marginPreview", OwnThing("position_unknown")),
    ("POST /position/protect", OwnThing("position_unknown")),
    ("POST /position/getHalfOrFullNum", OwnAccount),
    ("POST /userCenter/getWalletBalance", OwnAccount),
    ("POST /userCenter/getFundingOverview", OwnAccount),
    ("POST /wallet/getWalletBalance", OwnAccount),
    ("POST /wallet/getWalletBill", OwnAccount),
    ("GET /wallet/bill.csv", OwnAccount),
    ("GET /wallet/bill.pdf", OwnAccount),
    ("POST /wallet/quote", OwnAccount),
    ("POST /wallet/transfer", OwnThing("quote_unknown")),
    ("POST /wallet/cancelTransfer", OwnThing("transfer_unknown")),
    ("POST /wallet/transfers", OwnAccount),
    ("POST /recharge/currency/selectList", OwnAccount),
    ("POST /recharge/create", OwnAccount),
    ("POST /recharge/cancel", OwnThing("deposit_unknown")),
    ("POST /recharge/listPage", OwnAccount),
    ("POST /recharge/address", OwnAccount),
    ("POST /recharge/simulate", OwnAccount),
    ("POST /recharge/suspense", OwnAccount),
    ("POST /recharge/releaseSuspense", OwnAccount),
    ("POST /withdrawal/withdrawal-apply", OwnThing("card_unknown")),
    ("GET /withdrawal/getUsableWithdrawalAmount", OwnAccount),
    ("POST /withdrawal/cancel", OwnThing("withdrawal_unknown")),
    ("GET /withdrawal/times", Anyone),
    ("POST /withdrawal/detail", OwnThing("withdrawal_unknown")),
    ("POST /withdrawal/listPage", OwnAccount),
    ("POST /UserAccount/SelectCardNo", OwnAccount),
    ("POST /UserAccount/addCardNo", OwnAccount),
    ("POST /UserAccount/UpdateCardNo", OwnThing("card_unknown")),
    ("POST /UserAccount/delete-card", OwnThing("card_unknown")),
    ("POST /file/upload", OwnAccount),
    ("POST /file/link", OwnThing("file_unknown")),
    ("GET /file/{id}", OwnThing("file_unknown")),
    ("GET /file/{id}/review", Anyone),
    ("GET /userMessage/getMessage", OwnAccount),
    ("GET /userMessage/{id}", OwnThing("notice_unknown")),
    ("POST /userMessage/updateRead", OwnThing("notice_unknown")),
    ("GET /appVersion/getPublishAppVersion", Anyone),
    ("POST /article/pageList", Anyone),
    ("GET /article/{id}", Anyone),
    ("GET /dict/data", Anyone),
    ("GET /push", Anyone),
    ("POST /stocka_trading_day/getPageList", Anyone),
    ("GET /market/corporateActions", Anyone),
    ("GET /market/events", Anyone),
    ("GET /market/daySeeds", Anyone),
    ("GET /openapi.json", Anyone),
    ("GET /metrics", Anyone),
    ("GET /healthz", Anyone),
    ("GET /readyz", Anyone),
];

#[test]
fn every_call_declares_who_may_make_it() {
    let declared: BTreeSet<&str> = TABLE.iter().map(|(call, _)| *call).collect();
    let served: BTreeSet<&str> = CALLS.iter().copied().collect();
    assert_eq!(declared.len(), TABLE.len(), "a call is declared once");
    let undeclared: Vec<_> = served.difference(&declared).collect();
    assert!(undeclared.is_empty(), "declare in server/tests/it/authorization.rs who may call {undeclared:?}");
    let gone: Vec<_> = declared.difference(&served).collect();
    assert!(gone.is_empty(), "the router does not serve {gone:?} any more");
}

#[test]
fn the_document_says_who_may_make_each_call() {
    let document = serde_json::to_value(document()).unwrap();
    assert_eq!(document["components"]["securitySchemes"]["session"]["scheme"], "bearer");
    for (call, described) in calls(&document) {
        let (_, access) = TABLE.iter().find(|(name, _)| *name == call).expect("the table names every call");
        let expected = match access {
            Anyone => json!([{}]),
            AnyoneOrSession => json!([{}, { "session": [] }]),
            OwnAccount | OwnThing(_) | OwnOrNothing => json!([{ "session": [] }]),
        };
        assert_eq!(described["security"], expected, "{call}: its handler's `security` says something else");
    }
}

/// The call with a value for its path parameters.
fn filled(call: &str) -> String {
    call.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn calls_with_a_session_refuse_who_has_none_and_the_open_ones_do_not() {
    let server = TestServer::start(Database::Sqlite).await;
    for (call, access) in TABLE {
        let anonymous = server.call(&filled(call), json!({})).await.status;
        let dead = server.send(&filled(call), &json!({}), Some(&"0".repeat(64)), &[]).await.status;
        let expected = match access {
            Anyone => (false, false),
            AnyoneOrSession => (false, true),
            OwnAccount | OwnThing(_) | OwnOrNothing => (true, true),
        };
        assert_eq!((anonymous == 401, dead == 401), expected, "{call} answered {anonymous} and {dead}");
    }
}

#[tokio::test]
async fn a_living_session_reaches_every_call() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.register().await;
    for (call, _) in TABLE.iter().filter(|(call, _)| *call != "POST /logout") {
        let answer = ann.call(&filled(call), json!({})).await;
        assert!(![401, 403, 500].contains(&answer.status), "{call} answered {} {}", answer.status, answer.json);
    }
}

#[tokio::test]
async fn what_belongs_to_somebody_else_does_not_exist() {
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &["--autopilot-seconds", "0"]).await;
    let (ann, bo) = (server.register().await, server.verified_customer().await);
    for (call, access) in TABLE {
        let refusal = match access {
            OwnThing(word) => Some(*word),
            OwnOrNothing => None,
            _ => continue,
        };
        let (named, body) = things::name_one(&ann, call).await;
        let stranger = bo.call(&named, body.clone()).await;
        let owner = ann.call(&named, body).await;
        match refusal {
            Some(word) => {
                assert!([404, 409].contains(&stranger.status), "{call} told somebody else {}", stranger.json);
                assert_eq!(stranger.error(), word, "{call}");
                assert_ne!(owner.error(), word, "{call} refuses its owner");
            }
            None => assert_eq!((&stranger.ok()["deleted"], &owner.ok()["deleted"]), (&json!(0), &json!(1)), "{call}"),
        }
    }
}
