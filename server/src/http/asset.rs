//! Files in the binary: identified by their content, and compressed once.
//!
//! Good compression takes tens of milliseconds a file. The UI's files are compressed when they are built. Others are
//! compressed when they are first requested, one file at a time and on a thread of its own, so that other requests do
//! not wait for it; after that they are only sent.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tokio::sync::{OnceCell, Semaphore};

use super::is_known;

/// Smaller files fit into one packet and are not compressed.
const COMPRESSED_FROM_BYTES: usize = 1_024;
/// The level whose files are within a few per cent of the smallest, at a tenth of the time.
const BROTLI_QUALITY: i32 = 9;
/// The level that takes a few milliseconds a megabyte.
const BROTLI_QUALITY_QUICK: i32 = 1;
/// One file at a time is compressed.
static COMPRESSING: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(1)));

/// The time for which clients may keep a file.
#[derive(Clone, Copy, Debug)]
pub enum Keep {
    /// For ever: its name changes with its content.
    Forever,
    /// They ask each time if it has changed.
    Revalidated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
}

/// One file.
#[derive(Debug)]
pub struct Asset {
    kind: HeaderValue,
    keep: Keep,
    /// A hash of the content; the encodings have tags of their own.
    tag: String,
    plain: Bytes,
    brotli: OnceCell<Bytes>,
    gzip: OnceCell<Bytes>,
    /// The page's content policy, if it differs from the one of every answer.
    policy: Option<HeaderValue>,
    effort: Effort,
}

/// The effort of compression.
#[derive(Clone, Copy, Debug)]
enum Effort {
    /// The file is sent for as long as the server runs.
    Best,
    /// The file is replaced after a second.
    Quick,
}

impl Asset {
    pub fn new(kind: &str, keep: Keep, data: Cow<'static, [u8]>) -> Self {
        let plain = bytes_of(data);
        Self {
            kind: HeaderValue::from_str(kind).unwrap_or(HeaderValue::from_static("application/octet-stream")),
            keep,
            tag: hex::encode(&Sha256::digest(&plain)[..16]),
            plain,
            brotli: OnceCell::new(),
            gzip: OnceCell::new(),
            policy: None,
            effort: Effort::Best,
        }
    }

    /// A reply of JSON that is shared by all callers for a while. Its tag is that of its content: while a market is
    /// quiet it is not sent twice to one client.
    pub fn reply(json: Bytes) -> Self {
        let kind = HeaderValue::from_static("application/json");
        let tag = hex::encode(&Sha256::digest(&json)[..16]);
        Self { kind, tag, plain: json, effort: Effort::Quick, ..Self::new("", Keep::Revalidated, Cow::Borrowed(&[])) }
    }

    /// Adds the forms that the file was compressed into when it was built.
    pub fn compressed_as(mut self, brotli: Option<Cow<'static, [u8]>>, gzip: Option<Cow<'static, [u8]>>) -> Self {
        let kept = |data: Option<Cow<'static, [u8]>>| OnceCell::new_with(data.map(bytes_of));
        self.brotli = kept(brotli);
        self.gzip = kept(gzip);
        self
    }

    /// Sends a content policy of the file's own.
    pub fn with_policy(mut self, policy: &str) -> Self {
        self.policy = HeaderValue::from_str(policy).ok();
        self
    }

