use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::{AccountId, PayoutAccountId};
use plumbline_core::inbox::{NoticeKind, PayoutChange};
use serde::Deserialize;
use utoipa::ToSchema;

use super::store::{self, PayoutAccount};
use super::{AccountType, PayoutDetails, PayoutReply, image, read_id, unknown};
use crate::db::Session;
use crate::files::FileId;
use crate::funds::Cashier;
use crate::http::{ApiError, Body, Envelope, Language, Reply, wire};
use crate::identity::{Accounts, CurrentSession, pay_password, security_notice};
use crate::mail::{Content, Mailer};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePayout {
    pub id: wire::Id,
    /// The changes of a saved account. An absent field stays, and so does an empty number or address; any other empty
    /// text removes the value that was there.
    #[serde(flatten)]
    pub details: PayoutDetails,
    /// A picture of the card, as when it is saved; an empty address removes the picture.
    pub image_url: Option<wire::FileUrl>,
    pub pay_password: wire::PayPassword,
}

/// Changes a saved account, but not its type, and tells the customer by mail if money goes elsewhere or to another name
/// from then on. A change that is there already changes nothing.
#[utoipa::path(post, path = "/UserAccount/UpdateCardNo", tag = "funds", request_body = UpdatePayout,
    responses((status = 200, body = Envelope<PayoutReply>),
        (status = 404, description = "card_unknown"),
        (status = 409, description = "pay_password_not_set, card_exists"),
        (status = 422, description = "field_required, text_too_long, text_invalid, one_number_required, iban_invalid, account_number_invalid, card_number_invalid, swift_code_invalid, aba_routing_number_invalid, routing_required, currency_unsupported, chain_unsupported, address_invalid, image_url_invalid, pay_password_wrong"),
        (status = 429, description = "pay_password_locked"),
        (status = 503, description = "mail_unavailable")))]
pub async fn update(
    State(accounts): State<Arc<Accounts>>,
    State(mailer): State<Arc<Mailer>>,
    State(cashier): State<Arc<Cashier>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<UpdatePayout>,
) -> Result<Reply<PayoutReply>, ApiError> {
    let (account, id, details) = (session.account_id, read_id(&request.id)?, request.details);
    let saved = store::find(&mut accounts.db.read().await?, account, id).await?.ok_or_else(unknown)?;
    let change = Change { details, image: picture(&cashier, &saved, request.image_url.as_deref()).await? };
    pay_password::check(&accounts, session, request.pay_password.expose()).await?;
    let (saved, changed) = change.made(&mut accounts.db.read().await?, account, id).await?;
    let moves = changed.destination != saved.destination;
    if !moves && changed.image == saved.image {
        return Ok(Reply(PayoutReply::of(&saved, &cashier)));
    }
    if moves {
        // Before it is changed: a thief must not be able to change an account without the customer being notified.
        let content = Content::PayoutAccountChanged(changed.destination.number().masked());
        security_notice::send(&accounts.db, &mailer, account, language, content).await?;
    }
    let mut tx = accounts.db.begin().await?;
    store::lock(&mut tx, account).await?;
    // Sending the mail may have taken long.
    session.ensure_lives(&mut tx).await?;
    let (saved, mut changed) = change.made(&mut tx, account, id).await?;
    let now = accounts.clock.now();
    changed.updated_at = now;
    let moves = changed.destination != saved.destination;
    if moves {
        changed.destination_since = now;
    }
    store::store(&mut tx, &changed).await?;
    if let Some(image) = saved.image.filter(|image| changed.image != Some(*image)) {
        image::let_go(&mut tx, account, image, now).await?;
    }
    if !moves {
        tx.commit().await?;
        return Ok(Reply(PayoutReply::of(&changed, &cashier)));
    }
    let number = changed.destination.number().masked();
    let notice = NoticeKind::PayoutAccount { change: PayoutChange::Changed, number };
    accounts.notifier.commit_with(tx, account, notice).await?;
    Ok(Reply(PayoutReply::of(&changed, &cashier)))
}

/// The changes of a request.
struct Change {
    details: PayoutDetails,
    image: Picture,
}

/// The change of the picture. `Keep` means the picture at the time of the change.
#[derive(Clone, Copy)]
enum Picture {
    Keep,
    Set(Option<FileId>),
}

impl Picture {
    fn after(self, saved: Option<FileId>) -> Option<FileId> {
        match self {
            Self::Keep => saved,
            Self::Set(image) => image,
        }
    }
}

/// The change of the picture by a request with this address, or without one.
async fn picture(cashier: &Cashier, saved: &PayoutAccount, given: Option<&str>) -> Result<Picture, ApiError> {
    match given {
        _ if AccountType::of(&saved.destination) == AccountType::Wallet => Ok(Picture::Set(None)),
        None => Ok(Picture::Keep),
        Some("") => Ok(Picture::Set(None)),
        Some(url) => image::owned(&cashier.files, saved.account, url).await.map(|image| Picture::Set(Some(image))),
    }
}

impl Change {
    /// The account as it is saved, and as it will be.
    ///
    /// # Errors
    /// `card_unknown`, `card_exists` if another account has that destination, and errors in the details.
    async fn made(
        &self,
        on: &mut impl Session,
        account: AccountId,
        id: PayoutAccountId,
    ) -> Result<(PayoutAccount, PayoutAccount), ApiError> {
        let saved = store::find(on, account, id).await?.ok_or_else(unknown)?;
        let details = self.details.clone().or(PayoutDetails::from(&saved.destination));
        let destination = details.read(AccountType::of(&saved.destination))?;
        if store::same(on, account, &destination).await?.is_some_and(|other| other.id != id) {
            return Err(ApiError::conflict("card_exists"));
        }
        let image = self.image.after(saved.image);
        Ok((saved.clone(), PayoutAccount { destination, image, ..saved }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two changes at once: one that does not name the picture does not restore the one that the other removed.
    #[test]
    fn a_picture_that_is_not_named_is_the_one_that_is_there() {
        let [older, newer] = [1, 2].map(|id| Some(FileId(id)));
        assert_eq!(
            (Picture::Keep.after(older), Picture::Keep.after(newer), Picture::Keep.after(None)),
            (older, newer, None)
        );
        assert_eq!((Picture::Set(newer).after(older), Picture::Set(None).after(older)), (newer, None));
    }
}
