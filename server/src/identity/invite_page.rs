//! The page behind an invitation's link, `/r/CODE`: it opens the app, the web app, or an install.
//!
//! It is plain HTML, made here, so that it shows at once on a phone without the app or the web app.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::response::IntoResponse;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use url::form_urlencoded::byte_serialize;

use super::native_apps::NativeApps;
use super::public_address::PublicAddress;
use crate::http::{ApiError, Language, Segment, message, wire};

/// Invite codes are never longer; a longer text is not one.
const CODE_LENGTH_MAX: usize = 32;
const STYLESHEET: &str = include_str!("invite_page.css");
/// Nothing is loaded, nothing runs, and no other site may frame the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/// The page for an invited person: it leads into the app, into the web app, or to an install.
#[utoipa::path(
    get,
    path = "/r/{code}",
    tag = "identity",
    security(()),
    params(("code" = wire::InviteCode, Path, description = "An invite code")),
    responses((status = 200, body = String, content_type = "text/html"))
)]
pub async fn show(
    State(apps): State<Arc<NativeApps>>,
    Segment(code): Segment,
    language: Language,
    asked: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    if !is_code(&code) {
        return Err(ApiError::not_found("url_unknown"));
    }
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY), (VARY, "accept-language")];
    let server = apps.public_address.clone().or_else(|| PublicAddress::of(&asked));
    Ok((headers, page(&code, server.as_ref(), language, &apps).into_string()))
}

/// Does not check that the code exists: the page must not help anyone to find codes.
fn is_code(code: &str) -> bool {
    !code.is_empty() && code.len() <= CODE_LENGTH_MAX && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The link that opens the app at this server. An app may know another server, or none.
fn app_link(code: &str, server: Option<&PublicAddress>) -> String {
    match server {
        Some(server) => {
            let server: String = byte_serialize(server.to_string().as_bytes()).collect();
            format!("plumbline://r/{code}?server={server}")
        }
        None => format!("plumbline://r/{code}"),
    }
}

fn page(code: &str, server: Option<&PublicAddress>, language: Language, apps: &NativeApps) -> Markup {
    let text = |word| message(language, word);
    let installs = [
        (&apps.ios_install, "invite_install_ios"),
        (&apps.android_install, "invite_install_android"),
        (&apps.desktop_install, "invite_install_desktop"),
    ];
    let installable = installs.iter().any(|(address, _)| address.is_some());
    html! {
        (DOCTYPE)
        html lang=(language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                title { (text("invite_title")) }
                style { (PreEscaped(STYLESHEET)) }
            }
            body {
                main {
                    svg viewBox="0 0 24 24" aria-hidden="true" {
                        path class="line" d="M12 1v9" {}
                        path class="bob" d="M8.500 10h7l-1.200 6.500L12 23l-2.300-6.500z" {}
                    }
                    h1 { (text("invite_title")) }
                    p { (text("invite_intro")) }
                    p class="code" { (text("invite_code")) " " b { (code) } }
                    nav {
                        a class="primary" href={ "/#/pages/auth/register?inviteCode=" (code) } { (text("invite_web")) }
                        a class="secondary" href=(app_link(code, server)) { (text("invite_open")) }
                        @for (address, word) in installs {
                            @if let Some(address) = address {
                                a class="install" href=(address) { (text(word)) }
                            }
                        }
                    }
                    @if installable {
                        p class="return" { (text("invite_return")) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_a_code_gets_a_page() {
        for (code, accepted) in [
            ("AB12CD", true),
            ("", false),
            ("AB-12", false),
            ("<script>", false),
            ("\u{4e00}", false),
            (&"A".repeat(32), true),
            (&"A".repeat(33), false),
        ] {
            assert_eq!(is_code(code), accepted, "{code}");
        }
    }

    #[test]
    fn the_page_carries_the_code_into_the_app_and_into_the_web_app() {
        for language in Language::ALL {
            let server = "https://trade.example.org:8443".parse().unwrap();
            let html = page("AB12CD", Some(&server), language, &NativeApps::default()).into_string();
            assert!(html.contains(r#"href="/#/pages/auth/register?inviteCode=AB12CD""#));
            assert!(
                html.contains(r#"href="plumbline://r/AB12CD?server=https%3A%2F%2Ftrade.example.org%3A8443""#),
                "the app registers at this server: {html}"
            );
            assert!(html.contains(&format!(r#"lang="{}""#, language.tag())));
            assert!(!html.contains(r#"class="install""#), "nothing is offered that is not published");
            assert!(!html.contains(r#"class="return""#), "nobody leaves the page for an install");
            assert!(!html.contains("invite_"), "every word is written in {}", language.tag());
        }
    }

    #[test]
    fn published_apps_are_offered_and_escaped() {
        let apps = NativeApps {
            ios_install: Some("https://apps.example.org/?a=1&b=\"2\"".to_owned()),
            desktop_install: Some("https://example.org/plumbline.deb".to_owned()),
            ..NativeApps::default()
        };
        let html = page("AB12CD", None, Language::English, &apps).into_string();
        assert!(html.contains(r#"href="plumbline://r/AB12CD""#), "a request without a host names no server");
        assert!(html.contains("come back to this page"), "no code survives an install from a store");
        assert!(html.contains(r#"href="https://apps.example.org/?a=1&amp;b=&quot;2&quot;""#));
        assert!(html.contains("https://example.org/plumbline.deb"));
        assert_eq!(html.matches(r#"class="install""#).count(), 2);
    }
}
