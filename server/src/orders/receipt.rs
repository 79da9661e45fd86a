use std::str::FromStr;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::{Price, Quantity, format_units};
use plumbline_core::ids::{self, AccountId, InstrumentId, OrderId};
use plumbline_core::money::{Currency, Money, Rounding};
use plumbline_core::orders::{Order, Side};
use plumbline_core::products::{FeeRule, RATE_SCALE};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fill_row::money;
use super::queries::{self, FillRecord, ProofRecord};
use super::{FillRow, Pricing};
use crate::db::levels::read_levels;
use crate::db::{Db, DbError, Session};
use crate::http::{ApiError, Body, Envelope, Language, Reply, wire};
use crate::identity::CurrentSession;
use crate::mode::Mode;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptRequest {
    pub fill_id: wire::Id,
}

/// Everything that proves a fill.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub fill: FillRow,
    pub order: ReceiptOrder,
    pub price_source: PriceSource,
    /// The tick that proves the price; null for another source.
    pub tick: Option<ReceiptTick>,
    /// The settlement that proves the price; null for another source.
    pub settlement: Option<ReceiptSettlement>,
    /// The conversion of amounts from the price's currency into the wallet's; null where both are one.
    pub conversion: Option<ReceiptConversion>,
    /// The side of the quote that the fill was made at: a buyer pays the ask, a seller gets the bid.
    pub side: wire::BookSide,
    /// The part of the fill's profit that daily settlements had paid before; null for what is not settled each day, and for
    /// a fill that opens.
    pub settled_profit: Option<wire::Decimal>,
    /// Milliseconds from the tick's arrival to the fill; null without a tick.
    pub tick_to_fill_ms: Option<i64>,
    pub rules: ReceiptRules,
    pub fees: Vec<ReceiptFee>,
    pub journal: ReceiptJournal,
    /// True when the money is paper.
    pub paper: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptOrder {
    pub id: wire::Id,
    pub order_type: wire::OrderType,
    /// The limit that the order had when it was filled; null for an order without a limit.
    pub price: Option<wire::Decimal>,
    pub quantity: wire::Decimal,
    pub time_in_force: wire::TimeInForce,
    pub create_time_timestamp: wire::Timestamp,
    pub filled_before: ReceiptFilled,
}

/// The part of the order that was filled before this fill. Fees are worked out on all that is filled of an order, and a
/// fill pays the amount by which they rose.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptFilled {
    pub quantity: wire::Decimal,
    /// The sum of the fills' values.
    pub amount: wire::Decimal,
    /// The part of `amount` that was filled while the order rested.
    pub maker_amount: wire::Decimal,
    /// The sum of the fills' fees.
    pub fee: wire::Decimal,
}

/// One fee of a fill, with the terms by which it can be worked out again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptFee {
    /// A stable name, such as `sec`.
    pub name: wire::Word,
    /// The amount by which the fee of the order rose with this fill.
    pub amount: wire::Decimal,
    /// The rate as its source states it, in the language of the request.
    pub rule: String,
    /// The terms of the fee; null when the version of the fee table is not known any more.
    pub terms: Option<FeeTerms>,
}

/// The fee of an order is `rate` times its basis, rounded, at least `minimum` and at most `maximum`; zero for nothing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeeTerms {
    /// The basis of the fee: `value` or `quantity`; `makerValue`, the value that was filled while the order rested, or
    /// `takerValue`, the value of all other fills.
    pub basis: wire::FeeBasis,
    /// The rate: of the value, or in major units of currency a unit of quantity.
    pub rate: wire::Decimal,
    /// The rounding to the minor unit: `up`, or `nearest`.
    pub rounding: wire::FeeRounding,
    /// True if the fee is then rounded up to a whole major unit.
    pub whole_units: bool,
    pub minimum: wire::Decimal,
    pub maximum: Option<wire::Decimal>,
}

/// A level of the book: price and displayed size.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptLevel {
    pub price: wire::Decimal,
    pub size: wire::Decimal,
}

/// The proof of the price: `tick`, a displayed level of the order book of `tick`; or `settlement`, the contract's last
/// settlement, with which all positions in it were closed.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PriceSource {
    Tick,
    Settlement,
}

impl FromStr for PriceSource {
    type Err = DbError;

    fn from_str(word: &str) -> Result<Self, DbError> {
        match word {
            "tick" => Ok(Self::Tick),
            "settlement" => Ok(Self::Settlement),
            _ => Err(DbError::Corrupt { column: "fills.source", value: word.to_owned() }),
        }
    }
}

/// The market tick that the fill was made against.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptTick {
    pub feed: wire::FeedName,
    /// The run of the feed: feed, epoch and number name one tick for ever.
    pub epoch: wire::FeedNumber,
    pub seq: wire::FeedNumber,
    pub exchange_timestamp: wire::Timestamp,
    pub received_timestamp: wire::Timestamp,
    pub bid: Option<wire::Decimal>,
    pub ask: Option<wire::Decimal>,
    pub bid_size: Option<wire::Decimal>,
    pub ask_size: Option<wire::Decimal>,
    /// The levels of this side, best first.
    pub bids: Vec<ReceiptLevel>,
    /// The levels of this side, best first.
    pub asks: Vec<ReceiptLevel>,
    pub last: wire::Decimal,
    pub session: wire::MarketSession,
}

