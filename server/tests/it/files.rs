//! Customers' pictures: their readers, the stored form and its retention.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::files::links::Reader;
use plumbline::files::{FileId, rotate, rows, seal};
use plumbline::sealing::{Sealer, SealingFlags, rounds};
use plumbline_core::time::UnixMillis;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::support::{Customer, Database, TestServer, pictures};
use crate::{on_both_databases, while_time_stands_still};

on_both_databases! {
    a_picture_is_drawn_anew_and_read_by_its_owner_alone,
    a_proof_of_payment_is_a_file_of_ones_own,
    what_was_sealed_before_a_key_came_and_is_stored_behind_it_is_sealed_anew,
}

while_time_stands_still! {
    every_reading_is_on_record_once_a_minute,
}

pub const DAY: i64 = UnixMillis::DAY;

pub async fn sent(customer: &Customer<'_>) -> (FileId, String) {
    let answer = customer.upload(pictures::jpeg(40, 30)).await;
    let text = |name: &str| answer.ok()[name].as_str().unwrap().to_owned();
    (text("id").parse().unwrap(), text("url"))
}

async fn a_picture_is_drawn_anew_and_read_by_its_owner_alone(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let original = pictures::jpeg(40, 30);
    let answer = ann.upload(original.clone()).await;
    let url = answer.ok()["url"].as_str().unwrap().to_owned();
    let read = server.fetch(&url, Some(&ann.token)).await;
    assert_eq!(read.status(), 200);
    let header = |name: &str| read.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "image/jpeg");
    assert_eq!(
        header("content-disposition"),
        format!("inline; filename=\"{}.jpg\"", answer.ok()["id"].as_str().unwrap())
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(header("cache-control"), "private, no-store");
    let served = read.bytes().await.unwrap();
    let image = image::load_from_memory_with_format(&served, image::ImageFormat::Jpeg).unwrap();
    assert_eq!((image.width(), image.height()), (40, 30));
    assert_ne!(served, original);

    let error = async |path: &str, token: Option<&str>| {
        let answer = server.send(&format!("GET {path}"), &Value::Null, token, &[]).await;
        (answer.status, answer.error().to_owned())
    };
    let unknown = (404, "file_unknown".to_owned());
    assert_eq!(error(&url, None).await, (401, "session_required".to_owned()));
    assert_eq!(error(&url, Some(&bo.token)).await, unknown, "a link is its reader's alone");
    assert_eq!(error(&format!("{url}0"), Some(&ann.token)).await, unknown);
    let (path, query) = url.split_once('?').unwrap();
    assert_eq!(error(path, Some(&ann.token)).await, (422, "query_invalid".to_owned()));
    let (expires, signature) = query.split_once('&').unwrap();
    let later: i64 = expires.trim_start_matches("expires=").parse::<i64>().unwrap() + 1;
    assert_eq!(error(&format!("{path}?expires={later}&{signature}"), Some(&ann.token)).await, unknown);
    assert_eq!(error(&format!("/file/1?{query}"), Some(&ann.token)).await, unknown);
    assert_eq!(error(&format!("{path}x?{query}"), Some(&ann.token)).await, unknown);
    // Bo's own link leads to bo's own file.
    let (theirs, _) = sent(&bo).await;
    let forged = server.app.files.link(theirs, Reader::Owner(account(&server, &ann).await));
    assert_eq!(error(&forged, Some(&ann.token)).await, unknown, "a good signature makes nobody an owner");
}

pub async fn account(server: &TestServer, customer: &Customer<'_>) -> plumbline_core::ids::AccountId {
    let session = server.app.sessions.authenticate(&customer.token).await.unwrap();
    session.expect("the customer is logged in").account_id
}

async fn a_proof_of_payment_is_a_file_of_ones_own(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let (file, url) = sent(&ann).await;
    let deposit = |proof: &str| json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": proof });
    bo.call("POST /recharge/create", deposit(&url)).await.refused(422, "proof_url_invalid");
    for wrong in ["https://example.org/a.png", "/file/1", "javascript:alert(1)", "/file/", "//evil.example/file/1"] {
        ann.call("POST /recharge/create", deposit(wrong)).await.refused(422, "proof_url_invalid");
    }
    ann.call("POST /recharge/create", deposit("")).await.ok();
    ann.call("POST /recharge/create", deposit(&url)).await.ok();
    ann.call("POST /recharge/create", deposit(&file.path())).await.ok();
}

