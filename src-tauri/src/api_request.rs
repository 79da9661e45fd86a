//! The one command through which the UI calls the server.
//!
//! The UI names a path, never a host. The shell adds the session token on the way out and takes
//! it out of login replies on the way in, so that JavaScript never sees one.

use std::collections::HashMap;

use base64::{Engine, prelude::BASE64_STANDARD};
use reqwest::{Client, Method, Request, RequestBuilder, Response, header};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tauri::{AppHandle, State};

use crate::{error::ShellError, http_client::REQUEST_TIMEOUT, server_address::ServerAddress, session::Session};

/// The headers that the UI may set; the shell sets all others.
const REQUEST_HEADERS: [&str; 4] = ["accept", "accept-language", "content-type", "idempotency-key"];
/// The reply headers that the UI uses.
const REPLY_HEADERS: [&str; 4] = ["content-disposition", "content-type", "retry-after", "x-request-id"];
/// The only calls whose reply opens a session. A token in any other reply is not a session's.
const LOGIN_CALLS: [&str; 2] = ["/loginByUsername", "/register/email"];
/// Replaces the token in a login reply: the UI learns that it is logged in, and no more.
const KEPT: &str = "kept-by-the-shell";

/// A call of the server's API.
#[derive(Debug, Deserialize)]
pub struct ApiRequest {
    method: String,
    /// The path from the root, with its query.
    path: String,
    #[serde(default)]
    headers: HashMap<String, String>,
    body: Option<Body>,
}

/// The server's answer, whatever its status.
#[derive(Debug, Serialize)]
pub struct ApiReply {
    status: u16,
    headers: HashMap<String, String>,
    body: Body,
}

/// Text, or bytes in base64 where it is not text (uploads, images).
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    Text(String),
    Base64(String),
}

impl Body {
    /// # Errors
    /// [`ShellError::RequestInvalid`] for invalid base64.
    pub fn into_bytes(self) -> Result<Vec<u8>, ShellError> {
        match self {
            Self::Text(text) => Ok(text.into_bytes()),
            Self::Base64(text) => BASE64_STANDARD
                .decode(text)
                .map_err(|_| ShellError::RequestInvalid("a body that is not base64".to_owned())),
        }
    }
}

/// Sends one call to the server and returns its answer.
///
/// # Errors
/// [`ShellError::RequestInvalid`] for a request that could not be a call of ours, and [`ShellError::ServerUnreachable`]
/// when no answer came.
#[tauri::command]
pub async fn api_request(
    app: AppHandle,
    http: State<'_, Client>,
    session: State<'_, Session>,
    request: ApiRequest,
) -> Result<ApiReply, ShellError> {
    let server = ServerAddress::current(&app)?;
    let token = session.token(&server).await;
    let call = prepare(&http, &server, token, request)?.build()?;
    let opens_session = is_login(&call);
    let response = http.execute(call).await?;
    let (reply, token) = read(response, opens_session).await?;
    if let Some(token) = token {
        session.keep(&server, token).await;
    }
    Ok(reply)
}

fn prepare(
    http: &Client,
    server: &ServerAddress,
    token: Option<SecretString>,
    request: ApiRequest,
) -> Result<RequestBuilder, ShellError> {
    let method = match request.method.as_str() {
        "GET" => Method::GET,
        "POST" => Method::POST,
        other => return Err(ShellError::RequestInvalid(other.to_owned())),
    };
    let mut call = http.request(method, server.url(&request.path)?).timeout(REQUEST_TIMEOUT);
    for (name, value) in &request.headers {
        if REQUEST_HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
            call = call.header(name, value);
        }
    }
    if let Some(token) = token {
        call = call.bearer_auth(token.expose_secret());
    }
    Ok(match request.body {
        Some(body) => call.body(body.into_bytes()?),
        None => call,
    })
}

/// True for a login call. The URL that is sent decides, which no spelling of the path can change any more.
fn is_login(call: &Request) -> bool {
    call.method() == Method::POST && LOGIN_CALLS.contains(&call.url().path())
}

async fn read(response: Response, opens_session: bool) -> Result<(ApiReply, Option<SecretString>), ShellError> {
    let status = response.status().as_u16();
    let headers = kept_headers(response.headers());
    let bytes = response.bytes().await?;
    let (body, token) = match String::from_utf8(bytes.into()) {
        Ok(text) if opens_session && status == 200 => without_token(text),
        Ok(text) => (Body::Text(text), None),
        Err(error) => (Body::Base64(BASE64_STANDARD.encode(error.as_bytes())), None),
    };
    Ok((ApiReply { status, headers, body }, token))
}

