use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decision::{Action, Changes, Facts, Refusal, Stamp};
use plumbline_core::money::Money;
use plumbline_core::positions::Position;
use plumbline_core::products::{AddMargin, Marked, RemoveMargin, SetLeverage, Terms};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::named::Named;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply, amount, wire};
use crate::identity::CurrentSession;
use crate::orders::preview;
use crate::orders::{Pricing, leverage, present};
use crate::writer::Records;

/// A change to preview: of the margin or of the leverage.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MarginPreviewRequest {
    /// The position's id.
    pub id: wire::Id,
    /// The amount to add to the margin, in the wallet's currency.
    pub amount: Option<wire::Amount>,
    /// The amount to take back of the margin, where none is added.
    pub removed: Option<wire::Amount>,
    /// The new leverage, where no amount is given.
    pub leverage: Option<wire::Quantity>,
}

/// A position before and after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct MarginPreviewReply {
    pub before: MarginView,
    pub after: MarginView,
    /// The refusal that the change would meet now, such as `insufficient_funds`.
    pub error: Option<wire::RefusalWord>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarginView {
    pub isolated_position: wire::Decimal,
    pub currency: wire::Currency,
    pub leverage: wire::Decimal,
    pub mark_price: wire::Decimal,
    /// The mark at which the house would close the position; null where no price is that bad.
    pub liquidation_price: Option<wire::Decimal>,
    /// The money set aside and the profit, in percent of the initial margin that the leverage requires.
    pub margin_level: wire::Decimal,
}

impl MarginView {
    fn of(position: &Position, terms: &Terms) -> Result<Self, Refusal> {
        let marked = Marked::of(position, terms)?;
        Ok(Self {
            isolated_position: marked.margin.amount.into(),
            currency: marked.margin.amount.currency.into(),
            leverage: marked.margin.leverage.into(),
            mark_price: marked.mark.display(2).into(),
            liquidation_price: marked.liquidation_price().map(|price| price.display(2).into()),
            margin_level: plumbline_core::decimal::format_percent(marked.level()?).into(),
        })
    }
}

/// Shows the effect of more margin or another leverage on an open position: above all the price at which it would be
/// closed. Nothing is changed.
#[utoipa::path(post, path = "/position/marginPreview", tag = "positions", request_body = MarginPreviewRequest,
    responses((status = 200, body = Envelope<MarginPreviewReply>),
        (status = 404, description = "position_unknown"),
        (status = 409, description = "margin_too_low, no_quote, stale_quote, instrument_not_tradable"),
        (status = 422, description = "amount_invalid, leverage_unavailable, nothing_to_change, out_of_range")))]
pub async fn margin_preview(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    State(records): State<Records>,
    session: CurrentSession,
    Body(request): Body<MarginPreviewRequest>,
) -> Result<Reply<MarginPreviewReply>, ApiError> {
    let Named { position, at, terms } = Named::find(&db, &pricing, session.account_id, &request.id).await?;
    let before = MarginView::of(&position, &terms)?;
    let change = (present(&request.amount), present(&request.removed), present(&request.leverage));
    let (after, refusal) = match change {
        (Some(text), ..) => {
            let added = AddMargin { at, amount: Money::new(amount(text)?, at.wallet.currency()) };
            decided((&pricing, &db, records), &added, AddMargin::decide).await?
        }
        (None, Some(text), _) => {
            let amount = Money::new(amount(text)?, at.wallet.currency());
            let removed = RemoveMargin { at, amount, terms: terms.clone() };
            decided((&pricing, &db, records), &removed, RemoveMargin::decide).await?
        }
        (None, None, Some(text)) => {
            let changed = SetLeverage { at, leverage: leverage(text)?, terms: terms.clone() };
            decided((&pricing, &db, records), &changed, SetLeverage::decide).await?
        }
        (None, None, None) => return Err(Refusal::NothingToChange.into()),
    };
    let error = refusal.map(|refusal| refusal.word().into());
    Ok(Reply(MarginPreviewReply { before, after: MarginView::of(&after, &terms)?, error }))
}

/// How an action decides on a position, without applying it.
type Decide<A> = fn(&A, &Facts, &mut Stamp) -> Result<(Changes, Position), Refusal>;

/// The position as an action would leave it, and what would refuse it all the same.
async fn decided<A: Action>(
    known: (&Pricing, &Db, Records),
    action: &A,
    decide: Decide<A>,
) -> Result<(Position, Option<Refusal>), ApiError> {
    let and_checked = |action: &A, facts: &Facts, stamp: &mut Stamp| {
        let (changes, position) = decide(action, facts, stamp)?;
        Ok((position, facts.check(&changes).err()))
    };
    preview::decided(known, action, and_checked).await
}