async fn every_reading_is_on_record_once_a_minute(server: TestServer) {
    let (ann, clock) = (server.register().await, &server.app.clock);
    clock.advance(1 - clock.now().0 % UnixMillis::MINUTE + UnixMillis::MINUTE);
    let (file, url) = sent(&ann).await;
    let reads = async || {
        let found = rows::reads(&server.app.db, file).await.unwrap();
        found.into_iter().map(|row| (row.account_id, row.reviewer, row.reason)).collect::<Vec<_>>()
    };
    assert!(reads().await.is_empty());
    for _ in 0..3 {
        assert_eq!(server.fetch(&url, Some(&ann.token)).await.status(), 200);
    }
    assert_eq!(reads().await.len(), 1, "a link is one row");
    // A list is read again every few seconds, and does not change.
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": url });
    ann.call("POST /recharge/create", deposit).await.ok();
    for _ in 0..2 {
        clock.advance(UnixMillis::MINUTE / 3);
        let listed = ann.call("POST /recharge/listPage", json!({})).await.ok()["list"][0]["proofUrl"].clone();
        assert_eq!(listed, url);
        assert_eq!(server.fetch(&url, Some(&ann.token)).await.status(), 200);
    }
    assert_eq!(reads().await.len(), 1);
    clock.advance(UnixMillis::MINUTE / 3);
    let renewed = ann.call("POST /file/link", json!({ "id": file.to_string() })).await;
    assert_eq!(server.fetch(renewed.ok()["url"].as_str().unwrap(), Some(&ann.token)).await.status(), 200);
    let reviewer = Reader::Reviewer { name: "Bo & Co", reason: "deposit 7: sender?" };
    let link = server.app.files.link(file, reviewer);
    let read = server.fetch(&link, None).await;
    assert_eq!((read.status().as_u16(), read.headers()["content-type"].as_bytes()), (200, &b"image/jpeg"[..]));
    server.call(&format!("GET {}", link.replace("Bo", "Cy")), Value::Null).await.refused(404, "file_unknown");
    let owner = account(&server, &ann).await;
    assert_eq!(
        reads().await,
        [
            (Some(owner.0), String::new(), "own".to_owned()),
            (Some(owner.0), String::new(), "own".to_owned()),
            (None, "Bo & Co".to_owned(), "deposit 7: sender?".to_owned())
        ]
    );
}

/// A server seals with the previous key, and stores the file after the rotation has read the table.
async fn what_was_sealed_before_a_key_came_and_is_stored_behind_it_is_sealed_anew(server: TestServer) {
    const STORED_WITHIN: Duration = Duration::from_secs(2);
    let (ann, app) = (server.register().await, &server.app);
    sent(&ann).await;
    let (late, owner) = (FileId(app.ids.next()), account(&server, &ann).await);
    let sealed = seal(&app.sealer, late, owner, &pictures::jpeg(8, 8));
    let before = Sealer::key_of(&sealed).unwrap();
    app.sealer.add_key().unwrap();
    let rotation = rounds::until_nothing_is_left(STORED_WITHIN, async || {
        let rotated = rotate::rotate(&app.db, &app.files.objects, &app.sealer).await?;
        Ok::<u64, rotate::RotateError>(rotated.sealed)
    });
    let storing = async {
        tokio::time::sleep(STORED_WITHIN / 2).await;
        let (now, size) = (app.clock.now(), sealed.len());
        let mut tx = app.db.begin().await.unwrap();
        rows::begin(&mut tx, late, owner, now, now.plus(DAY)).await.unwrap();
        tx.commit().await.unwrap();
        app.files.objects.put(late, sealed.clone()).await.unwrap();
        let stored = rows::Stored { at: now, key: &before, size, width: 8, height: 8, digest: "" };
        assert!(rows::stored(&app.db, late, &stored).await.unwrap());
    };
    let (rotated, ()) = tokio::join!(rotation, storing);
    assert_eq!(rotated.unwrap(), 2);
    assert_eq!(rows::keys_in_use(&app.db).await.unwrap(), [(app.sealer.newest_key(), 2)]);
}

/// All places are taken, and one is returned.
#[tokio::test]
async fn pictures_are_shown_so_many_at_a_time() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.register().await;
    let (_, url) = sent(&ann).await;
    let mut taken: Vec<_> = std::iter::from_fn(|| server.app.files.admission.show(None).ok()).take(1_000).collect();
    assert_eq!(taken.len(), 24);
    ann.call(&format!("GET {url}"), Value::Null).await.refused(503, "overloaded");
    taken.pop();
    for _ in 0..3 {
        let shown = server.fetch(&url, Some(&ann.token)).await;
        assert_eq!(shown.status(), 200);
        shown.bytes().await.unwrap();
    }
}

