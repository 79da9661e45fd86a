use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use plumbline_core::ids::AccountId;

use super::links::{self, LinkError, Reader, Signed};
use super::rows::{self, Read};
use super::{FileId, Files};
use crate::http::{ApiError, Params, Segment};
use crate::identity::CurrentSession;

/// A picture of one's own, by the link that the upload or `POST /file/link` answered. Each reading is recorded.
#[utoipa::path(get, path = "/file/{id}", tag = "files",
    params(("id" = String, Path, description = "The file's id"), Signed),
    responses((status = 200, body = String, content_type = "image/jpeg"),
        (status = 404, description = "file_unknown"),
        (status = 410, description = "file_link_expired")))]
pub async fn show(
    State(files): State<Arc<Files>>,
    session: CurrentSession,
    Segment(id): Segment,
    Params(signed): Params<Signed>,
) -> Result<Response, ApiError> {
    files.shown(&id, Reader::Owner(session.account_id), &signed).await
}

impl Files {
    /// The picture for a reader whose link is good, once the reading is on record.
    pub(super) async fn shown(&self, id: &str, reader: Reader<'_>, signed: &Signed) -> Result<Response, ApiError> {
        let unknown = || ApiError::not_found("file_unknown").on_field("id");
        let file: FileId = id.parse().map_err(|()| unknown())?;
        let now = self.clock.now();
        links::check(&self.key, file, reader, signed, now).map_err(|error| match error {
            LinkError::Forged => unknown(),
            LinkError::Expired => ApiError::new(StatusCode::GONE, "file_link_expired"),
        })?;
        let row = rows::find(&mut self.db.read().await?, file).await?.ok_or_else(unknown)?;
        let owner = AccountId(row.account_id);
        let (account, reviewer, reason) = match reader {
            Reader::Owner(account) if account != owner => return Err(unknown()),
            Reader::Owner(account) => (Some(account), "", "own"),
            Reader::Reviewer { name, reason } => (None, name, reason),
        };
        let jpeg = super::read(&self.objects, &self.sealer, file, owner).await.map_err(ApiError::internal)?;
        let read = Read { id: self.ids.next(), file, account, reviewer, reason, at: now };
        rows::record_read(&self.db, &read).await?;
        Ok(as_picture(file, jpeg))
    }
}

/// What a browser takes for a picture and nothing else, and keeps nowhere.
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
