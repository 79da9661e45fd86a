//! All quoted instruments at one moment, taken at most once a second and shared among all callers of lists, with the
//! rows and pages that were written from them.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::http::HeaderMap;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Market;
use plumbline_core::time::UnixMillis;
use tokio::sync::OnceCell;

use super::list_order::{Order, Ranking};
use super::list_turns::ListTurns;
use super::main_months::MainMonths;
use super::quoted::Quoted;
use super::shared::{MAX_AGE_MILLIS, Shared};
use super::{Board, Catalog, State, States};
use crate::http::asset::Asset;
use crate::http::{ApiError, ClientAddress, Language};
use crate::turns::Seat;

/// Pages that a snapshot keeps, of 80 kB at most.
const PAGES_MAX: usize = 64;
/// Whole lists that a snapshot keeps besides the usual ones, each of a few megabytes at most. Those that are not
/// narrowed are 6 in 17 orders and 3 languages, far more than are requested in one second.
const WHOLES_MAX: usize = 16;

/// The months of a future that a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Months {
    Main,
    All,
}

/// A list as it is requested in a language: its form, its filters, its order, and the page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    pub form: Form,
    pub market: Market,
    pub exchange: String,
    pub industry: String,
    pub months: Months,
    pub ranking: Option<Ranking>,
    pub order: Order,
    pub page_num: i64,
    pub page_size: i64,
    pub language: Language,
}

impl PageKey {
    /// The key of a form that covers a market as a whole.
    pub fn whole(form: Form, market: Market, language: Language) -> Self {
        let (exchange, industry) = Default::default();
        let (months, ranking, order) = (Months::All, None, Order::Catalog);
        Self { form, market, exchange, industry, months, ranking, order, page_num: 1, page_size: 0, language }
    }
}

impl PageKey {
    /// True for a market's whole list in its own order, the most requested one: it is always kept.
    fn is_usual(&self) -> bool {
        self.exchange.is_empty() && self.industry.is_empty() && self.ranking.is_none() && self.order == Order::Catalog
    }
}

/// The form of a written list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Rows with the page's number and size.
    Page,
    /// Rows alone.
    Rows,
    /// Coins with the figures of their daily closes.
    Readings,
    /// All rows at once.
    Whole,
    /// The short lists of the home page.
    Home,
    /// The industries of a market.
    Sectors,
    /// Stocks with their opening auctions.
    Auctions,
    /// Stocks with their blocks.
    Blocks,
}

/// All rows of a list, for callers who watch some of them, and compressed for all others.
#[derive(Debug)]
pub struct Whole {
    pub shared: Shared,
    pub asset: Arc<Asset>,
}

/// Indices into `all`, in some order.
type Places = Arc<[usize]>;

/// The instruments in the catalog's order, those without a quote last, and their rankings.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub taken_at: UnixMillis,
    pub all: Vec<Quoted>,
    places: HashMap<InstrumentId, usize>,
    /// The main month of each future.
    pub main_months: Arc<HashSet<InstrumentId>>,
    orders: Mutex<HashMap<(Order, Language), Places>>,
    pages: Mutex<HashMap<PageKey, Arc<Shared>>>,
    wholes: Mutex<HashMap<PageKey, Arc<Whole>>>,
    writing: Mutex<HashMap<PageKey, Weak<OnceCell<Arc<Whole>>>>>,
    /// Those of one snapshot after the other.
    turns: ListTurns,
}

impl Snapshot {
    fn take(catalog: &Catalog, board: &Board, states: &States, taken_at: UnixMillis) -> Self {
        let listed = catalog.iter().filter(|instrument| instrument.is_listed(taken_at));
        let listed = listed.filter(|instrument| states.of(instrument.id) != State::Retired);
        let mut all: Vec<Quoted> = listed.map(|instrument| Quoted::of(instrument, board)).collect();
        // A feed may quote only a few instruments, as a replay does; these come first to be found.
        all.sort_by_key(|quoted| quoted.tick.is_none());
        let places = all.iter().enumerate().map(|(place, quoted)| (quoted.instrument.id, place)).collect();
        Self { taken_at, all, places, ..Self::default() }
    }

