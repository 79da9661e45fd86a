//! Customers prove their identity: immediate refusals, the review's results, and the secrecy of the data.

use plumbline::clock::Clock;
use plumbline::kyc::retag::retag;
use plumbline::ledger::audit;
use plumbline::{execute, fetch_one, statements};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, Database, PAY_PASSWORD, TestServer, uuid};

on_both_databases! {
    a_customer_is_verified_and_told,
    an_unsuccessful_check_can_be_sent_again,
    a_document_verifies_one_account_and_nobody_hears_whose,
    a_passport_of_china_verifies_one_account_whatever_place_is_typed,
    a_document_that_was_told_apart_in_another_way_still_verifies_one_account,
    what_is_wrong_is_refused_at_once,
    a_passport_is_read_by_its_lines,
    a_service_is_opened_to_the_verified,
    who_is_not_verified_cannot_withdraw,
    countries_are_named_in_the_readers_language,
}

const NUMBER: &str = "C01X00T47129";

async fn submit(customer: &Customer<'_>, body: &Value) -> Value {
    customer.call("POST /updateReal", body.clone()).await.ok().clone()
}

fn with(body: &Value, changes: Value) -> Value {
    let mut body = body.clone();
    body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    body
}

/// The newest notice of the inbox.
async fn newest_notice(customer: &Customer<'_>, language: &str) -> Value {
    let token = Some(customer.token.as_str());
    let call = "GET /userMessage/getMessage";
    customer.server.send(call, &Value::Null, token, &[("Accept-Language", language)]).await.ok()["list"][0].clone()
}

async fn a_customer_is_verified_and_told(server: TestServer) {
    let ann = server.register().await;
    let none = ann.kyc().await;
    assert_eq!((&none["kycStatus"], &none["submitTimestamp"], &none["reasons"]), (&json!(0), &json!(null), &json!([])));
    let (card, key) = (ann.id_card(NUMBER, "Wolfhart").await, uuid());
    let sent = ann.call_with_key("POST /updateReal", card.clone(), &key).await;
    let moment = |field: &str| sent.ok()[field].as_str().unwrap().parse::<i64>().unwrap();
    assert_eq!((&sent.ok()["kycStatus"], &sent.ok()["overdue"]), (&json!(1), &json!(false)));
    assert_eq!(moment("reviewUntilTimestamp") - moment("submitTimestamp"), 86_400_000);
    assert_eq!(ann.call_with_key("POST /updateReal", card.clone(), &key).await.ok(), sent.ok(), "a repeat");
    let other = with(&card, json!({ "documentNumber": "C01X00T47130" }));
    ann.call_with_key("POST /updateReal", other, &key).await.refused(409, "idempotency_conflict");

    let reviewed = ann.reviewed().await;
    assert_eq!((&reviewed["kycStatus"], &reviewed["reviewedBy"]), (&json!(2), &json!("autopilot")));
    assert_eq!((&reviewed["reviewUntilTimestamp"], &reviewed["country"]), (&json!(null), &json!("DE")));
    assert_eq!(ann.call("POST /api/user/info", json!({})).await.ok()["kycStatus"], 2);
    let told = newest_notice(&ann, "en").await;
    assert_eq!((&told["kind"], &told["subject"]), (&json!("identity_verified"), &json!("identity")));
    ann.call("POST /updateReal", card).await.refused(409, "identity_verified");

    // Neither the typed data nor the reply to it is stored unencrypted.
    for entry in std::fs::read_dir(server.data_dir()).unwrap().map(Result::unwrap) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("plumbline.db") {
            let bytes = std::fs::read(entry.path()).unwrap();
            for typed in [NUMBER, "Wolfhart", "1990-02-28"] {
                let found = bytes.windows(typed.len()).any(|window| window == typed.as_bytes());
                assert!(!found, "{typed} is in {name}");
            }
        }
    }
}

