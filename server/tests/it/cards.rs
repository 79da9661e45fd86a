//! A customer saves accounts for withdrawals; their numbers are always shown masked.

use futures_util::future::join_all;
use plumbline::funds::cards::{PayoutDetails, store};
use plumbline_core::funds::payout::Destination;
use plumbline_core::ids::{AccountId, PayoutAccountId};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Answer, Customer, Database, MailServer, PAY_PASSWORD, TestServer};

on_both_databases! {
    what_is_saved_is_shown_masked_and_found_whole,
    a_customer_changes_and_deletes_what_is_saved,
    the_same_account_is_saved_once_however_often_it_is_sent,
    every_change_wants_the_pay_password,
    what_cannot_be_paid_to_is_refused,
    nobody_touches_the_accounts_of_somebody_else,
    twenty_accounts_are_saved_at_most,
    the_customer_is_told_by_mail,
}

const IBAN: &str = "DE89370400440532013000";
const CARD: &str = "4111111111111111";
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

async fn customer(server: &TestServer) -> Customer<'_> {
    let customer = server.register().await;
    customer.set_pay_password(PAY_PASSWORD).await;
    customer
}

fn with(mut body: Value, changes: Value) -> Value {
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

fn bank(changes: Value) -> Value {
    let account =
        json!({ "type": "card", "bankName": "Deutsche Bank", "accountName": "Ann Lee", "payPassword": PAY_PASSWORD });
    with(account, changes)
}

fn wallet() -> Value {
    json!({ "type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON, "payPassword": PAY_PASSWORD })
}

async fn add(customer: &Customer<'_>, body: Value) -> Answer {
    customer.call("POST /UserAccount/addCardNo", body).await
}

async fn update(customer: &Customer<'_>, id: &Value, changes: Value) -> Answer {
    let body = with(json!({ "id": id, "payPassword": PAY_PASSWORD }), changes);
    customer.call("POST /UserAccount/UpdateCardNo", body).await
}

async fn delete(customer: &Customer<'_>, id: &Value) -> Answer {
    customer.call("POST /UserAccount/delete-card", json!({ "id": id, "payPassword": PAY_PASSWORD })).await
}

async fn saved(customer: &Customer<'_>) -> Vec<Value> {
    customer.call("POST /UserAccount/SelectCardNo", json!({})).await.ok().as_array().unwrap().clone()
}

/// The destination that a withdrawal reads for an account's id.
async fn destination(customer: &Customer<'_>, id: &Value) -> Option<Destination> {
    let app = &customer.server.app;
    let mut reader = app.db.read().await.unwrap();
    let (owner, id) = (account_of(customer).await, id.as_str().unwrap().parse().unwrap());
    store::find(&mut reader, owner, PayoutAccountId(id)).await.unwrap().map(|saved| saved.destination)
}

async fn account_of(customer: &Customer<'_>) -> AccountId {
    let session = customer.server.app.sessions.authenticate(&customer.token).await.unwrap().unwrap();
    session.account_id
}

async fn what_is_saved_is_shown_masked_and_found_whole(server: TestServer) {
    let ann = customer(&server).await;
    assert_eq!(saved(&ann).await, Vec::<Value>::new());
    let details = json!({ "accountNumber": "de89 3704 0044 0532 0130 00", "swiftCode": "deutdeff", "region": "Hessen",
        "city": "Frankfurt", "postalCode": "60325", "branchAddress": "Taunusanlage 12", "personalAddress": "Am Ring 1" });
    let account = add(&ann, bank(details)).await;
    let own = json!({ "accountNumber": "000 123 456 789", "abaRoutingNumber": "021000021", "bankName": "  Chase " });
    let own = add(&ann, bank(own)).await;
    let card = add(&ann, bank(json!({ "cardNumber": "4111 1111 1111 1111" }))).await;
    let wallet = add(&ann, wallet()).await;

    let list = saved(&ann).await;
    assert_eq!(list, [wallet.ok(), card.ok(), own.ok(), account.ok()].map(Clone::clone), "the newest first");
    let account = account.ok();
    assert_eq!((&account["type"], &account["accountNumber"]), (&json!("card"), &json!("****3000")));
    assert_eq!((&account["swiftCode"], &account["city"]), (&json!("DEUTDEFF"), &json!("Frankfurt")));
    assert_eq!((&own.ok()["accountNumber"], &own.ok()["bankName"]), (&json!("****6789"), &json!("Chase")));
    assert_eq!((&card.ok()["cardNumber"], &card.ok()["accountNumber"]), (&json!("****1111"), &Value::Null));
    let wallet = wallet.ok();
    assert_eq!(
        (&wallet["type"], &wallet["chain"], &wallet["currency"]),
        (&json!("wallet"), &json!("tron"), &json!("USDT"))
    );
    assert_eq!((&wallet["address"], &wallet["bankName"]), (&json!("****Lj6t"), &Value::Null));
    let shown = Value::Array(list).to_string();
    for whole in [IBAN, "0532013000", "000123456789", CARD, TRON] {
        assert!(!shown.contains(whole), "{whole} is shown");
    }
    let wallets = ann.call("POST /UserAccount/SelectCardNo", json!({ "type": "wallet" })).await;
    assert_eq!(wallets.ok(), &json!([wallet]));

    for (id, whole) in
        [(&account["id"], IBAN), (&own.ok()["id"], "000123456789"), (&card.ok()["id"], CARD), (&wallet["id"], TRON)]
    {
        assert_eq!(destination(&ann, id).await.unwrap().number().whole(), whole);
    }
    let Some(Destination::Bank(found)) = destination(&ann, &account["id"]).await else { panic!("a bank account") };
    assert_eq!(
        (found.branch.address.as_deref(), found.personal_address.as_deref()),
        (Some("Taunusanlage 12"), Some("Am Ring 1"))
    );
}

async fn a_customer_changes_and_deletes_what_is_saved(server: TestServer) {
    let ann = customer(&server).await;
    let account = add(&ann, bank(json!({ "accountNumber": IBAN, "city": "Berlin" }))).await.ok().clone();
    let id = &account["id"];
    assert_eq!(update(&ann, id, json!({ "accountNumber": "", "bankName": "Deutsche Bank" })).await.ok(), &account);
    let moved = update(&ann, id, json!({ "city": "", "bankName": "Commerzbank" })).await;
    let moved = moved.ok();
    assert_eq!((&moved["id"], &moved["bankName"], &moved["city"]), (id, &json!("Commerzbank"), &Value::Null));
    assert_eq!(
        (&moved["accountNumber"], &moved["createTimeTimestamp"]),
        (&account["accountNumber"], &account["createTimeTimestamp"])
    );
    assert_eq!(destination(&ann, id).await.unwrap().number().whole(), IBAN);
    let renumbered = update(&ann, id, json!({ "cardNumber": CARD })).await;
    assert_eq!((&renumbered.ok()["cardNumber"], &renumbered.ok()["accountNumber"]), (&json!("****1111"), &Value::Null));
    assert_eq!(destination(&ann, id).await.unwrap().number().whole(), CARD);
    assert_eq!(update(&ann, id, json!({ "cardNumber": CARD })).await.ok(), renumbered.ok(), "a retry changes nothing");

    let other = add(&ann, wallet()).await.ok()["id"].clone();
    let taken = add(&ann, bank(json!({ "accountNumber": IBAN }))).await.ok()["id"].clone();
    update(&ann, id, json!({ "accountNumber": IBAN })).await.refused(409, "card_exists");
    update(&ann, id, json!({ "cardNumber": "4111" })).await.refused(422, "card_number_invalid");
    update(&ann, &other, json!({ "chain": "bitcoin" })).await.refused(422, "chain_unsupported");
    assert_eq!(destination(&ann, id).await.unwrap().number().whole(), CARD, "what is refused changes nothing");

    for _ in 0..2 {
        delete(&ann, id).await.ok();
    }
    assert!(destination(&ann, id).await.is_none());
    let left: Vec<_> = saved(&ann).await.iter().map(|row| row["id"].clone()).collect();
    assert_eq!(left, [taken, other]);
    update(&ann, id, json!({ "city": "Bonn" })).await.refused(404, "card_unknown");
    let again = add(&ann, bank(json!({ "cardNumber": CARD }))).await;
    assert_ne!(&again.ok()["id"], id, "what was deleted does not come back");
}

async fn the_same_account_is_saved_once_however_often_it_is_sent(server: TestServer) {
    let ann = customer(&server).await;
    let answers = join_all((0..8).map(|_| add(&ann, wallet()))).await;
    assert!(answers.iter().all(|answer| answer.ok() == answers[0].ok()), "each repeat gets the one that is there");
    let first = add(&ann, bank(json!({ "accountNumber": IBAN }))).await;
    let grouped = add(&ann, bank(json!({ "accountNumber": "de89 3704 0044 0532 0130 00" }))).await;
    assert_eq!(grouped.ok(), first.ok());
    let renamed = add(&ann, bank(json!({ "accountNumber": IBAN, "bankName": "Other" }))).await;
    renamed.refused(409, "card_exists");
    assert_eq!(saved(&ann).await.len(), 2);
    let bo = customer(&server).await;
    assert_ne!(add(&bo, wallet()).await.ok()["id"], answers[0].ok()["id"], "customers may share an account");
}

async fn every_change_wants_the_pay_password(server: TestServer) {
    let ann = server.register().await;
    add(&ann, wallet()).await.refused(409, "pay_password_not_set");
    ann.set_pay_password(PAY_PASSWORD).await;
    let id = add(&ann, wallet()).await.ok()["id"].clone();
    let wrong = |body: Value| with(body, json!({ "payPassword": "135791" }));
    let calls = [
        ("POST /UserAccount/addCardNo", bank(json!({ "accountNumber": IBAN }))),
        ("POST /UserAccount/UpdateCardNo", json!({ "id": id, "currency": "TRX" })),
        ("POST /UserAccount/delete-card", json!({ "id": id })),
    ];
    for (call, body) in &calls {
        ann.call(call, with(body.clone(), json!({ "payPassword": null }))).await.refused(422, "body_invalid");
        let refused = ann.call(call, wrong(body.clone())).await;
        refused.refused(422, "pay_password_wrong");
        assert_eq!(refused.json["data"]["field"], "payPassword");
    }
    assert_eq!(saved(&ann).await.len(), 1);
    // The tries are counted together, and with those of transfers.
    ann.call("POST /UserAccount/delete-card", wrong(json!({ "id": id }))).await.refused(422, "pay_password_wrong");
    ann.call("POST /UserAccount/delete-card", wrong(json!({ "id": id }))).await.refused(429, "pay_password_locked");
    delete(&ann, &id).await.refused(429, "pay_password_locked");
    assert_eq!(saved(&ann).await.len(), 1);
}

async fn what_cannot_be_paid_to_is_refused(server: TestServer) {
    let ann = customer(&server).await;
    let table = [
        (bank(json!({})), "one_number_required", "accountNumber"),
        (bank(json!({ "accountNumber": IBAN, "cardNumber": CARD })), "one_number_required", "accountNumber"),
        (bank(json!({ "accountNumber": "DE88370400440532013000" })), "iban_invalid", "accountNumber"),
        (bank(json!({ "accountNumber": "000123456789" })), "routing_required", "swiftCode"),
        (bank(json!({ "accountNumber": IBAN, "swiftCode": "DEUTXXFF" })), "swift_code_invalid", "swiftCode"),
        (bank(json!({ "accountNumber": IBAN, "bankName": "" })), "field_required", "bankName"),
        (bank(json!({ "accountNumber": IBAN, "city": "x".repeat(36) })), "text_too_long", "city"),
        (bank(json!({ "cardNumber": "4111111111111112" })), "card_number_invalid", "cardNumber"),
        (with(wallet(), json!({ "currency": "DOGE" })), "currency_unsupported", "currency"),
        (with(wallet(), json!({ "chain": "bitcoin" })), "chain_unsupported", "chain"),
        (with(wallet(), json!({ "address": TRON.to_lowercase() })), "address_invalid", "address"),
        (with(wallet(), json!({ "address": "" })), "field_required", "address"),
    ];
    for (body, word, field) in table {
        let refused = add(&ann, body.clone()).await;
        refused.refused(422, word);
        assert_eq!(refused.json["data"]["field"], field, "{body}");
        assert!(!refused.json.to_string().contains("1111111"), "no refusal repeats a number: {}", refused.json);
    }
    add(&ann, with(wallet(), json!({ "type": "cheque" }))).await.refused(422, "body_invalid");
    assert!(saved(&ann).await.is_empty());
}

async fn nobody_touches_the_accounts_of_somebody_else(server: TestServer) {
    let (ann, bo) = (customer(&server).await, customer(&server).await);
    let hers = add(&ann, wallet()).await.ok().clone();
    let id = &hers["id"];
    update(&bo, id, json!({ "currency": "TRX" })).await.refused(404, "card_unknown");
    delete(&bo, id).await.refused(404, "card_unknown");
    delete(&ann, &json!("one")).await.refused(404, "card_unknown");
    assert!(saved(&bo).await.is_empty() && destination(&bo, id).await.is_none());
    assert_eq!(saved(&ann).await, [hers]);
}

async fn twenty_accounts_are_saved_at_most(server: TestServer) {
    let ann = customer(&server).await;
    let own = |number: usize| bank(json!({ "accountNumber": format!("00012345{number:02}"), "swiftCode": "CHASUS33" }));
    for number in 0..18 {
        add(&ann, own(number)).await.ok();
    }
    let answers = join_all((18..24).map(|number| add(&ann, own(number)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 2);
    let refused = answers.iter().find(|answer| answer.status != 200).unwrap();
    refused.refused(409, "too_many_cards");
    assert_eq!(refused.json["data"]["detail"]["maximum"], 20);
    add(&ann, own(0)).await.ok();
    let oldest = saved(&ann).await.last().unwrap()["id"].clone();
    delete(&ann, &oldest).await.ok();
    add(&ann, wallet()).await.ok();
}

async fn the_customer_is_told_by_mail(server: TestServer) {
    let ann = customer(&server).await;
    let body = bank(json!({ "accountNumber": IBAN, "bankName": "Call +1 555 0100" }));
    let headers = [("Accept-Language", "zh-Hans")];
    let added = server.send("POST /UserAccount/addCardNo", &body, Some(&ann.token), &headers).await;
    let mail = server.mail_to(&ann.email).unwrap();
    assert!(mail.contains("新增了一个") && mail.contains("\r\n    ****3000\r\n"), "{mail}");
    assert!(!mail.contains("Call"), "a thief's words are not in it");
    update(&ann, &added.ok()["id"], json!({ "cardNumber": CARD })).await.ok();
    let mail = server.mail_to(&ann.email).unwrap();
    assert!(mail.contains("was changed") && mail.contains("\r\n    ****1111\r\n"), "{mail}");
    for secret in [IBAN, CARD, PAY_PASSWORD] {
        assert!(!mail.contains(secret));
    }
}

#[tokio::test]
async fn nothing_is_saved_that_the_customer_cannot_be_told_of() {
    for database in [Database::Sqlite, Database::Postgres] {
        let mails = MailServer::start().await;
        let server = TestServer::start_with(database, plumbline::clock::Clock::System, &["--mail", &mails.url]).await;
        let email = "ann@plumbline.example";
        server.call("POST /getEmailCode", json!({ "email": email, "scene": "register" })).await.ok();
        let code = crate::support::code_in(&mails.delivered()[0].text);
        let body = json!({ "email": email, "code": code, "password": "correct horse" });
        let token = server.call("POST /register/email", body).await.ok()["token"].as_str().unwrap().to_owned();
        let call = async |call: &str, body: Value| server.send(call, &body, Some(&token), &[]).await;
        call("POST /settingPayPassword", json!({ "payPassword": PAY_PASSWORD, "password": "correct horse" }))
            .await
            .ok();
        let id = call("POST /UserAccount/addCardNo", wallet()).await.ok()["id"].clone();
        assert_eq!(mails.delivered().len(), 2);

        mails.refuse(true);
        let iban = bank(json!({ "accountNumber": IBAN }));
        call("POST /UserAccount/addCardNo", iban.clone()).await.refused(503, "mail_unavailable");
        let change = json!({ "id": id, "currency": "TRX", "payPassword": PAY_PASSWORD });
        call("POST /UserAccount/UpdateCardNo", change).await.refused(503, "mail_unavailable");
        let list = call("POST /UserAccount/SelectCardNo", json!({})).await;
        assert_eq!((list.ok().as_array().unwrap().len(), &list.ok()[0]["currency"]), (1, &json!("USDT")));
        mails.refuse(false);
        call("POST /UserAccount/addCardNo", iban).await.ok();
    }
}

#[test]
fn details_do_not_print_their_numbers() {
    let details: PayoutDetails =
        serde_json::from_value(json!({ "accountNumber": IBAN, "cardNumber": CARD, "address": TRON })).unwrap();
    let printed = format!("{details:?}");
    assert!([IBAN, CARD, TRON].into_iter().all(|whole| !printed.contains(whole)), "{printed}");
}
