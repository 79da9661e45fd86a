use std::fs;

use plumbline_core::market::Tick;
use tempfile::TempDir;

use super::*;
use crate::db::Db;

/// A catalogue and a recording of one instrument that no catalogue has.
async fn feed(text: &str, start: &str) -> (ReplayFeed, Arc<Instrument>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("UsStock-XTEST.csv"), text).unwrap();
    let (recorded, _) = read(folder.path()).unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("t.db").display())).await.unwrap();
    let mut seeds: Vec<InstrumentSeed> = Catalog::seed().unwrap().into_iter().take(3).collect();
    seeds.extend(new_instruments(&recorded, &seeds));
    let catalog = Catalog::open(&db, &seeds).await.unwrap();
    let playback = Playback { start: Some(start.parse().unwrap()), rate: "1".parse().unwrap() };
    let rules = crate::market::Rules::load().unwrap();
    let steps = |instrument: &Instrument| rules.tick_sizes(instrument, "2026-11-20");
    let feed = ReplayFeed::new(folder.path(), recorded, playback, &catalog, steps).unwrap();
    let instrument = catalog.find(Market::UsStock, "XTEST").unwrap().clone();
    (feed, instrument, folder)
}

/// Four real days of the S&P 500, December 2018, as the package arch ships them.
const REAL: &str = include_str!("excerpt.csv");

fn ticks(feed: &ReplayFeed, instrument: &Instrument) -> Vec<Tick> {
    let series = &feed.series[&instrument.id];
    feed.frames.iter().flat_map(|frame| (0..4).filter_map(|q| series.tick(*frame, q, UnixMillis(1)))).collect()
}

#[tokio::test]
async fn bars_are_played_as_open_extremes_and_close() {
    let (feed, instrument, _folder) = feed(REAL, "2018-12-28").await;
    let ticks = ticks(&feed, &instrument);
    let played: Vec<String> = ticks.iter().map(|tick| tick.last.display(2)).collect();
    // The first day fell, so its high comes first; the second rose.
    assert_eq!(played, ["2498.77", "2520.27", "2472.89", "2485.74", "2498.94", "2482.82", "2509.24", "2506.85"]);
    assert!(ticks.windows(2).all(|pair| pair[0].exchange_time < pair[1].exchange_time && pair[0].seq < pair[1].seq));
    let mut fence = plumbline_core::market::Fence::default();
    assert!(ticks.iter().all(|tick| fence.check(tick, true).is_ok()));
}

#[tokio::test]
async fn what_is_not_yet_played_is_not_known() {
    let (feed, instrument, _folder) = feed(REAL, "2018-12-28").await;
    let zone = jiff::tz::TimeZone::get("America/New_York").unwrap();
    let day = |text: &str| begin_of(text.parse().unwrap(), &zone);
    let bar = |from: &str, to: &str| feed.bar(&instrument, day(from), day(to));
    let history = bar("2018-12-27", "2018-12-28").unwrap();
    assert_eq!((history.open.display(2), history.close.display(2)), ("2442.50".to_owned(), "2488.83".to_owned()));
    assert_eq!(bar("2018-12-28", "2018-12-29"), None);
    let (closed, price) = feed.last_before(&instrument, day("2018-12-31")).unwrap();
    assert_eq!((closed, price), (day("2018-12-27").plus(16 * UnixMillis::HOUR), "2488.83".parse().unwrap()));
    assert_eq!(feed.begins(&instrument), Some(feed.series[&instrument.id].bars[0].start));
    assert!(
        feed.settled(&instrument, day("2018-12-28")) && !feed.settled(&instrument, day("2018-12-29")),
        "it may yet be played"
    );
    assert_eq!(bar("2018-12-26", "2018-12-28").unwrap().low.display(2), "2346.58", "two days as one bar");
    let minute = feed.bar(&instrument, day("2018-12-27"), day("2018-12-27").plus(UnixMillis::MINUTE));
    assert_eq!(minute, None, "a day says nothing of its minutes");
}

#[tokio::test]
async fn shorter_bars_are_played_within_their_time() {
    let text = "timestamp,open,high,low,close,volume
2024-03-01T14:30:00Z,10,12,9,11,400
2024-03-01T14:31:00Z,11,12,10,10,800
";
    let (feed, instrument, _folder) = feed(text, "2024-03-01").await;
    let ticks = ticks(&feed, &instrument);
    assert_eq!(ticks[1].exchange_time.since(ticks[0].exchange_time), 15_000);
    assert_eq!(ticks[4].exchange_time.since(ticks[0].exchange_time), UnixMillis::MINUTE);
    let volumes: Vec<String> = ticks.iter().map(|tick| tick.volume.to_string()).collect();
    assert_eq!(volumes, ["100", "200", "300", "400", "600", "800", "1000", "1200"]);
}

#[tokio::test]
async fn a_replay_keeps_up_until_its_clock_is_set_back_and_when_it_has_ended() {
    let (feed, _, folder) = feed(REAL, "2018-12-28").await;
    let db = Db::open(&format!("sqlite://{}", folder.path().join("market.db").display())).await.unwrap();
    let (mut gate, mut done) =
        (Gate::new(crate::testing::market(&db, 3).await, crate::testing::leadership(&db, &Clock::System).await, 1), 0);
    let mut keeps_up = |after| feed.publish_due(&mut gate, &mut done, after, UnixMillis(after));
    assert!(keeps_up(0) && keeps_up(100), "nothing is due");
    assert!(keeps_up(1_000));
    assert!(!keeps_up(500), "the clock was set back");
    assert!(keeps_up(60_000) && keeps_up(0), "it has ended");
    assert_eq!(done, feed.quarters());
    db.close().await;
}

/// A server that leads for a second time plays its replay from the start, under another epoch.
#[tokio::test]
async fn a_second_term_has_quotes_from_its_start() {
    let (feed, instrument, folder) = feed(REAL, "2018-12-28").await;
    let db = Db::open(&format!("sqlite://{}", folder.path().join("market.db").display())).await.unwrap();
    let market = crate::testing::market(&db, 3).await;
    let leadership = crate::testing::leadership(&db, &Clock::System).await;
    let gate = |epoch| Gate::new(market.clone(), leadership.clone(), epoch);
    assert!(feed.publish_due(&mut gate(1), &mut 0, 60_000, UnixMillis(60_000)));
    assert_eq!(market.latest(instrument.id).unwrap().last.display(2), "2506.85");
    let supervisor = Supervisor::new(tokio_util::sync::CancellationToken::new());
    start("replay", Arc::new(feed), gate(2), Clock::manual(UnixMillis(70_000)), &supervisor);
    let first = market.latest(instrument.id).unwrap();
    assert_eq!((first.last.display(2).as_str(), first.epoch), ("2488.83", 2), "the close of its history");
    supervisor.stopping().cancel();
    db.close().await;
}
