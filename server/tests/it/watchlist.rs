//! A customer sorts watched instruments into groups; and often viewed instruments are shown without their viewers.

use futures_util::future::join_all;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Answer, Customer, TestServer};
use crate::{on_both_databases, while_time_stands_still};

on_both_databases! {
    groups_hold_what_is_watched_in_orders_of_their_own,
    the_same_call_again_changes_nothing,
    names_are_read_as_other_texts_are,
    there_are_twenty_groups_and_five_hundred_places_at_most,
}

while_time_stands_still! {
    what_many_open_is_told,
}

async fn create(customer: &Customer<'_>, name: &str) -> String {
    let created = customer.call("POST /watchlist/groups/create", json!({ "name": name })).await;
    created.ok()["id"].as_str().unwrap().to_owned()
}

async fn put(customer: &Customer<'_>, group: &str, market: &str, code: &str) -> Answer {
    let body = json!({ "groupId": group, "market": market, "secuCode": code });
    customer.call("POST /watchlist/groups/put", body).await
}

async fn watch(customer: &Customer<'_>, code: &str) -> Answer {
    customer.call("POST /userSelfSecurity/save", json!({ "secuCode": code, "market": "UsStock" })).await
}

/// The groups as names, each with the codes in it.
async fn groups(customer: &Customer<'_>) -> Vec<(String, Vec<String>)> {
    let rows = rows(customer).await;
    let groups = customer.call("GET /watchlist/groups", Value::Null).await;
    let code = |id: &Value| {
        let row = rows.iter().find(|row| row["watchId"] == *id).expect("what is in a group is on the watchlist");
        row["stock_code"].as_str().unwrap().to_owned()
    };
    let groups = groups.ok().as_array().unwrap().iter();
    groups
        .map(|group| {
            (
                group["name"].as_str().unwrap().to_owned(),
                group["watchIds"].as_array().unwrap().iter().map(code).collect(),
            )
        })
        .collect()
}

async fn rows(customer: &Customer<'_>) -> Vec<Value> {
    let list = customer.call("GET /userSelfSecurity/selectSelfSelectionStocksData", Value::Null).await;
    list.ok().as_array().unwrap().clone()
}

fn expected(groups: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
    groups
        .iter()
        .map(|(name, codes)| ((*name).to_owned(), codes.iter().map(|code| (*code).to_owned()).collect()))
        .collect()
}

async fn groups_hold_what_is_watched_in_orders_of_their_own(server: TestServer) {
    let ann = server.register().await;
    let (tech, asia) = (create(&ann, "Tech").await, create(&ann, " Asia ").await);
    let apple = put(&ann, &tech, "UsStock", "AAPL").await.ok()["id"].clone();
    let nvidia = put(&ann, &tech, "UsStock", "NVDA").await.ok()["id"].clone();
    put(&ann, &asia, "HK", "00700").await.ok();
    put(&ann, &asia, "UsStock", "AAPL").await.ok();
    let all = [("Tech", &["NVDA", "AAPL"][..]), ("Asia", &["AAPL", "00700"])];
    assert_eq!(groups(&ann).await, expected(&all), "in several groups, the newest first");
    assert_eq!(rows(&ann).await.len(), 3, "and watched once");

    let order = json!({ "groupId": tech, "ids": [apple, nvidia] });
    ann.call("POST /watchlist/groups/reorderRows", order).await.ok();
    ann.call("POST /watchlist/groups/reorder", json!({ "ids": [asia, tech] })).await.ok();
    assert_eq!(groups(&ann).await, expected(&[("Asia", &["AAPL", "00700"]), ("Tech", &["AAPL", "NVDA"])]));
    for (call, body) in [
        ("POST /watchlist/groups/reorderRows", json!({ "groupId": tech, "ids": [apple] })),
        ("POST /watchlist/groups/reorderRows", json!({ "groupId": tech, "ids": [apple, apple, nvidia] })),
        ("POST /watchlist/groups/reorder", json!({ "ids": [asia] })),
        ("POST /watchlist/groups/reorder", json!({ "ids": [asia, apple] })),
    ] {
        ann.call(call, body).await.refused(409, "watchlist_changed");
    }

    let body = json!({ "groupId": asia, "fromGroupId": tech, "market": "UsStock", "secuCode": "NVDA" });
    ann.call("POST /watchlist/groups/put", body).await.ok();
    assert_eq!(groups(&ann).await, expected(&[("Asia", &["NVDA", "AAPL", "00700"]), ("Tech", &["AAPL"])]));
    ann.call("POST /watchlist/groups/take", json!({ "groupId": asia, "watchId": nvidia })).await.ok();
    assert_eq!(rows(&ann).await.len(), 3, "who leaves a group is watched still");
    ann.call("POST /userSelfSecurity/deleteByStockCode/AAPL?market=UsStock", json!({})).await.ok();
    assert_eq!(
        groups(&ann).await,
        expected(&[("Asia", &["00700"]), ("Tech", &[])]),
        "and who is not, leaves all groups"
    );

    ann.call("POST /watchlist/groups/rename", json!({ "groupId": tech, "name": "科技" })).await.ok();
    ann.call("POST /watchlist/groups/delete", json!({ "groupId": asia })).await.ok();
    assert_eq!(groups(&ann).await, expected(&[("科技", &[])]));
    assert_eq!(rows(&ann).await.len(), 2, "what was in a group stays on the watchlist");
}