async fn an_unsuccessful_check_can_be_sent_again(server: TestServer) {
    let ann = server.register().await;
    let applications = ann.call("POST /api/user/userSet/applyStatus", json!({})).await;
    let refused = applications.ok()["paperRefusedName"].as_str().unwrap().to_owned();
    let card = ann.id_card(NUMBER, &refused).await;
    submit(&ann, &card).await;
    ann.call("POST /updateReal", card.clone()).await.refused(409, "identity_under_review");
    let reviewed = ann.reviewed().await;
    assert_eq!((&reviewed["kycStatus"], &reviewed["reason"]), (&json!(3), &json!("name_differs")));
    assert_eq!(reviewed["reasons"], json!(["name_differs"]));
    let told = newest_notice(&ann, "zh-Hant").await;
    assert_eq!(told["kind"], "identity_unsuccessful");
    assert!(told["content"].as_str().unwrap().contains("證件上的姓名與填寫的不一致"), "{told}");
    submit(&ann, &with(&card, json!({ "firstName": "Ann" }))).await;
    assert_eq!(ann.reviewed().await["kycStatus"], 2);
}

async fn a_document_verifies_one_account_and_nobody_hears_whose(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    submit(&ann, &ann.id_card(NUMBER, "Ann").await).await;
    assert_eq!(ann.reviewed().await["kycStatus"], 2);
    // The typed form of the number does not matter.
    submit(&bo, &bo.id_card("c01x-00t-47129", "Bo").await).await;
    let reviewed = bo.reviewed().await;
    assert_eq!((&reviewed["kycStatus"], &reviewed["reasons"]), (&json!(3), &json!(["document_in_use"])));
    let told = newest_notice(&bo, "en").await.to_string();
    assert!(!told.contains(&ann.user_id) && !told.contains("another"), "{told}");
}

/// China's passports are those of Hong Kong and Macau too, and a card's number may be typed as Macau's.
async fn a_passport_of_china_verifies_one_account_whatever_place_is_typed(server: TestServer) {
    for (place, status) in [("CN", 2), ("HK", 3), ("MO", 3)] {
        let customer = server.register().await;
        let passport = json!({ "documentType": 2, "firstName": "Anna Maria", "lastName": "Eriksson", "country": place,
            "documentNumber": "L898902C3", "frontUrl": customer.image().await,
            "mrzLine1": "P<CHNERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
            "mrzLine2": "L898902C36D<<7408122F3204153ZE184226B<<<<<16" });
        submit(&customer, &passport).await;
        assert_eq!(customer.reviewed().await["kycStatus"], status, "{place}");
    }
    for (place, status) in [("HK", 2), ("MO", 3)] {
        let customer = server.register().await;
        let card = with(&customer.id_card("A123456(3)", "Bo").await, json!({ "country": place }));
        submit(&customer, &card).await;
        assert_eq!(customer.reviewed().await["kycStatus"], status, "{place}");
    }
}

statements! {
    OTHER_TAG: "UPDATE identity_checks SET tag = $1 WHERE status = 2";
    OTHER_CLAIM: "UPDATE document_claims SET tag = $1";
    /// As the update to this version does.
    LEFT: "INSERT INTO documents_to_retag (account_id) SELECT account_id FROM identity_checks WHERE status IN (1, 2)";
    CLAIMS: "SELECT COUNT(*) FROM document_claims";
}

