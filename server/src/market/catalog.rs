//! The instruments, in memory. Their rows are stored in the database, so that an instrument keeps its id for ever.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use jiff::civil::Date;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Company, Future, Instrument, Market, Names};
use plumbline_core::money::Currency;
use plumbline_core::multiplier::Multiplier;
use plumbline_core::time::UnixMillis;
use thiserror::Error;

use super::calendars::Calendars;
use super::futures;
use super::new_stocks::NewStocks;
use super::search_index::SearchIndex;
use super::seeds::{InstrumentSeed, SeedError};
use super::states::{self, Change};
use crate::db::{Db, DbError, Session, Tx, rows, rows::Rows};
use crate::{fetch_all, statements};

/// Rows that one statement stores.
const CHUNK: usize = 256;
/// Instruments that can be added while a server runs; a start makes room for as many again.
const ROOM: usize = 256;

statements! {
    /// The instruments with ids greater than $1.
    AFTER: "SELECT id, market, code, exchange, currency, name_en, name_zh_hans, name_zh_hant, pinyin, initials,
               industry, founded, headquarters, employees, website, calendar, lot, reference_price, tradable,
               base_currency, price_decimals, pip_decimals, tick_table, fee_table,
               root, multiplier, listed_at, ends_at, last_trade, first_notice, cash_settled, closes_at, opens_until,
               index_code
        FROM instruments WHERE id > $1 ORDER BY id";
    STORE("ittttttttttitittiiitiitttiiittiiit"): "INSERT INTO instruments
        (id, market, code, exchange, currency, name_en, name_zh_hans, name_zh_hant, pinyin, initials, industry,
         founded, headquarters, employees, website, calendar, lot, reference_price, tradable,
         base_currency, price_decimals, pip_decimals, tick_table, fee_table,
         root, multiplier, listed_at, ends_at, last_trade, first_notice, cash_settled, closes_at, opens_until,
         index_code) {rows}
        ON CONFLICT (market, code) DO UPDATE SET exchange = excluded.exchange, name_en = excluded.name_en,
            name_zh_hans = excluded.name_zh_hans, name_zh_hant = excluded.name_zh_hant, pinyin = excluded.pinyin,
            initials = excluded.initials, industry = excluded.industry, founded = excluded.founded,
            headquarters = excluded.headquarters, employees = excluded.employees, website = excluded.website,
            calendar = excluded.calendar, lot = excluded.lot,
            reference_price = excluded.reference_price, tradable = excluded.tradable,
            base_currency = excluded.base_currency, price_decimals = excluded.price_decimals,
            pip_decimals = excluded.pip_decimals, tick_table = excluded.tick_table, fee_table = excluded.fee_table,
            root = excluded.root, multiplier = excluded.multiplier, listed_at = excluded.listed_at,
            ends_at = excluded.ends_at, last_trade = excluded.last_trade, first_notice = excluded.first_notice,
            cash_settled = excluded.cash_settled, closes_at = excluded.closes_at, opens_until = excluded.opens_until,
            index_code = excluded.index_code";
}