async fn the_same_call_again_changes_nothing(server: TestServer) {
    let ann = server.register().await;
    let at_once = join_all((0..4).map(|_| create(&ann, "Tech"))).await;
    assert!(at_once.iter().all(|id| *id == at_once[0]), "{at_once:?}");
    let tech = &at_once[0];
    let ids = join_all((0..4).map(|_| put(&ann, tech, "UsStock", "AAPL"))).await;
    put(&ann, tech, "UsStock", "MSFT").await.ok();
    assert_eq!(put(&ann, tech, "UsStock", "AAPL").await.ok(), ids[0].ok());
    assert_eq!(groups(&ann).await, expected(&[("Tech", &["MSFT", "AAPL"])]), "it stays where it is");
    let take = json!({ "groupId": tech, "watchId": ids[0].ok()["id"] });
    for deleted in [1, 0] {
        assert_eq!(ann.call("POST /watchlist/groups/take", take.clone()).await.ok()["deleted"], deleted);
    }
    for _ in 0..2 {
        ann.call("POST /watchlist/groups/rename", json!({ "groupId": tech, "name": "Chips" })).await.ok();
    }
    for deleted in [1, 0] {
        let gone = ann.call("POST /watchlist/groups/delete", json!({ "groupId": tech })).await;
        assert_eq!(gone.ok()["deleted"], deleted);
    }
    for call in ["rename", "put", "take", "reorderRows"] {
        let body =
            json!({ "groupId": tech, "name": "A", "secuCode": "AAPL", "market": "UsStock", "watchId": "1", "ids": [] });
        ann.call(&format!("POST /watchlist/groups/{call}"), body).await.refused(404, "group_unknown");
    }
}

async fn names_are_read_as_other_texts_are(server: TestServer) {
    let ann = server.register().await;
    let (tech, _) = (create(&ann, "Tech").await, create(&ann, &"長".repeat(40)).await);
    for (name, word) in [
        ("", "field_required"),
        ("   ", "field_required"),
        ("\u{202e}hceT", "text_invalid"),
        ("a\u{200b}b", "text_invalid"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "text_too_long"),
    ] {
        ann.call("POST /watchlist/groups/create", json!({ "name": name })).await.refused(422, word);
        ann.call("POST /watchlist/groups/rename", json!({ "groupId": tech, "name": name })).await.refused(422, word);
    }
    let taken = json!({ "groupId": tech, "name": "長".repeat(40) });
    ann.call("POST /watchlist/groups/rename", taken).await.refused(409, "group_exists");
    for id in ["", "01", "-1", "x", "99999999999999999999"] {
        let body = json!({ "groupId": id, "name": "A" });
        ann.call("POST /watchlist/groups/rename", body).await.refused(404, "group_unknown");
    }
    put(&ann, &tech, "UsStock", "NOSUCH").await.refused(404, "instrument_unknown");
    put(&ann, &tech, "Moon", "AAPL").await.refused(422, "market_unknown");
}

