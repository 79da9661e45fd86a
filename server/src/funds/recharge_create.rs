use std::sync::Arc;

use axum::extract::State;
use plumbline_core::command::Command;
use plumbline_core::funds::{DepositChannel, RequestDeposit};
use plumbline_core::ids::AccountId;
use serde::{Deserialize, Serialize};

use url::Url;
use utoipa::ToSchema;

use super::rates::CreditRates;
use super::{Cashier, DepositReply, channels};
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply};
use crate::identity::CurrentSession;
use crate::writer::{Fingerprint, Recorded, Submission};

const CALL: &str = "POST /recharge/create";
const PROOF_URL_LENGTH_MAX: usize = 500;

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RechargeRequest {
    /// wallet or fiat.
    pub channel: String,
    /// What is sent: one of the channel's currencies.
    pub currency: String,
    /// In units of `currency`, at most two decimals.
    pub amount: String,
    /// Where the proof of payment lies: an https address. This server takes no files.
    pub proof_url: Option<String>,
}

/// Announces a deposit, which then waits for its review.
#[utoipa::path(post, path = "/recharge/create", tag = "funds", request_body = RechargeRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID, once for each intended deposit")),
    responses((status = 200, body = Envelope<DepositReply>),
        (status = 409, description = "too_many_pending_deposits"),
        (status = 422, description = "channel_unknown, currency_unsupported, amount_invalid, amount_too_small, amount_too_large, proof_url_invalid")))]
pub async fn recharge_create(
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<RechargeRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let submission = Submission { account: session.account_id, key, fingerprint: Fingerprint::of(CALL, &request) };
    cashier.writer.submit(submission, command(&cashier, session.account_id, &request)).await
}

async fn command(cashier: &Cashier, account: AccountId, request: &RechargeRequest) -> Result<Command, ApiError> {
    let kind = DepositChannel::from_code(&request.channel).ok_or(ApiError::invalid("channel_unknown", "channel"))?;
    let channel = channels::find(cashier.mode, kind, &request.currency)
        .ok_or(ApiError::invalid("currency_unsupported", "currency"))?;
    let sent = channel.amount(&request.amount)?;
    let rates = CreditRates::in_force(&mut cashier.db.read().await?, cashier.clock.now()).await?;
    let rate = rates.of(&channel.currency).ok_or(ApiError::invalid("currency_unsupported", "currency"))?;
    Ok(Command::RequestDeposit(RequestDeposit {
        account,
        channel: kind,
        sent_currency: channel.currency.clone(),
        sent_amount: sent.amount(),
        credit: rate.credit(sent).map_err(|_| ApiError::invalid("amount_invalid", "amount"))?,
        rate: rate.recorded(),
        proof_url: proof_url(request.proof_url.as_deref())?,
    }))
}

/// A reviewer will open the link, so that only a page that a browser fetches over TLS gets through.
fn proof_url(given: Option<&str>) -> Result<Option<String>, ApiError> {
    let Some(url) = given.filter(|url| !url.is_empty()) else { return Ok(None) };
    if url.len() <= PROOF_URL_LENGTH_MAX && is_page(url) {
        Ok(Some(url.to_owned()))
    } else {
        Err(ApiError::invalid("proof_url_invalid", "proofUrl"))
    }
}

/// Browsers read a backslash as a slash and skip blanks, so that a link with either is not what it looks like; nor is
/// one with a user name, which may look like the host, or with more slashes, which they skip.
fn is_page(url: &str) -> bool {
    let plain = url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let host_follows = url.strip_prefix("https://").is_some_and(|rest| !rest.starts_with('/'));
    let parsed = Url::parse(url).ok().filter(|_| plain && host_follows);
    parsed.is_some_and(|url| url.has_host() && url.username().is_empty() && url.password().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_that_a_reviewer_may_open() {
        let table = [
            (Some("https://example.org/a.png"), Ok(Some("https://example.org/a.png".to_owned()))),
            (Some(""), Ok(None)),
            (None, Ok(None)),
            (
                Some("https://example.org:8443/a/b.png?c=d%20e#f"),
                Ok(Some("https://example.org:8443/a/b.png?c=d%20e#f".to_owned())),
            ),
        ];
        for (given, expected) in table {
            assert_eq!(proof_url(given).map_err(|error| error.word), expected, "{given:?}");
        }
    }

    #[test]
    fn links_that_lead_elsewhere_than_they_seem_to_are_refused() {
        let hostile = [
            "javascript:alert(1)",
            "data:text/html,x",
            "http://example.org/a.png",
            "HTTPS://example.org/a.png",
            "//evil.example/a.png",
            "/\\evil.example",
            "/\\/evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/file/7f3a.png",
            "/logout",
            "/a b",
            "https:evil.example",
            "https:///evil.example",
            "https://",
            "https://bank.example\\@evil.example/",
            "https://bank.example@evil.example/",
            "https://:secret@evil.example/",
            "https://evil.example/\u{0}",
            "https://evil.example/a b",
            " https://evil.example/",
            "https://[::1/",
        ];
        for given in hostile {
            assert_eq!(proof_url(Some(given)).map_err(|error| error.word), Err("proof_url_invalid"), "{given:?}");
        }
        assert!(proof_url(Some(&format!("https://example.org/{}", "a".repeat(500)))).is_err());
    }
}
