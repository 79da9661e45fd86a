//! The UI, as part of the binary (a debug build reads its folders each time, so that it can be rebuilt).

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::http::ApiError;
use crate::http::asset::{Asset, Keep, asset};
use crate::mode::Mode;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../ui/dist"]
struct Ui;

/// The UI's files as the build has compressed them, each under its name with `.br` or `.gz` behind it.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../ui/compressed"]
struct Compressed;

/// The bundler puts a hash of the content into the names below this folder, so they never change. Clients ask again for
/// files outside of it, such as the service worker.
const HASHED: &str = "assets/";
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
const INDEX: &str = "index.html";
const NOT_BUILT: &str = "The API is running, but this server was built without its UI. ./scripts/run builds both.\n";

/// Only the server's own files run or load; styles may be inline, because components position themselves with them.
pub const CONTENT_POLICY: &str = "default-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The value of `Server-Timing`, which the page's scripts can read, that shows if the money is real. The page displays
/// it before its first request.
fn said_with_page(mode: Mode) -> HeaderValue {
    match mode {
        Mode::Paper => HeaderValue::from_static("mode;desc=paper"),
        Mode::Live => HeaderValue::from_static("mode;desc=live"),
    }
}

/// Answers requests of no call: a file of the UI, or 404.
pub async fn file(mode: Mode, request: Request<Body>) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::not_found("url_unknown").into_response();
    }
    match Ui::get(path) {
        Some(found) => {
            // The content is part of the key, because a new build changes it while a debug build runs.
            let key = format!("ui/{path} {}", hex::encode(found.metadata.sha256_hash()));
            match asset(key, || Some(asset_of(path, found))) {
                Some(file) => {
                    let mut answer = file.answer(request.headers()).await;
                    if path == INDEX {
                        answer.headers_mut().insert(SERVER_TIMING, said_with_page(mode));
                    }
                    answer
                }
                None => ApiError::not_found("url_unknown").into_response(),
            }
        }
        None if path == INDEX => (StatusCode::NOT_IMPLEMENTED, NOT_BUILT).into_response(),
        None => ApiError::not_found("url_unknown").into_response(),
    }
}

fn asset_of(path: &str, found: EmbeddedFile) -> Asset {
    let keep = if path.starts_with(HASHED) { Keep::Forever } else { Keep::Revalidated };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let policy = (path == INDEX).then(|| policy_of(&found.data));
    let file = Asset::new(kind.as_ref(), keep, found.data).compressed_as(packed(path, "br"), packed(path, "gz"));
    match policy {
        Some(policy) => file.with_policy(&policy),
        None => file,
    }
}

fn packed(path: &str, ending: &str) -> Option<Cow<'static, [u8]>> {
    Compressed::get(&format!("{path}.{ending}")).map(|found| found.data)
}

/// The policy of a page with inline scripts: those may run, named by their hashes, and no others.
fn policy_of(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page);
    let inline = page.split("<script>").skip(1).filter_map(|rest| rest.split_once("</script>"));
    let hashes: String =
        inline.map(|(script, _)| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script)))).collect();
    format!("{CONTENT_POLICY}; script-src 'self'{hashes}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_page_runs_its_own_scripts_and_no_others() {
        let policy = policy_of(b"<script>one()</script><p>hi</p><script src='/a.js'></script><script>two()</script>");
        let hash = |script: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script)));
        let scripts = format!("; script-src 'self' {} {}", hash("one()"), hash("two()"));
        assert_eq!(policy, format!("{CONTENT_POLICY}{scripts}"));
        assert!(policy_of(b"<p>hi</p>").ends_with("; script-src 'self'"));
    }

    #[test]
    fn the_built_files_come_compressed_and_read_the_same() {
        let compressed: Vec<_> = Compressed::iter().collect();
        assert!(compressed.iter().any(|name| name == "index.html.br"), "the UI is not built: ./scripts/run builds it");
        for name in compressed {
            let (path, ending) = name.rsplit_once('.').unwrap();
            let (packed, plain) = (Compressed::get(&name).unwrap().data, Ui::get(path).unwrap().data);
            let mut read = Vec::new();
            match ending {
                "br" => brotli::BrotliDecompress(&mut &packed[..], &mut read).unwrap(),
                _ => drop(flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut read).unwrap()),
            }
            assert!(read == *plain && packed.len() < plain.len(), "{name}");
        }
    }
}
