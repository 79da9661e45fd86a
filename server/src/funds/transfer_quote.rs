//! Firm quotes: the call that requests one, its reply, and the table.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::Record;
use plumbline_core::decision::Refusal;
use plumbline_core::funds::{ExchangePrice, FirmQuote, QuoteTransfer, TickName, format_rate};
use plumbline_core::ids::{AccountId, FirmQuoteId, InstrumentId, TransferId};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wallet_name::read_wallet;
use super::{Cashier, rates};
use crate::db::{Batch, Db, DbError, rows, rows::Rows};
use crate::http::limits::Limits;
use crate::http::{ApiError, Body, Envelope, Reply, amount_in, wire};
use crate::identity::CurrentSession;
use crate::ledger::store::read_currency;
use crate::market::Market;
use crate::writer::{Source, StoredRecord};
use crate::{execute, fetch_optional, record, statements};

/// Time for which an unused quote is kept: long after every request that could name it has been answered.
const KEPT_MILLIS: i64 = UnixMillis::HOUR;

#[derive(Debug, Deserialize, ToSchema)]
pub struct QuoteRequest {
    /// The wallet that pays.
    pub from: wire::WalletType,
    /// The wallet that is paid, in another currency.
    pub to: wire::WalletType,
    /// The amount, in the currency of `from`, with at most its decimals.
    pub amount: wire::Amount,
}

/// A quote for a transfer between two currencies. It is good for one transfer of just this amount, which arrives before
/// `expireTimestamp` by the server's clock, and before the customer asks for another quote.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteReply {
    pub quote_id: wire::Id,
    pub from: wire::WalletType,
    pub to: wire::WalletType,
    pub from_amount: wire::Decimal,
    pub from_currency: wire::Currency,
    /// The amount that arrives, to the cent: rounded down once.
    pub to_amount: wire::Decimal,
    pub to_currency: wire::Currency,
    /// Units of the second currency for one of the first, rounded down at eight decimals.
    pub rate: wire::Decimal,
    /// The rate in the middle between the market's buying and selling rates.
    pub middle_rate: wire::Decimal,
    /// The cost of the spread, in `toCurrency`: the amount that would arrive at the middle, less the amount that
    /// arrives.
    pub spread_cost: wire::Decimal,
    /// The price as the pair is quoted: `price` units of `counterCurrency` for one of `baseCurrency`.
    pub price: wire::Decimal,
    pub base_currency: wire::Currency,
    pub counter_currency: wire::Currency,
    /// The source of the price: market_quote, or the dated rule where the market does not quote the pair.
    pub source: wire::Word,
    /// The tick of `market_quote`; null for a dated rule.
    pub tick: Option<QuoteTick>,
    pub quote_timestamp: wire::Timestamp,
    pub expire_timestamp: wire::Timestamp,
    /// Milliseconds for which the quote is still good as it is answered, for a client that counts down by another
    /// clock.
    pub good_for: i64,
}

/// The permanent name of a tick.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteTick {
    pub feed: wire::FeedName,
    pub epoch: wire::FeedNumber,
    pub seq: wire::FeedNumber,
    pub received_timestamp: wire::Timestamp,
}

impl From<&TickName> for QuoteTick {
    fn from(tick: &TickName) -> Self {
        Self {
            feed: tick.feed.clone().into(),
            epoch: tick.epoch.into(),
            seq: tick.seq.into(),
            received_timestamp: tick.received_at.into(),
        }
    }
}

impl QuoteReply {
    fn of(quote: &FirmQuote, now: UnixMillis) -> Result<Self, ApiError> {
        let FirmQuote { price, debited, credited, .. } = quote;
        let (base, counter) = if price.inverse { (price.to, price.from) } else { (price.from, price.to) };
        Ok(Self {
            quote_id: quote.id.into(),
            from: quote.from.into(),
            to: quote.to.into(),
            from_amount: (*debited).into(),
            from_currency: debited.currency.into(),
            to_amount: (*credited).into(),
            to_currency: credited.currency.into(),
            rate: format_rate(price.rate()).into(),
            middle_rate: format_rate(price.middle()).into(),
            spread_cost: price.cost(*debited).map_err(ApiError::internal)?.into(),
            price: format_rate(price.price()).into(),
            base_currency: base.into(),
            counter_currency: counter.into(),
            source: price.source.clone().into(),
            tick: price.tick.as_ref().map(QuoteTick::from),
            quote_timestamp: quote.quoted_at.into(),
            expire_timestamp: quote.expires_at.into(),
            good_for: quote.expires_at.since(now).max(0),
        })
    }
}

