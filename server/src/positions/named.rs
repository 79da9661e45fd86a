//! The open position on margin that a request names.

use plumbline_core::ids::{AccountId, PositionId};
use plumbline_core::positions::{Position, PositionRef};
use plumbline_core::products::Terms;

use super::queries;
use crate::db::Db;
use crate::http::ApiError;
use crate::orders::Pricing;

/// A position on margin, with the rules and the quote of this moment, whether or not it can be traded.
pub struct Named {
    pub position: Position,
    pub at: PositionRef,
    pub terms: Terms,
}

impl Named {
    /// Where it must be possible to trade it.
    ///
    /// # Errors
    /// `position_unknown` as [`Self::find`]; `instrument_halted`.
    pub async fn tradable(db: &Db, pricing: &Pricing, account: AccountId, id: &str) -> Result<Self, ApiError> {
        let named = Self::find(db, pricing, account, id).await?;
        let instrument = pricing.market.catalog.get(named.at.key.instrument);
        let instrument = instrument.ok_or_else(|| ApiError::not_found("position_unknown").on_field("id"))?;
        Ok(Self { terms: pricing.trading(instrument)?, ..named })
    }

    /// # Errors
    /// `position_unknown`, also for somebody else's and for what is owned.
    pub async fn find(db: &Db, pricing: &Pricing, account: AccountId, id: &str) -> Result<Self, ApiError> {
        let unknown = || ApiError::not_found("position_unknown").on_field("id");
        let id: PositionId = id.parse().map_err(|_| unknown())?;
        let position = queries::find(&mut db.read().await?, account, id).await?.ok_or_else(unknown)?;
        let margin = position.margin.ok_or_else(unknown)?;
        let instrument = pricing.market.catalog.get(position.key.instrument).ok_or_else(unknown)?;
        let at = PositionRef { key: position.key, wallet: margin.wallet };
        Ok(Self { position, at, terms: pricing.marking(instrument)? })
    }
}
