//! Exchange rates: dated rows in the database, first filled from `data/fx_rates.csv`.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use plumbline_core::funds::{
    Converted, Deposit, ExchangePrice, RATE_ONE, REPORTING, Rate, TickName, parse_hundredths, parse_rate,
};
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
    /// Existing rows stay as they are: a rate that was in force is never rewritten.
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

/// Adds the rates that the database lacks.
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

/// The greatest age of a rate for exchanging money: enough for a weekend with holidays.
const GOOD_FOR: i64 = 5 * UnixMillis::DAY;
/// Sources of rates that are fixed and never grow old.
const STANDING: [&str; 3] = ["paper_par", "hkma_zone_centre", "hkma_zone_centre_inverse"];

/// A row in force: from, to, first day, rate, source.
type InForce = (String, String, String, i64, String);

/// Every row in force at `now` that is not too old; a rate begins with its day in UTC.
async fn rows_in_force(session: &mut impl Session, now: UnixMillis) -> Result<Vec<InForce>, DbError> {
    let oldest = day_of(now.plus(-GOOD_FOR));
    let mut rows = fetch_all!(session, InForce, IN_FORCE, day_of(now))?;
    rows.retain(|(_, _, since, _, source)| STANDING.contains(&source.as_str()) || *since >= oldest);
    Ok(rows)
}

/// The source word for a rate of the market, from the newest quote of the two currencies.
pub(super) const MARKET: &str = "market_quote";

/// The rates in force at `now` between currencies that wallets hold: the newest quote of the pair, as for a transfer's
/// firm quote, and the dated rows where the market does not quote the pair.
pub async fn in_force(session: &mut impl Session, market: &Market, now: UnixMillis) -> Result<Vec<Rate>, DbError> {
    let rate = |(from, to, _, rate, source): InForce| {
        let (from, to) = (from.parse::<Currency>().ok().filter(held)?, to.parse::<Currency>().ok().filter(held)?);
        Some(quoted(market, from, to).unwrap_or(Rate { from, to, rate, source }))
    };
    Ok(rows_in_force(session, now).await?.into_iter().filter_map(rate).collect())
}

/// True if a wallet holds the currency.
fn held(currency: &Currency) -> bool {
    Wallet::ALL.into_iter().any(|wallet| wallet.currency() == *currency)
}

/// The rate of the newest quote, at the side that the customer gets.
fn quoted(market: &Market, from: Currency, to: Currency) -> Option<Rate> {
    let price = exchange_price(&market.conversion(from, to)?)?;
    let rate = Some(price.rate()).filter(|rate| *rate > 0)?;
    Some(Rate { from, to, rate, source: price.source })
}

/// The exchange price of a pair's quote; `None` if it is not sound.
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

/// The rate at which a deposit is credited in [`REPORTING`], or a withdrawal is taken from it.
#[derive(Clone, Debug)]
pub struct CreditRate {
    /// In 10⁻⁸.
    pub rate: i64,
    /// The source of the rate and the day from which it is in force; `None` within one currency.
    pub origin: Option<(String, String)>,
}

impl CreditRate {
    /// The amount credited for `sent`, rounded down.
    pub fn credit(&self, sent: Money) -> Result<Money, MoneyError> {
        sent.scaled(self.rate, RATE_ONE, Rounding::Down)
    }

    /// The most that can be sent for `paid`, rounded down, so that its cost, rounded up, is not more.
    pub fn most_for(&self, paid: Money) -> Result<Money, MoneyError> {
        paid.scaled(RATE_ONE, self.rate, Rounding::Down)
    }

    /// The rate in the form that a deposit or a withdrawal records.
    pub fn recorded(&self) -> Option<i64> {
        self.origin.as_ref().map(|_| self.rate)
    }
}

/// The rates at which a currency is credited and sent, both in 10⁻⁸, and their source.
#[derive(Clone, Debug)]
struct Sides {
    credited: i64,
    sent: i64,
    origin: Option<(String, String)>,
}

/// The rates at which currencies from customers are credited, and currencies to customers are taken: the market's bid
/// and ask where it quotes them, otherwise the dated rows. None while the price of the pair is mistrusted.
#[derive(Clone, Debug)]
pub struct CreditRates(HashMap<String, Sides>);