/// Quotes the amount that arrives by a transfer between two currencies, and holds the quote for 30 seconds. It moves
/// nothing, and no quote is given for more than the wallet holds.
#[utoipa::path(post, path = "/wallet/quote", tag = "funds", request_body = QuoteRequest,
    responses((status = 200, body = Envelope<QuoteReply>),
        (status = 409, description = "no_quote, stale_quote, insufficient_funds"),
        (status = 422, description = "wallet_unknown, quote_not_needed, amount_invalid, currency_unsupported, out_of_range")))]
pub async fn transfer_quote(
    State(cashier): State<Arc<Cashier>>,
    State(market): State<Arc<Market>>,
    State(limits): State<Arc<Limits>>,
    session: CurrentSession,
    Body(request): Body<QuoteRequest>,
) -> Result<Reply<QuoteReply>, ApiError> {
    limits.count_quote(session.account_id)?;
    let (from, to) = (read_wallet(&request.from, "from")?, read_wallet(&request.to, "to")?);
    let amount = amount_in(&request.amount, from.currency())?;
    if from.currency() == to.currency() {
        return Err(Refusal::QuoteNotNeeded.into());
    }
    let price = price(&cashier, &market, from.currency(), to.currency()).await?;
    let quote = QuoteTransfer { account: session.account_id, from, to, amount, price };
    let quote = cashier.writer.run(quote).await?;
    Ok(Reply(QuoteReply::of(&quote, cashier.clock.now())?))
}

/// The price promised now: if the market quotes the pair, from a fresh quote only.
///
/// # Errors
/// `no_quote` while the pair is halted and until it is quoted again, `stale_quote`, `currency_unsupported`.
async fn price(cashier: &Cashier, market: &Market, from: Currency, to: Currency) -> Result<ExchangePrice, ApiError> {
    let now = cashier.clock.now();
    if market.is_mistrusted(from, to, now) {
        return Err(Refusal::NoQuote.into());
    }
    if let Some(by) = market.conversion(from, to) {
        if market.is_stale(&by.tick, now) {
            return Err(Refusal::StaleQuote.into());
        }
        return rates::exchange_price(&by).ok_or_else(|| Refusal::NoQuote.into());
    }
    let rates = rates::in_force(&mut cashier.db.read().await?, market, now).await?;
    let rule = rates.into_iter().find(|rate| (rate.from, rate.to) == (from, to));
    Ok(rule.ok_or(Refusal::CurrencyUnsupported)?.into())
}

/// Refuses to convert at a tick of a pair that was halted after the tick: an operator who halts a pair mistrusts its
/// price.
///
/// # Errors
/// `no_quote`.
pub async fn ensure_converts(
    cashier: &Cashier,
    market: &Market,
    account: AccountId,
    quote: FirmQuoteId,
) -> Result<(), ApiError> {
    let tick = fetch_optional!(&mut cashier.db.read().await?, (i64, i64), TICK, quote.0, account.0)?;
    let now = cashier.clock.now();
    let converts = |(id, received_at)| market.converts_at(InstrumentId(id), UnixMillis(received_at), now);
    if tick.is_none_or(converts) { Ok(()) } else { Err(Refusal::NoQuote.into()) }
}

