//! What every request passes through, from the outside in.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Version};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::IntoResponse;
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::compression::predicate::SizeAbove;
use tower_http::compression::{CompressionLayer, CompressionLevel, Predicate};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnFailure, OnFailure, TraceLayer};
use tracing::Span;

use crate::http::forward::{self, Forwarder};
use crate::http::limits::{self, Limits};
use crate::http::{ApiError, CONTENT_POLICY, TrustedProxies, arrival, head, render_errors};
use crate::operations::metrics;

/// The client gives up after this long too (the product's request timeout).
const TIMEOUT: Duration = Duration::from_secs(120);

/// What fits into one packet is not compressed.
const COMPRESSED_FROM_BYTES: u64 = 1_024;
/// A UUID has 36; tracing systems have longer ones.
const REQUEST_ID_BYTES_MAX: usize = 64;
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const SECURITY_HEADERS: [(HeaderName, &str); 9] = [
    // Replies are about a customer, or old in a second. What may be kept says so itself.
    (CACHE_CONTROL, "no-store"),
    (CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    // Browsers heed this one only where it arrives over TLS.
    (STRICT_TRANSPORT_SECURITY, "max-age=31536000"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()"),
];

/// Wraps the routes, all at once: each call of `Router::layer` puts a box around every route, and a request would
/// pass through all of them.
pub fn wrap(
    routes: Router,
    limits: Arc<Limits>,
    proxies: TrustedProxies,
    forwarder: Arc<Forwarder>,
    stopping: CancellationToken,
) -> Router {
    let layers = ServiceBuilder::new()
        .map_request(without_strange_id)
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(failed))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(compression())
        .layer(map_response(add_security_headers))
        .layer(from_fn(render_errors))
        .layer(from_fn(metrics::measure))
        .layer(from_fn_with_state(forwarder, forward::receive))
        .layer(from_fn_with_state((limits, proxies), limits::check))
        .layer(from_fn(head::check))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, TIMEOUT))
        .layer(DefaultBodyLimit::max(arrival::BODY_BYTES_MAX))
        .layer(from_fn_with_state(stopping, arrival::whole));
    routes.layer(layers)
}

/// Replies are compressed while they are sent, on the threads that answer everybody, so only what gains by it is: JSON
/// that does not fit into one packet (a list shrinks to a fifth), at the level that takes a fraction of a millisecond.
/// A reply has at most a hundred rows or a thousand bars. Files are compressed once (`asset`).
fn compression() -> CompressionLayer<impl Predicate> {
    let is_json = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
    };
    let pays = SizeAbove::new(COMPRESSED_FROM_BYTES).and(is_json);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(pays)
}

/// The id that a proxy or client gave a request is logged and answered, so it must be short and plain; another one is
/// replaced by ours.
fn without_strange_id(mut request: Request) -> Request {
    let plain = |id: &HeaderValue| {
        (1..=REQUEST_ID_BYTES_MAX).contains(&id.len())
            && id.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte))
    };
    if request.headers().get(X_REQUEST_ID).is_some_and(|id| !plain(id)) {
        request.headers_mut().remove(X_REQUEST_ID);
    }
    request
}

/// Adds those that a handler has not set itself.
async fn add_security_headers(mut response: Response<Body>) -> Response<Body> {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// One span a request. The query is left out: it may say what a customer looks for.
fn span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok()).unwrap_or("");
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}

/// What is answered with 501 is what no request may ask for (`http/head.rs`): the fault is its sender's, and none of the
/// server's errors.
fn failed(class: ServerErrorsFailureClass, latency: Duration, span: &Span) {
    if !matches!(class, ServerErrorsFailureClass::StatusCode(StatusCode::NOT_IMPLEMENTED)) {
        DefaultOnFailure::default().on_failure(class, latency, span);
    }
}

fn panicked(cause: Box<dyn Any + Send>) -> Response<Body> {
    let text = cause.downcast_ref::<String>().map(String::as_str).or(cause.downcast_ref::<&str>().copied());
    ApiError::internal(format!("panic: {}", text.unwrap_or("no message"))).into_response()
}