impl CreditRates {
    pub async fn in_force(session: &mut impl Session, market: &Market, now: UnixMillis) -> Result<Self, DbError> {
        let is_mistrusted = |from: &str| from.parse().is_ok_and(|from| market.is_mistrusted(from, REPORTING, now));
        let rows = rows_in_force(session, now).await?.into_iter();
        let rows = rows.filter(|(from, to, ..)| to == REPORTING.code() && !is_mistrusted(from));
        let dated = rows.map(|(from, _, since, rate, source)| {
            (from, Sides { credited: rate, sent: rate, origin: Some((source, since)) })
        });
        let quoted = Currency::ALL.iter().filter_map(|from| Some((from.code().to_owned(), sides(market, *from, now)?)));
        let mut rates: HashMap<_, _> = dated.chain(quoted).collect();
        rates.insert(REPORTING.code().to_owned(), Sides { credited: RATE_ONE, sent: RATE_ONE, origin: None });
        Ok(Self(rates))
    }

    /// The rate at which an incoming currency is credited; `None` while none is in force.
    pub fn of(&self, currency: &str) -> Option<CreditRate> {
        self.0
            .get(currency)
            .map(|Sides { credited, origin, .. }| CreditRate { rate: *credited, origin: origin.clone() })
    }

    /// The rate at which an outgoing currency is taken; `None` while none is in force.
    pub fn of_sent(&self, currency: &str) -> Option<CreditRate> {
        self.0.get(currency).map(|Sides { sent, origin, .. }| CreditRate { rate: *sent, origin: origin.clone() })
    }

    /// The credit of a deposit at present rates. The outer `None` means that its currency has no rate yet; the inner
    /// one that the deposit is within one currency, and is credited as announced.
    ///
    /// # Errors
    /// The amount cannot be read, or credited.
    pub fn converted(&self, deposit: &Deposit) -> Result<Option<Option<Converted>>, DbError> {
        if deposit.rate.is_none() {
            return Ok(Some(None));
        }
        let Some(rate) = self.of(&deposit.sent_currency) else { return Ok(None) };
        let sent = parse_hundredths(&deposit.sent_amount).ok().map(|hundredths| Money::new(hundredths, REPORTING));
        let credit = sent.and_then(|sent| rate.credit(sent).ok());
        let corrupt = || DbError::Corrupt { column: "deposits.sent_amount", value: deposit.sent_amount.clone() };
        Ok(Some(Some(Converted { credit: credit.ok_or_else(corrupt)?, rate: rate.rate })))
    }
}

/// The market's prices of a currency in [`REPORTING`]: a fresh quote while its pair is traded, and the last one outside
/// of its hours. `None` while the pair is halted: an operator who halts it mistrusts its price.
fn sides(market: &Market, from: Currency, now: UnixMillis) -> Option<Sides> {
    let by = market.conversion(from, REPORTING).filter(|by| market.converts(by, now))?;
    let is_open = market.session(market.catalog.get(by.tick.instrument)?, now).closes.is_some();
    let is_old = if is_open { market.is_stale(&by.tick, now) } else { now.since(by.tick.received_time) > GOOD_FOR };
    let price = exchange_price(&by).filter(|_| !is_old)?;
    let (credited, sent) = (price.rate(), price.cost_rate());
    Some(Sides { credited, sent, origin: Some((price.source, day_of(now))) }).filter(|_| credited > 0 && sent > 0)
}