statements! {
    /// Nothing for a quote that is not based on a tick.
    TICK: "SELECT instrument_id, tick_received_at FROM firm_quotes
        WHERE id = $1 AND account_id = $2 AND instrument_id IS NOT NULL AND tick_received_at IS NOT NULL";
    LOAD("i"): "SELECT q.*, (SELECT n.quoted_at FROM firm_quotes n WHERE n.account_id = q.account_id AND n.number > q.number
            ORDER BY n.number LIMIT 1) AS superseded_at
        FROM firm_quotes q WHERE q.id IN ({rows})";
    /// A row of another account, or a newer one, makes the version NULL and the batch fail. The writer has locked the
    /// account, so that the next number cannot be taken twice.
    STORE("iittititiiititiiiiiii"): "INSERT INTO firm_quotes
        (id, account_id, from_wallet, to_wallet, debited, debited_currency, credited, credited_currency, bid, ask, inverse,
         source, instrument_id, feed, epoch, seq, tick_received_at, quoted_at, expires_at, transfer_id, version, number)
        WITH v(id, account_id, from_wallet, to_wallet, debited, debited_currency, credited, credited_currency, bid, ask,
            inverse, source, instrument_id, feed, epoch, seq, tick_received_at, quoted_at, expires_at, transfer_id, version)
            AS ({rows})
        SELECT v.*, (SELECT COALESCE(MAX(n.number), 0) FROM firm_quotes n WHERE n.account_id = v.account_id)
            + ROW_NUMBER() OVER (PARTITION BY v.account_id ORDER BY v.id) FROM v WHERE true
        ON CONFLICT (id) DO UPDATE SET transfer_id = excluded.transfer_id,
            version = CASE WHEN firm_quotes.account_id = excluded.account_id
                AND firm_quotes.version < excluded.version THEN excluded.version END";
    FORGET: "DELETE FROM firm_quotes WHERE transfer_id IS NULL AND expires_at < $1";
}

/// Deletes unused quotes that cannot be used any more.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, FORGET, now.plus(-KEPT_MILLIS).0)?;
    tx.commit().await
}

record! {
    /// A row of `firm_quotes`.
    struct QuoteRecord {
        id: i64,
        account_id: i64,
        number: i64,
        from_wallet: String,
        to_wallet: String,
        debited: i64,
        debited_currency: String,
        credited: i64,
        credited_currency: String,
        bid: i64,
        ask: i64,
        inverse: i64,
        source: String,
        instrument_id: Option<i64>,
        feed: Option<String>,
        epoch: Option<i64>,
        seq: Option<i64>,
        tick_received_at: Option<i64>,
        quoted_at: i64,
        expires_at: i64,
        transfer_id: Option<i64>,
        version: i64,
        superseded_at: Option<i64>,
    }
}

impl QuoteRecord {
    fn tick(&self) -> Option<TickName> {
        Some(TickName {
            instrument: InstrumentId(self.instrument_id?),
            feed: self.feed.clone()?,
            epoch: self.epoch?,
            seq: self.seq?,
            received_at: UnixMillis(self.tick_received_at?),
        })
    }
}

impl TryFrom<QuoteRecord> for FirmQuote {
    type Error = DbError;

    fn try_from(row: QuoteRecord) -> Result<Self, DbError> {
        let wallet = |code: &String| -> Result<Wallet, DbError> {
            code.parse().map_err(|_| DbError::Corrupt { column: "firm_quotes.wallet", value: code.clone() })
        };
        let (from, to) = (wallet(&row.from_wallet)?, wallet(&row.to_wallet)?);
        let debited = Money::new(row.debited, read_currency("firm_quotes.debited_currency", &row.debited_currency)?);
        let credited =
            Money::new(row.credited, read_currency("firm_quotes.credited_currency", &row.credited_currency)?);
        let price = ExchangePrice {
            from: debited.currency,
            to: credited.currency,
            bid: row.bid,
            ask: row.ask,
            inverse: row.inverse != 0,
            tick: row.tick(),
            source: row.source,
        };
        Ok(FirmQuote {
            id: FirmQuoteId(row.id),
            account: AccountId(row.account_id),
            number: row.number,
            from,
            to,
            debited,
            credited,
            price,
            quoted_at: UnixMillis(row.quoted_at),
            expires_at: UnixMillis(row.expires_at),
            superseded_at: row.superseded_at.map(UnixMillis),
            transfer: row.transfer_id.map(TransferId),
            version: row.version,
        })
    }
}

