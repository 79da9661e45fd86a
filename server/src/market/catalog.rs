//! The instruments, in memory. Their rows live in the database, so that an instrument keeps its id for ever.

use std::collections::HashMap;
use std::sync::Arc;

use plumbline_core::decimal::{DecimalError, ONE, Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Company, Instrument, Market, Names};
use serde::Deserialize;
use thiserror::Error;

use super::search_index::SearchIndex;
use crate::db::{Db, DbError, Tx, rows, rows::Rows};
use crate::{fetch_all, statements};

const SEED: &str = include_str!("../../data/instruments.csv");
/// Rows that one statement stores.
const CHUNK: usize = 256;

statements! {
    ALL: "SELECT id, market, code, exchange, currency, name_en, name_zh_hans, name_zh_hant, pinyin, initials,
               industry, founded, headquarters, employees, website, calendar, lot, reference_price, tradable
        FROM instruments ORDER BY id";
    STORE("ittttttttttitittiii"): "INSERT INTO instruments
        (id, market, code, exchange, currency, name_en, name_zh_hans, name_zh_hant, pinyin, initials, industry,
         founded, headquarters, employees, website, calendar, lot, reference_price, tradable) {rows}
        ON CONFLICT (market, code) DO UPDATE SET exchange = excluded.exchange, name_en = excluded.name_en,
            name_zh_hans = excluded.name_zh_hans, name_zh_hant = excluded.name_zh_hant, pinyin = excluded.pinyin,
            initials = excluded.initials, industry = excluded.industry, founded = excluded.founded,
            headquarters = excluded.headquarters, employees = excluded.employees, website = excluded.website,
            calendar = excluded.calendar, lot = excluded.lot,
            reference_price = excluded.reference_price, tradable = excluded.tradable";
}