/// Tagged by an older version with the place that was typed.
async fn a_document_that_was_told_apart_in_another_way_still_verifies_one_account(server: TestServer) {
    let card = async |customer: &Customer<'_>| {
        let card = with(&customer.id_card("A123456(3)", "Bo").await, json!({ "country": "HK" }));
        submit(customer, &card).await;
        customer.reviewed().await["kycStatus"].clone()
    };
    let (ann, bo) = (server.register().await, server.register().await);
    assert_eq!(card(&ann).await, 2);
    let (db, old) = (&server.app.db, "ab".repeat(32));
    let mut tx = db.begin().await.unwrap();
    execute!(&mut tx, OTHER_TAG, &old).unwrap();
    execute!(&mut tx, OTHER_CLAIM, &old).unwrap();
    execute!(&mut tx, LEFT).unwrap();
    tx.commit().await.unwrap();
    for _ in 0..2 {
        retag(&server.app.desk).await.unwrap();
    }
    let claims = fetch_one!(&mut db.read().await.unwrap(), (i64,), CLAIMS).unwrap().0;
    assert_eq!(claims, 1, "it is claimed by what it is told apart by now");
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
    assert_eq!(card(&bo).await, 3);
    assert_eq!(bo.kyc().await["reasons"], json!(["document_in_use"]));
    assert_eq!(ann.kyc().await["kycStatus"], 2);
}

async fn what_is_wrong_is_refused_at_once(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let card = ann.id_card(NUMBER, "Ann").await;
    let hong_kong = with(&card, json!({ "country": "HK", "documentNumber": "A123456(3)" }));
    let passport = with(&card, json!({ "documentType": 2 }));
    for (body, changes, status, word, field) in [
        (&card, json!({ "documentType": 3 }), 422, "document_type_unknown", "documentType"),
        (&card, json!({ "country": "ZZ" }), 422, "country_unknown", "country"),
        (&card, json!({ "firstName": " " }), 422, "name_invalid", "firstName"),
        (&card, json!({ "lastName": "L\u{202e}ee" }), 422, "name_invalid", "lastName"),
        (&card, json!({ "documentNumber": "?" }), 422, "document_number_invalid", "documentNumber"),
        (&card, json!({ "birthDate": null }), 422, "birth_date_required", "birthDate"),
        (&card, json!({ "birthDate": "1990-02-30" }), 422, "birth_date_invalid", "birthDate"),
        (&card, json!({ "birthDate": "2020-01-01" }), 422, "underage", "birthDate"),
        (&card, json!({ "backUrl": null }), 422, "field_required", "backUrl"),
        (&card, json!({ "backUrl": card["frontUrl"] }), 422, "image_repeated", "backUrl"),
        (&card, json!({ "frontUrl": "/file/1" }), 404, "file_unknown", "frontUrl"),
        (&card, json!({ "frontUrl": bo.image().await }), 404, "file_unknown", "frontUrl"),
        (&hong_kong, json!({ "documentNumber": "A123456(4)" }), 422, "document_number_invalid", "documentNumber"),
        (&hong_kong, json!({ "country": "TW" }), 422, "document_number_invalid", "documentNumber"),
        (&passport, json!({}), 422, "mrz_required", "mrzLine1"),
        (&passport, json!({ "mrzLine1": "P<", "mrzLine2": "7" }), 422, "mrz_invalid", "mrzLine2"),
    ] {
        let answer = ann.call("POST /updateReal", with(body, changes.clone())).await;
        answer.refused(status, word);
        assert_eq!(answer.json["data"]["field"], field, "{changes}");
    }
    assert_eq!(ann.kyc().await["kycStatus"], 0, "nothing of it was sent");
    submit(&ann, &hong_kong).await;
}

