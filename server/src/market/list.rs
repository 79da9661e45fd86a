//! The one implementation of lists. The calls of single markets are names for it.

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::header::VARY;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Market as MarketName;
use serde_json::value::RawValue;

use super::Market;
use super::list_request::{ListRequest, ListedMarket, Wanted};
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::snapshot::{Form, Snapshot};
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{
    ApiError, ClientAddress, Envelope, Language, Origin, Page, PageInfo, PageRequest, Paged, Params, TrustedProxies,
    sent_apart,
};
use crate::identity::Sessions;

/// The caller of a list, and the snapshot that the list is made from.
#[derive(Clone, Debug)]
pub struct Asker {
    pub market: Arc<Market>,
    pub snapshot: Arc<Snapshot>,
    pub watched: HashSet<InstrumentId>,
    pub language: Language,
}

impl<S: Send + Sync> FromRequestParts<S> for Asker
where
    Arc<Market>: FromRef<S>,
    Arc<Sessions>: FromRef<S>,
    Clock: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Watched(watched) = Watched::from_request_parts(parts, state).await?;
        let Ok(language) = Language::from_request_parts(parts, state).await;
        let State(market) = State::<Arc<Market>>::from_request_parts(parts, state).await.map_err(ApiError::internal)?;
        let snapshot = market.snapshot(Clock::from_ref(state).now());
        Ok(Self { market, snapshot, watched, language })
    }
}

impl Asker {
    /// A page of a list, which is written once for all callers.
    pub fn page(&self, wanted: &Wanted, page: Page) -> Result<SharedReply, ApiError> {
        self.written(wanted, page, Form::Page, |rows, shown, page| {
            Shared::write(Paged { list: rows.all(shown)?, page }, ids(shown))
        })
    }

