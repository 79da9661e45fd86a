use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Files;
use super::links::{Reader, Signed};
use crate::http::{ApiError, Origin, Params, Segment, TrustedProxies, wire};

/// The query of a reviewer's link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReviewerLink {
    /// The reviewer for whom the link was made.
    #[param(max_length = 500)]
    pub reviewer: String,
    /// The reviewer's reason for reading the file.
    #[param(max_length = 500)]
    pub reason: String,
    /// The end of the link's validity, in Unix milliseconds.
    pub expires: i64,
    /// The server's signature over the file and the other parameters.
    pub signature: wire::Digest,
}

/// A customer's picture, for the reviewer for whom `plumbline files link` made the link. The first reading is recorded
/// under the reviewer's name.
#[utoipa::path(get, path = "/file/{id}/review", tag = "files", security(()),
    params(("id" = wire::Id, Path, description = "The file's id"), ReviewerLink),
    responses((status = 200, body = String, content_type = "image/jpeg"),
        (status = 404, description = "file_unknown"),
        (status = 410, description = "file_link_expired")))]
pub async fn review(
    State(files): State<Arc<Files>>,
    State(proxies): State<TrustedProxies>,
    origin: Origin,
    Segment(id): Segment,
    Params(link): Params<ReviewerLink>,
) -> Result<Response, ApiError> {
    let reader = Reader::Reviewer { name: &link.reviewer, reason: &link.reason };
    let signed = Signed { expires: link.expires, signature: link.signature.clone() };
    files.shown(&id, reader, &signed, origin.counted_by(&proxies)).await
}
