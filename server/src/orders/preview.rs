//! The cost of an order that any of the calls in `tickets` would place.

use plumbline_core::decision::{Action, Facts, Needs, Refusal, Stamp};
use plumbline_core::market::Market;
use plumbline_core::orders::{MarginCost, Order, cost};
use plumbline_core::products::Product;

use super::cost_reply::{CostReply, MarginReply};
use super::{OrderRequest, Pricing, forex, queries};
use crate::db::{Db, DbError};
use crate::http::{ApiError, Language, Reply};
use crate::identity::CurrentSession;
use crate::writer::Records;

/// The card of an order for an instrument of a market.
pub(super) async fn card(
    (pricing, db, records): (&Pricing, &Db, Records),
    (session, language): (CurrentSession, Language),
    request: &OrderRequest,
    market: Market,
) -> Result<Reply<CostReply>, ApiError> {
    let place = request.place(pricing, session.account_id, market)?;
    let card = decided((pricing, db, records), &place, cost).await?;
    let margin = match place.terms.rules.product {
        Product::Spot => None,
        Product::Margin(_) => {
            let instrument = request.instrument(&pricing.market, market)?;
            let day = pricing.market.session(instrument, pricing.clock.now()).day;
            let rates = forex::financing(&pricing.market, instrument, &day);
            let cost = MarginCost::of(&place, &card, forex::pip(instrument), rates)?;
            Some(MarginReply::of(&place.terms, place.leverage, cost))
        }
    };
    Ok(Reply(CostReply::of(&place.terms, card, margin, |rule| pricing.fees.rule_in(language, rule))))
}

/// Decides an action as of now, without applying it.
pub async fn decided<A: Action, T>(
    (pricing, db, records): (&Pricing, &Db, Records),
    action: &A,
    decide: impl FnOnce(&A, &Facts, &mut Stamp) -> Result<T, Refusal>,
) -> Result<T, ApiError> {
    let facts = facts(db, records, action).await?;
    let mut ids = || pricing.ids.next();
    Ok(decide(action, &facts, &mut Stamp::new(pricing.clock.now(), &mut ids))?)
}

/// What an action is decided on, as it is now.
async fn facts(db: &Db, records: Records, action: &impl Action) -> Result<Facts, DbError> {
    let mut needs = Needs::default();
    action.needs(&mut needs);
    let mut reader = db.read().await?;
    let mut facts = records.load(&mut reader, &needs).await?;
    for account in action.accounts() {
        facts.load_open::<Order>(account, queries::open_orders(&mut reader, account).await?);
    }
    Ok(facts)
}
