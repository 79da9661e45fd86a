use plumbline_core::market::SplitRatio;
use plumbline_core::products::FinancingRates;

use super::*;
use crate::market::{Calendars, Catalog, NewStocks, catalog};

const TODAY: &str = "2026-11-20";

fn instruments() -> Vec<Instrument> {
    catalog::number(&Catalog::seed().unwrap(), &[]).unwrap()
}

fn of<'a>(instruments: &'a [Instrument], code: &str) -> &'a Instrument {
    instruments.iter().find(|instrument| instrument.code == code).unwrap()
}

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

#[test]
fn the_rows_of_the_day_are_in_force() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let apple = of(&all, "AAPL");
    let us = rules.in_force(apple, TODAY).unwrap();
    assert_eq!((us.band_basis_points, us.collar_basis_points), (5_000, 500));
    assert_eq!(us.minimum_value, Money::new(100, Currency::Usd));
    assert_eq!((us.product, us.wallet, us.lot), (Product::Spot, Wallet::Stock, Quantity::from_units(ONE)));
    assert_eq!((us.currency, us.fee_table.as_str(), us.settlement_days), (Currency::Usd, "us-stock", 1));
    assert_eq!(us.greatest_quantity, None);
    assert_eq!(us.tick_sizes.at(price("0.5")), price("0.0001"));
    assert_eq!(us.tick_sizes.at(price("227.52")), price("0.01"));
    assert!(rules.in_force(apple, "2025-12-31").is_none());
    for instrument in &all {
        assert_eq!(rules.in_force(instrument, TODAY).is_some(), instrument.tradable, "{}", instrument.code);
    }
    let futures = crate::market::futures::steps().unwrap();
    assert!(futures.iter().any(|(root, step)| root == "ES" && *step == price("0.25")));
}

#[test]
fn a_wallet_takes_the_dividends_of_each_stock() {
    let (rules, calendars) = (Rules::load().unwrap(), Calendars::load(true).unwrap());
    let mut seeds = Catalog::seed().unwrap();
    seeds.extend(NewStocks::load(&calendars).unwrap().seeds());
    let amount = price("0.25");
    let dividend = |currency| ActionTerms::Dividend { amount, currency };
    let day = TODAY.parse().unwrap();
    let all = catalog::number(&seeds, &[]).unwrap();
    let stocks = || all.iter().filter(|stock| [Market::UsStock, Market::HongKong].contains(&stock.market));
    assert!(stocks().count() > 100);
    for stock in stocks() {
        let wallet = rules.wallet_of(stock, day, &dividend(stock.currency));
        let expected = if stock.market == Market::UsStock { Wallet::Stock } else { Wallet::HkStock };
        assert_eq!(wallet, Some(expected), "{}", stock.code);
    }
    let apple = of(&all, "AAPL");
    assert_eq!(rules.wallet_of(apple, day, &dividend(Currency::Hkd)), None, "in which nobody could hold it");
    assert_eq!(rules.wallet_of(apple, day, &ActionTerms::Split(SplitRatio::new(2, 1).unwrap())), None);
}

#[test]
fn shares_of_hong_kong_are_held_to_its_rules() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let tencent = rules.in_force(of(&all, "00700"), TODAY).unwrap();
    assert_eq!((tencent.product, tencent.currency, tencent.wallet), (Product::Spot, Currency::Hkd, Wallet::HkStock));
    assert_eq!((tencent.lot.display(0), tencent.settlement_days), ("100".to_owned(), 2));
    assert_eq!(tencent.greatest_quantity.unwrap().display(0), "300000", "3,000 lots");
    assert_eq!(tencent.fee_table, "hk-stock");
    assert_eq!(rules.in_force(of(&all, "02800"), TODAY).unwrap().fee_table, "hk-fund");
    assert_eq!(rules.fee_table(of(&all, "00823")), Some("hk-fund"));
}

#[test]
fn coins_are_bought_in_usdt_in_the_steps_of_their_pairs() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let bitcoin = rules.in_force(of(&all, "BTCUSDT"), TODAY).unwrap();
    assert_eq!(
        (bitcoin.product, bitcoin.currency, bitcoin.wallet),
        (Product::Spot, Currency::Usdt, Wallet::Cryptocurrency)
    );
    assert_eq!(
        (bitcoin.lot.display(0), bitcoin.settlement_days, bitcoin.fraction_step),
        ("0.00001".to_owned(), 0, None)
    );
    assert_eq!(bitcoin.minimum_value, Money::new(5_000_000, Currency::Usdt));
    assert_eq!((bitcoin.fee_table.as_str(), bitcoin.trigger), ("crypto", TriggerPrice::Last));
    let vet = rules.in_force(of(&all, "VETUSDT"), TODAY).unwrap();
    assert_eq!((vet.lot.display(0), vet.tick_sizes.at(price("0.007"))), ("0.1".to_owned(), price("0.000001")));
}

