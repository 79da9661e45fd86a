//! The layers that every request passes through, from the outside in.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, DATE, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Response, StatusCode, Version};
use axum::middleware::{from_fn, from_fn_with_state, map_response, map_response_with_state};
use axum::response::IntoResponse;
use jiff::fmt::rfc2822::DateTimePrinter;
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

use crate::clock::Clock;
use crate::http::forward::{self, Forwarder};
use crate::http::limits::{self, Limits};
use crate::http::{ApiError, TrustedProxies, arrival, head, render_errors};
use crate::operations::metrics;
use crate::ui::CONTENT_POLICY;

/// Clients give up after this time too (the product's request timeout).
const TIMEOUT: Duration = Duration::from_secs(120);

/// Smaller replies fit into one packet and are not compressed.
const COMPRESSED_FROM_BYTES: u64 = 1_024;
/// A UUID has 36; tracing systems have longer ones.
const REQUEST_ID_BYTES_MAX: usize = 64;
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

const SECURITY_HEADERS: [(HeaderName, &str); 9] = [
    // Replies are about a customer, or outdated after a second. Replies that may be stored set their own header.
    (CACHE_CONTROL, "no-store"),
    (CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    // Browsers apply this one only if it arrives over TLS.
    (STRICT_TRANSPORT_SECURITY, "max-age=31536000"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=(), payment=()"),
];

/// Wraps the routes, all at once: each call of `Router::layer` would put a box around every route, and a request would
/// pass through all of them.
pub fn wrap(
    routes: Router,
    limits: Arc<Limits>,
    proxies: TrustedProxies,
    forwarder: Arc<Forwarder>,
    stopping: CancellationToken,
    clock: Clock,
) -> Router {
    let layers = ServiceBuilder::new()
        .map_request(without_strange_id)
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(failed))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(compression())
        .layer(map_response(add_security_headers))
        .layer(map_response_with_state(clock, add_date))
        .layer(from_fn(render_errors))
        .layer(from_fn(metrics::measure))
        .layer(from_fn_with_state((forwarder, limits.clone()), forward::receive))
        .layer(from_fn_with_state((limits, proxies), limits::check))
        .layer(from_fn(head::check))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, TIMEOUT))
        .layer(DefaultBodyLimit::max(arrival::BODY_BYTES_MAX))
        .layer(from_fn_with_state(stopping, arrival::whole));
    routes.layer(layers)
}

/// Replies are compressed while they are sent, on the threads that serve all requests, so only where it pays: JSON
/// larger than a packet (a list shrinks to a fifth), at the level that takes a fraction of a millisecond. A reply has
/// at most a hundred rows or a thousand bars. Files are compressed once (`asset`).
fn compression() -> CompressionLayer<impl Predicate> {
    let is_json = |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| {
        headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
    };
    let pays = SizeAbove::new(COMPRESSED_FROM_BYTES).and(is_json);
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(pays)
}

/// A request's id from a proxy or client is logged and answered, so it must be short and plain; any other is replaced
/// by the server's.
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

/// Adds the headers that a handler has not set itself.
async fn add_security_headers(mut response: Response<Body>) -> Response<Body> {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// The server's own time, from which the app counts days and hours whatever the device's clock says.
async fn add_date(State(clock): State<Clock>, mut response: Response<Body>) -> Response<Body> {
    let date = jiff::Timestamp::from_millisecond(clock.now().0).ok();
    let date = date.and_then(|at| DateTimePrinter::new().timestamp_to_rfc9110_string(&at).ok());
    if let Some(date) = date.and_then(|date| HeaderValue::from_str(&date).ok()) {
        response.headers_mut().insert(DATE, date);
    }
    response
}

/// One span for each request. The query is left out: it may reveal a customer's search.
fn span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok()).unwrap_or("");
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}

/// An answer of 501 is for a request that is never allowed (`http/head.rs`): that is its sender's fault, and not an
/// error of the server.
fn failed(class: ServerErrorsFailureClass, latency: Duration, span: &Span) {
    if !matches!(class, ServerErrorsFailureClass::StatusCode(StatusCode::NOT_IMPLEMENTED)) {
        DefaultOnFailure::default().on_failure(class, latency, span);
    }
}

fn panicked(cause: Box<dyn Any + Send>) -> Response<Body> {
    let text = cause.downcast_ref::<String>().map(String::as_str).or(cause.downcast_ref::<&str>().copied());
    ApiError::internal(format!("panic: {}", text.unwrap_or("no message"))).into_response()
}