    /// True for the main month of a future.
    pub fn is_main_month(&self, quoted: &Quoted) -> bool {
        self.main_months.contains(&quoted.instrument.id)
    }

    /// The places of all instruments in an order, which is computed once.
    pub fn ordered(&self, order: Order, language: Language) -> Places {
        let orders = || self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let known = orders().get(&(order, language)).cloned();
        known.unwrap_or_else(|| {
            let found: Places = order.of(&self.all, language).into();
            orders().entry((order, language)).or_insert(found).clone()
        })
    }

    pub fn get(&self, id: InstrumentId) -> Option<&Quoted> {
        self.places.get(&id).map(|place| &self.all[*place])
    }

    /// A page of a list, which `write` writes the first time. A page without rows is not kept: it costs nothing to
    /// write, and a caller can request any number of them with names that no exchange or industry has.
    pub fn page(
        &self,
        key: PageKey,
        write: impl FnOnce() -> Result<Shared, ApiError>,
    ) -> Result<Arc<Shared>, ApiError> {
        let pages = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let known = pages().get(&key).cloned();
        if let Some(page) = known {
            return Ok(page);
        }
        let page = Arc::new(write()?);
        let mut pages = pages();
        if (page.has_rows() || key.form == Form::Sectors) && pages.len() < PAGES_MAX {
            pages.insert(key, page.clone());
        }
        Ok(page)
    }

    /// Writes a reply that one client alone requests.
    pub async fn write_apart<T: Send + 'static>(
        &self,
        client: Option<ClientAddress>,
        write: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.turns.run(self.turns.of(client).await?, write).await?
    }

    /// All rows of a list, which `write` writes the first time: callers meanwhile wait for that result.
    pub async fn whole(
        &self,
        key: PageKey,
        client: Option<ClientAddress>,
        write: impl FnOnce() -> Result<Shared, ApiError> + Send + 'static,
    ) -> Result<Arc<Whole>, ApiError> {
        if let Some(known) = self.wholes().get(&key) {
            return Ok(known.clone());
        }
        // In this order, a client that waits for its turn does not keep others from writing the list.
        let turn = self.turns.of(client).await?;
        let cell = self.being_written(&key);
        let make = async || {
            let shared = self.turns.run(turn, write).await??;
            Ok::<Arc<Whole>, ApiError>(Arc::new(Whole { asset: shared.asset(), shared }))
        };
        let found = cell.get_or_try_init(make).await.cloned()?;
        // A list without rows is not kept, as with pages: a caller can request any number of them.
        let mut wholes = self.wholes();
        if found.shared.has_rows() && (key.is_usual() || wholes.len() < WHOLES_MAX) {
            wholes.insert(key, found.clone());
        }
        Ok(found)
    }

    fn wholes(&self) -> MutexGuard<'_, HashMap<PageKey, Arc<Whole>>> {
        self.wholes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cell in which a list is being written, shared by all callers for as long as one of them waits.
    fn being_written(&self, key: &PageKey) -> Arc<OnceCell<Arc<Whole>>> {
        // The list was written meanwhile, and is kept.
        if let Some(known) = self.wholes().get(key) {
            return Arc::new(OnceCell::new_with(Some(known.clone())));
        }
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = writing.get(key).and_then(Weak::upgrade) {
            return cell;
        }
        writing.retain(|_, cell| cell.strong_count() > 0);
        let cell = Arc::default();
        writing.insert(key.clone(), Arc::downgrade(&cell));
        cell
    }

    /// A place among the replies for single clients, which is kept until the reply has been sent.
    pub fn seat(&self, client: Option<ClientAddress>) -> Result<Option<Seat<IpAddr>>, ApiError> {
        self.turns.seat(client)
    }

    /// Compresses a whole list in an encoding that the caller accepts, unless that was done or the caller has the list.
    pub async fn pack(
        &self,
        list: &Arc<Asset>,
        client: Option<ClientAddress>,
        asked: &HeaderMap,
    ) -> Result<(), ApiError> {
        let Some(encoding) = list.lacks(asked) else { return Ok(()) };
        let (turn, list) = (self.turns.of(client).await?, list.clone());
        self.turns.run(turn, move || list.pack(encoding)).await
    }
}

