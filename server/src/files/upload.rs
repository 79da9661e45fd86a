use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::links::Reader;
use super::picture::{self, Picture, PictureError};
use super::rows::{self, Stored};
use super::{FileId, Files, UNNEEDED_MAX, body, seal};
use crate::http::{ApiError, ClientAddress, Envelope, Reply, TrustedProxies, wire};
use crate::identity::CurrentSession;
use crate::sealing::Sealer;

/// The form in which a picture is sent.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "it describes the form, which is read piece by piece")]
pub struct UploadForm {
    /// The picture: a JPEG, PNG or WebP.
    #[schema(format = Binary)]
    file: String,
}

/// A file, with its owner's link to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileReply {
    pub id: wire::Id,
    /// The link, good for ten minutes with the session of its owner. Requests that take a file accept it for longer.
    pub url: wire::FileUrl,
}

impl Files {
    pub(super) fn reply(&self, file: FileId, owner: AccountId) -> FileReply {
        FileReply { id: file.to_string().into(), url: self.link(file, Reader::Owner(owner)).into() }
    }
}

/// Takes a picture, draws it anew and keeps nothing else that it held. The picture is deleted after a day unless a
/// record uses it by then.
#[utoipa::path(post, path = "/file/upload", tag = "files",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<FileReply>),
        (status = 413, description = "file_too_large"),
        (status = 415, description = "picture_unsupported"),
        (status = 422, description = "upload_invalid, picture_broken, picture_too_many_points, picture_lossless_too_large"),
        (status = 429, description = "uploads_used_up")))]
pub async fn upload(
    State(files): State<Arc<Files>>,
    State(proxies): State<TrustedProxies>,
    session: CurrentSession,
    request: Request,
) -> Result<Reply<FileReply>, ApiError> {
    let account = session.account_id;
    let (parts, sent) = request.into_parts();
    let client = ClientAddress::of(&parts, &proxies);
    let _admitted = files.admission.admit(account, client).await?;
    let file = begin(&files, account).await?;
    let bytes = tokio::select! {
        bytes = body::file(&parts.headers, sent, files.bytes_max) => bytes?,
        () = files.stopping.cancelled() => return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded")),
    };
    let permit = files.admission.draw().await?;
    let drawer = Arc::clone(&files);
    let drawn = tokio::task::spawn_blocking(move || draw(&bytes, &drawer, file, account, permit)).await;
    // A decoder that panics has met an unforeseen file, and has touched nothing but the picture.
    let Drawn { picture, sealed, digest } = drawn.unwrap_or_else(|error| {
        tracing::error!(%error, "the drawing of a picture ended too early");
        Err(refusal(PictureError::Broken))
    })?;
    let (size, key) = (sealed.len(), Sealer::key_of(&sealed).unwrap_or_default());
    files.objects.put(file, sealed).await.map_err(ApiError::internal)?;
    let (width, height) = (picture.width, picture.height);
    let stored = Stored { at: files.clock.now(), key: &key, size, width, height, digest: &digest };
    if !rows::stored(&files.db, file, &stored).await? {
        return Err(ApiError::internal(format!("file {file} was given up while it was stored")));
    }
    Ok(Reply(files.reply(file, account)))
}

/// A row for the upload, before any of it has arrived: each try counts, and an object is never in the store without its
/// row.
async fn begin(files: &Files, account: AccountId) -> Result<FileId, ApiError> {
    let (file, now) = (FileId(files.ids.next()), files.clock.now());
    let mut tx = files.db.begin().await?;
    let (tries, first) = rows::tries(&mut tx, account, now.plus(-UnixMillis::DAY)).await?;
    if files.tries_a_day > 0 && tries >= i64::from(files.tries_a_day) {
        let free_at = UnixMillis(first.unwrap_or(now.0)).plus(UnixMillis::DAY);
        let seconds = free_at.since(now).max(0) as u64 / 1_000 + 1;
        return Err(ApiError { word: "uploads_used_up", ..ApiError::rate_limited(seconds) });
    }
    rows::begin(&mut tx, file, account, now, now.plus(UNNEEDED_MAX)).await?;
    tx.commit().await?;
    Ok(file)
}

/// A redrawn picture.
struct Drawn {
    /// With empty bytes.
    picture: Picture,
    /// The sealed bytes for the store.
    sealed: Vec<u8>,
    /// The hash that identifies the picture; keyed, because a plain hash would reveal who has a known picture.
    digest: String,
}

fn draw(
    bytes: &[u8],
    files: &Files,
    file: FileId,
    owner: AccountId,
    _permit: OwnedSemaphorePermit,
) -> Result<Drawn, ApiError> {
    let mut picture = picture::redraw(bytes).map_err(refusal)?;
    let sealed = seal(&files.sealer, file, owner, &picture.jpeg);
    let digest = files.key.tag(&["picture", &hex::encode(Sha256::digest(&picture.jpeg))]);
    picture.jpeg = Vec::new();
    Ok(Drawn { picture, sealed, digest })
}

fn refusal(error: PictureError) -> ApiError {
    match error {
        PictureError::Kind => ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "picture_unsupported").on_field("file"),
        PictureError::Points => ApiError::invalid("picture_too_many_points", "file"),
        PictureError::Costly => ApiError::invalid("picture_lossless_too_large", "file"),
        PictureError::Broken => ApiError::invalid("picture_broken", "file"),
    }
}
