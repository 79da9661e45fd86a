//! Articles: those that operators publish, and those that the server writes from its own records.

use std::process::{Command, Output};

use plumbline::clock::Clock;
use plumbline::news::reports::Reporter;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Answer, Database, Socket, TestServer};
use crate::{on_both_databases, while_time_stands_still};

on_both_databases! {
    what_operators_publish_is_read_in_the_readers_language,
    nothing_that_is_published_is_more_than_text,
    what_nobody_wrote_is_refused_with_a_word,
}

while_time_stands_still! {
    a_day_that_has_ended_is_reported_once_with_the_figures_of_its_charts,
}

const LIST: &str = "POST /article/pageList";

fn reporter_of(server: &TestServer) -> Reporter {
    let app = &server.app;
    Reporter::new(app.db.clone(), app.clock.clone(), app.market.clone(), app.leadership.clone(), app.hub.news().clone())
}

fn article(server: &TestServer, line: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.arg("article").args(line);
    match &server.app.config.database {
        Some(uri) => command.args(["--database", uri]),
        None => command.arg("--data-dir").arg(server.data_dir()),
    };
    command.output().expect("the command starts")
}

/// Publishes files with these texts; gives the article's id.
fn publish(server: &TestServer, texts: &[&str]) -> String {
    let output = try_to_publish(server, texts);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.split(' ').nth(1).unwrap().to_owned()
}

fn try_to_publish(server: &TestServer, texts: &[&str]) -> Output {
    let file = |number: usize| server.data_dir().join(format!("{number}.md"));
    let files: Vec<String> = (0..texts.len()).map(|number| file(number).display().to_string()).collect();
    texts.iter().enumerate().for_each(|(number, text)| std::fs::write(file(number), text).unwrap());
    let line: Vec<&str> = ["publish", "--by", "ann"].into_iter().chain(files.iter().map(String::as_str)).collect();
    article(server, &line)
}

fn text(language: &str, title: &str, more: &str, body: &str) -> String {
    format!("+++\nlanguage = \"{language}\"\ntitle = \"{title}\"\n{more}\n+++\n{body}\n")
}

async fn read(server: &TestServer, id: &str, language: &str) -> Answer {
    server.send(&format!("GET /article/{id}"), &json!({}), None, &[("Accept-Language", language)]).await
}

