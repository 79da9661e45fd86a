//! The instruments that the caller of a list watches.

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use plumbline_core::ids::InstrumentId;

use crate::db::Db;
use crate::http::ApiError;
use crate::identity::{MaybeSession, Sessions};
use crate::{fetch_all, statements};

statements! {
    WATCHED: "SELECT instrument_id FROM watchlist WHERE account_id = $1";
}

/// The instruments that the caller watches; none without a session.
#[derive(Clone, Debug, Default)]
pub struct Watched(pub HashSet<InstrumentId>);

impl<S: Sync> FromRequestParts<S> for Watched
where
    Arc<Sessions>: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let MaybeSession(session) = MaybeSession::from_request_parts(parts, state).await?;
        let Some(session) = session else { return Ok(Self::default()) };
        let mut reader = Db::from_ref(state).read().await?;
        let found = fetch_all!(&mut reader, (i64,), WATCHED, session.account_id.0)?;
        Ok(Self(found.into_iter().map(|(id,)| InstrumentId(id)).collect()))
    }
}
