//! Customers' pictures are kept while a record needs them, and deleted afterwards.

use plumbline::clock::Clock;
use plumbline::files::{FileId, rows};
use plumbline::kyc::{forget::forget, store};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::files::{DAY, account, sent};
use crate::support::{Customer, Database, PAY_PASSWORD, TestServer};

fn stored(server: &TestServer) -> usize {
    std::fs::read_dir(server.data_dir().join("files")).unwrap().count()
}

#[tokio::test]
async fn what_no_request_names_goes_after_a_day() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let (ann, files) = (server.register().await, &server.app.files);
    let (named, named_url) = sent(&ann).await;
    let (unnamed, unnamed_url) = sent(&ann).await;
    ann.upload(b"no picture".to_vec()).await.refused(415, "picture_unsupported");
    let deposit = |proof: &str| json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": proof });
    ann.call("POST /recharge/create", deposit(&named_url)).await.ok();
    clock.advance(DAY - UnixMillis::HOUR);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (0, 2));
    clock.advance(UnixMillis::HOUR);
    files.tidy().await.unwrap();
    // It cannot be read or named from now on, and is removed from the store a little later.
    ann.call("POST /file/link", json!({ "id": unnamed.to_string() })).await.refused(404, "file_unknown");
    ann.call("POST /recharge/create", deposit(&unnamed_url)).await.refused(422, "proof_url_invalid");
    assert_eq!(stored(&server), 2);
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (2, 1), "with the one that was none");
    assert_eq!(files.tidy().await.unwrap(), 0);
    ann.call("POST /file/link", json!({ "id": named.to_string() })).await.ok();
}

#[tokio::test]
async fn what_a_refused_request_named_goes_after_a_day() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &["--autopilot-seconds", "off"]).await;
    let (ann, files) = (server.register().await, &server.app.files);
    ann.call("POST /updateReal", ann.id_card("C01X00T47129", "Ann").await).await.ok();
    clock.advance(UnixMillis::HOUR);
    let other = ann.id_card("C01X00T47130", "Ann").await;
    ann.call("POST /updateReal", other).await.refused(409, "identity_under_review");
    clock.advance(DAY - 1);
    files.tidy().await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (0, 4), "for a day they may be needed yet");
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (2, 2));
    for _ in 0..100 {
        clock.advance(DAY);
        assert_eq!(files.tidy().await.unwrap(), 0, "what is under review is needed");
    }
}

/// An unsuccessful check and a cancelled deposit lose their pictures; successful records keep them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_of_what_came_to_nothing_go_within_thirty_days() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let (ann, bo, files) = (server.register().await, server.register().await, &server.app.files);
    bo.verify().await;
    assert_eq!(bo.kyc().await["imagesUntilTimestamp"], Value::Null);
    let refused = ann.call("POST /api/user/userSet/applyStatus", json!({})).await.ok()["paperRefusedName"].clone();
    ann.call("POST /updateReal", ann.id_card("C01X00T47129", refused.as_str().unwrap()).await).await.ok();
    let reviewed = ann.reviewed().await;
    let moment = |name: &str| reviewed[name].as_str().unwrap().parse::<i64>().unwrap();
    assert_eq!(moment("imagesUntilTimestamp") - moment("reviewTimestamp"), 30 * DAY);
    let deposit = |proof: &str| json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": proof });
    let called_off = ann.call("POST /recharge/create", deposit(&sent(&ann).await.1)).await.ok()["id"].clone();
    ann.call("POST /recharge/cancel", json!({ "id": called_off })).await.ok();
    bo.call("POST /recharge/create", deposit(&sent(&bo).await.1)).await.ok();
    let shows_proof = async |of: &Customer<'_>| {
        of.call("POST /recharge/listPage", json!({})).await.ok()["list"][0]["proofUrl"].is_string()
    };
    assert_eq!((shows_proof(&ann).await, shows_proof(&bo).await), (true, true));

    clock.advance(29 * DAY);
    files.tidy().await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (0, 6));
    // In the rhythm of the rounds, the last check but one is just before the deadline.
    clock.advance(DAY / 2);
    files.tidy().await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (3, 3));
    assert!(clock.now().0 < moment("imagesUntilTimestamp"), "as the customer was told");
    assert_eq!((shows_proof(&ann).await, shows_proof(&bo).await), (false, true), "no link to what is gone");
    clock.advance(300 * DAY);
    files.tidy().await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (0, 3));
}

