//! Runs an action only when all of its request has arrived. Conditions checked at its head, such as a live session, may
//! no longer hold by the time that a slow body ends.

use std::pin::pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::ApiError;
use super::body::{not_whole, too_large};
use super::patient::stopped_waiting;

/// Timeout of a body. One is a few hundred bytes, and every slow one holds a connection.
const ARRIVES_WITHIN: Duration = Duration::from_secs(20);

/// JSON bodies are small.
pub const BODY_BYTES_MAX: usize = 64 * 1024;

/// Calls that read their body as it arrives, with limits of their own: it is too large to wait for in memory.
const STREAMED: [&str; 1] = ["/file/upload"];

/// Passes a request on when its body is complete. A body that the action does not read is waited for too: it may not
/// keep a connection busy longer than others.
pub async fn whole(
    State(stopping): State<CancellationToken>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let streamed = STREAMED.contains(&request.uri().path());
    if request.method().is_safe() || request.body().is_end_stream() || streamed {
        return Ok(next.run(request).await);
    }
    Ok(next.run(arrived(request, ARRIVES_WITHIN, &stopping).await?).await)
}

async fn arrived(request: Request, within: Duration, stopping: &CancellationToken) -> Result<Request, ApiError> {
    // A body whose declared length is too large is not waited for.
    if request.body().size_hint().lower() > BODY_BYTES_MAX as u64 {
        return Err(too_large());
    }
    let (parts, body) = request.into_parts();
    let mut arriving = pin!(Bytes::from_request(Request::from_parts(parts.clone(), body), &()));
    // Nearly always the body came together with the head.
    let bytes = match arriving.as_mut().now_or_never() {
        Some(bytes) => bytes,
        None => tokio::select! {
            bytes = timeout(within, arriving) => bytes.map_err(|_| too_slow())?,
            () = stopped_waiting(stopping) => {
                return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"));
            }
        },
    };
    Ok(Request::from_parts(parts, Body::from(bytes.map_err(|rejection| not_whole(&rejection))?)))
}

const fn too_slow() -> ApiError {
    ApiError::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    fn endless() -> Request {
        Request::post("/").body(Body::from_stream(stream::pending::<std::io::Result<Bytes>>())).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_arrive_is_given_up() {
        let refused = arrived(endless(), ARRIVES_WITHIN, &CancellationToken::new()).await.unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.word), (408, "body_too_slow"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_stops_does_not_wait_long_for_a_body() {
        let (stopping, start) = (CancellationToken::new(), tokio::time::Instant::now());
        stopping.cancel();
        let refused = arrived(endless(), ARRIVES_WITHIN, &stopping).await.unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.word), (503, "overloaded"));
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        let there = Request::post("/").body(Body::from("{}")).unwrap();
        assert!(arrived(there, ARRIVES_WITHIN, &stopping).await.is_ok(), "what has come is answered");
    }
}