#[derive(Debug, Error)]
pub enum CatalogError {
    #[error("data/instruments.csv: {0}")]
    Malformed(#[from] csv::Error),
    #[error("data/instruments.csv: {code}: {source}")]
    Number { code: String, source: DecimalError },
    #[error("data/instruments.csv: {code}: unknown {what}")]
    Unknown { code: String, what: &'static str },
    #[error(transparent)]
    Db(#[from] DbError),
}

/// An instrument as a seed file or a feed describes it; it gets its id when it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct InstrumentSeed {
    pub code: String,
    #[serde(default = "us_stock")]
    pub market: String,
    pub exchange: String,
    pub name_en: String,
    pub name_zh_hans: String,
    pub name_zh_hant: String,
    pub pinyin: String,
    pub initials: String,
    pub industry: String,
    pub founded: Option<i64>,
    pub headquarters: String,
    pub employees: Option<i64>,
    pub website: String,
    pub currency: String,
    /// A decimal number.
    pub reference_price: String,
    #[serde(default = "nyse")]
    pub calendar: String,
    #[serde(default = "yes")]
    pub tradable: bool,
}

impl InstrumentSeed {
    /// What is known of an instrument that only a recording names: its code. It has no reference price, so it is
    /// never simulated.
    pub fn bare(market: Market, code: &str) -> Self {
        Self {
            code: code.to_owned(),
            market: market.code().to_owned(),
            exchange: String::new(),
            name_en: code.to_owned(),
            name_zh_hans: code.to_owned(),
            name_zh_hant: code.to_owned(),
            pinyin: String::new(),
            initials: String::new(),
            industry: String::new(),
            founded: None,
            headquarters: String::new(),
            employees: None,
            website: String::new(),
            currency: market.currency().code().to_owned(),
            reference_price: "0".to_owned(),
            calendar: String::new(),
            tradable: true,
        }
    }
}

fn us_stock() -> String {
    Market::UsStock.code().to_owned()
}

fn nyse() -> String {
    "XNYS".to_owned()
}

const fn yes() -> bool {
    true
}

/// Every instrument, by id and by code.
#[derive(Debug, Default)]
pub struct Catalog {
    all: Vec<Arc<Instrument>>,
    by_id: HashMap<InstrumentId, Arc<Instrument>>,
    by_code: HashMap<Market, HashMap<String, Arc<Instrument>>>,
    index: SearchIndex,
}

impl Catalog {
    /// The instruments of `data/instruments.csv`.
    pub fn seed() -> Result<Vec<InstrumentSeed>, CatalogError> {
        Ok(csv::Reader::from_reader(SEED.as_bytes()).deserialize().collect::<Result<_, _>>()?)
    }

    /// Stores what the database lacks of `seeds`, brings the rest up to date, and reads all instruments.
    pub async fn open(db: &Db, seeds: &[InstrumentSeed]) -> Result<Self, CatalogError> {
        let mut tx = db.begin().await?;
        let known = read(&mut tx).await?;
        let seeded = number(seeds, &known)?;
        for chunk in seeded.chunks(CHUNK) {
            store(&mut tx, chunk).await?;
        }
        let all = read(&mut tx).await?;
        tx.commit().await?;
        Ok(all.into_iter().collect())
    }

    pub fn all(&self) -> &[Arc<Instrument>] {
        &self.all
    }

    pub fn get(&self, id: InstrumentId) -> Option<&Arc<Instrument>> {
        self.by_id.get(&id)
    }

    pub fn find(&self, market: Market, code: &str) -> Option<&Arc<Instrument>> {
        self.by_code.get(&market)?.get(code)
    }

    /// The instruments that answer to a keyword, the best match first.
    pub fn search(&self, keyword: &str) -> Vec<InstrumentId> {
        self.index.find(keyword)
    }

    /// The greatest id in use.
    pub fn greatest(&self) -> InstrumentId {
        self.all.iter().map(|i| i.id).max().unwrap_or(InstrumentId(0))
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
        Self { all, by_id, by_code, index }
    }
}

/// Gives each seed the id that it has, or the next free one.
pub(super) fn number(seeds: &[InstrumentSeed], known: &[Instrument]) -> Result<Vec<Instrument>, CatalogError> {
    let ids: HashMap<(Market, &str), InstrumentId> =
        known.iter().map(|i| ((i.market, i.code.as_str()), i.id)).collect();
    let mut next = known.iter().map(|i| i.id.0).max().unwrap_or(0);
    seeds
        .iter()
        .map(|seed| {
            let mut instrument = instrument(seed)?;
            instrument.id = ids.get(&(instrument.market, seed.code.as_str())).copied().unwrap_or_else(|| {
                next += 1;
                InstrumentId(next)
            });
            Ok(instrument)
        })
        .collect()
}

fn instrument(seed: &InstrumentSeed) -> Result<Instrument, CatalogError> {
    let unknown = |what| CatalogError::Unknown { code: seed.code.clone(), what };
    let price: Price =
        seed.reference_price.parse().map_err(|source| CatalogError::Number { code: seed.code.clone(), source })?;
    Ok(Instrument {
        id: InstrumentId(0),
        code: seed.code.clone(),
        market: Market::from_code(&seed.market).ok_or_else(|| unknown("market"))?,
        exchange: seed.exchange.clone(),
        currency: seed.currency.parse().map_err(|_| unknown("currency"))?,
        names: Names {
            english: seed.name_en.clone(),
            simplified: seed.name_zh_hans.clone(),
            traditional: seed.name_zh_hant.clone(),
        },
        pinyin: seed.pinyin.clone(),
        initials: seed.initials.clone(),
        industry: seed.industry.clone(),
        company: Company {
            founded: seed.founded,
            headquarters: seed.headquarters.clone(),
            employees: seed.employees,
            website: seed.website.clone(),
        },
        lot: Quantity::from_units(ONE),
        reference_price: price,
        calendar: seed.calendar.clone(),
        tradable: seed.tradable,
    })
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
}

impl TryFrom<InstrumentRecord> for Instrument {
    type Error = DbError;

    fn try_from(row: InstrumentRecord) -> Result<Self, DbError> {
        let corrupt = |column, value: &str| DbError::Corrupt { column, value: value.to_owned() };
        Ok(Instrument {
            id: InstrumentId(row.id),
            market: Market::from_code(&row.market).ok_or_else(|| corrupt("instruments.market", &row.market))?,
            currency: row.currency.parse().map_err(|_| corrupt("instruments.currency", &row.currency))?,
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
        })
    }
}

async fn read(tx: &mut Tx) -> Result<Vec<Instrument>, DbError> {
    fetch_all!(tx, InstrumentRecord, ALL)?.into_iter().map(Instrument::try_from).collect()
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
        .int(instruments.iter().map(|i| i64::from(i.tradable)));
    rows::execute(tx, STORE, input).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(second.greatest().0, seeds.len() as i64, "ids have no gaps");
    }
}