/// The day in UTC, `YYYY-MM-DD`.
pub(super) fn day_of(now: UnixMillis) -> String {
    let instant = Timestamp::from_millisecond(now.0).unwrap_or_default();
    instant.to_zoned(TimeZone::UTC).date().to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::funds::channels;
    use crate::market::{Calendars, State, states};
    use crate::mode::Mode;
    use crate::testing;
    use plumbline_core::funds::payout::COINS;
    use plumbline_core::market::{DEPTH_LEVELS, Market as MarketName, Tick};

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

    /// Sources are words, because customers read them in one of three languages.
    fn is_word(source: &str) -> bool {
        !source.is_empty()
            && source.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    }

    fn quote(market: &Market, code: &str, bid: &str, ask: &str) {
        quote_at(market, code, bid, ask, UnixMillis(0));
    }

    fn quote_at(market: &Market, code: &str, bid: &str, ask: &str, at: UnixMillis) {
        let pair = market.catalog.find(MarketName::Forex, code).unwrap();
        let [bid, ask] = [bid, ask].map(|price| price.parse().unwrap());
        let side = |price| testing::side([(price, testing::shares(1)); DEPTH_LEVELS]);
        let tick = testing::tick_at(pair.id, at);
        market.publish(&Tick { seq: at.0 + 1, bids: side(bid), asks: side(ask), last: bid, ..tick });
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
        let market = testing::market(&db, usize::MAX).await;
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
        let deposits = CreditRates::in_force(&mut session, &market, at("2005-05-18")).await.unwrap();
        assert!(deposits.of("USD").is_some() && deposits.of("EUR").is_none());
        let deposits = CreditRates::in_force(&mut session, &market, at("2025-03-05")).await.unwrap();
        assert!(deposits.of("EUR").is_some());
        let deposits = CreditRates::in_force(&mut session, &market, at("2025-03-06")).await.unwrap();
        assert!(
            deposits.of("EUR").is_none() && deposits.of("USDT").is_some(),
            "what was seen grows old, what is set does not"
        );
        let deposits = CreditRates::in_force(&mut session, &market, at("2025-02-28")).await.unwrap();
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

    #[tokio::test]
    async fn what_the_market_quotes_goes_before_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
        install(&db).await.unwrap();
        let mut market = crate::testing::market(&db, usize::MAX).await;
        let hours = Arc::new(Calendars::load(false).unwrap());
        Arc::get_mut(&mut market).unwrap().calendars = hours;
        let moment = |text: &str| UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond());
        let mut session = db.read().await.unwrap();
        let mut rates = async |at: &str| CreditRates::in_force(&mut session, &market, moment(at)).await.unwrap();
        let of = |rate: Option<CreditRate>| rate.map(|rate| (rate.rate, rate.origin.unwrap()));
        let quoted = |rate, day: &str| Some((rate, (MARKET.to_owned(), day.to_owned())));
        // A Friday that the file has a rate for.
        quote_at(&market, "EURUSD", "1.1199", "1.1201", moment("2025-02-28T12:00:00Z"));
        quote_at(&market, "USDJPY", "149.99", "150.01", moment("2025-02-28T12:00:00Z"));
        let open = rates("2025-02-28T12:00:01Z").await;
        assert_eq!(of(open.of("EUR")), quoted(111_990_000, "2025-02-28"));
        assert_eq!(of(open.of_sent("EUR")), quoted(112_010_000, "2025-02-28"));
        // Rounded down for credits, and up for sending: 1/150.01 and 1/149.99.
        assert_eq!(of(open.of("JPY")), quoted(666_622, "2025-02-28"));
        assert_eq!(of(open.of_sent("JPY")), quoted(666_712, "2025-02-28"));
        let stale = rates("2025-02-28T13:00:00Z").await;
        assert_eq!(stale.of("EUR").unwrap().origin.unwrap().0, "ecb_reference", "a feed that stands is no price");
        assert!(stale.of("JPY").is_none());
        let weekend = rates("2025-03-01T12:00:00Z").await;
        assert_eq!(of(weekend.of("EUR")), quoted(111_990_000, "2025-03-01"));
        // No other rate replaces a price that an operator mistrusts, until the pair is quoted again.
        assert!(rates("2025-02-28T12:00:01Z").await.of("HKD").is_some(), "it was never quoted");
        let steps = [("EURUSD", State::Halted), ("USDHKD", State::Halted), ("EURUSD", State::Trading)];
        for (code, state) in steps {
            let pair = market.catalog.find(MarketName::Forex, code).unwrap();
            let (by, at) = ("ann".to_owned(), moment("2025-02-28T12:00:00Z"));
            let change = states::Change { state, by, reason: "a test".to_owned(), at };
            states::change(&db, pair.id, &change).await.unwrap();
            market.states.read(&db, moment("2025-02-28T12:00:01Z")).await.unwrap();
            assert!(rates("2025-02-28T12:00:02Z").await.of("EUR").is_none());
        }
        assert!(rates("2025-02-28T12:00:02Z").await.of("HKD").is_none());
        quote_at(&market, "EURUSD", "1.1199", "1.1201", moment("2025-02-28T12:00:03Z"));
        assert_eq!(of(rates("2025-02-28T12:00:03Z").await.of("EUR")), quoted(111_990_000, "2025-02-28"));
    }
}
