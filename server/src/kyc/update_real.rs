use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::{AccountId, FileId};
use plumbline_core::kyc::SubmitIdentity;
use plumbline_core::kyc::documents::{CountryCode, DocumentError, DocumentKind, Particulars, Typed};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Desk, KycReply, sealed};
use crate::files::links;
use crate::http::{ApiError, Body, Envelope, IdempotencyKey, Reply, wire};
use crate::identity::CurrentSession;
use crate::secret::Secret;
use crate::writer::{Recorded, Submission};

/// The particulars of a customer's document, and images of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityRequest {
    /// 1 an ID card, 2 a passport.
    pub document_type: wire::DocumentType,
    /// The first name; for a passport as its lines have it, in plain letters or with the accents that they leave out.
    pub first_name: wire::PersonName,
    pub last_name: wire::PersonName,
    pub document_number: wire::DocumentNumber,
    /// The country or region that issued the document: two letters, as `GET /areaInfo/list` has them.
    pub country: wire::Country,
    /// An image of the front, or of a passport's page with the photograph, as `POST /file/upload` answered.
    pub front_url: wire::FileUrl,
    /// An image of the back, which is required for an ID card.
    pub back_url: Option<wire::FileUrl>,
    /// `YYYY-MM-DD`. Needed for ID cards whose number does not say it, such as those of Hong Kong and Taiwan.
    pub birth_date: Option<wire::BirthDate>,
    /// The two lines at the bottom of a passport's page, 44 characters each.
    pub mrz_line1: Option<wire::MrzLine>,
    pub mrz_line2: Option<wire::MrzLine>,
}

/// Sends a document to be verified, at first or after an unsuccessful review. It is reviewed within 24 hours, and the
/// result appears in the inbox.
#[utoipa::path(post, path = "/updateReal", tag = "kyc", request_body = IdentityRequest,
    params(("Idempotency-Key" = wire::IdempotencyKey, Header, description = "A UUID, once for each document that is sent")),
    responses((status = 200, body = Envelope<KycReply>),
        (status = 404, description = "file_unknown"),
        (status = 409, description = "identity_under_review, identity_verified"),
        (status = 422, description = "document_type_unknown, country_unknown, name_invalid, document_number_invalid, document_number_differs, birth_date_required, birth_date_invalid, birth_date_differs, underage, mrz_required, mrz_invalid, mrz_not_a_passport, country_differs, name_differs, document_expired, field_required, image_repeated")))]
pub async fn update_real(
    State(desk): State<Arc<Desk>>,
    session: CurrentSession,
    key: IdempotencyKey,
    Body(request): Body<IdentityRequest>,
) -> Result<Reply<Recorded>, ApiError> {
    let submission = Submission::new(session.account_id, key, &request.fingerprint(&desk));
    desk.writer.submit::<_, KycReply>(submission, action(&desk, session.account_id, &request)).await
}

async fn action(desk: &Desk, account: AccountId, request: &IdentityRequest) -> Result<SubmitIdentity, ApiError> {
    let (document, country, particulars) = request.read(desk)?;
    let (front, back) = images(desk, account, request, document).await?;
    let tag = desk.tag(document, country, &particulars);
    let sealed = sealed::seal(&desk.sealer, account, &particulars);
    Ok(SubmitIdentity { account, document, country, tag, sealed, front, back })
}

impl IdentityRequest {
    /// The typed data.
    fn read(&self, desk: &Desk) -> Result<(DocumentKind, CountryCode, Particulars), ApiError> {
        let unknown = || ApiError::invalid("document_type_unknown", "documentType");
        let kind = DocumentKind::from_code(self.document_type.0).ok_or_else(unknown)?;
        let country = CountryCode::read(&self.country).map_err(refused)?;
        let typed = Typed {
            kind,
            country,
            first_name: self.first_name.expose(),
            last_name: self.last_name.expose(),
            number: self.document_number.expose(),
            birth_date: written(self.birth_date.as_deref()),
            mrz: written(self.mrz_line1.as_deref()).zip(written(self.mrz_line2.as_deref())).map(<[_; 2]>::from),
        };
        Ok((kind, country, typed.read(desk.today()).map_err(refused)?))
    }

    /// The fingerprint that recognises a repeat: keyed, because personal data could be guessed from a plain hash.
    fn fingerprint(&self, desk: &Desk) -> String {
        let file = |url: &str| links::file_in(url).map(|file| file.0);
        let optional = |text: Option<&Secret>| text.map(|text| text.expose().to_owned());
        let typed = (
            (self.document_type, &self.country, self.first_name.expose(), self.last_name.expose()),
            (self.document_number.expose(), optional(self.birth_date.as_deref())),
            (optional(self.mrz_line1.as_deref()), optional(self.mrz_line2.as_deref())),
            // A new link to a file makes no other request.
            (file(&self.front_url), self.back_url.as_deref().map(file)),
        );
        let typed = serde_json::to_string(&typed).expect("texts and numbers can be written as JSON");
        desk.key.tag(&["kyc/request", &typed])
    }
}

/// The images of the document's sides.
async fn images(
    desk: &Desk,
    account: AccountId,
    request: &IdentityRequest,
    document: DocumentKind,
) -> Result<(FileId, Option<FileId>), ApiError> {
    let front = image(desk, account, &request.front_url, "frontUrl").await?;
    let back = match request.back_url.as_deref().filter(|url| !url.is_empty()) {
        Some(url) => Some(image(desk, account, url, "backUrl").await?),
        None if document.has_back() => return Err(ApiError::invalid("field_required", "backUrl")),
        None => None,
    };
    if back == Some(front) {
        return Err(ApiError::invalid("image_repeated", "backUrl"));
    }
    Ok((front, back))
}

/// An image, which has to be the customer's own.
async fn image(desk: &Desk, account: AccountId, url: &str, field: &'static str) -> Result<FileId, ApiError> {
    let file = desk.files.owned(account, url).await?;
    file.map(|file| FileId(file.0)).ok_or(ApiError::not_found("file_unknown").on_field(field))
}

/// The trimmed text; `None` if it is empty.
fn written(text: Option<&Secret>) -> Option<&str> {
    text.map(|text| text.expose().trim()).filter(|text| !text.is_empty())
}

fn refused(error: DocumentError) -> ApiError {
    ApiError::invalid(error.word(), error.field())
}
