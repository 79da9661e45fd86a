//! The rules of an instrument as they were, are and will be, and those that an order was accepted under.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use jiff::civil::Date;
use plumbline_core::ids::OrderId;
use plumbline_core::market::Instrument;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::cancel::OrderName;
use super::{Pricing, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Params, Reply, moment, wire};
use crate::identity::CurrentSession;
use crate::market::rules::timeline::{History, Ruling, Term, Version};

/// A fee of an instrument's table is a rule of its own.
const FEE: &str = "fee";
/// The last millisecond of the year 9999: what is asked for beyond is a slip.
const LAST_MOMENT: UnixMillis = UnixMillis(253_402_300_799_999);

/// Whose rules, and of which day.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RulesRequest {
    pub stock_code: wire::StockCode,
    /// The market; needed where several markets have the code.
    pub market: Option<wire::Market>,
    /// The time: a day where the market is (`2026-11-20`), or a moment in Unix milliseconds; now when absent or empty.
    #[param(pattern = "^([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,15})?$")]
    pub at: Option<String>,
}

/// The rules of an instrument on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulesReply {
    #[serde(rename = "stock_code")]
    pub stock_code: wire::StockCode,
    pub market: wire::Market,
    /// The currency of the instrument's prices.
    pub currency: wire::Currency,
    /// The day, where the market is.
    pub date: wire::Date,
    /// The present day, where the market is.
    pub today: wire::Date,
    /// The rules that are in force, or known to come.
    pub rules: Vec<RuleRow>,
}

/// A rule on a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleRow {
    /// The name of the rule, such as `tickSize`, `lot`, `priceBand`, `fee` or `marketWideHalt`.
    pub rule: wire::RuleName,
    /// The subject of the rule, where an instrument has the rule more than once: a currency, or a fee's name; else
    /// empty.
    pub about: wire::RuleSubject,
    /// The terms of the rule; empty while it is still to come.
    pub terms: Vec<RuleTerm>,
    /// The day from which the rule is in force; null while it is still to come.
    pub since: Option<wire::Date>,
    /// The last day on which the rule is in force; null where no end is known.
    pub until: Option<wire::Date>,
    /// The source of the rule; null while it is still to come.
    pub source: Option<String>,
    /// The next known change.
    pub next: Option<RuleVersion>,
}

/// The terms of a rule from a day on.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleVersion {
    pub since: wire::Date,
    /// The terms of the rule; empty where it ends.
    pub terms: Vec<RuleTerm>,
    pub source: String,
}

/// One figure or word of a rule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleTerm {
    /// The name of the term, such as `step`, `percent`, `days` or `level1`.
    pub name: wire::RuleName,
    /// The greatest price that the term is for; null where it is for all, or for all above.
    pub price_up_to: Option<wire::Decimal>,
    /// A figure, a word, or a sentence in the caller's language.
    pub value: String,
}

/// The rules that an order was accepted under.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRulesReply {
    pub id: wire::Id,
    pub accepted_timestamp: wire::Timestamp,
    #[serde(flatten)]
    pub accepted: RulesReply,
    /// The rules that have changed since.
    pub changes: Vec<RuleChange>,
}

/// A rule that has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleChange {
    pub rule: wire::RuleName,
    pub about: wire::RuleSubject,
    /// The terms before the change; empty where there was no rule.
    pub before: Vec<RuleTerm>,
    /// The terms after the change; empty where there is no rule any more.
    pub after: Vec<RuleTerm>,
    /// The day from which the rule is as it is today; null where it has ended.
    pub since: Option<wire::Date>,
    pub source: Option<String>,
}

/// Every dated rule of an instrument on a day: its terms, its first and last day, its source, and the next known
/// change.
#[utoipa::path(get, path = "/market/rules", tag = "market", security(()), params(RulesRequest),
    responses((status = 200, body = Envelope<RulesReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, timestamp_invalid")))]
pub async fn instrument_rules(
    State(pricing): State<Arc<Pricing>>,
    language: Language,
    Params(request): Params<RulesRequest>,
) -> Result<Reply<RulesReply>, ApiError> {
    let instrument = pricing.market.find(request.market.as_deref(), &request.stock_code)?;
    let asked = request.at.as_deref().filter(|at| !at.is_empty());
    let day = asked.map_or_else(|| Ok(pricing.today(instrument)), |at| day_of(&pricing, instrument, at))?;
    Ok(Reply(pricing.rules_reply(instrument, day, language)))
}

/// The rules that one of the caller's orders was accepted under, and those that have changed since.
#[utoipa::path(post, path = "/orders/rules", tag = "orders", request_body = OrderName,
    responses((status = 200, body = Envelope<OrderRulesReply>),
        (status = 404, description = "order_unknown")))]
pub async fn order_rules(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<OrderName>,
) -> Result<Reply<OrderRulesReply>, ApiError> {
    let unknown = || ApiError::not_found("order_unknown").on_field("id");
    let id: OrderId = request.id.parse().map_err(|_| unknown())?;
    let order = queries::find(&mut db.read().await?, session.account_id, id).await?.ok_or_else(unknown)?;
    let instrument = pricing.market.catalog.get(order.at.instrument).ok_or_else(unknown)?;
    let day = pricing.market.session(instrument, order.created_at).day;
    let (then, now) = (pricing.rulings(instrument, &day), pricing.rulings(instrument, &pricing.today(instrument)));
    let changes = changes(&then, &now);
    Ok(Reply(OrderRulesReply {
        id: order.at.id.into(),
        accepted_timestamp: order.created_at.into(),
        changes: changes.into_iter().map(|change| pricing.change(change, language)).collect(),
        accepted: pricing.rules_reply(instrument, day, language),
    }))
}

