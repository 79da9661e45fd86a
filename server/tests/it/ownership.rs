//! The ownership of money, papers and pictures, for every call of funds, identity checks, files and invitations, which
//! [`authorization`](crate::authorization) has by its callers: records are shown to their owner only, and a request can
//! only name the caller's own. Reviewers make calls by a link only.

use std::collections::BTreeSet;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::files::links::Reader;
use plumbline::router::document;
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::files::{account, sent};
use crate::openapi::calls;
use crate::support::paper::{self, Page};
use crate::support::{Customer, Database, PAY_PASSWORD, TestServer};

/// The relation of a call to other customers' records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// It shows the session's own records.
    Shows,
    /// It accepts only the customer's own record; naming another's gets this word.
    Takes(&'static str),
    /// It names a record: [`authorization`](crate::authorization) tries it as a stranger.
    Names,
    /// It creates a record of the customer's own, and takes no other.
    Makes,
    /// It answers everybody alike.
    Same,
    /// It is made by a reviewer's link.
    Reviewer,
}

use Whose::{Makes, Names, Reviewer, Same, Shows, Takes};

const TABLE: &[(&str, Whose)] = &[
    ("POST /userCenter/getWalletBalance", Shows),
    ("POST /userCenter/getFundingOverview", Shows),
    ("POST /wallet/getWalletBalance", Shows),
    ("POST /wallet/getWalletBill", Shows),
    ("GET /wallet/bill.csv", Shows),
    ("GET /wallet/bill.pdf", Shows),
    ("POST /wallet/quote", Makes),
    ("POST /wallet/transfer", Names),
    ("POST /wallet/cancelTransfer", Names),
    ("POST /wallet/transfers", Shows),
    ("POST /recharge/currency/selectList", Same),
    ("POST /recharge/create", Takes("proof_url_invalid")),
    ("POST /recharge/cancel", Names),
    ("POST /recharge/listPage", Shows),
    ("POST /recharge/address", Shows),
    ("POST /recharge/simulate", Makes),
    ("POST /recharge/suspense", Shows),
    ("POST /recharge/releaseSuspense", Takes("nothing_in_suspense")),
    ("POST /withdrawal/withdrawal-apply", Names),
    ("GET /withdrawal/getUsableWithdrawalAmount", Shows),
    ("GET /withdrawal/getUsableWithdrawalAmount?accountId=", Takes("card_unknown")),
    ("POST /withdrawal/cancel", Names),
    ("GET /withdrawal/times", Same),
    ("POST /withdrawal/detail", Names),
    ("POST /withdrawal/listPage", Shows),
    ("POST /UserAccount/SelectCardNo", Shows),
    ("POST /UserAccount/addCardNo", Takes("image_url_invalid")),
    ("POST /UserAccount/UpdateCardNo", Names),
    ("POST /UserAccount/delete-card", Names),
    ("POST /updateReal", Takes("file_unknown")),
    ("POST /api/user/userSet/applyStatus", Shows),
    ("POST /userCenter/apply/service", Takes("kyc_required")),
    ("GET /areaInfo/list", Same),
    ("POST /file/upload", Makes),
    ("POST /file/link", Names),
    ("GET /file/{id}", Names),
    ("GET /file/{id}/review", Reviewer),
    ("POST /api/user/invited", Shows),
];

const NETWORK: &str = "Ethereum (ERC-20)";
const IN_SUSPENSE: &str = "0.37";

#[test]
fn every_call_of_money_papers_and_pictures_says_whose_they_are() {
    let document = serde_json::to_value(document()).unwrap();
    let is_ours = |call: &str, described: &Value| {
        let tags = described["tags"].as_array().unwrap().iter().filter_map(Value::as_str);
        tags.into_iter().any(|tag| ["funds", "kyc", "files"].contains(&tag)) || call == "POST /api/user/invited"
    };
    let served: BTreeSet<String> =
        calls(&document).filter(|(call, described)| is_ours(call, described)).map(|(call, _)| call).collect();
    let declared: BTreeSet<String> = TABLE.iter().map(|(call, _)| call.split('?').next().unwrap().to_owned()).collect();
    assert_eq!(declared, served, "say in server/tests/it/ownership.rs whose it is that a call is about");
}

async fn until(mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not happen within half a minute");
}

/// The input of the call, if it has any.
fn asked(call: &str) -> (String, Value) {
    match call {
        "GET /wallet/bill.csv" | "GET /wallet/bill.pdf" => (format!("{call}?timeZone=UTC"), Value::Null),
        "POST /wallet/getWalletBill" => (call.to_owned(), json!({ "timeZone": "UTC" })),
        "POST /wallet/getWalletBalance" => (call.to_owned(), json!({ "walletType": "BALANCE" })),
        "POST /recharge/address" => (call.to_owned(), json!({ "currency": "USDT", "network": NETWORK })),
        _ => (call.to_owned(), json!({})),
    }
}