/// The settlement at which a position was closed with its contract.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptSettlement {
    pub settle_timestamp: wire::Timestamp,
    pub price: wire::Decimal,
    /// How the price was found: `trades` of the last minute by their volume, the `middle` of bid and ask, the `last` trade,
    /// `index_opening`, or `index_mean` of the last five minutes.
    pub method: wire::SettlementMethod,
    /// The rate from the contract's currency to the wallet's; null where they are one.
    pub rate: Option<SettlementRate>,
}

/// A recorded rate between two currencies: a gain is converted at the bid, a loss at the ask.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementRate {
    pub from: wire::Currency,
    pub to: wire::Currency,
    pub bid: wire::Decimal,
    pub ask: wire::Decimal,
    /// True if the pair is quoted in `from` for one of `to`.
    pub inverse: bool,
}

impl ReceiptSettlement {
    fn of(proof: &ProofRecord) -> Option<Self> {
        let rate = || {
            Some(SettlementRate {
                from: proof.rate_from.clone()?.into(),
                to: proof.rate_to.clone()?.into(),
                bid: Price::from_units(proof.rate_bid?).display(2).into(),
                ask: Price::from_units(proof.rate_ask?).display(2).into(),
                inverse: proof.rate_inverse == Some(1),
            })
        };
        Some(Self {
            settle_timestamp: proof.settled_at?.into(),
            price: Price::from_units(proof.settlement_price?).display(2).into(),
            method: proof.method.clone()?.into(),
            rate: rate(),
        })
    }
}

/// The market tick of a pair of currencies at which amounts were converted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptConversion {
    #[serde(rename = "stock_code")]
    pub stock_code: wire::StockCode,
    pub feed: wire::FeedName,
    pub epoch: wire::FeedNumber,
    pub seq: wire::FeedNumber,
    pub exchange_timestamp: wire::Timestamp,
    pub bid: Option<wire::Decimal>,
    pub ask: Option<wire::Decimal>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptRules {
    pub fee_table: wire::FeeTable,
    pub version: wire::Date,
    /// The day from which the table is in force.
    pub effective_from: wire::Date,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptJournal {
    pub id: wire::Id,
    pub kind: wire::JournalKind,
    pub create_time_timestamp: wire::Timestamp,
    pub postings: Vec<ReceiptPosting>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptPosting {
    /// A wallet of the customer, or a book of the house such as `house:fees`.
    #[schema(pattern = "^(house:[a-z]+|[A-Z_]+)$")]
    pub account: String,
    pub currency: wire::Currency,
    /// The signed amount; the amounts of a journal sum to zero.
    pub amount: wire::Decimal,
}

/// The receipt of one of the caller's fills.
#[utoipa::path(post, path = "/orders/receipt", tag = "orders", request_body = ReceiptRequest,
    responses((status = 200, body = Envelope<Receipt>),
        (status = 404, description = "fill_unknown")))]
pub async fn receipt(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(mode): State<Mode>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ReceiptRequest>,
) -> Result<Reply<Receipt>, ApiError> {
    let unknown = || ApiError::not_found("fill_unknown").on_field("fillId");
    let id: i64 = ids::parse(&request.fill_id).map_err(|_| unknown())?;
    let mut reader = db.read().await?;
    let fill = queries::fill(&mut reader, session.account_id, id).await?.ok_or_else(unknown)?;
    let order = order(&mut reader, session.account_id, &fill).await?.ok_or_else(unknown)?;
    let proof = queries::proof(&mut reader, id).await?;
    let money = money(&fill);
    let fees = queries::fees(&mut reader, id).await?;
    let instrument = pricing.market.catalog.get(order.at.instrument).ok_or_else(unknown)?;
    let fee_table = pricing.market.rules.fee_table(instrument).ok_or_else(unknown)?;
    let table = pricing.fees.version(fee_table, &proof.fee_version);
    let fee = |(name, amount, rule): (String, i64, String)| ReceiptFee {
        amount: money(amount).into(),
        rule: pricing.fees.rule_in(language, &rule),
        terms: table.as_ref().and_then(|table| table.rules.iter().find(|r| r.name == name)).map(|r| terms(r, &money)),
        name: name.into(),
    };
    let conversion = conversion(&mut reader, &proof, &pricing).await?;
    let before = queries::filled_before(&mut reader, fill.order_id, id).await?;
    Ok(Reply(Receipt {
        side: if order.side == Side::Buy { "ask" } else { "bid" }.into(),
        tick_to_fill_ms: proof.received_time.map(|received| fill.created_at - received),
        rules: ReceiptRules {
            fee_table: fee_table.into(),
            version: proof.fee_version.clone().into(),
            effective_from: proof.fee_version.clone().into(),
        },
        fees: fees.into_iter().map(fee).collect(),
        journal: journal(&mut reader, proof.journal_id).await?,
        price_source: proof.source.parse()?,
        tick: tick(&proof),
        settlement: ReceiptSettlement::of(&proof),
        settled_profit: proof.settled_profit.map(|minor| money(minor).into()),
        conversion,
        order: receipt_order(&order, proof.limit_price, before),
        fill: FillRow::of(&fill, &pricing.market, language),
        paper: mode == Mode::Paper,
    }))
}

