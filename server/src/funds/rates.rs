//! Exchange rates: dated rows in the database, first filled from `data/fx_rates.csv`.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use plumbline_core::funds::{ExchangePrice, RATE_ONE, REPORTING, Rate, TickName, parse_rate};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money, MoneyError, Rounding};
use plumbline_core::products::Conversion;
use plumbline_core::time::UnixMillis;
use serde::Deserialize;

use crate::db::{Db, DbError, Session, rows};
use crate::market::Market;
use crate::{fetch_all, statements};

const DATA: &str = include_str!("../../data/fx_rates.csv");

statements! {
    /// Rows that are there stay as they are: a rate that was in force is never rewritten.
    ADD("tttit"): "INSERT INTO fx_rates (from_currency, to_currency, effective_from, rate, source) {rows} \
        ON CONFLICT (from_currency, to_currency, effective_from) DO NOTHING";
    IN_FORCE: "SELECT from_currency, to_currency, effective_from, rate, source FROM fx_rates f WHERE effective_from = \
        (SELECT MAX(effective_from) FROM fx_rates g WHERE g.from_currency = f.from_currency \
        AND g.to_currency = f.to_currency AND g.effective_from <= $1) ORDER BY from_currency, to_currency";
}

#[derive(Deserialize)]
struct Row {
    from_currency: String,
    to_currency: String,
    effective_from: String,
    rate: String,
    source: String,
}