impl StoredRecord for FirmQuote {
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<FirmQuoteId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        rows::read::<QuoteRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, quotes: &[&Self]) -> Result<(), DbError> {
        let tick = |quote: &&Self| quote.price.tick.clone();
        let input = Rows::default()
            .int(quotes.iter().map(|q| q.id.0))
            .int(quotes.iter().map(|q| q.account.0))
            .text(quotes.iter().map(|q| q.from.code()))
            .text(quotes.iter().map(|q| q.to.code()))
            .int(quotes.iter().map(|q| q.debited.minor))
            .text(quotes.iter().map(|q| q.debited.currency.code()))
            .int(quotes.iter().map(|q| q.credited.minor))
            .text(quotes.iter().map(|q| q.credited.currency.code()))
            .int(quotes.iter().map(|q| q.price.bid))
            .int(quotes.iter().map(|q| q.price.ask))
            .int(quotes.iter().map(|q| i64::from(q.price.inverse)))
            .text(quotes.iter().map(|q| q.price.source.as_str()))
            .int(quotes.iter().map(|q| tick(q).map(|tick| tick.instrument.0)))
            .text(quotes.iter().map(|q| tick(q).map(|tick| tick.feed)))
            .int(quotes.iter().map(|q| tick(q).map(|tick| tick.epoch)))
            .int(quotes.iter().map(|q| tick(q).map(|tick| tick.seq)))
            .int(quotes.iter().map(|q| tick(q).map(|tick| tick.received_at.0)))
            .int(quotes.iter().map(|q| q.quoted_at.0))
            .int(quotes.iter().map(|q| q.expires_at.0))
            .int(quotes.iter().map(|q| q.transfer.map(|transfer| transfer.0)))
            .int(quotes.iter().map(|q| q.version));
        rows::store(batch, STORE, input).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn quote(id: i64, account: i64, at: i64) -> FirmQuote {
        let (from, to) = (Wallet::Stock, Wallet::HkStock);
        let (usd, hkd) = (from.currency(), to.currency());
        let source = "test".to_owned();
        let price = ExchangePrice { from: usd, to: hkd, bid: 1, ask: 1, inverse: false, source, tick: None };
        FirmQuote {
            id: FirmQuoteId(id),
            account: AccountId(account),
            number: 0,
            from,
            to,
            debited: Money::new(100, usd),
            credited: Money::new(780, hkd),
            price,
            quoted_at: UnixMillis(at),
            expires_at: UnixMillis(at + 30_000),
            superseded_at: None,
            transfer: None,
            version: 1,
        }
    }

    /// Quotes are numbered as they are stored, together or one by one, with any ids.
    #[tokio::test]
    async fn the_next_quote_is_the_one_that_is_stored_next() {
        for (uri, _folder) in testing::databases("quote_numbers").await {
            let db = Db::open(&uri).await.unwrap();
            let store = async |quotes: &[FirmQuote]| {
                let mut batch = db.batch().await.unwrap();
                FirmQuote::store(&mut batch, &quotes.iter().collect::<Vec<_>>()).await.unwrap();
                batch.commit().await.unwrap();
            };
            store(&[quote(90, 1, 1_000), quote(91, 1, 1_001), quote(92, 2, 1_002)]).await;
            store(&[quote(10, 1, 500)]).await;
            let used = FirmQuote { transfer: Some(TransferId(5)), version: 2, ..quote(91, 1, 1_001) };
            store(&[used]).await;
            let mut batch = db.batch().await.unwrap();
            let ids = BTreeSet::from([10, 90, 91, 92].map(FirmQuoteId));
            let mut found = FirmQuote::load(&mut batch, &ids).await.unwrap();
            found.sort_by_key(|quote| quote.id);
            let found: Vec<_> =
                found.iter().map(|quote| (quote.id.0, quote.number, quote.superseded_at.map(|at| at.0))).collect();
            assert_eq!(found, [(10, 3, None), (90, 1, Some(1_001)), (91, 2, Some(500)), (92, 1, None)]);
        }
    }
}