/// The specimen of ICAO 9303 as a passport of Germany that expires in 2032.
async fn a_passport_is_read_by_its_lines(server: TestServer) {
    let ann = server.register().await;
    let image = ann.image().await;
    let passport = json!({ "documentType": 2, "firstName": "Anna Maria", "lastName": "Eriksson", "country": "DE",
        "documentNumber": "L898902C3", "frontUrl": image,
        "mrzLine1": "P<D<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
        "mrzLine2": "L898902C36D<<7408122F3204153ZE184226B<<<<<16" });
    for (changes, word, field) in [
        (json!({ "documentNumber": "L898902C4" }), "document_number_differs", "documentNumber"),
        (json!({ "lastName": "Ericsson" }), "name_differs", "lastName"),
        (json!({ "country": "SE" }), "country_differs", "country"),
        (json!({ "birthDate": "1974-08-13" }), "birth_date_differs", "birthDate"),
        (json!({ "mrzLine2": "L898902C36UTO7408122F1204159ZE184226B<<<<<10" }), "document_expired", "mrzLine2"),
        (json!({ "mrzLine2": "L898902C36D<<7408122F3204153ZE184226B<<<<<17" }), "mrz_invalid", "mrzLine2"),
    ] {
        let answer = ann.call("POST /updateReal", with(&passport, changes)).await;
        answer.refused(422, word);
        assert_eq!(answer.json["data"]["field"], field);
    }
    assert_eq!(submit(&ann, &passport).await["documentType"], 2);
    assert_eq!(ann.reviewed().await["kycStatus"], 2);
}

async fn a_service_is_opened_to_the_verified(server: TestServer) {
    let ann = server.register().await;
    let (call, blocks) = ("POST /userCenter/apply/service", json!({ "service": "blockTrade" }));
    ann.call(call, json!({ "service": "loans" })).await.refused(422, "service_unknown");
    ann.call(call, blocks.clone()).await.refused(409, "kyc_required");
    ann.verify().await;
    let status = async || ann.call("POST /api/user/userSet/applyStatus", json!({})).await.ok()["blockTrade"].clone();
    assert_eq!(status().await["status"], 0);
    assert_eq!(ann.call(call, blocks.clone()).await.ok()["status"], 1);
    ann.call(call, blocks.clone()).await.refused(409, "service_under_review");
    for _ in 0..600 {
        if status().await["status"] != 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!((&status().await["status"], &status().await["reviewedBy"]), (&json!(2), &json!("autopilot")));
    assert_eq!(ann.call("POST /api/user/info", json!({})).await.ok()["blockTradeStatus"], 2);
    assert_eq!(newest_notice(&ann, "en").await["kind"], "service_opened");
    ann.call(call, blocks).await.refused(409, "service_opened");
}

async fn who_is_not_verified_cannot_withdraw(server: TestServer) {
    let ann = server.register().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron",
        "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "payPassword": PAY_PASSWORD });
    let account = ann.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    let body = json!({ "method": "wallet", "accountId": account, "currency": "USDT", "amount": "10",
        "payPassword": PAY_PASSWORD });
    let (call, key) = ("POST /withdrawal/withdrawal-apply", uuid());
    ann.call_with_key(call, body.clone(), &key).await.refused(409, "kyc_required");
    ann.verify().await;
    ann.call_with_key(call, body, &key).await.refused(409, "insufficient_funds");
}

async fn countries_are_named_in_the_readers_language(server: TestServer) {
    let listed = async |language: &str| {
        let answer = server.send("GET /areaInfo/list", &Value::Null, None, &[("Accept-Language", language)]).await;
        let rows = answer.ok().as_array().unwrap().clone();
        rows.into_iter().find(|row| row["country"] == "HK").unwrap()
    };
    let english = listed("en").await;
    assert_eq!((&english["name"], &english["dialCode"]), (&json!("Hong Kong"), &json!("852")));
    assert_eq!(listed("zh-Hant").await["name"], "香港");
    assert_eq!(listed("zh-Hans").await["nameZhHant"], "香港");
}

/// There is no review, and a day passes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_that_takes_too_long_is_said_to() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &["--autopilot-seconds", "off"]).await;
    let ann = server.register().await;
    submit(&ann, &ann.id_card(NUMBER, "Ann").await).await;
    assert_eq!(ann.kyc().await["overdue"], false);
    clock.advance(86_400_001);
    let kyc = ann.kyc().await;
    assert_eq!((&kyc["kycStatus"], &kyc["overdue"]), (&json!(1), &json!(true)));
}
