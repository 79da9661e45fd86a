//! Customers see the registrations by their invitation: only a masked address and the time.

use plumbline::clock::Clock;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer};

on_both_databases! {
    who_joined_is_told_to_the_inviter_alone_and_masked,
    the_list_is_read_page_by_page,
}

async fn page(inviter: &Customer<'_>, number: i64, size: i64) -> Value {
    inviter.call("POST /api/user/invited", json!({ "pageNum": number, "pageSize": size })).await.ok().clone()
}

async fn who_joined_is_told_to_the_inviter_alone_and_masked(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    assert_eq!(page(&ann, 1, 20).await["page"]["total"], 0);

    let cy = server.register_as("cy.wong@mail.example", "correct horse", Some(&ann.invite_code)).await;
    let me = cy.call("POST /api/user/info", json!({})).await;
    let told = page(&ann, 1, 20).await;
    // The inviter would see anything else in a row, so the row is compared whole.
    let joined = &me.ok()["createTimeTimestamp"];
    assert_eq!(told["list"], json!([{ "email": "c***@m***.example", "createTimeTimestamp": joined }]));
    assert_eq!(told["page"]["total"], 1);
    for other in [&bo, &cy] {
        assert_eq!(page(other, 1, 20).await["list"], json!([]), "nobody else is told");
    }
}

async fn the_list_is_read_page_by_page(server: TestServer) {
    let ann = server.register().await;
    for name in ["first", "second", "third"] {
        server.register_as(&format!("{name}@{name}.example"), "correct horse", Some(&ann.invite_code)).await;
    }
    let newest = page(&ann, 1, 2).await;
    let emails = |told: &Value| -> Vec<String> {
        told["list"].as_array().unwrap().iter().map(|row| row["email"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(emails(&newest), ["t***@t***.example", "s***@s***.example"]);
    assert_eq!(emails(&page(&ann, 2, 2).await), ["f***@f***.example"]);
    let beyond = page(&ann, 3, 2).await;
    assert_eq!((emails(&beyond), &beyond["page"]["total"]), (Vec::new(), &json!(3)));
}

#[tokio::test]
async fn the_servers_facts_name_the_installs_that_there_are() {
    let published = ["--ios-install", "https://apps.example/ios", "--android-install", "https://apps.example/android"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &published).await;
    let facts = server.call("GET /appVersion/getPublishAppVersion", Value::Null).await;
    let installs = json!({ "ios": published[1], "android": published[3], "desktop": null });
    assert_eq!(facts.ok()["installs"], installs);
}