fn data() -> Vec<Row> {
    let rows = csv::Reader::from_reader(DATA.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the embedded file is valid, as a test checks")
}

/// Adds the rates that the database does not have yet.
pub async fn install(db: &Db) -> Result<(), DbError> {
    let data = data();
    let rate = |row: &Row| parse_rate(&row.rate).expect("the embedded file is valid, as a test checks");
    let rows = rows::Rows::default()
        .text(data.iter().map(|row| row.from_currency.clone()))
        .text(data.iter().map(|row| row.to_currency.clone()))
        .text(data.iter().map(|row| row.effective_from.clone()))
        .int(data.iter().map(rate))
        .text(data.iter().map(|row| row.source.clone()));
    let mut tx = db.begin().await?;
    rows::execute(&mut tx, ADD, rows).await?;
    tx.commit().await
}

/// A row in force: from, to, since when, the rate, its source.
type InForce = (String, String, String, i64, String);

/// Every row in force at `now`; a rate begins with its day in UTC.
async fn rows_in_force(session: &mut impl Session, now: UnixMillis) -> Result<Vec<InForce>, DbError> {
    fetch_all!(session, InForce, IN_FORCE, day_of(now))
}

/// The word for a rate of the market: what its newest quote of the two currencies gives for the one that is changed.
pub(super) const MARKET: &str = "market_quote";

/// The rates in force at `now` between currencies that wallets hold. They are the market's own: what a transfer is promised
/// at is what the pair of the two is quoted at. Where the market does not quote it, the dated rows hold.
pub async fn in_force(session: &mut impl Session, market: &Market, now: UnixMillis) -> Result<Vec<Rate>, DbError> {
    let rate = |(from, to, _, rate, source): InForce| {
        let (from, to) = (from.parse::<Currency>().ok().filter(held)?, to.parse::<Currency>().ok().filter(held)?);
        Some(quoted(market, from, to).unwrap_or(Rate { from, to, rate, source }))
    };
    Ok(rows_in_force(session, now).await?.into_iter().filter_map(rate).collect())
}

/// Whether a wallet holds the currency.
fn held(currency: &Currency) -> bool {
    Wallet::ALL.into_iter().any(|wallet| wallet.currency() == *currency)
}

/// The rate of the newest quote, at the side that the customer gets.
fn quoted(market: &Market, from: Currency, to: Currency) -> Option<Rate> {
    let price = exchange_price(&market.conversion(from, to)?)?;
    let rate = Some(price.rate()).filter(|rate| *rate > 0)?;
    Some(Rate { from, to, rate, source: price.source })
}

/// What the quote of a pair changes money at; `None` for one that nothing can be changed at.
pub(super) fn exchange_price(by: &Conversion) -> Option<ExchangePrice> {
    let price = ExchangePrice {
        from: by.from,
        to: by.to,
        bid: by.tick.bid().units(),
        ask: by.tick.ask().units(),
        inverse: by.inverse,
        source: MARKET.to_owned(),
        tick: Some(TickName::from(&*by.tick)),
    };
    Some(price).filter(ExchangePrice::is_sound)
}

/// At what a deposit is credited in [`REPORTING`], and a withdrawal taken from it.
#[derive(Clone, Debug)]
pub struct CreditRate {
    /// In 10⁻⁸.
    pub rate: i64,
    /// Where the rate comes from and the day from which it is in force; `None` within one currency.
    pub origin: Option<(String, String)>,
}

impl CreditRate {
    /// What is credited for `sent`, rounded down.
    pub fn credit(&self, sent: Money) -> Result<Money, MoneyError> {
        sent.scaled(self.rate, RATE_ONE, Rounding::Down)
    }

    /// The most that can be sent for `paid`: what it costs, rounded up, is not more.
    pub fn most_for(&self, paid: Money) -> Result<Money, MoneyError> {
        paid.scaled(RATE_ONE, self.rate, Rounding::Down)
    }

    /// The rate as a deposit or a withdrawal records it.
    pub fn recorded(&self) -> Option<i64> {
        self.origin.as_ref().map(|_| self.rate)
    }
}

/// At what the currencies that customers send are credited, and those that are sent to them are taken.
#[derive(Clone, Debug)]
pub struct CreditRates(HashMap<String, CreditRate>);

impl CreditRates {
    pub async fn in_force(session: &mut impl Session, now: UnixMillis) -> Result<Self, DbError> {
        let rows = rows_in_force(session, now).await?.into_iter().filter(|(_, to, ..)| to == REPORTING.code());
        let mut rates: HashMap<String, CreditRate> = rows
            .map(|(from, _, since, rate, source)| (from, CreditRate { rate, origin: Some((source, since)) }))
            .collect();
        rates.insert(REPORTING.code().to_owned(), CreditRate { rate: RATE_ONE, origin: None });
        Ok(Self(rates))
    }

    /// `None` while no rate of the currency is in force.
    pub fn of(&self, currency: &str) -> Option<&CreditRate> {
        self.0.get(currency)
    }
}

/// The day in UTC, `YYYY-MM-DD`.
pub(super) fn day_of(now: UnixMillis) -> String {
    let instant = Timestamp::from_millisecond(now.0).unwrap_or_default();
    instant.to_zoned(TimeZone::UTC).date().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::funds::channels;
    use crate::mode::Mode;
    use plumbline_core::decimal::{ONE, Quantity};
    use plumbline_core::funds::payout::COINS;
    use plumbline_core::market::{DEPTH_LEVELS, Level, Market as MarketName, Session as TickSession, Tick};

    /// Coins that are credited one for one with dollars.
    const TETHERED: [&str; 2] = ["USDC", "USDT"];

    #[test]
    fn the_embedded_rates_are_valid() {
        for row in data() {
            assert!(parse_rate(&row.rate).unwrap() > 0);
            assert!(row.to_currency.parse::<Currency>().is_ok());
            assert!(row.effective_from.parse::<jiff::civil::Date>().is_ok() && is_word(&row.source));
        }
    }

    /// Sources are words, because a customer reads them in one of three languages.
    fn is_word(source: &str) -> bool {
        !source.is_empty()
            && source.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    }

    fn quote(market: &Market, code: &str, bid: &str, ask: &str) {
        let pair = market.catalog.find(MarketName::Forex, code).unwrap();
        let level = |price: &str| {
            let level = Level { price: price.parse().unwrap(), size: Quantity::from_units(ONE) };
            [level; DEPTH_LEVELS]
        };
        market.publish(&Tick {
            instrument: pair.id,
            feed: "test".into(),
            epoch: 1,
            seq: 1,
            exchange_time: UnixMillis(0),
            received_time: UnixMillis(0),
            bids: level(bid),
            asks: level(ask),
            last: bid.parse().unwrap(),
            volume: Quantity::ZERO,
            session: TickSession::Regular,
        });
    }

    #[tokio::test]
    async fn a_rate_is_in_force_from_its_day_on() {
        let currencies = |rates: &[Rate]| -> Vec<_> {
            rates.iter().map(|rate| (rate.from.code(), rate.to.code(), rate.rate, rate.source.clone())).collect()
        };
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
        install(&db).await.unwrap();
        install(&db).await.unwrap();
        let at = |day: &str| UnixMillis(format!("{day}T23:59:59Z").parse::<Timestamp>().unwrap().as_millisecond());
        let market = crate::testing::market(&db, usize::MAX).await;
        let mut session = db.read().await.unwrap();
        assert!(in_force(&mut session, &market, at("2005-05-17")).await.unwrap().is_empty());
        let rates = in_force(&mut session, &market, at("2005-05-18")).await.unwrap();
        let dated = [
            ("HKD", "USD", 12_820_512, "hkma_zone_centre_inverse".to_owned()),
            ("USD", "HKD", 780_000_000, "hkma_zone_centre".to_owned()),
        ];
        assert_eq!(currencies(&rates), dated, "nothing is quoted yet");
        quote(&market, "USDHKD", "7.8340", "7.8344");
        let rates = in_force(&mut session, &market, at("2005-05-18")).await.unwrap();
        let quoted = [("HKD", "USD", 12_764_219, MARKET.to_owned()), ("USD", "HKD", 783_400_000, MARKET.to_owned())];
        assert_eq!(currencies(&rates), quoted, "the pair and the transfer have one source");
        let deposits = CreditRates::in_force(&mut session, at("2005-05-18")).await.unwrap();
        assert!(deposits.of("USD").is_some() && deposits.of("EUR").is_none());
        let deposits = CreditRates::in_force(&mut session, at("2025-02-28")).await.unwrap();
        let euro = deposits.of("EUR").unwrap();
        assert_eq!(euro.origin, Some(("ecb_reference".to_owned(), "2025-02-28".to_owned())));
        assert_eq!(euro.credit(Money::new(10_001, REPORTING)).unwrap().amount(), "104.12", "104.120411 rounded down");
        for channel in channels::offered(Mode::Paper) {
            assert!(deposits.of(&channel.currency).is_some(), "{channel:?}");
        }
        for coin in COINS.iter().filter(|coin| !TETHERED.contains(&coin.currency)) {
            assert!(
                deposits.of(coin.currency).is_none(),
                "{} moves: it is credited at what is bid for it",
                coin.currency
            );
        }
    }
}
