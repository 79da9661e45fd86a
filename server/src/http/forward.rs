//! Forwards requests that write to the leader, whole, and streams its answer back.
//!
//! A request is forwarded once, with the client's own address in a header that the servers' common key signs. If no
//! server leads, or the leader is lost meanwhile, the answer is 503 `no_leader`: a repeat under the idempotency key
//! finds out the result, and acts once. A header that no server of this database has signed just now, by the database's
//! clock, is refused, and its request counts towards the address that it came from.

use std::collections::HashSet;
use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CONNECTION, HOST, TE, TRAILER, TRANSFER_ENCODING, UPGRADE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use plumbline_core::time::UnixMillis;

use super::client_address::{ClientAddress, Forwarded};
use super::leader_connection::{LeaderConnector, connector};
use super::limits::Limits;
use super::serve::{HEAD_BYTES_MAX, HEAD_FIELDS_MAX};
use super::{ApiError, Origin, TrustedProxies};
use crate::clock::Clock;
use crate::leader::{Leadership, Role};
use crate::logging::Seldom;
use crate::server_key::ServerKey;

/// The header with the client's address and its signature.
const FORWARDED: HeaderName = HeaderName::from_static("x-plumbline-forwarded");
/// The answer to a header that no server has signed, and to nothing else.
const UNSIGNED: StatusCode = StatusCode::MISDIRECTED_REQUEST;
/// The purpose in the signed text, beside the request's own words.
const PURPOSE: &str = "forwarded request";
/// The greatest difference between two servers' clocks, with the way between them.
const SIGNED_FOR: i64 = 30 * UnixMillis::SECOND;
/// Shorter than the leader keeps a connection without a request, so that none is sent on one that it is just closing.
const IDLE_MAX: Duration = Duration::from_secs(5);
/// The headers that belong to one connection and not to the request.
const HOP_BY_HOP: [HeaderName; 6] =
    [CONNECTION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE, HeaderName::from_static("keep-alive")];

/// The client of the leader.
#[derive(Debug)]
pub struct Forwarder {
    leadership: Leadership,
    key: ServerKey,
    clock: Clock,
    proxies: TrustedProxies,
    client: Client<LeaderConnector, Body>,
    refusals: Seldom,
}

impl Forwarder {
    pub fn new(leadership: Leadership, key: ServerKey, clock: Clock, proxies: TrustedProxies) -> Self {
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE_MAX);
        Self { leadership, key, clock, proxies, client: client.build(connector()), refusals: Seldom::default() }
    }

    /// The time by the database's clock, as far as it is known: servers' own clocks may differ.
    fn now(&self) -> UnixMillis {
        self.clock.now().plus(self.leadership.clock_ahead().saturating_neg())
    }

    fn signature(&self, request: &Request, origin: Origin, at: UnixMillis) -> String {
        self.key.tag(&signed(request, origin, at).each_ref().map(String::as_str))
    }

    /// The origin in the forwarding server's header; `None` if no server of this database has signed it.
    fn read(&self, header: &HeaderValue, request: &Request) -> Option<Origin> {
        let mut parts = header.to_str().ok()?.splitn(4, ';');
        let (address, certain, at, tag) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let at = UnixMillis(at.parse().ok()?);
        let origin = Origin { address: ClientAddress(address.parse().ok()?), certain: certain == "certain" };
        let is_fresh = self.now().since(at).unsigned_abs() <= SIGNED_FOR.unsigned_abs();
        let is_signed = self.key.is_tag(&signed(request, origin, at).each_ref().map(String::as_str), tag);
        (is_fresh && is_signed).then_some(origin)
    }

    /// Counts a request whose header nobody has signed towards the address that it came from.
    fn refuse(&self, request: Request, limits: &Limits) -> ApiError {
        metrics::counter!("plumbline_forwarded_refused_total").increment(1);
        if let Some(count) = self.refusals.due() {
            tracing::warn!(
                count,
                "forwarded requests were refused: no server with this key has signed them within the last 30 s"
            );
        }
        let (parts, body) = request.into_parts();
        let address = ClientAddress::of(&parts, &self.proxies);
        // A standby would pass a 429 on to its client, who has not used up anything.
        let _ = limits.count(address, &Request::from_parts(parts, body));
        ApiError::new(UNSIGNED, "forwarding_unsigned")
    }

    async fn forward(&self, request: Request) -> Result<Response, ApiError> {
        let leader = self.leadership.leader().ok_or_else(ApiError::no_leader)?;
        let (parts, body) = request.into_parts();
        let origin = Origin::of(&parts, &self.proxies);
        let mut request = Request::from_parts(parts, body);
        let at = self.now();
        let tag = self.signature(&request, origin, at);
        let certain = if origin.certain { "certain" } else { "uncertain" };
        let header = format!("{};{certain};{};{tag}", origin.address.0, at.0);
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let uri: Uri = format!("{}{path}", leader.address).parse().map_err(|_| ApiError::no_leader())?;
        *request.uri_mut() = uri;
        without_hops(request.headers_mut());
        request.headers_mut().insert(FORWARDED, HeaderValue::from_str(&header).map_err(|_| ApiError::no_leader())?);
        if !request.headers().contains_key(HOST) {
            request.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
        }
        let mut role = self.leadership.role();
        let still_leads = |role: &Role| matches!(role, Role::Standby(Some(now)) if now.token == leader.token);
        tokio::select! {
            answer = self.client.request(request) => match answer {
                // The leader does not know this server's signature, which is no fault of the client.
                Ok(answer) if answer.status() == UNSIGNED => Err(ApiError::no_leader()),
                Ok(answer) => {
                    let mut answer = answer.map(Body::new);
                    without_hops(answer.headers_mut());
                    Ok(answer)
                }
                // The client's own body broke off or is no body.
                Err(error) if is_of_body(&error) => Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "body_invalid")),
                Err(error) => {
                    tracing::debug!(%error, leader = leader.address, "a request could not be forwarded");
                    Err(ApiError::no_leader())
                }
            },
            _ = role.wait_for(|role| !still_leads(role)) => Err(ApiError::no_leader()),
        }
    }
}

