//! Calendars: a server goes through days of each kind, with a clock that the test moves to just before and to each
//! change, and its calls and sockets show the right status.

use plumbline::clock::Clock;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Database, Socket, TestServer};

fn at(text: &str) -> UnixMillis {
    UnixMillis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
}

/// A server with a clock that the test moves, and a socket that follows one calendar.
struct Watcher {
    server: TestServer,
    socket: Socket,
    calendar: &'static str,
    /// The last status from the socket.
    told: Value,
}

impl Watcher {
    async fn start(calendar: &'static str, begin: &str) -> Self {
        let clock = Clock::manual(at(begin));
        let flags = ["--open-around-the-clock", "false"];
        let server = TestServer::start_with(Database::Sqlite, clock, &flags).await;
        let mut socket = Socket::open(&server).await;
        socket.send(json!({"op": "subscribe", "topics": [format!("status:{calendar}")]})).await;
        let snapshot = socket.next().await;
        assert_eq!(snapshot["snapshot"], true);
        let told = snapshot["data"]["items"][0].clone();
        Self { server, socket, calendar, told }
    }

    async fn called(&self) -> Value {
        // A reply is made once a second.
        let rows = self.server.call("GET /market/status", Value::Null).await;
        let rows = rows.ok().as_array().unwrap().clone();
        rows.into_iter().find(|row| row["calendar"] == self.calendar).unwrap()
    }

    /// Goes to the next change, by the server's own status, and checks that it is at `moment`, that nothing has changed
    /// a second before, and that the socket receives it.
    async fn next(&mut self, moment: &str, session: &str, on_break: bool) -> &Value {
        let due = at(moment);
        assert_eq!(self.told["changesTimestamp"], due.to_string(), "after {}", self.told);
        let now = self.server.app.clock.now();
        self.server.app.clock.advance(due.since(now) - 1_000);
        let before = self.called().await;
        assert_eq!(without_holiday(&before), without_holiday(&self.told), "a second before {moment}");
        self.server.app.clock.advance(1_000);
        self.hear(moment).await;
        assert_eq!((&self.told["session"], &self.told["onBreak"]), (&json!(session), &json!(on_break)), "{moment}");
        assert_eq!(self.told["sinceTimestamp"], due.to_string());
        assert_eq!(self.called().await, self.told, "at {moment} a call says the same");
        &self.told
    }

    /// Takes the message of a change at `moment`; one with the name of a holiday may come before.
    async fn hear(&mut self, moment: &str) {
        while self.told["sinceTimestamp"] != at(moment).to_string() {
            let message = self.socket.next().await;
            assert_eq!(message["data"]["items"].as_array().unwrap().len(), 1, "{message}");
            self.told = message["data"]["items"][0].clone();
        }
    }

    fn is(&self, field: &str, moment: &str) {
        assert_eq!(self.told[field], at(moment).to_string(), "{field}: {}", self.told);
    }
}

fn without_holiday(row: &Value) -> Value {
    let mut row = row.clone();
    row.as_object_mut().unwrap().remove("holiday");
    row
}

