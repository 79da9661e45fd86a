//! Request bodies and query strings, with our coded refusals instead of the framework's texts.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use super::ApiError;

/// How long a body may take to arrive. One is a few hundred bytes, and every slow one holds a connection.
const ARRIVES_WITHIN: Duration = Duration::from_secs(20);

/// A JSON body.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        read(request, state, ARRIVES_WITHIN).await.map(Body)
    }
}

async fn read<T: DeserializeOwned, S: Send + Sync>(
    request: Request,
    state: &S,
    within: Duration,
) -> Result<T, ApiError> {
    let Ok(read) = timeout(within, Json::<T>::from_request(request, state)).await else {
        return Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow"));
    };
    match read {
        Ok(Json(body)) => Ok(body),
        Err(JsonRejection::BytesRejection(e)) if e.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"))
        }
        Err(rejection) => Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "body_invalid")
            .with_detail(serde_json::json!({ "reason": rejection.body_text() }))),
    }
}

/// The query string.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(params)| Params(params)).map_err(|rejection| {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "query_invalid")
                .with_detail(serde_json::json!({ "reason": rejection.body_text() }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::CONTENT_TYPE;

    #[tokio::test]
    async fn a_body_that_does_not_arrive_is_given_up() {
        let never = futures_util::stream::pending::<Result<bytes::Bytes, std::io::Error>>();
        let request = Request::builder().header(CONTENT_TYPE, "application/json");
        let request = request.body(axum::body::Body::from_stream(never)).unwrap();
        let refused = read::<serde_json::Value, _>(request, &(), Duration::from_millis(10)).await.unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.word), (408, "body_too_slow"));
    }
}
