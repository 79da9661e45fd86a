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

use super::admission::{Sessions, SocketPlace};
use super::connection;
use super::hub::Hub;
use crate::db::DbError;
use crate::http::connections::Seat;
use crate::http::places::Places;
use crate::http::{ApiError, Origin, Patient, TrustedProxies};
use crate::identity::{self, CurrentSession};

/// The live push socket (WebSocket). `docs/push.md` describes its frames.
#[utoipa::path(get, path = "/push", tag = "push", security(()),
    responses((status = 101, description = "Switching to WebSocket"),
        (status = 403, description = "origin_refused"),
        (status = 426, description = "websocket_required"),
        (status = 429, description = "too_many_sockets")))]
pub async fn push(State(entrance): State<Arc<Entrance>>, request: Request) -> Result<Response, ApiError> {
    let Entrance { hub, places, proxies, sessions } = entrance.as_ref();
    let (parts, body) = request.into_parts();
    let place = places.take(Origin::of(&parts, proxies).counted_by(proxies))?;
    let place = SocketPlace::new(place, parts.extensions.get::<Arc<Seat>>());
    accept(hub, Arc::clone(sessions), Request::from_parts(parts, body), place)
}

/// The shared parts that a handshake needs.
#[derive(Debug)]
pub struct Entrance {
    pub hub: Arc<Hub>,
    pub places: Arc<Places>,
    pub proxies: TrustedProxies,
    pub sessions: Arc<dyn Sessions>,
}

impl Sessions for identity::Sessions {
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<CurrentSession>, DbError>> {
        Box::pin(self.authenticate(token))
    }
}

/// Answers the handshake and hands the socket to the hub.
pub fn accept(
    hub: &Arc<Hub>,
    sessions: Arc<dyn Sessions>,
    request: Request,
    place: SocketPlace,
) -> Result<Response, ApiError> {
    if !same_site(request.headers()) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "origin_refused"));
    }
    let (mut parts, _) = request.into_parts();
    let upgrade = parts.extensions.remove::<OnUpgrade>();
    let response = tungstenite::handshake::server::create_response(&axum::http::Request::from_parts(parts, ()));
    let (Some(upgrade), Ok(response)) = (upgrade, response) else {
        return Err(ApiError::new(StatusCode::UPGRADE_REQUIRED, "websocket_required"));
    };
    tokio::spawn(take_over(Arc::clone(hub), sessions, upgrade, place));
    Ok(response.map(|()| Body::empty()))
}

/// Waits until the handshake's answer is sent, and takes the bare connection.
async fn take_over(hub: Arc<Hub>, sessions: Arc<dyn Sessions>, upgrade: OnUpgrade, place: SocketPlace) {
    let Ok(upgraded) = upgrade.await else { return };
    match upgraded.downcast::<TokioIo<Patient>>() {
        // Copied, because the original would keep the whole read buffer of the HTTP connection alive.
        Ok(parts) => {
            connection::serve(&hub, sessions, parts.io.into_inner().into_inner(), parts.read_buf.to_vec(), place);
        }
        Err(_) => tracing::error!("push needs the plain TCP connections that `http::serve` makes"),
    }
}

/// Browsers send `Origin`, and do not let a page forge it: a page of another site must not reach this server through a
/// customer's browser. Native clients send none.
fn same_site(headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    match (origin.as_ref().and_then(Uri::authority), host) {
        (Some(origin), Some(host)) => origins.next().is_none() && origin.as_str().eq_ignore_ascii_case(host),
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
        let mut headers = HeaderMap::from_iter([(HOST, "localhost:8080".parse().unwrap())]);
        for origin in ["http://localhost:8080", "https://evil.example"] {
            headers.append(ORIGIN, origin.parse().unwrap());
        }
        assert!(!same_site(&headers), "one of two is another's");
    }
}