#[derive(Debug, Error)]
pub enum CatalogError {
    #[error(transparent)]
    Seed(#[from] SeedError),
    #[error("the instrument {0} is known already")]
    Known(String),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// An id below every instrument's.
const NONE: InstrumentId = InstrumentId(0);

/// Every instrument, by id and by code.
#[derive(Debug, Default)]
pub struct Catalog {
    all: Vec<Arc<Instrument>>,
    by_id: HashMap<InstrumentId, Arc<Instrument>>,
    by_code: HashMap<Market, HashMap<String, Arc<Instrument>>>,
    index: SearchIndex,
    /// The instruments that were added since the start, in order.
    added: Vec<OnceLock<Arc<Instrument>>>,
}

impl Catalog {
    /// The instruments of the embedded files.
    pub fn seed() -> Result<Vec<InstrumentSeed>, CatalogError> {
        Ok(InstrumentSeed::all()?)
    }

    /// The instruments of the embedded files, numbered as in a new database at `at`.
    pub fn embedded(calendars: &Calendars, at: UnixMillis) -> Result<Self, CatalogError> {
        let mut seeds = Self::seed()?;
        seeds.extend(futures::listed(calendars, at)?);
        seeds.extend(NewStocks::load(calendars)?.seeds());
        Ok(number(&seeds, &[])?.into_iter().collect())
    }

    /// Stores the `seeds` that the database lacks, updates the others, and reads all instruments.
    pub async fn open(db: &Db, seeds: &[InstrumentSeed]) -> Result<Self, CatalogError> {
        let mut tx = db.begin().await?;
        let known = read(&mut tx, NONE).await?;
        let seeded = number(seeds, &known)?;
        for chunk in seeded.chunks(CHUNK) {
            store(&mut tx, chunk).await?;
        }
        let all = read(&mut tx, NONE).await?;
        tx.commit().await?;
        Ok(all.into_iter().collect())
    }

    /// All instruments that are stored.
    pub async fn read(db: &Db) -> Result<Self, CatalogError> {
        let all = read(&mut db.read().await?, NONE).await?;
        Ok(all.into_iter().collect())
    }

    /// Stores a new instrument.
    ///
    /// # Errors
    /// `Known` if its market has ever had the code.
    pub async fn add(db: &Db, seed: &InstrumentSeed, listed: &Change) -> Result<Instrument, CatalogError> {
        let mut tx = db.begin().await?;
        let known = read(&mut tx, NONE).await?;
        let new = number(std::slice::from_ref(seed), &known)?;
        if known.iter().any(|known| new.iter().any(|new| new.id == known.id)) {
            return Err(CatalogError::Known(seed.code.clone()));
        }
        store(&mut tx, &new).await?;
        let new = new.into_iter().next().ok_or_else(|| CatalogError::Known(seed.code.clone()))?;
        states::record(&mut tx, new.id, listed).await?;
        tx.commit().await?;
        Ok(new)
    }

    /// Reads the instruments that were added to the database since, as far as there is room, and gives them.
    pub async fn learn(&self, db: &Db) -> Result<Vec<Arc<Instrument>>, CatalogError> {
        let newest = self.iter().map(|instrument| instrument.id).max().unwrap_or(NONE);
        let new = read(&mut db.read().await?, newest).await?;
        let room = self.added.iter().filter(|slot| slot.get().is_none());
        let new: Vec<Arc<Instrument>> = new.into_iter().map(Arc::new).collect();
        let taken = room.zip(new).filter_map(|(slot, new)| slot.set(new.clone()).is_ok().then_some(new));
        Ok(taken.collect())
    }

    /// The instruments of the server's start.
    pub fn all(&self) -> &[Arc<Instrument>] {
        &self.all
    }

    pub fn get(&self, id: InstrumentId) -> Option<&Arc<Instrument>> {
        self.by_id.get(&id).or_else(|| self.added().find(|added| added.id == id))
    }

    /// Finds an instrument even before it is announced; names from customers go through [`super::Market::find`].
    pub fn find(&self, market: Market, code: &str) -> Option<&Arc<Instrument>> {
        let known = self.by_code.get(&market).and_then(|codes| codes.get(code));
        known.or_else(|| self.added().find(|added| added.market == market && added.code == code))
    }

    /// The instrument that an operator names by its market's code and its own.
    pub fn named(&self, market: &str, code: &str) -> Option<&Arc<Instrument>> {
        self.find(Market::from_code(market)?, code)
    }

    /// The instruments that match a keyword, the best match first.
    pub fn search(&self, keyword: &str, main_months: &HashSet<InstrumentId>, now: UnixMillis) -> Vec<InstrumentId> {
        let mut found = self.index.find(keyword, main_months, now);
        found.extend(SearchIndex::of(self.added().map(AsRef::as_ref)).find(keyword, main_months, now));
        found
    }

    fn added(&self) -> impl Iterator<Item = &Arc<Instrument>> {
        self.added.iter().map_while(OnceLock::get)
    }

    /// Every instrument; those added since the start come last.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Instrument>> {
        self.all.iter().chain(self.added())
    }

    /// The greatest id that the server has room for.
    pub fn greatest(&self) -> InstrumentId {
        let greatest = self.all.iter().map(|i| i.id.0).max().unwrap_or_default();
        InstrumentId(greatest + i64::try_from(ROOM).unwrap_or_default())
    }
}

impl FromIterator<Instrument> for Catalog {
    fn from_iter<I: IntoIterator<Item = Instrument>>(instruments: I) -> Self {
        let all: Vec<Arc<Instrument>> = instruments.into_iter().map(Arc::new).collect();
        let by_id = all.iter().map(|i| (i.id, i.clone())).collect();
        let mut by_code: HashMap<Market, HashMap<String, Arc<Instrument>>> = HashMap::new();
        for instrument in &all {
            by_code.entry(instrument.market).or_default().insert(instrument.code.clone(), instrument.clone());
        }
        let index = SearchIndex::of(all.iter().map(AsRef::as_ref));
        let added = (0..ROOM).map(|_| OnceLock::new()).collect();
        Self { all, by_id, by_code, index, added }
    }
}

/// Gives each seed the id of its stored instrument, or the next free one.
pub(super) fn number(seeds: &[InstrumentSeed], known: &[Instrument]) -> Result<Vec<Instrument>, CatalogError> {
    let ids: HashMap<(Market, &str), InstrumentId> =
        known.iter().map(|i| ((i.market, i.code.as_str()), i.id)).collect();
    let mut next = known.iter().map(|i| i.id.0).max().unwrap_or(0);
    seeds
        .iter()
        .map(|seed| {
            let mut instrument = seed.instrument()?;
            instrument.id = ids.get(&(instrument.market, seed.code.as_str())).copied().unwrap_or_else(|| {
                next += 1;
                InstrumentId(next)
            });
            Ok(instrument)
        })
        .collect()
}

#[derive(Debug, sqlx::FromRow)]
struct InstrumentRecord {
    id: i64,
    market: String,
    code: String,
    exchange: String,
    currency: String,
    name_en: String,
    name_zh_hans: String,
    name_zh_hant: String,
    pinyin: String,
    initials: String,
    industry: String,
    founded: Option<i64>,
    headquarters: String,
    employees: Option<i64>,
    website: String,
    calendar: String,
    lot: i64,
    reference_price: i64,
    tradable: i64,
    base_currency: String,
    price_decimals: i64,
    pip_decimals: Option<i64>,
    tick_table: String,
    fee_table: String,
    root: String,
    multiplier: i64,
    listed_at: i64,
    ends_at: i64,
    last_trade: String,
    first_notice: String,
    cash_settled: i64,
    closes_at: i64,
    opens_until: i64,
    index_code: String,
}

impl InstrumentRecord {
    fn future(&self) -> Result<Option<Future>, DbError> {
        let date = |column, value: &str| {
            value.parse::<Date>().map_err(|_| DbError::Corrupt { column, value: value.to_owned() })
        };
        if self.root.is_empty() {
            return Ok(None);
        }
        let corrupt = || DbError::Corrupt { column: "instruments.multiplier", value: self.multiplier.to_string() };
        let multiplier = Multiplier::from_units(self.multiplier).ok_or_else(corrupt)?;
        let notice = Some(self.first_notice.as_str()).filter(|day| !day.is_empty());
        Ok(Some(Future {
            root: self.root.clone(),
            multiplier,
            ends_at: UnixMillis(self.ends_at),
            last_trade: date("instruments.last_trade", &self.last_trade)?,
            first_notice: notice.map(|day| date("instruments.first_notice", day)).transpose()?,
            cash_settled: self.cash_settled != 0,
            closes_at: UnixMillis(self.closes_at),
            opens_until: UnixMillis(self.opens_until),
            on: self.index_code.clone(),
        }))
    }
}

impl TryFrom<InstrumentRecord> for Instrument {
    type Error = DbError;