    /// A page of a list in a form of the caller's.
    pub fn written(
        &self,
        wanted: &Wanted,
        page: Page,
        form: Form,
        write: impl FnOnce(&Rows<'_>, &[&Quoted], PageInfo) -> Result<Shared, ApiError>,
    ) -> Result<SharedReply, ApiError> {
        self.narrowed(wanted, page, form, |_| true, write)
    }

    /// [`Self::written`] with the instruments that `is_for` selects.
    pub fn narrowed(
        &self,
        wanted: &Wanted,
        page: Page,
        form: Form,
        is_for: impl Fn(&Quoted) -> bool,
        write: impl FnOnce(&Rows<'_>, &[&Quoted], PageInfo) -> Result<Shared, ApiError>,
    ) -> Result<SharedReply, ApiError> {
        wanted.ensure_known(&self.market.catalog)?;
        let make = || {
            let kept: Vec<&Quoted> = self.kept(wanted).into_iter().filter(|quoted| is_for(quoted)).collect();
            let Paged { list, page } = page.cut(&kept);
            write(&self.rows(), &list, page)
        };
        match wanted.key(form, page, self.language) {
            Some(key) => Ok(self.snapshot.page(key, make)?.for_watcher(&self.watched)),
            None => Ok(make()?.for_watcher(&self.watched)),
        }
    }

    /// The instruments that a list shows, on all of its pages.
    pub fn kept(&self, wanted: &Wanted) -> Vec<&Quoted> {
        let Snapshot { main_months, taken_at, .. } = &*self.snapshot;
        let search = || self.market.catalog.search(&wanted.keyword, main_months, *taken_at).into_iter().collect();
        let found: Option<HashSet<InstrumentId>> = (!wanted.keyword.is_empty()).then(search);
        let order = self.snapshot.ordered(wanted.order, self.language);
        let kept = order.iter().map(|place| &self.snapshot.all[*place]);
        kept.filter(|quoted| found.as_ref().is_none_or(|found| found.contains(&quoted.instrument.id)))
            .filter(|quoted| wanted.keeps(quoted, &self.snapshot, &self.watched))
            .collect()
    }

    /// Rows that are not a page of a list.
    pub fn choice(&self, shown: &[&Quoted]) -> Result<SharedReply, ApiError> {
        Ok(Shared::write(self.rows().all(shown)?, ids(shown))?.for_watcher(&self.watched))
    }

    pub fn rows(&self) -> Rows<'_> {
        Rows::new(&self.market, self.language, self.snapshot.taken_at)
    }

    /// All rows of a list, as for a caller who watches none of them.
    fn whole(&self, wanted: &Wanted) -> Result<Shared, ApiError> {
        let shown = self.kept(wanted);
        let list: Vec<&RawValue> = self.rows().all(&shown)?;
        let total = i64::try_from(list.len()).unwrap_or(i64::MAX);
        let page = PageInfo { page_num: 1.into(), page_size: total.into(), total };
        Shared::write_reply(Paged { list, page }, ids(&shown), self.language)
    }

    async fn whole_answer(
        self,
        wanted: Wanted,
        client: Option<ClientAddress>,
        asked: &HeaderMap,
    ) -> Result<Response, ApiError> {
        wanted.ensure_known(&self.market.catalog)?;
        let (snapshot, watched, maker) = (self.snapshot.clone(), self.watched.clone(), self.clone());
        let Some(key) = wanted.key(Form::Whole, Page::first(1), self.language) else {
            // Lists of one caller's watchlist, or of a keyword that others hardly type, are not kept.
            let seat = snapshot.seat(client)?;
            let own = snapshot.write_apart(client, move || Ok(maker.whole(&wanted)?.for_watcher(&watched))).await?;
            return Ok(sent_apart(own.into_response(), seat));
        };
        let whole = snapshot.whole(key, client, move || maker.whole(&wanted)).await?;
        if whole.shared.tells_of_any(&watched) {
            let seat = snapshot.seat(client)?;
            let own = snapshot.write_apart(client, move || Ok(whole.shared.for_watcher(&watched))).await?;
            return Ok(sent_apart(own.into_response(), seat));
        }
        snapshot.pack(&whole.asset, client, asked).await?;
        Ok(Arc::clone(&whole.asset).answer(asked).await)
    }
}

pub(super) fn ids(shown: &[&Quoted]) -> impl Iterator<Item = InstrumentId> {
    shown.iter().map(|quoted| quoted.instrument.id)
}

/// A page of the instruments of a class, filtered and sorted as asked.
#[utoipa::path(get, path = "/market/list", tag = "market", security((), ("session" = [])),
    params(ListedMarket, ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "market_unknown, type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn list(
    asker: Asker,
    Params(of): Params<ListedMarket>,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::of(class(&of)?, request)?, page.checked()?)
}

/// All instruments of a class at once, filtered and sorted as asked.
///
/// The list is written and compressed once a second for all callers who watch none of its instruments, and has a tag: a
/// caller that has it already is told that nothing has changed.
#[utoipa::path(get, path = "/market/list/whole", tag = "market", security((), ("session" = [])),
    params(ListedMarket, ListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "market_unknown, type_invalid, sort_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn whole(
    asker: Asker,
    State(proxies): State<TrustedProxies>,
    origin: Origin,
    headers: HeaderMap,
    Params(of): Params<ListedMarket>,
    Params(request): Params<ListRequest>,
) -> Result<Response, ApiError> {
    let mut answer =
        asker.whole_answer(Wanted::of(class(&of)?, request)?, origin.counted_by(&proxies), &headers).await?;
    // The envelope's sentence and the names depend on the language, and the watched marks on the caller.
    answer.headers_mut().append(VARY, HeaderValue::from_static("accept-language, authorization"));
    Ok(answer)
}

fn class(of: &ListedMarket) -> Result<MarketName, ApiError> {
    MarketName::from_code(&of.market).ok_or(ApiError::invalid("market_unknown", "market"))
}