/// True for an error of the request's body, which is the client's.
fn is_of_body(error: &hyper_util::client::legacy::Error) -> bool {
    error.source().and_then(|source| source.downcast_ref::<hyper::Error>()).is_some_and(hyper::Error::is_user)
}

/// The signed text: it covers the client's address, the method and the path, not the body.
fn signed(request: &Request, origin: Origin, at: UnixMillis) -> [String; 6] {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    [
        PURPOSE.to_owned(),
        request.method().to_string(),
        path.to_owned(),
        origin.address.0.to_string(),
        origin.certain.to_string(),
        at.0.to_string(),
    ]
}

fn without_hops(headers: &mut HeaderMap) {
    for name in &HOP_BY_HOP {
        headers.remove(name);
    }
}

/// Accepts the client's address from a header that another server has signed, and refuses a request with any other such
/// header. The head of a client's own request leaves room for what forwarding adds.
pub async fn receive(
    State((forwarder, limits)): State<(Arc<Forwarder>, Arc<Limits>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let Some(header) = request.headers_mut().remove(FORWARDED) else {
        if head_bytes(&request) > HEAD_BYTES_MAX || request.headers().len() > HEAD_FIELDS_MAX {
            return StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE.into_response();
        }
        return next.run(request).await;
    };
    let Some(origin) = forwarder.read(&header, &request) else {
        return forwarder.refuse(request, &limits).into_response();
    };
    request.extensions_mut().insert(Forwarded(origin));
    next.run(request).await
}

/// The bytes of a request's head as HTTP/1.1 writes it.
fn head_bytes(request: &Request) -> usize {
    let path = request.uri().path_and_query().map_or(1, |path| path.as_str().len());
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    request.method().as_str().len() + path + "  HTTP/1.1\r\n\r\n".len() + headers.sum::<usize>()
}

/// The calls that write, by method and path.
pub type Writes = HashSet<(&'static str, &'static str)>;

/// Whether a call writes. HEAD is answered by the handler of GET.
fn is_written(writes: &Writes, method: &Method, call: &str) -> bool {
    let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
    writes.contains(&(method, call))
}

/// Answers here what this server may answer: what only reads, and everything while it leads.
pub async fn send(
    State((forwarder, writes)): State<(Arc<Forwarder>, Arc<Writes>)>,
    request: Request,
    next: Next,
) -> Response {
    let call = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    if !is_written(&writes, request.method(), call) || forwarder.leadership.leads() {
        return next.run(request).await;
    }
    // A forwarded request is not forwarded again: its sender asks again.
    if request.extensions().get::<Forwarded>().is_some() {
        return ApiError::no_leader().into_response();
    }
    forwarder.forward(request).await.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_request_writes_where_its_get_does() {
        let writes = Writes::from([("GET", "/file/{id}"), ("POST", "/wallet/transfer")]);
        for (method, call, expected) in [
            (Method::GET, "/file/{id}", true),
            (Method::HEAD, "/file/{id}", true),
            (Method::HEAD, "/dict/data", false),
            (Method::HEAD, "/wallet/transfer", false),
        ] {
            assert_eq!(is_written(&writes, &method, call), expected, "{method} {call}");
        }
    }
}