/// The week of Thanksgiving: hours before and after, a holiday with its name, a half day, a weekend.
#[tokio::test]
async fn new_york_has_its_thanksgiving() {
    let mut new_york = Watcher::start("XNYS", "2026-11-25T08:00:00Z").await;
    assert_eq!(new_york.told["session"], "closed");
    new_york.next("2026-11-25T09:00:00Z", "pre", false).await;
    new_york.is("opensTimestamp", "2026-11-25T14:30:00Z");
    new_york.next("2026-11-25T14:30:00Z", "regular", false).await;
    new_york.is("closesTimestamp", "2026-11-25T21:00:00Z");
    assert_eq!(new_york.told["closesEarly"], false);
    new_york.next("2026-11-25T21:00:00Z", "after", false).await;
    new_york.is("opensTimestamp", "2026-11-27T14:30:00Z");
    assert_eq!(new_york.told["closesEarly"], true, "what comes next is a half day");
    new_york.next("2026-11-26T01:00:00Z", "closed", false).await;
    assert_eq!(new_york.told["holiday"], Value::Null, "it is still Wednesday there");

    // Midnight in New York.
    new_york.server.app.clock.advance(4 * UnixMillis::HOUR + 1_000);
    let holiday = new_york.socket.next().await["data"]["items"][0].clone();
    assert_eq!(holiday["holiday"]["en"], "Thanksgiving Day");
    assert_eq!(new_york.called().await["holiday"]["zh-Hant"], "感恩節");
    new_york.told = holiday;

    new_york.next("2026-11-27T09:00:00Z", "pre", false).await;
    assert_eq!(new_york.told["holiday"], Value::Null);
    new_york.next("2026-11-27T14:30:00Z", "regular", false).await;
    new_york.is("closesTimestamp", "2026-11-27T18:00:00Z");
    assert_eq!(new_york.told["closesEarly"], true);
    new_york.next("2026-11-27T18:00:00Z", "after", false).await;
    new_york.next("2026-11-27T22:00:00Z", "closed", false).await;
    new_york.is("opensTimestamp", "2026-11-30T14:30:00Z");
    assert_eq!((&new_york.told["closesEarly"], &new_york.told["holiday"]), (&json!(false), &Value::Null));
    new_york.next("2026-11-30T09:00:00Z", "pre", false).await;
}

/// Clocks go back on Sunday, 1 November 2026, and forward on Sunday, 14 March 2027: an hour in New York is another one
/// in UTC.
#[tokio::test]
async fn new_york_opens_at_half_past_nine_whatever_its_clocks_did() {
    let table = [
        (
            "2026-10-30T23:00:00Z",
            "2026-10-31T00:00:00Z",
            ["2026-11-02T09:00:00Z", "2026-11-02T14:30:00Z", "2026-11-02T21:00:00Z"],
        ),
        (
            "2027-03-12T22:00:00Z",
            "2027-03-13T01:00:00Z",
            ["2027-03-15T08:00:00Z", "2027-03-15T13:30:00Z", "2027-03-15T20:00:00Z"],
        ),
    ];
    for (friday, closed, [pre, opens, closes]) in table {
        let mut new_york = Watcher::start("XNYS", friday).await;
        assert_eq!(new_york.told["session"], "after");
        new_york.next(closed, "closed", false).await;
        new_york.is("opensTimestamp", opens);
        new_york.next(pre, "pre", false).await;
        new_york.next(opens, "regular", false).await;
        new_york.next(closes, "after", false).await;
    }
}

/// Hong Kong pauses at noon, ends at noon before Christmas, and is closed until Monday.
#[tokio::test]
async fn hong_kong_has_its_lunch_and_its_christmas() {
    let mut hong_kong = Watcher::start("XHKG", "2026-12-23T00:00:00Z").await;
    hong_kong.next("2026-12-23T01:30:00Z", "regular", false).await;
    hong_kong.is("opensTimestamp", "2026-12-23T05:00:00Z");
    hong_kong.is("closesTimestamp", "2026-12-23T08:00:00Z");
    hong_kong.next("2026-12-23T04:00:00Z", "closed", true).await;
    hong_kong.is("opensTimestamp", "2026-12-23T05:00:00Z");
    hong_kong.next("2026-12-23T05:00:00Z", "regular", false).await;
    hong_kong.next("2026-12-23T08:00:00Z", "closed", false).await;
    hong_kong.next("2026-12-24T01:30:00Z", "regular", false).await;
    assert_eq!(hong_kong.told["closesEarly"], true);
    hong_kong.next("2026-12-24T04:00:00Z", "closed", false).await;
    hong_kong.is("opensTimestamp", "2026-12-28T01:30:00Z");
    hong_kong.next("2026-12-28T01:30:00Z", "regular", false).await;
}

/// London's clocks go back a week before those of New York.
#[tokio::test]
async fn london_keeps_its_own_summer_time() {
    let mut london = Watcher::start("XLON", "2026-10-23T06:00:00Z").await;
    london.next("2026-10-23T07:00:00Z", "regular", false).await;
    london.next("2026-10-23T15:30:00Z", "closed", false).await;
    london.next("2026-10-26T08:00:00Z", "regular", false).await;
    london.next("2026-10-26T16:30:00Z", "closed", false).await;
}