fn day_of(pricing: &Pricing, instrument: &Instrument, at: &str) -> Result<String, ApiError> {
    let wrong = || ApiError::invalid("timestamp_invalid", "at");
    if at.contains('-') {
        let day: Date = at.parse().map_err(|_| wrong())?;
        return (day.to_string() == at).then(|| at.to_owned()).ok_or_else(wrong);
    }
    let moment = moment(Some(at), "at")?.filter(|moment| *moment <= LAST_MOMENT).ok_or_else(wrong)?;
    Ok(pricing.market.session(instrument, moment).day)
}

/// Of each rule that says something else now, what it said and what it says; what is still to come says nothing yet.
fn changes<'a>(then: &'a [Ruling], now: &'a [Ruling]) -> Vec<(&'a Ruling, Option<&'a Version>, Option<&'a Ruling>)> {
    let same = |one: &Ruling, other: &Ruling| (&one.rule, &one.about) == (&other.rule, &other.about);
    let said = |ruling: &'a Ruling| ruling.now.as_ref().map(|(_, version)| version);
    let before = then.iter().map(|old| {
        let found = now.iter().find(|new| same(old, new)).filter(|new| new.now.is_some());
        (old, said(old), found)
    });
    let begun = now.iter().filter(|new| !then.iter().any(|old| same(old, new)));
    let all = before.chain(begun.map(|new| (new, None, Some(new).filter(|new| new.now.is_some()))));
    let terms = |version: Option<&'a Version>| version.map(|version| version.terms.as_slice()).unwrap_or_default();
    all.filter(|(_, old, new)| terms(*old) != terms(new.and_then(said))).collect()
}

impl Pricing {
    /// The present trading day of an instrument.
    fn today(&self, instrument: &Instrument) -> String {
        self.market.session(instrument, self.clock.now()).day
    }

    /// The rules of an instrument on a day, its fees last.
    fn rulings(&self, instrument: &Instrument, day: &str) -> Vec<Ruling> {
        let mut rulings = self.market.rules.timeline.of(instrument, day);
        let table = self.market.rules.fee_table(instrument).filter(|_| instrument.tradable);
        let fees = table.map(|table| self.fee_histories(table)).unwrap_or_default();
        rulings.extend(fees.iter().filter_map(|(name, history)| Ruling::on(day, FEE, name, history)));
        rulings
    }

    /// Each fee of a table by its name; a version that does not state it has ended it.
    fn fee_histories(&self, table: &str) -> BTreeMap<String, History> {
        let mut fees: BTreeMap<String, History> = BTreeMap::new();
        for version in self.fees.versions(table) {
            for rule in &version.rules {
                fees.entry(rule.name.clone()).or_default();
            }
            for (name, history) in &mut fees {
                let stated = version.rules.iter().find(|rule| rule.name == *name).map(|rule| Version {
                    terms: vec![Term { name: FEE.to_owned(), up_to: String::new(), value: rule.rule.clone() }],
                    source: self.fees.source(&version, name),
                });
                history.insert(version.version.clone(), stated.unwrap_or_default());
            }
        }
        fees
    }

    fn rules_reply(&self, instrument: &Instrument, day: String, language: Language) -> RulesReply {
        let rulings = self.rulings(instrument, &day);
        RulesReply {
            stock_code: instrument.code.clone().into(),
            market: instrument.market.into(),
            currency: instrument.currency.into(),
            rules: rulings.into_iter().map(|ruling| self.rule_row(ruling, language)).collect(),
            today: self.today(instrument).into(),
            date: day.into(),
        }
    }

    fn rule_row(&self, Ruling { rule, about, now, next }: Ruling, language: Language) -> RuleRow {
        let until = now.as_ref().and(next.as_ref()).and_then(|(since, _)| day_before(since));
        let (since, version) = now.unzip();
        RuleRow {
            rule: rule.into(),
            about: about.into(),
            since: since.map(Into::into),
            until: until.map(Into::into),
            source: version.as_ref().map(|version| version.source.clone()),
            terms: version.map(|version| self.terms_in(&version.terms, language)).unwrap_or_default(),
            next: next.map(|(since, version)| RuleVersion {
                since: since.into(),
                terms: self.terms_in(&version.terms, language),
                source: version.source,
            }),
        }
    }

    fn change(
        &self,
        (of, before, after): (&Ruling, Option<&Version>, Option<&Ruling>),
        language: Language,
    ) -> RuleChange {
        let terms = |version: Option<&Version>| {
            version.map(|version| self.terms_in(&version.terms, language)).unwrap_or_default()
        };
        let now = after.and_then(|ruling| ruling.now.as_ref());
        RuleChange {
            rule: of.rule.clone().into(),
            about: of.about.clone().into(),
            before: terms(before),
            after: terms(now.map(|(_, version)| version)),
            since: now.map(|(since, _)| since.clone().into()),
            source: now.map(|(_, version)| version.source.clone()),
        }
    }

    /// Fees are sentences, which are translated; everything else is a figure or a word of the rule.
    fn terms_in(&self, terms: &[Term], language: Language) -> Vec<RuleTerm> {
        let row = |term: &Term| RuleTerm {
            name: term.name.clone().into(),
            price_up_to: (!term.up_to.is_empty()).then(|| term.up_to.clone().into()),
            value: if term.name == FEE { self.fees.rule_in(language, &term.value) } else { term.value.clone() },
        };
        terms.iter().map(row).collect()
    }
}

fn day_before(day: &str) -> Option<String> {
    day.parse::<Date>().ok()?.yesterday().ok().map(|day| day.to_string())
}