/// The Second Schedule as it is on each day: Part A for shares, Part D for exchange traded funds.
#[test]
fn price_steps_are_those_of_the_day_and_the_instrument() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let allowed =
        |code: &str, day: &str, text: &str| rules.tick_sizes(of(&all, code), day).unwrap().allows(price(text));
    let table = [
        ("00005", "2026-08-02", "2.355", false),
        ("00005", "2026-08-03", "2.355", true),
        ("00005", "2025-08-03", "15.01", false),
        ("00005", "2025-08-04", "15.01", true),
        ("00005", TODAY, "0.251", false),
        ("00005", TODAY, "0.25", true),
        ("00005", TODAY, "10.005", false),
        ("00005", TODAY, "500", true),
        ("00005", TODAY, "500.2", false),
        ("00005", TODAY, "500.5", true),
        ("00005", TODAY, "9995", true),
        ("00005", TODAY, "9996", false),
        ("00005", TODAY, "10000", false),
        ("02800", TODAY, "26.32", true),
        ("02800", TODAY, "26.33", false),
        ("02800", TODAY, "4.998", true),
        ("EURUSD", TODAY, "1.08501", true),
        ("EURUSD", TODAY, "1.085015", false),
        ("USDJPY", TODAY, "150.001", true),
        ("USDJPY", TODAY, "150.0001", false),
    ];
    for (code, day, text, expected) in table {
        assert_eq!(allowed(code, day, text), expected, "{code} at {text} on {day}");
    }
}

#[test]
fn a_board_lot_is_that_of_the_day() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let lot = |day| rules.lot(of(&all, "01211"), day).display(0);
    assert_eq!([lot("2026-09-13"), lot("2026-09-14")], ["500", "100"]);
    assert_eq!(rules.lot(of(&all, "EURUSD"), TODAY).display(0), "1000");
}

#[test]
fn pairs_are_held_on_margin_by_their_class() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let cap = |code: &str| match rules.in_force(of(&all, code), TODAY).unwrap().product {
        Product::Margin(MarginRules { leverage_cap, stop_out_basis_points, daily: _ }) => {
            (leverage_cap.display(0), stop_out_basis_points)
        }
        Product::Spot => panic!("{code} is on margin"),
    };
    assert_eq!(cap("EURUSD"), ("30".to_owned(), 5_000));
    assert_eq!(cap("AUDUSD"), ("20".to_owned(), 5_000), "no major pair as ESMA counts");
    assert_eq!(cap("USDTRY"), ("20".to_owned(), 5_000));
    let yen = rules.in_force(of(&all, "USDJPY"), TODAY).unwrap();
    assert_eq!((yen.currency, yen.wallet), (Currency::Jpy, Wallet::Forex));
    assert_eq!(yen.minimum_value, Money::new(1, Currency::Jpy), "a yen has no decimals");
}

#[test]
fn value_dates_are_by_pair_and_settlement_is_of_what_is_owned() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let days = |code: &str| (rules.settlement_days(of(&all, code), TODAY), rules.settlement_lag(of(&all, code), TODAY));
    let table = [("AAPL", (1, 1)), ("00700", (2, 2)), ("EURUSD", (2, 0)), ("USDCAD", (1, 0)), ("USDTRY", (1, 0))];
    for (code, expected) in table {
        assert_eq!(days(code), expected, "{code}");
    }
}

#[test]
fn a_night_is_charged_at_the_policy_rates_of_its_day() {
    let (rules, all) = (Rules::load().unwrap(), instruments());
    let rates = |code: &str, day: &str| rules.financing(of(&all, code), day).map(|found| found.rates);
    let [one, half] = [10_000_000_000, 5_000_000_000];
    // The deposit facility less the middle of the federal funds target; from 2026-09-17 both are higher.
    let expected = FinancingRates { base: 5 * half, quote: 3 * one + 8_750_000_000, markup: half };
    assert_eq!(rates("EURUSD", TODAY), Some(expected));
    let before = FinancingRates { base: 5 * half, quote: 3 * one + 6_250_000_000, markup: half };
    assert_eq!(rates("EURUSD", "2026-09-16"), Some(before));
    let found = rules.financing(of(&all, "USDJPY"), TODAY).unwrap();
    assert_eq!((found.base.bank.as_str(), found.base.since.as_str()), ("Federal Reserve", "2026-09-17"));
    assert_eq!((found.quote.bank.as_str(), found.quote.since.as_str()), ("Bank of Japan", "2026-09-24"));
    assert!(found.quote.source.contains("call") && found.markup_source.contains("house rule"));
    assert_eq!(rates("EURUSD", "2025-12-31"), None, "no markup was stated yet");
    assert_eq!(rates("AAPL", TODAY), None);
    let pairs = all.iter().filter(|instrument| instrument.market == Market::Forex);
    for pair in pairs {
        assert!(rates(&pair.code, TODAY).is_some(), "{}", pair.code);
    }
}

/// Money types and displayed amounts have the decimals of ISO 4217.
#[test]
fn currencies_have_the_decimals_of_their_rows() {
    let mut rows = csv::Reader::from_reader(include_bytes!("../../../data/currencies.csv").as_slice());
    let stated: std::collections::HashMap<String, u32> =
        rows.records().map(Result::unwrap).filter_map(|row| Some((row[0].to_owned(), row[2].parse().ok()?))).collect();
    for currency in Currency::ALL {
        assert_eq!(stated.get(currency.code()), Some(&currency.decimals()), "{currency}");
    }
}
