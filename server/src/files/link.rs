use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::upload::FileReply;
use super::{FileId, Files, rows};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

#[derive(Debug, Deserialize, ToSchema)]
pub struct FileLinkRequest {
    pub id: wire::Id,
}

/// A new link to one of the caller's own files, good for ten minutes.
#[utoipa::path(post, path = "/file/link", tag = "files", request_body = FileLinkRequest,
    responses((status = 200, body = Envelope<FileReply>), (status = 404, description = "file_unknown")))]
pub async fn link(
    State(files): State<Arc<Files>>,
    session: CurrentSession,
    Body(request): Body<FileLinkRequest>,
) -> Result<Reply<FileReply>, ApiError> {
    let unknown = || ApiError::not_found("file_unknown").on_field("id");
    let file: FileId = request.id.parse().map_err(|()| unknown())?;
    let found = rows::find(&mut files.db.read().await?, file).await?;
    match found.filter(|row| row.account_id == session.account_id.0) {
        Some(_) => Ok(Reply(files.reply(file, session.account_id))),
        None => Err(unknown()),
    }
}