    /// The file in an encoding that the client accepts, or the answer that it has not changed.
    pub async fn answer(self: Arc<Self>, asked: &HeaderMap) -> Response {
        let encoding = self.encoding_for(asked);
        let tag = self.tag_of(encoding);
        let mut headers = HeaderMap::new();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.keep.header()));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        let known = is_known(asked, &tag);
        headers.extend(HeaderValue::from_str(&tag).map(|tag| (ETAG, tag)));
        // A browser replaces its stored headers by those of "not modified".
        headers.extend(self.policy.clone().map(|policy| (CONTENT_SECURITY_POLICY, policy)));
        if known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(CONTENT_TYPE, self.kind.clone());
        let body = match encoding {
            None => self.plain.clone(),
            Some(encoding) => {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
                self.compressed(encoding).await
            }
        };
        (headers, Body::from(body)).into_response()
    }

    fn tag_of(&self, encoding: Option<Encoding>) -> String {
        match encoding {
            None => format!("\"{}\"", self.tag),
            Some(Encoding::Brotli) => format!("\"{}-br\"", self.tag),
            Some(Encoding::Gzip) => format!("\"{}-gzip\"", self.tag),
        }
    }

    /// The encoding that the answer to this caller would have to be compressed in first.
    pub fn lacks(&self, asked: &HeaderMap) -> Option<Encoding> {
        let lacks = |encoding: &Encoding| !self.cell(*encoding).initialized();
        let encoding = self.encoding_for(asked).filter(lacks)?;
        (!is_known(asked, &self.tag_of(Some(encoding)))).then_some(encoding)
    }

    /// Compresses the file on this thread, unless that was done already.
    pub fn pack(&self, encoding: Encoding) {
        if !self.cell(encoding).initialized() {
            // Another caller may have been faster.
            let _ = self.cell(encoding).set(encoding.compress(&self.plain, self.effort));
        }
    }

    fn encoding_for(&self, asked: &HeaderMap) -> Option<Encoding> {
        let kind = self.kind.as_bytes();
        let packed = kind.starts_with(b"image/") && kind != b"image/svg+xml" || kind.starts_with(b"font/");
        if packed || self.plain.len() < COMPRESSED_FROM_BYTES {
            return None;
        }
        [Encoding::Brotli, Encoding::Gzip].into_iter().find(|encoding| accepts(asked, encoding.name()))
    }

    /// Compression that has begun is finished and kept, even if the client hangs up: otherwise a client that comes back
    /// again and again would have the file compressed each time, all at once.
    async fn compressed(self: Arc<Self>, encoding: Encoding) -> Bytes {
        if let Some(compressed) = self.cell(encoding).get() {
            return compressed.clone();
        }
        let compressing = tokio::spawn(async move {
            let compress = async || {
                let turn = Arc::clone(&COMPRESSING).acquire_owned().await;
                let (plain, effort) = (self.plain.clone(), self.effort);
                tokio::task::spawn_blocking(move || {
                    let _kept = turn;
                    encoding.compress(&plain, effort)
                })
                .await
            };
            self.cell(encoding).get_or_try_init(compress).await.cloned()
        });
        // Otherwise the runtime is ending, and the answer will not arrive.
        compressing.await.ok().and_then(Result::ok).unwrap_or_default()
    }

    const fn cell(&self, encoding: Encoding) -> &OnceCell<Bytes> {
        match encoding {
            Encoding::Brotli => &self.brotli,
            Encoding::Gzip => &self.gzip,
        }
    }
}

impl Keep {
    const fn header(self) -> &'static str {
        match self {
            Keep::Forever => "public, max-age=31536000, immutable",
            Keep::Revalidated => "no-cache",
        }
    }
}

impl Encoding {
    const fn name(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
        }
    }

    fn compress(self, mut plain: &[u8], effort: Effort) -> Bytes {
        let mut compressed = Vec::with_capacity(plain.len() / 3);
        let written = match self {
            Encoding::Brotli => {
                let hints = BrotliEncoderParams {
                    quality: match effort {
                        Effort::Best => BROTLI_QUALITY,
                        Effort::Quick => BROTLI_QUALITY_QUICK,
                    },
                    size_hint: plain.len(),
                    ..BrotliEncoderParams::default()
                };
                brotli::BrotliCompress(&mut plain, &mut compressed, &hints).map(|_| ())
            }
            Encoding::Gzip => {
                let level = match effort {
                    Effort::Best => Compression::best(),
                    Effort::Quick => Compression::fast(),
                };
                let mut encoder = GzEncoder::new(&mut compressed, level);
                encoder.write_all(plain).and_then(|()| encoder.finish().map(|_| ()))
            }
        };
        written.expect("writing to memory does not fail");
        compressed.into()
    }
}

fn bytes_of(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

/// True when the list of `Accept-Encoding` names the encoding and does not refuse it by `q=0`.
fn accepts(asked: &HeaderMap, name: &str) -> bool {
    let lines = asked.get_all(ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        let named = parts.next().is_some_and(|coding| coding.eq_ignore_ascii_case(name));
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        named && weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
    })
}