#[tokio::test]
async fn links_expire_and_owners_get_new_ones() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let ann = server.register().await;
    let (file, url) = sent(&ann).await;
    clock.advance(11 * UnixMillis::MINUTE);
    let link = format!("GET {url}");
    ann.call(&link, Value::Null).await.refused(410, "file_link_expired");
    let renewed = ann.call("POST /file/link", json!({ "id": file.to_string() })).await;
    let renewed = renewed.ok()["url"].as_str().unwrap().to_owned();
    assert_eq!(server.fetch(&renewed, Some(&ann.token)).await.status(), 200);
    for wrong in ["", "x", "0", "-1", "99999999999999999999"] {
        ann.call("POST /file/link", json!({ "id": wrong })).await.refused(404, "file_unknown");
    }
}

fn picture_of(bytes: usize) -> Vec<u8> {
    let mut picture = pictures::jpeg(40, 30);
    picture.resize(bytes, 0);
    picture
}

/// The product's rule: the setting times 1000 × 1024 bytes, and not one more.
#[tokio::test]
async fn a_picture_has_a_size_that_it_may_have() {
    let flags = ["--upload-size-max", "1", "--uploads-per-day", "0"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let ann = server.register().await;
    ann.upload(picture_of(1_024_000)).await.ok();
    let refused = ann.upload(picture_of(1_024_001)).await;
    refused.refused(413, "file_too_large");
    assert_eq!(refused.json["data"]["detail"]["maxBytes"], 1_024_000);
    let far = ann.upload(picture_of(1_200_000)).await;
    far.refused(413, "file_too_large");
}

#[tokio::test]
async fn an_upload_is_a_form_of_one_picture() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.register().await;
    let part = || Part::bytes(pictures::jpeg(8, 8));
    let forms = [
        Form::new(),
        Form::new().part("photo", part()),
        Form::new().part("file", part()).part("file", part()),
        Form::new().part("file", part()).text("name", "x"),
    ];
    for form in forms {
        server.send_form(form, Some(&ann.token)).await.refused(422, "upload_invalid");
    }
    ann.call("POST /file/upload", json!({ "file": "x" })).await.refused(422, "upload_invalid");
    // The file's name does not matter.
    let named =
        |name: &'static str, kind: &'static str| server.upload(pictures::png(8, 8), name, kind, Some(&ann.token));
    named("../../etc/passwd", "application/x-php").await.ok();
    named("x.svg", "image/svg+xml").await.ok();
    let html = b"<script>alert(1)</script>".to_vec();
    server.upload(html, "x.jpg", "image/jpeg", Some(&ann.token)).await.refused(415, "picture_unsupported");
    server.upload(pictures::jpeg(8, 8), "x.jpg", "image/jpeg", None).await.refused(401, "session_required");
}

#[tokio::test]
async fn a_customer_sends_so_many_pictures_a_day() {
    let clock = Clock::manual(Clock::System.now());
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &["--uploads-per-day", "3"]).await;
    let (ann, bo) = (server.register().await, server.register().await);
    sent(&ann).await;
    ann.upload(b"no picture".to_vec()).await.refused(415, "picture_unsupported");
    clock.advance(UnixMillis::HOUR);
    sent(&ann).await;
    let refused = ann.upload(pictures::jpeg(8, 8)).await;
    refused.refused(429, "uploads_used_up");
    assert_eq!(refused.headers["retry-after"], "82801", "until the first one is a day old");
    sent(&bo).await;
    clock.advance(23 * UnixMillis::HOUR);
    sent(&ann).await;
}

/// Many at once: each customer's own pictures wait for each other, and all are answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_pictures_at_once_are_all_taken() {
    let server = TestServer::start(Database::Sqlite).await;
    let (ann, bo) = (server.register().await, server.register().await);
    let uploads =
        (0..12).map(|n| if n % 2 == 0 { ann.upload(pictures::jpeg(64, 64)) } else { bo.upload(pictures::png(64, 64)) });
    for answer in futures_util::future::join_all(uploads).await {
        answer.ok();
    }
}

