//! `GET /push`: the handshake.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use futures_util::future::BoxFuture;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use hyper_util::server::conn::auto::upgrade;
use tokio::net::TcpStream;

use super::hub::Hub;
use crate::app::App;
use crate::db::DbError;
use crate::http::ApiError;
use crate::identity::{CurrentSession, authenticate};

/// The live push socket (WebSocket). `docs/push.md` describes its frames.
#[utoipa::path(get, path = "/push", tag = "push", security(()),
    responses((status = 101, description = "Switching to WebSocket"),
        (status = 403, description = "origin_refused"),
        (status = 426, description = "websocket_required")))]
pub async fn push(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    accept(&app.hub, Arc::new(app.clone()), request)
}

/// Knows which session a token opens.
pub trait Sessions: Send + Sync {
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<CurrentSession>, DbError>>;
}

impl Sessions for App {
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<CurrentSession>, DbError>> {
        Box::pin(authenticate(self, token))
    }
}

/// Answers the handshake and hands the socket to the hub.
pub fn accept(hub: &Arc<Hub>, sessions: Arc<dyn Sessions>, request: Request) -> Result<Response, ApiError> {
    if !same_site(request.headers()) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "origin_refused"));
    }
    let (mut parts, _) = request.into_parts();
    let upgrade = parts.extensions.remove::<OnUpgrade>();
    let response = tungstenite::handshake::server::create_response(&axum::http::Request::from_parts(parts, ()));
    let (Some(upgrade), Ok(response)) = (upgrade, response) else {
        return Err(ApiError::new(StatusCode::UPGRADE_REQUIRED, "websocket_required"));
    };
    tokio::spawn(take_over(Arc::clone(hub), sessions, upgrade));
    Ok(response.map(|()| Body::empty()))
}

/// Waits until the handshake's answer is out, and takes the bare connection.
async fn take_over(hub: Arc<Hub>, sessions: Arc<dyn Sessions>, upgrade: OnUpgrade) {
    let Ok(upgraded) = upgrade.await else { return };
    match upgrade::downcast::<TokioIo<TcpStream>>(upgraded) {
        // Copied, because the original would keep the whole read buffer of the HTTP connection alive.
        Ok(parts) => hub.serve(sessions, parts.io.into_inner(), parts.read_buf.to_vec()),
        Err(_) => tracing::error!("push needs plain TCP connections; end TLS in front of the server"),
    }
}

/// Browsers send `Origin`, and do not let a page forge it: a page of another site must not speak with a customer's
/// browser to us. Native clients send none.
fn same_site(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    match (origin.as_ref().and_then(Uri::authority), host) {
        (Some(origin), Some(host)) => origin.as_str().eq_ignore_ascii_case(host),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_and_native_clients_connect() {
        let table = [
            (None, true),
            (Some("http://localhost:8080"), true),
            (Some("http://LOCALHOST:8080"), true),
            (Some("http://localhost:9090"), false),
            (Some("https://evil.example"), false),
            (Some("http://localhost:8080.evil.example"), false),
            (Some("http://evil.example/?localhost:8080"), false),
            (Some("null"), false),
            (Some(""), false),
        ];
        for (origin, expected) in table {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "localhost:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(same_site(&headers), expected, "{origin:?}");
        }
    }
}
