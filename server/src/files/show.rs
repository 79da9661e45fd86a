use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::links::{self, LinkError, Reader, Signed};
use super::rows::{self, Read};
use super::{FileId, Files};
use crate::http::{ApiError, ClientAddress, Origin, Params, Segment, TrustedProxies, sent_apart, wire};
use crate::identity::CurrentSession;

/// One of the caller's own pictures, by the link from the upload or from `POST /file/link`. The first reading by each
/// link is recorded.
#[utoipa::path(get, path = "/file/{id}", tag = "files",
    params(("id" = wire::Id, Path, description = "The file's id"), Signed),
    responses((status = 200, body = String, content_type = "image/jpeg"),
        (status = 404, description = "file_unknown"),
        (status = 410, description = "file_link_expired")))]
pub async fn show(
    State(files): State<Arc<Files>>,
    State(proxies): State<TrustedProxies>,
    session: CurrentSession,
    origin: Origin,
    Segment(id): Segment,
    Params(signed): Params<Signed>,
) -> Result<Response, ApiError> {
    files.shown(&id, Reader::Owner(session.account_id), &signed, origin.counted_by(&proxies)).await
}

impl Files {
    /// The picture for a reader with a valid link, after the read by this link is recorded. It holds a place among the
    /// shown pictures until it is sent.
    pub(super) async fn shown(
        &self,
        id: &str,
        reader: Reader<'_>,
        signed: &Signed,
        client: Option<ClientAddress>,
    ) -> Result<Response, ApiError> {
        let unknown = || ApiError::not_found("file_unknown").on_field("id");
        let file: FileId = id.parse().map_err(|()| unknown())?;
        let now = self.clock.now();
        links::check(&self.key, file, reader, signed, now).map_err(|error| match error {
            LinkError::Forged => unknown(),
            LinkError::Expired => ApiError::new(StatusCode::GONE, "file_link_expired"),
        })?;
        let place = self.admission.show(client)?;
        let row = rows::find(&mut self.db.read().await?, file).await?.ok_or_else(unknown)?;
        let owner = AccountId(row.account_id);
        let (account, reviewer, reason) = match reader {
            Reader::Owner(account) if account != owner => return Err(unknown()),
            Reader::Owner(account) => (Some(account), "", "own"),
            Reader::Reviewer { name, reason } => (None, name, reason),
        };
        let jpeg = super::read(&self.objects, &self.sealer, file, owner).await.map_err(ApiError::internal)?;
        let link_until = Some(UnixMillis(signed.expires));
        let read = Read { id: self.ids.next(), file, account, reviewer, reason, at: now, link_until };
        rows::record_read(&self.db, &read).await?;
        Ok(sent_apart(as_picture(file, jpeg), place))
    }
}

/// A response that browsers treat as a picture only, and do not store.
fn as_picture(file: FileId, jpeg: Vec<u8>) -> Response {
    let headers = [
        (CONTENT_TYPE, "image/jpeg".to_owned()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{file}.jpg\"")),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox".to_owned()),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    (headers, jpeg).into_response()
}