#[tokio::test]
async fn everything_is_sealed_with_a_new_key_while_the_server_serves() {
    let server = TestServer::start(Database::Sqlite).await;
    let (ann, app) = (server.register().await, &server.app);
    let mut before = Vec::new();
    for _ in 0..3 {
        before.push(sent(&ann).await);
    }
    let first = app.sealer.newest_key();
    let none = rotate::rotate(&app.db, &app.files.objects, &app.sealer).await.unwrap();
    assert_eq!((none.sealed, none.failed.len()), (0, 0));
    // With a sealer of its own, as the command does it.
    let command = Sealer::load(&SealingFlags::default(), &server.data_dir()).unwrap();
    command.add_key().unwrap();
    let (newer, _) = sent(&ann).await;
    let with = async |file: FileId| {
        let sealed = app.files.objects.get(file).await.unwrap().unwrap();
        Sealer::key_of(&sealed).unwrap()
    };
    assert_ne!(with(newer).await, first, "the server has taken up the new key");
    // A damaged file is named, and the others are sealed again.
    app.files.objects.put(before[1].0, b"damaged".to_vec()).await.unwrap();
    let rotated = rotate::rotate(&app.db, &app.files.objects, &command).await.unwrap();
    assert_eq!((rotated.sealed, rotated.failed.len()), (2, 1));
    assert!(rotated.failed[0].to_string().contains(&before[1].0.to_string()));
    for (file, url) in [&before[0], &before[2]] {
        assert_eq!(with(*file).await, command.newest_key());
        assert_eq!(server.fetch(url, Some(&ann.token)).await.status(), 200);
    }
    let damaged = ann.call(&format!("GET {}", before[1].1), Value::Null).await;
    damaged.refused(500, "internal");
    let again = rotate::rotate(&app.db, &app.files.objects, &command).await.unwrap();
    assert_eq!((again.sealed, again.failed.len()), (0, 1));
}

/// A sealed picture that is put in the place of another does not open there.
#[tokio::test]
async fn pictures_cannot_be_swapped_in_the_store() {
    let server = TestServer::start(Database::Sqlite).await;
    let (ann, bo) = (server.register().await, server.register().await);
    let ((of_ann, url), (of_bo, _)) = (sent(&ann).await, sent(&bo).await);
    let objects = &server.app.files.objects;
    let sealed = objects.get(of_bo).await.unwrap().unwrap();
    objects.put(of_ann, sealed.to_vec()).await.unwrap();
    ann.call(&format!("GET {url}"), Value::Null).await.refused(500, "internal");
    #[cfg(unix)]
    {
        let folder = server.data_dir().join("files").metadata().unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&folder.permissions()) & 0o777, 0o700);
        let file = server.data_dir().join(format!("files/{of_ann}.sealed")).metadata().unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o777, 0o600);
    }
}

/// A store that supports S3, which `./scripts/test` starts; without one the test does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_lie_in_a_bucket_as_well() {
    let Ok(endpoint) = std::env::var("PLUMBLINE_TEST_S3") else {
        eprintln!("PLUMBLINE_TEST_S3 names no store, so nothing is tested; ./scripts/test starts one");
        return;
    };
    let bucket = format!("plumbline-{:016x}", plumbline::random::number());
    plumbline::tls::install();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    assert_eq!(client.put(format!("{endpoint}/{bucket}")).send().await.unwrap().status(), 200);
    let (place, clock) = (format!("s3://{bucket}/pictures/of customers"), Clock::manual(Clock::System.now()));
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &["--files", &place]).await;
    let ann = server.register().await;
    let (file, url) = sent(&ann).await;
    let read = server.fetch(&url, Some(&ann.token)).await;
    assert_eq!((read.status().as_u16(), read.headers()["content-type"].as_bytes()), (200, &b"image/jpeg"[..]));

    let listed =
        async || client.get(format!("{endpoint}/{bucket}?list-type=2")).send().await.unwrap().text().await.unwrap();
    assert!(listed().await.contains(&format!("pictures/of customers/{file}.sealed")), "{}", listed().await);
    let sealed = server.app.files.objects.get(file).await.unwrap().unwrap();
    assert_eq!(Sealer::key_of(&sealed), Some(server.app.sealer.newest_key()));
    assert!(image::guess_format(&sealed).is_err() && !sealed.windows(4).any(|window| window == b"JFIF"));

    server.app.sealer.add_key().unwrap();
    let rotated = rotate::rotate(&server.app.db, &server.app.files.objects, &server.app.sealer).await.unwrap();
    assert_eq!((rotated.sealed, rotated.failed.len()), (1, 0));
    assert_eq!(server.fetch(&url, Some(&ann.token)).await.status(), 200);
    clock.advance(DAY);
    server.app.files.tidy().await.unwrap();
    clock.advance(10 * UnixMillis::MINUTE);
    assert_eq!(server.app.files.tidy().await.unwrap(), 1);
    server.app.files.objects.try_out(b"a probe".to_vec()).await.unwrap();
    assert!(!listed().await.contains("sealed"));
    // Housekeeping continues if an object is gone already.
    server.app.files.objects.remove(file).await.unwrap();

    let nowhere = TestServer::start_with(Database::Sqlite, Clock::System, &["--files", "s3://no-such-bucket"]).await;
    nowhere.app.files.objects.try_out(b"a probe".to_vec()).await.unwrap_err();
    let bo = nowhere.register().await;
    bo.upload(pictures::jpeg(8, 8)).await.refused(500, "internal");
}