async fn shown(customer: &Customer<'_>, call: &str) -> String {
    let (call, body) = asked(call);
    let (method, path) = call.split_once(' ').unwrap();
    if method == "GET" {
        let answer = customer.server.fetch(path, Some(&customer.token)).await;
        assert_eq!(answer.status(), StatusCode::OK, "{call}");
        if answer.headers()[CONTENT_TYPE] == "application/pdf" {
            let pages = paper::pages(&answer.bytes().await.unwrap());
            return pages.iter().flat_map(Page::lines).flatten().collect::<Vec<_>>().join("\n");
        }
        return answer.text().await.unwrap();
    }
    customer.call(&call, body).await.ok().to_string()
}

/// A customer with one record of each kind.
struct Owner<'a> {
    customer: Customer<'a>,
    card: Value,
    picture: String,
}

async fn owner(server: &TestServer) -> Owner<'_> {
    let ann = server.verified_customer().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    server.register_as("cy.wong@mail.example", "correct horse", Some(&ann.invite_code)).await;
    let (_, picture) = sent(&ann).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "4321.09", "proofUrl": picture });
    ann.call("POST /recharge/create", deposit).await.ok();
    let funding = async |amount: &'static str| {
        until(async || shown(&ann, "POST /wallet/getWalletBalance").await.contains(amount)).await;
    };
    funding("4321.09").await;
    let transfer = json!({ "from": "BALANCE", "to": "STOCK", "amount": "21.09", "payPassword": PAY_PASSWORD });
    ann.call("POST /wallet/transfer", transfer).await.ok();
    let account = json!({ "type": "card", "bankName": "Deutsche Bank", "accountName": "Ann Lee",
        "accountNumber": "DE89370400440532013000", "payPassword": PAY_PASSWORD });
    let card = ann.call("POST /UserAccount/addCardNo", account).await.ok()["id"].clone();
    let withdrawal = json!({ "method": "card", "accountId": card, "amount": "13.57", "currency": "USD",
        "payPassword": PAY_PASSWORD });
    ann.call("POST /withdrawal/withdrawal-apply", withdrawal).await.ok();
    until(async || shown(&ann, "POST /withdrawal/listPage").await.contains(r#""status":1"#)).await;
    let payment = json!({ "currency": "USDT", "network": NETWORK, "amount": IN_SUSPENSE });
    until(async || ann.call("POST /recharge/simulate", payment.clone()).await.status == 200).await;
    until(async || shown(&ann, "POST /recharge/suspense").await.contains(IN_SUSPENSE)).await;
    Owner { customer: ann, card, picture }
}

/// A text in the owner's reply to each call that identifies the session's own records.
async fn mark(owner: &Owner<'_>, call: &str) -> String {
    let first = async |list: &str, name: &str| {
        let listed = owner.customer.call(list, json!({})).await;
        listed.ok()["list"][0][name].as_str().unwrap().to_owned()
    };
    match call {
        "POST /userCenter/getWalletBalance" => "21.09".to_owned(),
        // The money that came in and has not left, in both wallets.
        "POST /userCenter/getFundingOverview" => "4307.52".to_owned(),
        "POST /wallet/getWalletBalance" | "GET /withdrawal/getUsableWithdrawalAmount" => "4286.43".to_owned(),
        "POST /wallet/getWalletBill" | "GET /wallet/bill.csv" | "GET /wallet/bill.pdf" => "13.57".to_owned(),
        "POST /wallet/transfers" => first(call, "id").await,
        "POST /recharge/listPage" => first(call, "transaction").await,
        "POST /recharge/address" => {
            let (call, body) = asked(call);
            owner.customer.call(&call, body).await.ok()["address"].as_str().unwrap().to_owned()
        }
        "POST /recharge/suspense" => IN_SUSPENSE.to_owned(),
        "POST /withdrawal/listPage" => first(call, "id").await,
        "POST /UserAccount/SelectCardNo" => owner.card.as_str().unwrap().to_owned(),
        "POST /api/user/userSet/applyStatus" => r#""kycStatus":2"#.to_owned(),
        "POST /api/user/invited" => "c***@m***.example".to_owned(),
        _ => panic!("say in server/tests/it/ownership.rs what of the owner's {call} shows"),
    }
}

/// The request that names the owner's record as the caller's own.
async fn taking(owner: &Owner<'_>, by: &Customer<'_>, call: &str) -> (String, Value) {
    let (card, picture) = (owner.card.as_str().unwrap(), owner.picture.as_str());
    let body = match call {
        "POST /recharge/create" => {
            json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": picture })
        }
        "POST /recharge/releaseSuspense" => json!({ "currency": "USDT" }),
        "GET /withdrawal/getUsableWithdrawalAmount?accountId=" => return (format!("{call}{card}"), Value::Null),
        "POST /UserAccount/addCardNo" => json!({ "type": "card", "bankName": "Deutsche Bank", "accountName": "Bo Lee",
            "accountNumber": "GB82WEST12345698765432", "imageUrl": picture, "payPassword": PAY_PASSWORD }),
        "POST /updateReal" => {
            let mut card = by.id_card("L01X00T478", "Bo").await;
            card["backUrl"] = json!(picture);
            card
        }
        "POST /userCenter/apply/service" => json!({ "service": "blockTrade" }),
        _ => panic!("say in server/tests/it/ownership.rs what {call} takes"),
    };
    (call.to_owned(), body)
}

async fn serving() -> TestServer {
    TestServer::start_with(
        Database::Sqlite,
        Clock::System,
        &["--autopilot-seconds", "0", "--new-address-lock-hours", "0"],
    )
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_somebody_has_shows_to_nobody_else() {
    let server = serving().await;
    let (owner, bo) = (owner(&server).await, server.register().await);
    // Bo has records of the same kinds, so that no reply is empty for lack of them.
    until(async || bo.call("POST /recharge/address", asked("POST /recharge/address").1).await.status == 200).await;
    for (call, _) in TABLE.iter().filter(|(_, whose)| *whose == Shows) {
        let mark = mark(&owner, call).await;
        let (own, other) = (shown(&owner.customer, call).await, shown(&bo, call).await);
        assert!(own.contains(&mark), "{call} shows its owner {mark}: {own}");
        assert!(!other.contains(&mark), "{call} shows somebody else {mark}: {other}");
    }
    // The proof of a deposit is shown by a link that opens for the owner only.
    let list = shown(&owner.customer, "POST /recharge/listPage").await;
    let picture = owner.picture.split('?').next().unwrap();
    let link = list.split('"').find(|text| text.starts_with(picture)).expect("the list links to the proof");
    let opened = async |by: &Customer<'_>| server.fetch(link, Some(&by.token)).await.status().as_u16();
    assert_eq!((opened(&owner.customer).await, opened(&bo).await), (200, 404));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_takes_for_ones_own_what_is_somebody_elses() {
    let server = serving().await;
    let (owner, bo) = (owner(&server).await, server.register().await);
    bo.set_pay_password(PAY_PASSWORD).await;
    for (call, whose) in TABLE {
        let Takes(word) = whose else { continue };
        let (named, body) = taking(&owner, &bo, call).await;
        let stranger = bo.call(&named, body).await;
        assert!([404, 409, 422].contains(&stranger.status), "{call} told somebody else {}", stranger.json);
        assert_eq!(stranger.error(), *word, "{call}");
        let (named, body) = taking(&owner, &owner.customer, call).await;
        let own = owner.customer.call(&named, body).await;
        assert_ne!(own.error(), *word, "{call} refuses its owner: {}", own.json);
    }
    // The picture of a saved account, which a call changes that names the account too.
    let saved = json!({ "type": "card", "bankName": "Barclays", "accountName": "Bo Lee",
        "accountNumber": "GB82WEST12345698765432", "payPassword": PAY_PASSWORD });
    let card = bo.call("POST /UserAccount/addCardNo", saved).await.ok()["id"].clone();
    let change = json!({ "id": card, "imageUrl": owner.picture, "payPassword": PAY_PASSWORD });
    bo.call("POST /UserAccount/UpdateCardNo", change).await.refused(422, "image_url_invalid");
}

/// A reviewer's link is for one picture, one name, one reason and ten minutes; a session makes no difference.
#[tokio::test]
async fn a_reviewers_link_opens_one_picture_to_one_name() {
    let server = TestServer::start(Database::Sqlite).await;
    let (ann, bo) = (server.register().await, server.register().await);
    let ((file, own), (other, _)) = (sent(&ann).await, sent(&ann).await);
    let link = server.app.files.link(file, Reader::Reviewer { name: "Cy", reason: "deposit 7" });
    let (path, query) = link.split_once('?').unwrap();
    let answered = async |address: &str, token: Option<&str>| server.fetch(address, token).await.status().as_u16();
    for token in [None, Some(ann.token.as_str()), Some(bo.token.as_str())] {
        assert_eq!(answered(&link, token).await, 200, "the link is enough");
        assert_eq!(answered(path, token).await, 422, "and nothing else is");
        let wrong = [
            link.replace("Cy", "Di"),
            link.replace("deposit+7", "deposit+8"),
            link.replace("expires=", "expires=1"),
            format!("/file/{other}/review?{query}"),
        ];
        for address in wrong {
            assert_ne!(address, link);
            assert_eq!(answered(&address, token).await, 404, "{address}");
        }
        // The owner's link is not a reviewer's, with the owner's session or without.
        assert_eq!(answered(&own.replace('?', "/review?"), token).await, 422);
    }
    // Nor is a reviewer's link the owner's.
    let signed = query.split('&').filter(|part| part.starts_with("expires") || part.starts_with("signature"));
    let taken = format!("/file/{file}?{}", signed.collect::<Vec<_>>().join("&"));
    assert_eq!(answered(&taken, Some(&ann.token)).await, 404);
    let of_bo = server.app.files.link(file, Reader::Owner(account(&server, &bo).await));
    assert_eq!(answered(&of_bo, Some(&bo.token)).await, 404, "a good signature makes nobody an owner");
}