/// Keeps the newest snapshot.
#[derive(Debug, Default)]
pub struct Snapshots {
    newest: Mutex<Option<Arc<Snapshot>>>,
    turns: ListTurns,
    pub main_months: MainMonths,
}

impl Snapshots {
    /// A snapshot that is at most a second old.
    pub fn get(
        &self,
        catalog: &Catalog,
        board: &Board,
        states: &States,
        main_months: impl FnOnce() -> Arc<HashSet<InstrumentId>>,
        now: UnixMillis,
    ) -> Arc<Snapshot> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(snapshot) = newest.as_ref()
            && (0..MAX_AGE_MILLIS).contains(&now.since(snapshot.taken_at))
        {
            return snapshot.clone();
        }
        let snapshot = Snapshot {
            main_months: main_months(),
            turns: self.turns.clone(),
            ..Snapshot::take(catalog, board, states, now)
        };
        let snapshot = Arc::new(snapshot);
        *newest = Some(snapshot.clone());
        snapshot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_rows_take_no_place() {
        let snapshot = Snapshot::default();
        let page = |exchange: &str, instruments: &[i64]| {
            let key = PageKey {
                exchange: exchange.to_owned(),
                ..PageKey::whole(Form::Page, Market::UsStock, Language::English)
            };
            let rows: Vec<_> = instruments.iter().map(|_| serde_json::json!({ "selfSelectStatus": false })).collect();
            let write = || Shared::write(rows, instruments.iter().copied().map(InstrumentId));
            snapshot.page(key, write).unwrap()
        };
        for made_up in 0..2 * PAGES_MAX {
            page(&made_up.to_string(), &[]);
        }
        let first = page("NYSE", &[1, 2]);
        assert!(Arc::ptr_eq(&first, &page("NYSE", &[])), "a page with rows is written once");
    }

    fn listed(exchange: &str, order: Order) -> PageKey {
        let key = PageKey::whole(Form::Whole, Market::UsStock, Language::English);
        PageKey { exchange: exchange.to_owned(), order, ..key }
    }

    fn write(instruments: &[i64]) -> Result<Shared, ApiError> {
        let rows: Vec<_> = instruments.iter().map(|_| serde_json::json!({ "selfSelectStatus": false })).collect();
        Shared::write_reply(rows, instruments.iter().copied().map(InstrumentId), Language::English)
    }

    #[tokio::test]
    async fn lists_that_are_refused_given_up_or_empty_take_no_place() {
        let snapshot = Snapshot::default();
        for made_up in 0..2 * WHOLES_MAX {
            let whole = |kind: &str| listed(&format!("{kind}{made_up}"), Order::Catalog);
            snapshot.whole(whole("empty"), None, || write(&[])).await.unwrap();
            let refused = || Err(ApiError::invalid("sort_invalid", "sort"));
            snapshot.whole(whole("refused"), None, refused).await.unwrap_err();
            let given_up = snapshot.whole(whole("given up"), None, || {
                std::thread::sleep(std::time::Duration::from_millis(2));
                write(&[1])
            });
            futures_util::FutureExt::now_or_never(given_up).ok_or(()).unwrap_err();
        }
        let sorted = listed("NYSE", Order::Catalog);
        let first = snapshot.whole(sorted.clone(), None, || write(&[1, 2])).await.unwrap();
        let again = snapshot.whole(sorted, None, || write(&[])).await.unwrap();
        assert!(Arc::ptr_eq(&first, &again), "a list with rows is written once");
    }

    #[tokio::test]
    async fn the_usual_list_has_its_place_whatever_else_is_asked_for() {
        let snapshot = Snapshot::default();
        for industry in 0..2 * WHOLES_MAX {
            let key = listed(&industry.to_string(), Order::Catalog);
            snapshot.whole(key, None, || write(&[1])).await.unwrap();
        }
        assert_eq!(snapshot.wholes().len(), WHOLES_MAX);
        let first = snapshot.whole(listed("", Order::Catalog), None, || write(&[1, 2])).await.unwrap();
        let again = snapshot.whole(listed("", Order::Catalog), None, || write(&[])).await.unwrap();
        assert!(Arc::ptr_eq(&first, &again));
    }
}