async fn order(on: &mut impl Session, account: AccountId, fill: &FillRecord) -> Result<Option<Order>, DbError> {
    queries::find(on, account, OrderId(fill.order_id)).await
}

fn terms(rule: &FeeRule, money: impl Fn(i64) -> Money) -> FeeTerms {
    let up = matches!(rule.rounding, Rounding::Up);
    FeeTerms {
        basis: rule.basis.into(),
        rate: format_units(rule.rate, RATE_SCALE.ilog10(), 0).into(),
        rounding: if up { "up" } else { "nearest" }.into(),
        whole_units: rule.whole_units,
        minimum: money(rule.minimum).into(),
        maximum: rule.maximum.map(|maximum| money(maximum).into()),
    }
}

fn receipt_order(order: &Order, limit: i64, (quantity, value, made, fees): (i64, i64, i64, i64)) -> ReceiptOrder {
    let amount = |minor, like: Money| Money::new(minor, like.currency).amount();
    ReceiptOrder {
        id: order.at.id.into(),
        order_type: order.kind.into(),
        price: order.limit_price().map(|_| Price::from_units(limit).display(2).into()),
        quantity: order.quantity.into(),
        time_in_force: order.time_in_force.into(),
        create_time_timestamp: order.created_at.into(),
        filled_before: ReceiptFilled {
            quantity: Quantity::from_units(quantity).into(),
            amount: amount(value, order.filled_value).into(),
            maker_amount: amount(made, order.filled_value).into(),
            fee: amount(fees, order.fees).into(),
        },
    }
}

fn tick(proof: &ProofRecord) -> Option<ReceiptTick> {
    let (bids, asks) = (levels(proof.bids.as_deref()?), levels(proof.asks.as_deref()?));
    let best = |levels: &[ReceiptLevel]| levels.first().map(|l| (l.price.clone(), l.size.clone())).unzip();
    let ((bid, bid_size), (ask, ask_size)) = (best(&bids), best(&asks));
    Some(ReceiptTick {
        feed: proof.feed.clone()?.into(),
        epoch: proof.epoch?.into(),
        seq: proof.seq?.into(),
        exchange_timestamp: proof.exchange_time?.into(),
        received_timestamp: proof.received_time?.into(),
        bid,
        ask,
        bid_size,
        ask_size,
        bids,
        asks,
        last: Price::from_units(proof.last?).display(2).into(),
        session: proof.session.clone()?.into(),
    })
}

async fn conversion(
    on: &mut impl Session,
    proof: &ProofRecord,
    pricing: &Pricing,
) -> Result<Option<ReceiptConversion>, DbError> {
    let Some((bids, asks, exchange_time)) = queries::conversion(on, proof).await? else { return Ok(None) };
    let pair = proof.conversion_instrument_id.and_then(|id| pricing.market.catalog.get(InstrumentId(id)));
    let best = |text: &str| levels(text).into_iter().next().map(|level| level.price);
    Ok(Some(ReceiptConversion {
        stock_code: pair.map(|pair| pair.code.clone()).unwrap_or_default().into(),
        feed: proof.conversion_feed.clone().unwrap_or_default().into(),
        epoch: proof.conversion_epoch.unwrap_or_default().into(),
        seq: proof.conversion_seq.unwrap_or_default().into(),
        exchange_timestamp: exchange_time.into(),
        bid: best(&bids),
        ask: best(&asks),
    }))
}

fn levels(text: &str) -> Vec<ReceiptLevel> {
    let level = |(price, size)| ReceiptLevel {
        price: Price::from_units(price).display(2).into(),
        size: Quantity::from_units(size).into(),
    };
    read_levels(text).unwrap_or_default().into_iter().map(level).collect()
}

async fn journal(on: &mut impl Session, id: i64) -> Result<ReceiptJournal, DbError> {
    let ((kind, created_at), postings) = queries::journal(on, id).await?;
    let posting = |(_, account, currency, amount): (i64, String, String, i64)| {
        let known: Currency =
            currency.parse().map_err(|_| DbError::Corrupt { column: "postings.currency", value: currency.clone() })?;
        Ok(ReceiptPosting { account, amount: Money::new(amount, known).into(), currency: currency.into() })
    };
    Ok(ReceiptJournal {
        id: id.into(),
        kind: kind.into(),
        create_time_timestamp: created_at.into(),
        postings: postings.into_iter().map(posting).collect::<Result<_, DbError>>()?,
    })
}