/// The file of this key, made when it is first requested. A key's content never changes.
pub fn asset(key: String, make: impl FnOnce() -> Option<Asset>) -> Option<Arc<Asset>> {
    static MADE: LazyLock<Mutex<HashMap<String, Arc<Asset>>>> = LazyLock::new(Mutex::default);
    let made = || MADE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = made().get(&key) {
        return Some(Arc::clone(known));
    }
    let asset = Arc::new(make()?);
    Some(Arc::clone(made().entry(key).or_insert(asset)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;
    use axum::http::header::IF_NONE_MATCH;
    use futures_util::FutureExt;
    use std::io::Read;

    fn asks(encodings: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, encodings.parse().unwrap())])
    }

    fn text() -> Arc<Asset> {
        let data = "All orders are filled in price-time order. ".repeat(200).into_bytes();
        Arc::new(Asset::new("text/javascript", Keep::Forever, data.into()))
    }

    #[test]
    fn clients_say_what_they_take() {
        let table = [
            ("gzip, deflate, br, zstd", true, true),
            ("gzip", false, true),
            ("br;q=0, gzip;q=0.5", false, true),
            ("BR; q=1.0", true, false),
            ("brotli", false, false),
            ("identity", false, false),
            ("br;q=nonsense", false, false),
            ("", false, false),
        ];
        for (asked, brotli, gzip) in table {
            assert_eq!((accepts(&asks(asked), "br"), accepts(&asks(asked), "gzip")), (brotli, gzip), "{asked}");
        }
    }

    #[tokio::test]
    async fn a_file_is_compressed_once_and_reads_the_same() {
        let asset = text();
        let pointers = async |encodings: &str| {
            let answer = Arc::clone(&asset).answer(&asks(encodings)).await;
            let encoding = answer.headers().get(CONTENT_ENCODING).cloned();
            (encoding, to_bytes(answer.into_body(), usize::MAX).await.unwrap())
        };
        let (encoding, brotli) = pointers("gzip, br").await;
        assert_eq!(encoding.unwrap(), "br");
        let mut read = Vec::new();
        brotli::BrotliDecompress(&mut &brotli[..], &mut read).unwrap();
        assert_eq!(read, asset.plain);
        let (encoding, gzip) = pointers("gzip").await;
        assert_eq!(encoding.unwrap(), "gzip");
        let mut read = Vec::new();
        flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut read).unwrap();
        assert_eq!(read, asset.plain);
        assert_eq!(pointers("").await, (None, asset.plain.clone()));
        for encodings in ["br", "gzip"] {
            let (first, again) = (pointers(encodings).await.1, pointers(encodings).await.1);
            assert_eq!(first.as_ptr(), again.as_ptr(), "the same bytes are sent again");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn what_one_client_gave_up_is_kept_for_the_next() {
        let asset = text();
        for _ in 0..3 {
            let given_up = Arc::clone(&asset).answer(&asks("br")).now_or_never();
            assert!(given_up.is_none() || asset.brotli.initialized());
        }
        let kept = async {
            while !asset.brotli.initialized() {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), kept).await.expect("what was begun is finished");
    }

    #[tokio::test]
    async fn each_encoding_has_a_tag_and_is_not_sent_to_who_has_it() {
        let asset = text();
        let mut tags = Vec::new();
        for encodings in ["br", "gzip", ""] {
            let answer = Arc::clone(&asset).answer(&asks(encodings)).await;
            let mut again = asks(encodings);
            again.insert(IF_NONE_MATCH, answer.headers()[ETAG].clone());
            let known = Arc::clone(&asset).answer(&again).await;
            assert_eq!(known.status(), StatusCode::NOT_MODIFIED, "{encodings}");
            assert_eq!(known.headers()[CACHE_CONTROL], "public, max-age=31536000, immutable");
            tags.push(answer.headers()[ETAG].clone());
        }
        tags.dedup();
        assert_eq!(tags.len(), 3);
    }

    #[tokio::test]
    async fn a_page_that_has_not_changed_keeps_its_policy() {
        let page = Asset::new("text/html", Keep::Revalidated, vec![b' '; 100].into());
        let page = Arc::new(page.with_policy("script-src 'self'"));
        let answer = Arc::clone(&page).answer(&HeaderMap::new()).await;
        let mut again = HeaderMap::new();
        again.insert(IF_NONE_MATCH, answer.headers()[ETAG].clone());
        let known = page.answer(&again).await;
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        for answer in [answer, known] {
            assert_eq!(answer.headers()[CONTENT_SECURITY_POLICY], "script-src 'self'");
        }
    }

    #[tokio::test]
    async fn what_is_small_or_packed_is_sent_as_it_is() {
        let table = [("text/css", 100), ("image/png", 5_000), ("font/woff2", 5_000)];
        for (kind, size) in table {
            let asset = Arc::new(Asset::new(kind, Keep::Revalidated, vec![b' '; size].into()));
            let answer = asset.answer(&asks("br, gzip")).await;
            assert!(!answer.headers().contains_key(CONTENT_ENCODING), "{kind}");
        }
    }
}