async fn there_are_twenty_groups_and_five_hundred_places_at_most(server: TestServer) {
    let ann = server.register().await;
    let names: Vec<String> = (0..20).map(|number| format!("G{number}")).collect();
    let ids = join_all(names.iter().map(|name| create(&ann, name))).await;
    ann.call("POST /watchlist/groups/create", json!({ "name": "G20" })).await.refused(409, "too_many_groups");
    assert_eq!(create(&ann, "G7").await, ids[7], "a name that is there needs no place");

    let listed = server.call("GET /m_ft/all_stock_list?pageSize=26", json!({})).await;
    let codes: Vec<&str> =
        listed.ok()["list"].as_array().unwrap().iter().map(|row| row["stock_code"].as_str().unwrap()).collect();
    let places: Vec<(&String, &str)> = ids.iter().flat_map(|id| codes.iter().map(move |code| (id, *code))).collect();
    for batch in places[..490].chunks(35) {
        for answer in join_all(batch.iter().map(|(id, code)| put(&ann, id, "UsStock", code))).await {
            answer.ok();
        }
    }
    let rest = join_all(places[490..].iter().map(|(id, code)| put(&ann, id, "UsStock", code))).await;
    let full = rest.iter().filter(|answer| answer.status == 409).count();
    assert_eq!(full, places.len() - 500, "however many come at once");
    rest.iter().find(|answer| answer.status == 409).unwrap().refused(409, "watchlist_full");
    put(&ann, places[0].0, "UsStock", places[0].1).await.ok();
}

async fn what_many_open_is_told(server: TestServer) {
    let told = async || server.call("GET /market/trending?pageSize=10", json!({})).await.ok().clone();
    let quoted = async |told: &Value| -> Vec<String> {
        told["list"].as_array().unwrap().iter().map(|row| row["stock_code"].as_str().unwrap().to_owned()).collect()
    };
    server.feed_caught_up().await;
    let before = told().await;
    assert_eq!((&before["basis"], before["list"].as_array().unwrap().len()), (&json!("traded"), 10));
    let markets: std::collections::BTreeSet<&str> =
        before["list"].as_array().unwrap().iter().map(|row| row["market"].as_str().unwrap()).collect();
    assert!(markets.len() > 3, "of all classes: {markets:?}");

    let mut customers = Vec::new();
    for _ in 0..5 {
        customers.push(server.register().await);
    }
    let codes = ["KO", "PEP", "MCD"];
    let look = async |customers: &[Customer<'_>]| {
        for code in codes {
            let call = format!("GET /m_ft/stock_detail_ft?stockCode={code}&market=UsStock");
            server.call(&call, Value::Null).await.ok();
            for customer in customers {
                customer.call(&call, Value::Null).await.ok();
            }
        }
    };
    look(&customers).await;
    assert_eq!(told().await["basis"], "traded", "on the first day they do not count");
    server.app.clock.advance(UnixMillis::DAY + UnixMillis::HOUR);
    server.feed_caught_up().await;
    for _ in 0..20 {
        look(&customers[..4]).await;
    }
    assert_eq!(told().await["basis"], "traded", "however often four look, and strangers");
    for code in codes {
        watch(&customers[4], code).await.ok();
    }
    let after = told().await;
    assert_eq!(after["basis"], "opened");
    let mut codes = quoted(&after).await;
    codes.sort();
    assert_eq!(codes, ["KO", "MCD", "PEP"]);
}
