use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::tags::{self, TAGS};
use crate::http::{ApiError, Envelope, Language, Params, revalidated, wire};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct DictionaryRequest {
    /// The dictionary: `article_tag`.
    pub dict_type: wire::Word,
}

/// A code and its name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DictionaryEntry {
    /// The code.
    pub dict_value: wire::Word,
    /// The code's name in the language of the request.
    pub dict_label: String,
}

/// The names of a dictionary's codes, in the order in which they are offered.
#[utoipa::path(get, path = "/dict/data", tag = "news", security(()), params(DictionaryRequest),
    responses((status = 200, body = Envelope<Vec<DictionaryEntry>>),
        (status = 304, description = "Unchanged since the caller read them."),
        (status = 404, description = "dictionary_unknown")))]
pub async fn dictionary(
    language: Language,
    asked: HeaderMap,
    Params(DictionaryRequest { dict_type }): Params<DictionaryRequest>,
) -> Result<Response, ApiError> {
    if dict_type != "article_tag" {
        return Err(ApiError::not_found("dictionary_unknown").on_field("dictType"));
    }
    let entry = |tag: &&str| DictionaryEntry { dict_value: (*tag).into(), dict_label: tags::name(tag, language) };
    revalidated(&asked, &TAGS.iter().map(entry).collect::<Vec<_>>())
}