    fn try_from(row: InstrumentRecord) -> Result<Self, DbError> {
        let corrupt = |column, value: &str| DbError::Corrupt { column, value: value.to_owned() };
        let decimals = |column, value: i64| u32::try_from(value).map_err(|_| corrupt(column, &value.to_string()));
        let future = row.future()?;
        let base = Some(row.base_currency).filter(|code| !code.is_empty());
        let base = base.map(|code| code.parse().map_err(|_| corrupt("instruments.base_currency", &code)));
        let pips = row.pip_decimals.map(|pips| decimals("instruments.pip_decimals", pips));
        Ok(Instrument {
            id: InstrumentId(row.id),
            market: Market::from_code(&row.market).ok_or_else(|| corrupt("instruments.market", &row.market))?,
            currency: row.currency.parse().map_err(|_| corrupt("instruments.currency", &row.currency))?,
            base: base.transpose()?,
            price_decimals: decimals("instruments.price_decimals", row.price_decimals)?,
            pip_decimals: pips.transpose()?,
            tick_table: row.tick_table,
            fee_table: row.fee_table,
            code: row.code,
            exchange: row.exchange,
            names: Names { english: row.name_en, simplified: row.name_zh_hans, traditional: row.name_zh_hant },
            pinyin: row.pinyin,
            initials: row.initials,
            industry: row.industry,
            company: Company {
                founded: row.founded,
                headquarters: row.headquarters,
                employees: row.employees,
                website: row.website,
            },
            lot: Quantity::from_units(row.lot),
            reference_price: Price::from_units(row.reference_price),
            calendar: row.calendar,
            tradable: row.tradable != 0,
            listed_at: UnixMillis(row.listed_at),
            future,
        })
    }
}

async fn read(on: &mut impl Session, after: InstrumentId) -> Result<Vec<Instrument>, DbError> {
    fetch_all!(on, InstrumentRecord, AFTER, after.0)?.into_iter().map(Instrument::try_from).collect()
}

fn first_notice(instrument: &Instrument) -> Option<Date> {
    instrument.future.as_ref()?.first_notice
}

async fn store(tx: &mut Tx, instruments: &[Instrument]) -> Result<(), DbError> {
    let text =
        |field: fn(&Instrument) -> &str| instruments.iter().map(move |i| field(i).to_owned()).collect::<Vec<_>>();
    let input = Rows::default()
        .int(instruments.iter().map(|i| i.id.0))
        .text(text(|i| i.market.code()))
        .text(text(|i| &i.code))
        .text(text(|i| &i.exchange))
        .text(text(|i| i.currency.code()))
        .text(text(|i| &i.names.english))
        .text(text(|i| &i.names.simplified))
        .text(text(|i| &i.names.traditional))
        .text(text(|i| &i.pinyin))
        .text(text(|i| &i.initials))
        .text(text(|i| &i.industry))
        .int(instruments.iter().map(|i| i.company.founded))
        .text(text(|i| &i.company.headquarters))
        .int(instruments.iter().map(|i| i.company.employees))
        .text(text(|i| &i.company.website))
        .text(text(|i| &i.calendar))
        .int(instruments.iter().map(|i| i.lot.units()))
        .int(instruments.iter().map(|i| i.reference_price.units()))
        .int(instruments.iter().map(|i| i64::from(i.tradable)))
        .text(text(|i| i.base.map_or("", Currency::code)))
        .int(instruments.iter().map(|i| i64::from(i.price_decimals)))
        .int(instruments.iter().map(|i| i.pip_decimals.map(i64::from)))
        .text(text(|i| &i.tick_table))
        .text(text(|i| &i.fee_table))
        .text(instruments.iter().map(|i| i.future.as_ref().map_or_else(String::new, |f| f.root.clone())))
        .int(instruments.iter().map(|i| i.multiplier().units()))
        .int(instruments.iter().map(|i| i.listed_at.0))
        .int(instruments.iter().map(|i| i.future.as_ref().map_or(0, |f| f.ends_at.0)))
        .text(instruments.iter().map(|i| i.future.as_ref().map_or_else(String::new, |f| f.last_trade.to_string())))
        .text(instruments.iter().map(|i| first_notice(i).map_or_else(String::new, |day| day.to_string())))
        .int(instruments.iter().map(|i| i64::from(i.future.as_ref().is_some_and(|f| f.cash_settled))))
        .int(instruments.iter().map(|i| i.future.as_ref().map_or(0, |f| f.closes_at.0)))
        .int(instruments.iter().map(|i| i.future.as_ref().map_or(0, |f| f.opens_until.0)))
        .text(instruments.iter().map(|i| i.future.as_ref().map_or("", |f| f.on.as_str())));
    rows::execute(tx, STORE, input).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::State;

    #[tokio::test]
    async fn instruments_keep_their_ids() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("c.db").display())).await.unwrap();
        let seeds = Catalog::seed().unwrap();
        let first = Catalog::open(&db, &seeds[1..]).await.unwrap();
        let second = Catalog::open(&db, &seeds).await.unwrap();
        assert_eq!(second.all().len(), seeds.len());
        for instrument in first.all() {
            assert_eq!(second.get(instrument.id).unwrap().code, instrument.code);
        }
        assert_eq!(second.greatest().0, (seeds.len() + ROOM) as i64, "ids have no gaps");
    }

    #[tokio::test]
    async fn instruments_are_added_while_a_server_runs() {
        for (uri, _folder) in crate::testing::databases("catalog").await {
            let db = Db::open(&uri).await.unwrap();
            let catalog = Catalog::open(&db, &Catalog::seed().unwrap()[..3]).await.unwrap();
            assert!(catalog.learn(&db).await.unwrap().is_empty());
            let seed = InstrumentSeed::bare(Market::Forex, "EURHUF");
            let (by, reason, at) = ("ann".to_owned(), "asked for".to_owned(), UnixMillis(1));
            let listed = Change { state: State::Trading, by, reason, at };
            let added = Catalog::add(&db, &seed, &listed).await.unwrap();
            assert!(matches!(Catalog::add(&db, &seed, &listed).await, Err(CatalogError::Known(_))));
            assert!(catalog.find(Market::Forex, "EURHUF").is_none(), "as it was read last");
            assert_eq!(catalog.learn(&db).await.unwrap(), [Arc::new(added.clone())]);
            assert!(catalog.learn(&db).await.unwrap().is_empty());
            assert_eq!(catalog.find(Market::Forex, "EURHUF").map(AsRef::as_ref), Some(&added));
            assert_eq!(catalog.get(added.id).map(AsRef::as_ref), Some(&added));
            let found = catalog.search("eur/huf", &HashSet::new(), UnixMillis(0));
            assert_eq!((found, catalog.iter().count()), (vec![added.id], 4));
            assert_eq!(states::newest(&mut db.read().await.unwrap()).await.unwrap().get(&added.id), Some(&listed));
            db.close().await;
        }
    }
}
