use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::Files;
use super::links::{Reader, Signed};
use crate::http::{ApiError, Origin, Params, Segment, TrustedProxies};

/// The query of a reviewer's link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReviewerLink {
    /// Whom the link was made for.
    #[param(max_length = 500)]
    pub reviewer: String,
    /// Why.
    #[param(max_length = 500)]
    pub reason: String,
    /// Until when the link is good, in Unix milliseconds.
    pub expires: i64,
    /// By the server, over all that stands here.
    pub signature: String,
}

/// A customer's picture, for the reviewer whom `plumbline files link` made the link for. The first reading is recorded with
/// the reviewer's name.
#[utoipa::path(get, path = "/file/{id}/review", tag = "files", security(()),
    params(("id" = String, Path, description = "The file's id"), ReviewerLink),
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