/// A day of forex ends when the next one begins, except on Friday; a day of Chicago's futures pauses at a holiday.
#[tokio::test]
async fn days_that_begin_on_the_evening_before_are_kept() {
    let mut forex = Watcher::start("FX", "2026-11-19T12:00:00Z").await;
    assert_eq!(forex.told["session"], "regular");
    forex.next("2026-11-19T22:00:00Z", "regular", false).await;
    forex.next("2026-11-20T22:00:00Z", "closed", false).await;
    forex.is("opensTimestamp", "2026-11-22T22:00:00Z");
    forex.next("2026-11-22T22:00:00Z", "regular", false).await;

    let mut chicago = Watcher::start("CME", "2026-11-25T12:00:00Z").await;
    assert_eq!(chicago.told["session"], "regular");
    chicago.next("2026-11-25T22:00:00Z", "closed", false).await;
    chicago.next("2026-11-25T23:00:00Z", "regular", false).await;
    // Thanksgiving is a pause of Friday's day.
    chicago.next("2026-11-26T18:00:00Z", "closed", true).await;
    chicago.next("2026-11-26T23:00:00Z", "regular", false).await;
}

/// Quotes show their market's present session, and not that of the last tick: also for an index, which has no ticks at
/// weekends.
#[tokio::test]
async fn quotes_and_calls_agree_on_the_session() {
    let clock = Clock::manual(at("2026-11-20T22:00:00Z"));
    let server = TestServer::start_with(Database::Sqlite, clock, &["--open-around-the-clock", "false"]).await;
    let listed = [("UsStock", "AAPL"), ("Index", "SPX")];
    let mut socket = Socket::open(&server).await;
    let topics = listed.map(|(market, code)| format!("quote:{market}:{code}"));
    socket.send(json!({"op": "subscribe", "topics": topics})).await;
    let mut sessions = std::collections::BTreeMap::new();
    let moments = ["2026-11-20T22:00:00Z", "2026-11-21T15:00:00Z", "2026-11-23T10:00:00Z", "2026-11-23T15:00:00Z"];
    for (moment, session) in moments.into_iter().zip(["after", "closed", "pre", "regular"]) {
        server.app.clock.advance(at(moment).since(server.app.clock.now()));
        while listed.iter().any(|(_, code)| sessions.get(*code) != Some(&json!(session))) {
            let message = socket.next().await;
            let code = message["topic"].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
            if let Some(told) = message["data"].get("session") {
                sessions.insert(code, told.clone());
            }
        }
        for (market, code) in listed {
            let call = format!("GET /m_ft/stock_detail_ft?stockCode={code}&market={market}");
            let detail = server.call(&call, Value::Null).await;
            assert_eq!(detail.ok()["stockInfo"]["session"], session, "{code} at {moment}");
        }
    }
}

/// Without hours everything is open, and says why.
#[tokio::test]
async fn around_the_clock_everything_is_open() {
    let saturday = Clock::manual(at("2026-11-21T15:00:00Z"));
    let server = TestServer::start_with(Database::Sqlite, saturday, &["--open-around-the-clock", "true"]).await;
    let rows = server.call("GET /market/status", Value::Null).await;
    let rows = rows.ok().as_array().unwrap().clone();
    assert_eq!(rows.len(), 31, "thirty calendars, and what never closes");
    for row in &rows {
        assert_eq!((&row["session"], &row["openAroundTheClock"]), (&json!("regular"), &json!(true)), "{row}");
        assert_eq!((&row["opensTimestamp"], &row["changesTimestamp"]), (&Value::Null, &Value::Null), "{row}");
    }
    let markets = |calendar: &str| rows.iter().find(|row| row["calendar"] == calendar).unwrap()["markets"].clone();
    assert_eq!((markets("XNYS"), markets(""), markets("XLON")), (json!(["UsStock"]), json!(["Crypto"]), json!([])));
}
