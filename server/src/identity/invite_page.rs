//! The page behind an invitation's link, `/r/CODE`: it opens the app, the web app, or an install.
//!
//! It is plain HTML, made here, so that it shows at once on a phone without the app or the web app.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use axum::response::IntoResponse;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::native_apps::NativeApps;
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
) -> Result<impl IntoResponse, ApiError> {
    if !is_code(&code) {
        return Err(ApiError::not_found("url_unknown"));
    }
    let headers =
        [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY), (VARY, "accept-language")];
    Ok((headers, page(&code, language, &apps).into_string()))
}

/// Does not check that the code exists: the page must not help anyone to find codes.
fn is_code(code: &str) -> bool {
    !code.is_empty() && code.len() <= CODE_LENGTH_MAX && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn page(code: &str, language: Language, apps: &NativeApps) -> Markup {
    let text = |word| message(language, word);
    let installs = [
        (&apps.ios_install, "invite_install_ios"),
        (&apps.android_install, "invite_install_android"),
        (&apps.desktop_install, "invite_install_desktop"),
    ];
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
                        a class="secondary" href={ "plumbline://r/" (code) } { (text("invite_open")) }
                        @for (address, word) in installs {
                            @if let Some(address) = address {
                                a class="install" href=(address) { (text(word)) }
                            }
                        }
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
            let html = page("AB12CD", language, &NativeApps::default()).into_string();
            assert!(html.contains(r#"href="/#/pages/auth/register?inviteCode=AB12CD""#));
            assert!(html.contains(r#"href="plumbline://r/AB12CD""#));
            assert!(html.contains(&format!(r#"lang="{}""#, language.tag())));
            assert!(!html.contains(r#"class="install""#), "nothing is offered that is not published");
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
        let html = page("AB12CD", Language::English, &apps).into_string();
        assert!(html.contains(r#"href="https://apps.example.org/?a=1&amp;b=&quot;2&quot;""#));
        assert!(html.contains("https://example.org/plumbline.deb"));
        assert_eq!(html.matches(r#"class="install""#).count(), 2);
    }
}
