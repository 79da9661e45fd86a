//! The first reply to each idempotent request, stored with what it did.

use axum::http::StatusCode;
use plumbline_core::command::{Done, Refusal};
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::db::{DbError, Tx, rows, rows::Rows};
use crate::funds::{DepositReply, TransferReply};
use crate::http::{ApiError, Reply};
use crate::orders::OrderReply;
use crate::statements;

/// The status and the data of a reply, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub code: u16,
    pub data: Value,
}

impl Recorded {
    /// The reply to a decision.
    pub fn of(result: &Result<Done, Refusal>) -> Self {
        match result {
            Ok(done) => Self { code: 200, data: data(done) },
            Err(refusal) => {
                let error = refusal_error(*refusal);
                Self { code: error.status.as_u16(), data: json!({ "error": error.word, "field": error.field }) }
            }
        }
    }

    /// The reply as the handler gives it.
    pub fn into_reply(self) -> Result<Reply<Value>, ApiError> {
        if self.code == 200 {
            return Ok(Reply(self.data));
        }
        let word = self.data["error"].as_str().unwrap_or_default();
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
        R::QuantityInvalid | R::LotSize | R::OutOfRange => ApiError::invalid(word, "quantity"),
        R::PriceRequired | R::TickSize | R::PriceBand => ApiError::invalid(word, "price"),
        R::AmountInvalid => ApiError::invalid(word, "amount"),
        R::SameWallet => ApiError::invalid(word, "to"),
        R::LeverageUnavailable => ApiError::invalid(word, "leverage"),
        R::CurrencyUnsupported => ApiError::invalid(word, "currency"),
        R::OrderUnknown | R::PositionUnknown | R::DepositUnknown => ApiError::not_found(word),
        R::InsufficientFunds => ApiError::conflict(word).on_field("amount"),
        R::InsufficientPosition => ApiError::conflict(word).on_field("quantity"),
        R::SessionClosed | R::NoQuote | R::StaleQuote | R::OrderNotOpen | R::NothingToFill | R::DepositReviewed => {
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
    Refusal::NothingToFill,
    Refusal::AmountInvalid,
    Refusal::SameWallet,
    Refusal::CurrencyUnsupported,
    Refusal::DepositUnknown,
    Refusal::DepositReviewed,
    Refusal::OutOfRange,
];

fn data(done: &Done) -> Value {
    let json = match done {
        Done::Order(order) => serde_json::to_value(OrderReply::from(order)),
        Done::Transfer(transfer) => serde_json::to_value(TransferReply::from(transfer)),
        Done::Deposit(deposit) => serde_json::to_value(DepositReply::from(deposit)),
    };
    json.unwrap_or_default()
}

statements! {
    LOAD_REPLIES("it"): "WITH v(account_id, key) AS ({rows})
        SELECT r.account_id, r.key, r.fingerprint, r.code, r.data
        FROM v JOIN idempotent_replies r ON r.account_id = v.account_id AND r.key = v.key";
    STORE_REPLIES("ittiti"): "INSERT INTO idempotent_replies (account_id, key, fingerprint, code, data, created_at) {rows}";
}

/// A reply under its account and key, with the fingerprint of its request.
pub(super) type StoredReply = ((AccountId, String), (String, Recorded));

pub(super) async fn load(tx: &mut Tx, keys: &[(AccountId, String)]) -> Result<Vec<StoredReply>, DbError> {
    let input = Rows::default().int(keys.iter().map(|(a, _)| a.0)).text(keys.iter().map(|(_, k)| k.clone()));
    let found: Vec<(i64, String, String, i64, String)> = rows::fetch(tx, LOAD_REPLIES, input).await?;
    found
        .into_iter()
        .map(|(account, key, fingerprint, code, data)| {
            let corrupt = || DbError::Corrupt { column: "idempotent_replies", value: key.clone() };
            let code = u16::try_from(code).map_err(|_| corrupt())?;
            let data = serde_json::from_str(&data).map_err(|_| corrupt())?;
            Ok(((AccountId(account), key), (fingerprint, Recorded { code, data })))
        })
        .collect()
}

pub(super) async fn store(tx: &mut Tx, replies: &[StoredReply], now: UnixMillis) -> Result<(), DbError> {
    let input = Rows::default()
        .int(replies.iter().map(|((account, _), _)| account.0))
        .text(replies.iter().map(|((_, key), _)| key.clone()))
        .text(replies.iter().map(|(_, (fingerprint, _))| fingerprint.clone()))
        .int(replies.iter().map(|(_, (_, recorded))| i64::from(recorded.code)))
        .text(replies.iter().map(|(_, (_, recorded))| recorded.data.to_string()))
        .int(replies.iter().map(|_| now.0));
    rows::execute(tx, STORE_REPLIES, input).await?;
    Ok(())
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
