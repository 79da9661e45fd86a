use std::sync::Arc;

use axum::extract::State;
use plumbline_core::funds::payout::Destination;
use plumbline_core::ids::{AccountId, PayoutAccountId};
use plumbline_core::inbox::{NoticeKind, PayoutChange};
use serde::Deserialize;
use utoipa::ToSchema;

use super::store::{self, PayoutAccount};
use super::{AccountType, MAX, PayoutDetails, PayoutReply, image};
use crate::db::Session;
use crate::funds::Cashier;
use crate::http::{ApiError, Body, Envelope, Language, Reply, wire};
use crate::identity::{Accounts, CurrentSession, pay_password, security_notice};
use crate::mail::{Content, Mailer};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddPayout {
    #[serde(rename = "type")]
    pub kind: AccountType,
    #[serde(flatten)]
    pub details: PayoutDetails,
    /// A picture of the card: the address of one of the customer's own files, as its upload answered it. It is ignored
    /// for a wallet.
    pub image_url: Option<wire::FileUrl>,
    pub pay_password: wire::PayPassword,
}

/// Saves an account to send money to, and tells the customer by mail. Saving the same account again changes nothing,
/// and answers the saved one.
#[utoipa::path(post, path = "/UserAccount/addCardNo", tag = "funds", request_body = AddPayout,
    responses((status = 200, body = Envelope<PayoutReply>),
        (status = 409, description = "pay_password_not_set, card_exists, too_many_cards"),
        (status = 422, description = "field_required, text_too_long, text_invalid, one_number_required, iban_invalid, account_number_invalid, card_number_invalid, swift_code_invalid, aba_routing_number_invalid, routing_required, currency_unsupported, chain_unsupported, address_invalid, image_url_invalid, pay_password_wrong"),
        (status = 429, description = "pay_password_locked"),
        (status = 503, description = "mail_unavailable")))]
pub async fn add(
    State(accounts): State<Arc<Accounts>>,
    State(mailer): State<Arc<Mailer>>,
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<AddPayout>,
) -> Result<Reply<PayoutReply>, ApiError> {
    let account = session.account_id;
    let destination = request.details.read(request.kind)?;
    let image = match request.image_url.as_deref().filter(|url| !url.is_empty() && request.kind == AccountType::Card) {
        Some(url) => Some(image::owned(&cashier.files, account, url).await?),
        None => None,
    };
    pay_password::check(&accounts, session, request.pay_password.expose()).await?;
    if let Some(saved) = admit(&mut accounts.db.read().await?, account, &destination).await? {
        return Ok(Reply(PayoutReply::of(&saved, &cashier)));
    }
    // Before it is saved: a thief must not be able to save an account without the customer being notified.
    let content = Content::PayoutAccountAdded(destination.number().masked());
    security_notice::send(&accounts.db, &mailer, account, language, content).await?;
    let mut tx = accounts.db.begin().await?;
    store::lock(&mut tx, account).await?;
    // Sending the mail may have taken long.
    session.ensure_lives(&mut tx).await?;
    if let Some(saved) = admit(&mut tx, account, &destination).await? {
        return Ok(Reply(PayoutReply::of(&saved, &cashier)));
    }
    let (id, now) = (PayoutAccountId(accounts.ids.next()), accounts.clock.now());
    let saved =
        PayoutAccount { id, account, destination, image, destination_since: now, created_at: now, updated_at: now };
    store::store(&mut tx, &saved).await?;
    let number = saved.destination.number().masked();
    let notice = NoticeKind::PayoutAccount { change: PayoutChange::Added, number };
    accounts.notifier.commit_with(tx, account, notice).await?;
    Ok(Reply(PayoutReply::of(&saved, &cashier)))
}

/// Checks that another account may be saved; gives the existing one if it is equal to the letter.
///
/// # Errors
/// `card_exists` if the number or address is saved with other details, `too_many_cards`.
async fn admit(
    on: &mut impl Session,
    account: AccountId,
    destination: &Destination,
) -> Result<Option<PayoutAccount>, ApiError> {
    match store::same(on, account, destination).await? {
        Some(saved) if saved.destination == *destination => Ok(Some(saved)),
        Some(_) => Err(ApiError::conflict("card_exists")),
        None if store::count(on, account).await? >= MAX => {
            Err(ApiError::conflict("too_many_cards").with_detail(serde_json::json!({ "maximum": MAX })))
        }
        None => Ok(None),
    }
}
