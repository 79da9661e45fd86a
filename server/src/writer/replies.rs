//! The first reply to each idempotent request, stored with what it did.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::http::StatusCode;
use plumbline_core::command::{Done, Refusal};
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::funds::{DepositReply, TransferReply};
use crate::http::{ApiError, Reply};
use crate::orders::OrderReply;
use crate::statements;

/// The status and the data of a reply, as stored. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub code: u16,
    /// JSON.
    pub data: Arc<RawValue>,
}

/// The data of a refusal.
#[derive(Debug, Serialize, Deserialize)]
struct Refused<'a> {
    error: Cow<'a, str>,
    field: Option<Cow<'a, str>>,
}

impl Serialize for Recorded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(serializer)
    }
}

impl Recorded {
    /// The reply to a decision.
    pub fn of(result: &Result<Done, Refusal>) -> Self {
        let (code, data) = match result {
            Ok(Done::Order(order)) => (200, to_raw_value(&OrderReply::from(order))),
            Ok(Done::Reached(_)) => (200, Ok(RawValue::NULL.to_owned())),
            Ok(Done::Transfer(transfer)) => (200, to_raw_value(&TransferReply::from(transfer))),
            Ok(Done::Deposit(deposit)) => (200, to_raw_value(&DepositReply::from(deposit))),
            Err(refusal) => {
                let error = refusal_error(*refusal);
                let refused = Refused { error: error.word.into(), field: error.field.map(Cow::from) };
                (error.status.as_u16(), to_raw_value(&refused))
            }
        };
        Self { code, data: data.unwrap_or_else(|_| RawValue::NULL.to_owned()).into() }
    }

    /// The reply as the handler gives it.
    pub fn into_reply(self) -> Result<Reply<Self>, ApiError> {
        if self.code == 200 {
            return Ok(Reply(self));
        }
        let word = serde_json::from_str::<Refused>(self.data.get()).map(|refused| refused.error).unwrap_or_default();
        Err(ALL_REFUSALS.iter().copied().map(refusal_error).find(|e| e.word == word).unwrap_or_else(|| {
            let status = StatusCode::from_u16(self.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            ApiError::new(status, "internal")
        }))
    }
}

/// A refusal as the caller sees it: 404 for what is not there, 409 for what the present state refuses, 422 for
/// input that can never be right.
pub fn refusal_error(refusal: Refusal) -> ApiError {
    use Refusal as R;
    let word = refusal.word();
    match refusal {
        R::QuantityInvalid | R::LotSize | R::OrderValueTooSmall | R::OutOfRange => ApiError::invalid(word, "quantity"),
        R::PriceRequired | R::TickSize | R::PriceBand => ApiError::invalid(word, "price"),
        R::AmountInvalid => ApiError::invalid(word, "amount"),
        R::SameWallet => ApiError::invalid(word, "to"),
        R::LeverageUnavailable => ApiError::invalid(word, "leverage"),
        R::CurrencyUnsupported => ApiError::invalid(word, "currency"),
        R::OrderUnknown | R::PositionUnknown | R::DepositUnknown => ApiError::not_found(word),
        R::InsufficientFunds => ApiError::conflict(word).on_field("amount"),
        R::InsufficientPosition => ApiError::conflict(word).on_field("quantity"),
        R::SessionClosed | R::NoQuote | R::StaleQuote | R::OrderNotOpen | R::TooManyOpenOrders | R::DepositReviewed => {
            ApiError::conflict(word)
        }
        R::Unsound(_) => ApiError::internal(refusal),
    }
}

/// Every refusal that can be stored.
const ALL_REFUSALS: &[Refusal] = &[
    Refusal::QuantityInvalid,
    Refusal::LotSize,
    Refusal::PriceRequired,
    Refusal::TickSize,
    Refusal::PriceBand,
    Refusal::SessionClosed,
    Refusal::NoQuote,
    Refusal::StaleQuote,
    Refusal::InsufficientFunds,
    Refusal::InsufficientPosition,
    Refusal::LeverageUnavailable,
    Refusal::OrderUnknown,
    Refusal::OrderNotOpen,
    Refusal::PositionUnknown,
    Refusal::OrderValueTooSmall,
    Refusal::TooManyOpenOrders,
    Refusal::AmountInvalid,
    Refusal::SameWallet,
    Refusal::CurrencyUnsupported,
    Refusal::DepositUnknown,
    Refusal::DepositReviewed,
    Refusal::OutOfRange,
];

statements! {
    LOAD_REPLIES("ti"): "SELECT account_id, key, fingerprint, code, data FROM idempotent_replies
        WHERE (key, account_id) IN ({rows})";
    STORE_REPLIES("ittiti"): "INSERT INTO idempotent_replies (account_id, key, fingerprint, code, data, created_at) {rows}";
}

/// Whose request it is, and its idempotency key.
pub(super) type RequestKey = (AccountId, String);

/// A reply with the fingerprint of its request.
#[derive(Clone, Debug)]
pub(super) struct FirstReply {
    pub fingerprint: String,
    pub recorded: Recorded,
}

/// The replies that were stored under `keys`.
pub(super) async fn load(
    batch: &mut Batch,
    keys: &BTreeSet<(AccountId, &str)>,
) -> Result<HashMap<RequestKey, FirstReply>, DbError> {
    let input = Rows::default().text(keys.iter().map(|(_, key)| *key)).int(keys.iter().map(|(a, _)| a.0));
    let found: Vec<(i64, String, String, i64, String)> = rows::fetch(batch, LOAD_REPLIES, input).await?;
    let reply = |(account, key, fingerprint, code, data): (i64, String, String, i64, String)| {
        let corrupt = || DbError::Corrupt { column: "idempotent_replies", value: key.clone() };
        let code = u16::try_from(code).map_err(|_| corrupt())?;
        let data = RawValue::from_string(data).map_err(|_| corrupt())?.into();
        Ok(((AccountId(account), key), FirstReply { fingerprint, recorded: Recorded { code, data } }))
    };
    found.into_iter().map(reply).collect()
}

pub(super) async fn store(
    batch: &mut Batch,
    replies: &[(RequestKey, FirstReply)],
    now: UnixMillis,
) -> Result<(), DbError> {
    let input = Rows::default()
        .int(replies.iter().map(|((account, _), _)| account.0))
        .text(replies.iter().map(|((_, key), _)| key.as_str()))
        .text(replies.iter().map(|(_, reply)| reply.fingerprint.as_str()))
        .int(replies.iter().map(|(_, reply)| i64::from(reply.recorded.code)))
        .text(replies.iter().map(|(_, reply)| reply.recorded.data.get()))
        .int(replies.iter().map(|_| now.0));
    rows::store(batch, STORE_REPLIES, input).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_refusal_is_given_again_as_it_was() {
        for refusal in ALL_REFUSALS {
            let (first, again) = (refusal_error(*refusal), Recorded::of(&Err(*refusal)).into_reply().unwrap_err());
            assert_eq!((first.status, first.word, first.field), (again.status, again.word, again.field));
        }
    }
}
