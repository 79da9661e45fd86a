use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::http::{ApiError, Origin};

/// Upper bounds of the buckets of a request's time, in seconds.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// Who may read the figures besides this machine (`--metrics-from`). Cheap to clone.
#[derive(Clone, Debug)]
pub struct MetricsReaders(pub Arc<[IpNet]>);

/// The process's recorder, installed by whoever asks first.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let builder = PrometheusBuilder::new().set_buckets(&SECONDS).expect("the list of buckets is not empty");
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder of metrics is installed; /metrics stays empty");
        }
        handle
    })
}

/// Counts a request and its time under the call that it matched.
pub async fn measure(request: Request, next: Next) -> Response {
    recorder();
    let call = request.extensions().get::<MatchedPath>().map_or("ui".to_owned(), |path| path.as_str().to_owned());
    let method = request.method().to_string();
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let labels = [("method", method), ("call", call), ("status", status)];
    histogram!("http_request_seconds", &labels[..2]).record(started.elapsed().as_secs_f64());
    counter!("http_requests_total", &labels).increment(1);
    response
}

/// Figures in Prometheus' text format, for this machine and for the addresses of `--metrics-from`.
#[utoipa::path(get, path = "/metrics", tag = "operations", security(()), responses((status = 200, body = String),
        (status = 404, description = "url_unknown")))]
pub async fn show(State(readers): State<MetricsReaders>, origin: Origin) -> Result<impl IntoResponse, ApiError> {
    // What a proxy passed on is judged by the client's address, and refused when that is not known.
    let address = origin.address.0;
    let may_read = address.is_loopback() || readers.0.iter().any(|network| network.contains(&address));
    if !(origin.certain && may_read) {
        return Err(ApiError::not_found("url_unknown"));
    }
    recorder().run_upkeep();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], recorder().render()))
}
