//! The cost of an order that any of the calls in `tickets` would place.

use plumbline_core::decision::{Action, Facts, Needs, Stamp};
use plumbline_core::market::Market;
use plumbline_core::orders::{MarginCost, Order, cost};
use plumbline_core::products::Product;

use super::{CostReply, OrderRequest, Pricing, forex, queries};
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
    let (facts, now) = (facts(db, records, &place).await?, pricing.clock.now());
    let mut ids = || pricing.ids.next();
    let card = cost(&place, &facts, &mut Stamp::new(now, &mut ids))?;
    let margin = match place.terms.rules.product {
        Product::Spot => None,
        Product::Margin(_) => {
            let instrument = request.instrument(&pricing.market, market)?;
            let day = pricing.market.session(instrument, now).day;
            let rates = forex::financing(&pricing.market, instrument, &day);
            Some(MarginCost::of(&place, &card, forex::pip(instrument), rates)?)
        }
    };
    Ok(Reply(CostReply::of(&place, card, margin, |rule| pricing.fees.rule_in(language, rule))))
}

/// What an action is decided on, as it is now.
pub async fn facts(db: &Db, records: Records, action: &impl Action) -> Result<Facts, DbError> {
    let mut needs = Needs::default();
    action.needs(&mut needs);
    let mut reader = db.read().await?;
    let mut facts = records.load(&mut reader, &needs).await?;
    for account in action.accounts() {
        facts.load_open::<Order>(account, queries::open_orders(&mut reader, account).await?);
    }
    Ok(facts)
}