async fn ids(server: &TestServer, request: Value) -> Vec<String> {
    let list = server.call(LIST, request).await;
    list.ok()["list"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

async fn what_operators_publish_is_read_in_the_readers_language(server: TestServer) {
    let mut socket = Socket::open(&server).await;
    socket.send(json!({"op": "subscribe", "topics": ["news"]})).await;
    assert_eq!(socket.next().await["data"]["items"], json!([]));
    let about =
        "tags = [\"company\", \"us_stocks\"]\ninstruments = [\"UsStock:AAPL\", \"HK:00700\"]\npublisher = \"Desk\"";
    let english =
        text("en", "Fees change", about, "From **1 January** on.\n\n| Fee | Rate |\n|---|--:|\n| SEC | 20.60 |");
    let first = publish(&server, &[&english, &text("zh-Hant", "收費更改", "", "由一月一日起。")]);
    let second = publish(&server, &[&text("en", "100% of it", "tags = [\"service\"]", "Text.")]);

    reporter_of(&server).tell().await.unwrap();
    let told = socket.next().await;
    let [newer, older] = [&told["data"]["items"][0], &told["data"]["items"][1]];
    assert_eq!((&newer["id"], &older["id"]), (&json!(second), &json!(first)), "sockets hear of both: {told}");
    assert_eq!((&older["title"]["en"], &older["title"]["zh-Hans"]), (&json!("Fees change"), &json!("收費更改")));

    let page = server.call(LIST, json!({})).await;
    assert_eq!((&page.ok()["list"][0]["id"], &page.ok()["page"]["total"]), (&json!(second), &json!(2)), "newest first");
    let row = &page.ok()["list"][1];
    assert_eq!((&row["title"], &row["summary"]), (&json!("Fees change"), &json!("From 1 January on.")));
    assert_eq!(
        (&row["author"], &row["publisher"], &row["language"]),
        (&json!("operator"), &json!("Desk"), &json!("en"))
    );
    assert_eq!(row["tags"], json!(["company", "us_stocks"]));
    let codes = |row: &Value| [0, 1].map(|at| row["instruments"][at]["stock_code"].as_str().unwrap().to_owned());
    assert_eq!(codes(row), ["AAPL", "00700"]);

    let chinese = read(&server, &first, "zh-Hant").await;
    assert_eq!((&chinese.ok()["title"], &chinese.ok()["language"]), (&json!("收費更改"), &json!("zh-Hant")));
    assert_eq!(chinese.ok()["content"], json!([{ "kind": "paragraph", "spans": [{ "text": "由一月一日起。" }] }]));
    let simplified = read(&server, &first, "zh-Hans").await;
    assert_eq!(simplified.ok()["language"], "zh-Hant", "who reads one script reads the other before English");
    assert_eq!(read(&server, &second, "zh-Hans").await.ok()["title"], "100% of it", "and anything before nothing");
    let table = read(&server, &first, "en").await.ok()["content"][1].clone();
    assert_eq!(table["lines"][0]["cells"][1], json!({ "spans": [{ "text": "20.60" }], "figure": true }));

    let tag = chinese.headers["etag"].to_str().unwrap().to_owned();
    let again = [("Accept-Language", "zh-Hant"), ("If-None-Match", tag.as_str())];
    let unchanged = server.send(&format!("GET /article/{first}"), &json!({}), None, &again).await;
    assert_eq!((unchanged.status, &unchanged.json), (304, &json!("")));
    let other = [("Accept-Language", "en"), ("If-None-Match", tag.as_str())];
    assert_eq!(server.send(&format!("GET /article/{first}"), &json!({}), None, &other).await.status, 200);

    assert_eq!(ids(&server, json!({ "tag": "us_stocks" })).await, [first.as_str()]);
    assert_eq!(ids(&server, json!({ "stockCode": "AAPL", "market": "UsStock" })).await, [first.as_str()]);
    assert_eq!(ids(&server, json!({ "keyword": "收費" })).await, [first.as_str()], "in any of its languages");
    assert_eq!(ids(&server, json!({ "keyword": "FEES" })).await, [first.as_str()]);
    assert_eq!(ids(&server, json!({ "keyword": "aapl" })).await, [first.as_str()]);
    assert_eq!(
        ids(&server, json!({ "keyword": "100%" })).await,
        [second.as_str()],
        "what LIKE takes for more is as it stands"
    );
    assert_eq!(ids(&server, json!({ "keyword": "_" })).await, Vec::<String>::new());
    assert_eq!(ids(&server, json!({ "before": second })).await, [first.as_str()]);
    assert_eq!(ids(&server, json!({ "pageNum": 2, "pageSize": 1 })).await, [first.as_str()]);

    assert!(!article(&server, &["withdraw", &first, "--by", "bo"]).status.success(), "it says why");
    let withdraw = ["withdraw", &first, "--by", "bo", "--reason", "a wrong figure"];
    assert!(article(&server, &withdraw).status.success() && !article(&server, &withdraw).status.success());
    read(&server, &first, "en").await.refused(404, "article_withdrawn");
    assert_eq!(ids(&server, json!({})).await, [second]);
    let said = String::from_utf8(article(&server, &["list"]).stdout).unwrap();
    assert!(said.contains("Fees change by ann") && said.contains("(withdrawn)"), "{said}");
}

async fn nothing_that_is_published_is_more_than_text(server: TestServer) {
    let hostile = "<script>alert(1)</script>\n\n[a](javascript:alert(1)) [b](data:text/html,x) [c](https://sec.gov@evil.example/)\n\
        ![d](https://evil.example/p.png) <img src=x onerror=alert(1)>\n\n[e](https://www.sec.gov/rules)";
    let id = publish(&server, &[&text("en", "<b>T</b>", "", hostile)]);
    let read = read(&server, &id, "en").await;
    let mut links = Vec::new();
    for block in read.ok()["content"].as_array().unwrap() {
        assert_eq!(block["kind"], "paragraph", "{block}");
        links.extend(block["spans"].as_array().unwrap().iter().filter_map(|span| span["link"].as_str()));
    }
    assert_eq!(links, ["https://www.sec.gov/rules"]);
    assert!(!read.ok().to_string().contains("p.png"), "no picture is named that a reader could fetch");
    assert_eq!(read.ok()["title"], "<b>T</b>");

    let refused = |texts: &[&str], why: &str| {
        let output = try_to_publish(&server, texts);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(why), "{said}");
    };
    refused(&["# no head"], "it begins with no head");
    refused(&[&text("en", "T", "tags = [\"scoop\"]", "x")], "there is no tag scoop: choose from market_wrap");
    refused(&[&text("en", "T", "instruments = [\"UsStock:NOPE\"]", "x")], "there is no instrument UsStock:NOPE");
    refused(&[&text("en", "T", "", "x"), &text("en", "T", "", "y")], "en was given twice");
    let (one, other) = (text("en", "T", "tags = [\"company\"]", "x"), text("zh-Hans", "T", "tags = [\"forex\"]", "y"));
    refused(&[&one, &other], "tags differ from file to file");
    assert_eq!(ids(&server, json!({})).await, [id], "what is refused is not published in part");
}

async fn what_nobody_wrote_is_refused_with_a_word(server: TestServer) {
    for id in ["1", "0", "-1", "999999999999999999", "9999999999999999999", "x", "%00", "1%20OR%201"] {
        read(&server, id, "en").await.refused(404, "article_unknown");
    }
    server.call(LIST, json!({ "tag": "scoop" })).await.refused(422, "tag_unknown");
    server.call(LIST, json!({ "stockCode": "NOPE" })).await.refused(404, "instrument_unknown");
    server.call(LIST, json!({ "stockCode": "AAPL", "market": "Moon" })).await.refused(422, "market_unknown");
    server.call(LIST, json!({ "keyword": "x".repeat(65) })).await.refused(422, "keyword_too_long");
    server.call(LIST, json!({ "before": "x" })).await.refused(404, "article_unknown");
    for page in [json!({ "pageNum": i64::MAX, "pageSize": 100 }), json!({ "pageNum": -7, "pageSize": -1 })] {
        server.call(LIST, page).await.refused(422, "page_invalid");
    }
    let names =
        server.send("GET /dict/data?dictType=article_tag", &json!({}), None, &[("Accept-Language", "zh-Hant")]).await;
    assert_eq!(names.ok()[0], json!({ "dictValue": "market_wrap", "dictLabel": "收市回顧" }));
    server.call("GET /dict/data?dictType=passwords", json!({})).await.refused(404, "dictionary_unknown");
    server.call("GET /dict/data", json!({})).await.refused(422, "query_invalid");
}

async fn a_day_that_has_ended_is_reported_once_with_the_figures_of_its_charts(server: TestServer) {
    let reporter = || reporter_of(&server);
    let (mut one, mut other) = (reporter(), reporter());
    let (ours, theirs) = tokio::join!(one.round(), other.round());
    let wraps = ids(&server, json!({ "tag": "market_wrap" })).await;
    assert_eq!(wraps.len(), 4, "one each of Hong Kong, the US, currencies and coins");
    let written = ours.unwrap().len() + theirs.unwrap().len();
    assert_eq!(written, ids(&server, json!({})).await.len(), "who comes second writes nothing");
    assert_eq!(one.round().await.unwrap(), Vec::<i64>::new(), "nor again");
    assert_eq!(reporter().round().await.unwrap(), Vec::<i64>::new(), "nor after a restart");

    let found = ids(&server, json!({ "tag": "us_stocks", "keyword": "S&P 500" })).await;
    let wrap = read(&server, &found[0], "en").await;
    let wrap = wrap.ok();
    assert_eq!((&wrap["author"], &wrap["content"][0]["kind"]), (&json!("server"), &json!("quote")));
    assert!(wrap["content"][0]["spans"][0]["text"].as_str().unwrap().contains("simulated"));
    let about = &wrap["content"].as_array().unwrap().iter().find(|block| block["kind"] == "table").unwrap()["lines"][0]
        ["cells"];
    let said = |at: usize| about[at]["spans"][0]["text"].as_str().unwrap().to_owned();
    let code = said(0).rsplit(' ').next().unwrap().to_owned();
    let days = server.call(&format!("GET /m_ft/kline?stockCode={code}&market=UsStock&type=1D"), json!({})).await;
    let days = days.ok().as_array().unwrap();
    let [before, day] = [3, 2].map(|back| days[days.len() - back][4].as_str().unwrap().to_owned());
    assert_eq!(said(1).replace(',', ""), day, "the close of its chart: {wrap}");
    let [before, day] = [before, day].map(|price| price.parse::<f64>().unwrap());
    let change: f64 = said(2).trim_start_matches('+').trim_end_matches('%').parse().unwrap();
    assert!((change - (day / before - 1.0) * 100.0).abs() < 0.006, "{change} of {before} to {day}");
    let chinese = read(&server, &found[0], "zh-Hant").await;
    assert_eq!(chinese.ok()["language"], "zh-Hant", "its sentences are written when it is read");
}

/// 2026-11-25, a Wednesday, at 8:45 in New York: the day before Thanksgiving.
const BEFORE_THE_OPENING: UnixMillis = UnixMillis(1_795_614_300_000);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_is_previewed_in_the_hour_before_it_begins() {
    let server = TestServer::start_with(Database::Sqlite, Clock::manual(BEFORE_THE_OPENING), &[]).await;
    let mut reporter = reporter_of(&server);
    reporter.round().await.unwrap();
    let previews = ids(&server, json!({ "tag": "market_preview" })).await;
    assert_eq!(previews.len(), 1, "Hong Kong has closed for the day");
    let preview = read(&server, &previews[0], "en").await;
    let preview = preview.ok();
    assert_eq!(preview["title"], "US stocks, 25 Nov 2026: hours and dates ahead");
    let text = preview["content"].to_string();
    for said in [
        "simulated",
        "Regular hours are 09:30–16:00, New York time.",
        "open around the clock",
        "26 Nov 2026: closed",
        "27 Nov 2026: half-day, until 13:00",
        "GCX26",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert_eq!(reporter.round().await.unwrap(), Vec::<i64>::new(), "once");
}
