//! The industries of a market add up to its list.

use std::collections::BTreeMap;

use plumbline_core::decimal::parse_units;
use serde_json::Value;

use crate::support::{Database, TestServer};

/// A change in hundredths of a percent.
fn hundredths(text: &Value) -> i64 {
    parse_units(text.as_str().unwrap(), 2).unwrap()
}

/// Millionths of a currency.
fn minor(text: &Value) -> i64 {
    parse_units(text.as_str().unwrap(), 6).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn industries_add_up_to_the_list() {
    let server = TestServer::start_still(Database::Sqlite).await;
    for (market, currency, least) in [("UsStock", "USD", 11), ("HK", "HKD", 8), ("Crypto", "USDT", 5)] {
        let call = format!("GET /market/sectors?market={market}");
        let told = server.call(&call, Value::Null).await.ok().clone();
        assert_eq!((&told["market"], &told["currency"]), (&market.into(), &currency.into()));
        let sectors = told["sectors"].as_array().unwrap();
        assert!(sectors.len() >= least, "{market} has {}", sectors.len());
        let list = server.call(&format!("GET /market/list/whole?market={market}"), Value::Null).await.ok().clone();
        let mut traded: BTreeMap<&str, Vec<(i64, &Value)>> = BTreeMap::new();
        for row in list["list"].as_array().unwrap().iter().filter(|row| row["classify"] != "") {
            traded.entry(row["classify"].as_str().unwrap()).or_default().push((minor(&row["turnover"]), row));
        }
        assert_eq!(sectors.len(), traded.len(), "{market}");
        let turnovers: Vec<i64> = sectors.iter().map(|sector| minor(&sector["turnover"])).collect();
        assert!(turnovers.windows(2).all(|two| two[0] >= two[1]), "{turnovers:?}");
        for sector in sectors {
            let rows = &traded[sector["classify"].as_str().unwrap()];
            let total: i64 = rows.iter().map(|(turnover, _)| turnover).sum();
            assert_eq!(minor(&sector["turnover"]), total, "{sector}");
            let change: i128 = rows
                .iter()
                .map(|(turnover, row)| i128::from(*turnover) * i128::from(hundredths(&row["change_ratio"])))
                .sum();
            let mean = hundredths(&sector["change_ratio"]);
            assert!((change - i128::from(mean) * i128::from(total)).abs() * 2 <= i128::from(total), "{sector}");
            let counted: u64 =
                ["risen", "fallen", "unchanged"].map(|field| sector[field].as_u64().unwrap()).iter().sum();
            assert_eq!(counted as usize, rows.len());
            let stocks = sector["stocks"].as_array().unwrap();
            assert_eq!(stocks.len(), rows.len().min(12));
            let greatest = rows.iter().map(|(turnover, _)| *turnover).max().unwrap();
            assert_eq!(minor(&stocks[0]["turnover"]), greatest);
        }
    }
    let chinese =
        server.send("GET /market/sectors?market=UsStock", &Value::Null, None, &[("Accept-Language", "zh-Hant")]);
    let chinese = chinese.await.ok().clone();
    let names: Vec<&str> = chinese["sectors"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"資訊科技"), "{names:?}");
    for market in ["Forex", "Index", "Future", "Mars", ""] {
        let call = format!("GET /market/sectors?market={market}");
        server.call(&call, Value::Null).await.refused(422, "market_unknown");
    }
}