/// With the typed names and numbers; later submissions stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_unsuccessful_check_said_goes_when_the_operator_says() {
    let clock = Clock::manual(Clock::System.now());
    let flags = ["--refused-identity-days", "7"];
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &flags).await;
    let (ann, bo, desk) = (server.register().await, server.register().await, &server.app.desk);
    let refused = ann.call("POST /api/user/userSet/applyStatus", json!({})).await.ok()["paperRefusedName"].clone();
    for (customer, number) in [(&ann, "C01X00T47129"), (&bo, "C01X00T47130")] {
        let card = customer.id_card(number, refused.as_str().unwrap()).await;
        customer.call("POST /updateReal", card).await.ok();
        assert_eq!(customer.reviewed().await["kycStatus"], 3);
    }
    let opened = async |customer: &Customer<'_>| {
        let account = account(&server, customer).await;
        let check = store::of_account(&mut server.app.db.read().await.unwrap(), account).await.unwrap().unwrap();
        desk.open(&check).is_ok()
    };
    clock.advance(6 * DAY);
    assert_eq!((forget(desk).await.unwrap(), opened(&ann).await), (0, true));
    bo.verify().await;
    clock.advance(DAY);
    assert_eq!((forget(desk).await.unwrap(), opened(&ann).await, opened(&bo).await), (1, false, true));
    server.app.files.tidy().await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    server.app.files.tidy().await.unwrap();
    assert_eq!(stored(&server), 2, "those of the check that came to something");
    clock.advance(20 * DAY);
    assert_eq!((forget(desk).await.unwrap(), opened(&bo).await), (0, true));
    assert_eq!(ann.kyc().await["kycStatus"], 3);
    ann.verify().await;
    assert!(opened(&ann).await);
}

/// For reviewers of destinations.
#[tokio::test]
async fn the_picture_of_a_saved_card_stays_as_long_as_the_card() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let (ann, files) = (server.register().await, &server.app.files);
    ann.set_pay_password(PAY_PASSWORD).await;
    let (picture, url) = sent(&ann).await;
    let (_, unnamed) = sent(&ann).await;
    let card = json!({ "type": "card", "bankName": "Deutsche Bank", "accountName": "Ann Lee",
        "accountNumber": "DE89370400440532013000", "imageUrl": url, "payPassword": PAY_PASSWORD });
    let saved = ann.call("POST /UserAccount/addCardNo", card).await.ok().clone();
    for _ in 0..10 {
        clock.advance(DAY);
        files.tidy().await.unwrap();
    }
    assert_eq!(stored(&server), 1, "and what nothing names is gone: {unnamed}");
    ann.call("POST /file/link", json!({ "id": picture.to_string() })).await.ok();
    let delete = json!({ "id": saved["id"], "payPassword": PAY_PASSWORD });
    ann.call("POST /UserAccount/delete-card", delete).await.ok();
    clock.advance(10 * UnixMillis::MINUTE);
    files.tidy().await.unwrap();
    assert_eq!(stored(&server), 0);
}

/// After a kill at any point, a later round leaves nothing behind: before its object is stored there is only the row,
/// then both, and after the object is gone only the row again.
#[tokio::test]
async fn what_a_killed_server_leaves_behind_goes() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let (ann, files) = (server.register().await, &server.app.files);
    let account = account(&server, &ann).await;
    let mut killed = Vec::new();
    for with_object in [false, true] {
        let mut tx = server.app.db.begin().await.unwrap();
        let file = FileId(server.app.ids.next());
        rows::begin(&mut tx, file, account, clock.now(), clock.now().plus(DAY)).await.unwrap();
        tx.commit().await.unwrap();
        if with_object {
            files.objects.put(file, b"sealed".to_vec()).await.unwrap();
        }
        ann.call("POST /file/link", json!({ "id": file.to_string() })).await.refused(404, "file_unknown");
        assert!(files.owned(account, &file.path()).await.unwrap().is_none(), "what did not arrive is nobody's");
        killed.push(file);
    }
    let (gone, _) = sent(&ann).await;
    clock.advance(DAY);
    files.tidy().await.unwrap();
    files.objects.remove(gone).await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!((files.tidy().await.unwrap(), stored(&server)), (3, 0));
}
