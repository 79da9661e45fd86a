use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use plumbline_core::time::UnixMillis;

use crate::http::{ApiError, Origin};
use crate::leader::{Leadership, Role};
use crate::supervision::{Every, Supervisor};

/// Upper bounds of the buckets of a request's time, in seconds.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// Times of requests are stored one by one until they are counted into their buckets.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// The networks that may read the figures besides this machine (`--metrics-from`). Cheap to clone.
#[derive(Clone, Debug)]
pub struct MetricsReaders(pub Arc<[IpNet]>);

/// The process's recorder, installed on first use.
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

/// Counts times into their buckets until the server stops, even if they are not read, and sets the figure that shows if
/// this server leads.
pub fn start(leadership: Leadership, supervisor: &Supervisor) {
    let every = supervisor.every(UPKEEP_EVERY);
    supervisor.spawn("metrics", async move { keep_up(every, || recorder().run_upkeep()).await });
    let mut role = leadership.role();
    let follow = async move {
        loop {
            let (leads, since) = match &*role.borrow_and_update() {
                Role::Leads { since, .. } => (1.0, Some(*since)),
                Role::Standby(leader) => (0.0, leader.as_ref().map(|leader| leader.since)),
            };
            metrics::gauge!("plumbline_leads").set(leads);
            let since = since.map_or(0, |since| since.0 / UnixMillis::SECOND);
            metrics::gauge!("plumbline_leader_since_seconds").set(i32::try_from(since).unwrap_or(i32::MAX));
            if role.changed().await.is_err() {
                return;
            }
        }
    };
    let stopping = supervisor.stopping().clone();
    supervisor.spawn("leader figures", async move {
        let _ = stopping.run_until_cancelled(follow).await;
    });
}

async fn keep_up(every: Every, upkeep: impl Fn()) {
    while every.next().await {
        upkeep();
    }
}

/// The methods with a label of their own. A client may invent any other name, and each label is kept for ever.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Counts a request and its time under its call.
pub async fn measure(request: Request, next: Next) -> Response {
    recorder();
    let call = request.extensions().get::<MatchedPath>().map_or("ui".to_owned(), |path| path.as_str().to_owned());
    let method = method_label(request.method());
    let started = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let labels = [("method", method.to_owned()), ("call", call), ("status", status)];
    histogram!("http_request_seconds", &labels[..2]).record(started.elapsed().as_secs_f64());
    counter!("http_requests_total", &labels).increment(1);
    response
}

/// Figures in Prometheus' text format, for this machine and for the addresses of `--metrics-from`.
#[utoipa::path(get, path = "/metrics", tag = "operations", security(()), responses((status = 200, body = String),
        (status = 404, description = "url_unknown")))]
pub async fn show(State(readers): State<MetricsReaders>, origin: Origin) -> Result<impl IntoResponse, ApiError> {
    // A forwarded request is judged by the client's address, and refused if that is unknown.
    let address = origin.address.0;
    let may_read = address.is_loopback() || readers.0.iter().any(|network| network.contains(&address));
    if !(origin.certain && may_read) {
        return Err(ApiError::not_found("url_unknown"));
    }
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], recorder().render()))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio_util::sync::CancellationToken;

    use super::*;

    #[test]
    fn a_method_that_somebody_made_up_is_no_figure_of_its_own() {
        let table = [("GET", "GET"), ("OPTIONS", "OPTIONS"), ("PATCH", "other"), ("get", "other"), ("X-1", "other")];
        for (method, label) in table {
            assert_eq!(method_label(&Method::from_bytes(method.as_bytes()).unwrap()), label, "{method}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn times_are_counted_though_nobody_reads_them() {
        let (stopping, done) = (CancellationToken::new(), Cell::new(0));
        let every = Supervisor::new(stopping.clone()).every(UPKEEP_EVERY);
        let upkeep = keep_up(every.clone(), || done.set(done.get() + 1));
        let minute = tokio::time::timeout(Duration::from_secs(61), upkeep);
        assert!(minute.await.is_err(), "it goes on until the server stops");
        assert_eq!(done.get(), 12);
        stopping.cancel();
        keep_up(every, || done.set(0)).await;
        assert_eq!(done.get(), 12);
    }
}