fn kept_headers(headers: &header::HeaderMap) -> HashMap<String, String> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::to_owned);
    REPLY_HEADERS.iter().filter_map(|name| Some(((*name).to_owned(), text(name)?))).collect()
}

/// Takes `data.token` out of the reply of a login. One without a token is passed on as it came.
fn without_token(text: String) -> (Body, Option<SecretString>) {
    let Ok(mut reply) = serde_json::from_str::<Value>(&text) else {
        return (Body::Text(text), None);
    };
    let Some(place) = reply.pointer_mut("/data/token") else {
        return (Body::Text(text), None);
    };
    match std::mem::replace(place, Value::from(KEPT)) {
        Value::String(token) => (Body::Text(reply.to_string()), Some(SecretString::from(token))),
        _ => (Body::Text(text), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, path: &str) -> ApiRequest {
        let headers = [("Accept-Language", "zh-Hans"), ("Authorization", "Bearer forged"), ("Host", "other.example")];
        ApiRequest {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            body: Some(Body::Text("{}".to_owned())),
        }
    }

    fn prepared(request: ApiRequest) -> Result<reqwest::Request, ShellError> {
        let server = "https://trade.example.org".parse().expect("address");
        let http = crate::http_client::build().expect("client");
        let token = Some(SecretString::from("secret"));
        Ok(prepare(&http, &server, token, request)?.build().expect("request"))
    }

    #[test]
    fn a_call_carries_the_shells_token_and_only_harmless_headers() {
        let call = prepared(request("POST", "/position/me")).expect("call");
        assert_eq!(call.url().as_str(), "https://trade.example.org/position/me");
        assert_eq!(call.headers()["accept-language"], "zh-Hans");
        assert_eq!(call.headers()["authorization"], "Bearer secret");
        assert!(!call.headers().contains_key("host"));
        assert_eq!(call.headers().get_all("authorization").iter().count(), 1);
    }

    #[test]
    fn other_hosts_and_methods_are_refused() {
        for (method, path) in [("POST", "//other.example/"), ("DELETE", "/a"), ("GET", "a")] {
            let refused = prepared(request(method, path));
            assert!(matches!(refused, Err(ShellError::RequestInvalid(_))), "{method} {path}");
        }
    }

    #[test]
    fn only_the_calls_that_log_in_may_open_a_session() {
        for (method, path, expected) in [
            ("POST", "/loginByUsername", true),
            ("POST", "/register/email", true),
            ("POST", "/register/../loginByUsername", true),
            ("GET", "/loginByUsername", false),
            ("POST", "/stock/create", false),
            ("POST", "/stock/create?to=/loginByUsername", false),
            ("POST", "/loginByUsername/more", false),
            ("GET", "/m_ft/webull/top/list", false),
        ] {
            let call = prepared(request(method, path)).expect("call");
            assert_eq!(is_login(&call), expected, "{method} {path}");
        }
    }

    fn answered(status: u16, text: &'static str) -> Response {
        http::Response::builder().status(status).body(text).expect("a response").into()
    }

    #[tokio::test]
    async fn a_token_in_any_other_reply_is_not_a_session() {
        let text = r#"{"code":200,"data":{"token":"planted"}}"#;
        for (status, opens_session, expected) in
            [(200, true, Some("planted")), (200, false, None), (401, true, None), (500, false, None)]
        {
            let (_, token) = read(answered(status, text), opens_session).await.expect("a reply");
            let token = token.map(|token| token.expose_secret().to_owned());
            assert_eq!(token.as_deref(), expected, "{status}, a login: {opens_session}");
        }
    }

    #[test]
    fn a_login_reply_loses_its_token() {
        let (body, token) = without_token(r#"{"code":200,"data":{"token":"t0p","user":{"name":"A"}}}"#.to_owned());
        assert_eq!(token.expect("a token").expose_secret(), "t0p");
        let Body::Text(text) = body else { panic!("a JSON reply stays text") };
        assert!(!text.contains("t0p"));
        let reply: Value = serde_json::from_str(&text).expect("json");
        assert_eq!(reply["data"]["token"], KEPT);
        assert_eq!(reply["data"]["user"]["name"], "A");
    }

    #[test]
    fn other_replies_pass_unchanged() {
        for text in [
            r#"{"code":200,"data":{"list":[]}}"#,
            r#"{"code":200,"data":{"note":"\"token\""}}"#,
            r#"{"code":200,"data":{"token":null}}"#,
            r#"{"token":"not in data"}"#,
            "\"token\" in plain text",
        ] {
            let (body, token) = without_token(text.to_owned());
            assert_eq!(body, Body::Text(text.to_owned()));
            assert!(token.is_none(), "{text}");
        }
    }
}
