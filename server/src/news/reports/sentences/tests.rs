use jiff::civil::date;
use plumbline_core::decimal::{Price, Quantity};

use super::*;
use crate::db::Db;
use crate::news::reports::kind::{DayText, LastTrade, Shortened};
use crate::testing;

async fn market() -> (std::sync::Arc<Market>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("reports.db").display())).await.unwrap();
    (testing::market(&db, 1).await, folder)
}

fn line(basis_points: i64) -> Line {
    let (close, volume) = ("1227.5".parse::<Price>().unwrap(), Quantity::from_whole(1_234_567).unwrap());
    Line { instrument: InstrumentId(1), close, basis_points, volume }
}

fn wrap(market: MarketName, indices: Vec<Line>) -> Report {
    let (gainers, losers, actives) = (vec![line(125)], vec![line(-80)], vec![line(0)]);
    let (rose, fell, unchanged) = (1_020, 7, 3);
    let day = date(2026, 11, 20);
    Report::Wrap(Wrap { market, day, indices, rose, fell, unchanged, gainers, losers, actives, simulated: true })
}

fn preview(market: MarketName, half_day: bool) -> Report {
    let day = |day| DayText(date(2026, 11, day));
    Report::Preview(Preview {
        market,
        day: date(2026, 11, 25),
        hours: vec![("09:30".into(), "12:00".into()), ("13:00".into(), "16:00".into())],
        half_day,
        around_the_clock: true,
        closed: if half_day { Vec::new() } else { vec![day(26)] },
        half_days: if half_day { Vec::new() } else { vec![Shortened { day: day(27), closes: "13:00".into() }] },
        last_trades: vec![LastTrade { instrument: InstrumentId(1), day: day(30) }],
        simulated: true,
    })
}

#[tokio::test]
async fn every_report_reads_in_every_language_and_is_stored_as_it_is() {
    let (market, _folder) = market().await;
    let reports = [
        wrap(MarketName::UsStock, vec![line(125)]),
        wrap(MarketName::HongKong, Vec::new()),
        wrap(MarketName::Forex, Vec::new()),
        wrap(MarketName::Crypto, Vec::new()),
        preview(MarketName::UsStock, false),
        preview(MarketName::HongKong, true),
    ];
    for report in &reports {
        let stored = serde_json::to_string(report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&stored).unwrap(), *report, "{stored}");
        for language in Language::ALL {
            let Headline { title, summary, .. } = headline(report, &market, language);
            let text = serde_json::to_string(&write(report, &market, language)).unwrap();
            // A value that was not replaced, or a word without a sentence, is still visible.
            for said in [&title, &summary, &text.replace("{\"", "").replace("\"}", "").replace("[{", "")] {
                let open = [
                    "{market}",
                    "{day}",
                    "{name}",
                    "{close}",
                    "{rose}",
                    "{hours}",
                    "wrap_",
                    "preview_",
                    "report_",
                    "market_name_",
                ];
                assert!(!open.iter().any(|place| said.contains(place)) && !said.is_empty(), "{language:?}: {said}");
            }
        }
    }
}

#[tokio::test]
async fn figures_stand_in_the_sentences_and_what_is_made_up_says_so_first() {
    let (market, _folder) = market().await;
    let report = wrap(MarketName::UsStock, vec![line(-40)]);
    let name = market.name(InstrumentId(1), Language::English);
    let english = headline(&report, &market, Language::English);
    assert_eq!(english.title, format!("US stocks, 20 Nov 2026: {name} \u{2212}0.40%"));
    assert_eq!(
        english.summary,
        format!("{name} ended at 1,227.50 (\u{2212}0.40%). Of 1,030 shares, 1,020 rose, 7 fell and 3 were unchanged.")
    );
    let blocks = write(&report, &market, Language::English);
    let Block::Quote { spans } = &blocks[0] else { panic!("{blocks:?}") };
    assert!(spans[0].text.contains("simulated"), "{spans:?}");
    let tables: Vec<_> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Table { lines, .. } => {
                Some(lines[0].cells.iter().map(|cell| cell.spans[0].text.as_str()).collect::<Vec<_>>())
            }
            _ => None,
        })
        .collect();
    assert_eq!((tables[0][1], tables[0][2]), ("1,227.50", "+1.25%"));
    assert_eq!(tables[2][3], "1.51B USD");
    let chinese = headline(&preview(MarketName::UsStock, false), &market, Language::TraditionalChinese);
    assert!(chinese.title.contains("2026年11月25日"), "{}", chinese.title);
}

#[test]
fn large_figures_are_told_in_the_units_of_the_language() {
    let told = |value: i128| Language::ALL.map(|language| compact(value, language));
    assert_eq!(told(999), ["999", "999", "999"]);
    assert_eq!(told(12_345), ["12.3K", "1.23万", "1.23萬"]);
    assert_eq!(told(41_234_567), ["41.2M", "4,123万", "4,123萬"]);
    assert_eq!(told(1_515_430_992), ["1.51B", "15.1亿", "15.1億"]);
    assert_eq!(told(2_500_000_000_000), ["2.50T", "2.50万亿", "2.50萬億"]);
}
