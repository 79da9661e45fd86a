//! Answers connections until the server is told to stop.
//!
//! It supports HTTP/1.1: browsers use HTTP/2 over TLS only, which ends at a reverse proxy, and proxies use HTTP/1.1 to
//! the servers behind them. A client that begins HTTP/2 in plain text is refused.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service;

use super::connections::{Answering, Connections, Seat};
use super::patient::{Patient, STOPPING_PATIENCE};

/// Room above [`HEAD_BYTES_MAX`] in a leader's limit for what forwarding adds to a head: the forwarding server's header, the request's id, the framing of a body.
const ADDED_BYTES_MAX: usize = 1_024;
/// Bytes of a request's head. Browsers send about one thousand; a token and a key are a hundred.
pub(super) const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Fields of a request's head, as `forward::receive` counts them, when each request has its id: of the hundred that hyper reads,
/// forwarding adds at most three more (its own header, the host and the framing of a body).
pub(super) const HEAD_FIELDS_MAX: usize = 97;
/// The pause after the system had no file left for a connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Time that a connection may take until it has sent a whole head of a request.
#[derive(Clone, Copy, Debug)]
struct Patience {
    /// A new one: a browser connects when it has a request.
    first_request: Duration,
    /// After an answer: longer than the 60 s for which nginx keeps connections to the servers behind it, so that the
    /// proxy is the one to close them.
    next_request: Duration,
}

const PATIENCE: Patience = Patience { first_request: Duration::from_secs(10), next_request: Duration::from_secs(75) };

/// Answers requests at `listener`. Once `stopping` is cancelled it accepts no more, and returns when all accepted ones
/// are answered.
pub async fn serve(listener: TcpListener, routes: Router, connections: Connections, stopping: &CancellationToken) {
    serve_routes(listener, routes, connections, PATIENCE, stopping).await;
}

/// Answers with these routes without limits, for tests and benchmarks of a part of the server.
pub async fn serve_alone(listener: TcpListener, routes: Router) {
    serve_routes(listener, routes, Connections::unlimited(), PATIENCE, &CancellationToken::new()).await;
}

/// Answers with these routes, until `stopping` is cancelled and all accepted requests are answered.
async fn serve_routes(
    listener: TcpListener,
    routes: Router,
    connections: Connections,
    patience: Patience,
    stopping: &CancellationToken,
) {
    let answering = TaskTracker::new();
    while let Some(accepted) = stopping.run_until_cancelled(listener.accept()).await {
        match accepted {
            Ok((stream, peer)) => {
                if let Some(seat) = connections.admit(peer.ip()) {
                    // The end of an answer must not wait until the client has acknowledged its beginning.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "a connection is sent in larger parts");
                    }
                    let arrived = Arrived { stream, peer, seat };
                    answering.spawn(answer(arrived, routes.clone(), patience, stopping.clone()));
                }
            }
            Err(error) if concerns_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    answering.close();
    if timeout(STOPPING_PATIENCE, answering.wait()).await.is_err() {
        // Unfinished requests do not hold up the stop.
        connections.end_waiting();
        answering.wait().await;
    }
}

fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}

struct Arrived {
    stream: TcpStream,
    peer: SocketAddr,
    seat: Arc<Seat>,
}

/// Answers one connection's requests, until either side ends it or it has to make room.
async fn answer(arrived: Arrived, routes: Router, patience: Patience, stopping: CancellationToken) {
    let Arrived { stream, peer, seat } = arrived;
    let (leave, stream) = (seat.leave.clone(), Patient::new(stream, Arc::clone(&seat), stopping.clone()));
    let asked = Arc::new(AtomicBool::new(false));
    let asks = Arc::clone(&asked);
    let service = service_fn(move |request: Request<Incoming>| {
        asks.store(true, Ordering::Relaxed);
        let (answering, mut routes) = (seat.answering(), routes.clone());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&seat));
        async move {
            let response: Result<_, Infallible> = routes.call(request).await;
            response.map(|response| response.map(|body| Answer { body, _answering: answering }))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.next_request)
        .max_buf_size(HEAD_BYTES_MAX + ADDED_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let never_asks = async {
        tokio::time::sleep(patience.first_request).await;
        if asked.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    };
    let (mut connection, mut never_asks) = (pin!(connection), pin!(never_asks));
    let mut told = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection broke");
                }
                return;
            }
            () = leave.cancelled() => return,
            () = never_asks.as_mut() => return,
            // Accepted requests are answered, and then the connection ends.
            () = stopping.cancelled(), if !told => {
                told = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// The body of an answer, which keeps its connection busy.
struct Answer {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::connections::ConnectionFlags;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::task::JoinHandle;

    /// More than the kernel takes at once.
    const LARGE: usize = 64 << 20;
    const HALF: &str = "GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ";
    const WHOLE: &str = "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";

    async fn start(connections_max: u32, patience: Patience) -> SocketAddr {
        start_until(CancellationToken::new(), connections_max, patience).await.0
    }

    async fn start_until(
        stopping: CancellationToken,
        connections_max: u32,
        patience: Patience,
    ) -> (SocketAddr, JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let flags =
            ConnectionFlags { connections_max, connections_per_address: 0, sockets_max: 0, sockets_per_address: 0 };
        let connections = Connections::new(flags, &[]);
        let routes =
            Router::new().route("/", get(|| async { "answered" })).route("/large", get(|| async { vec![b'x'; LARGE] }));
        let serving = async move { serve_routes(listener, routes, connections, patience, &stopping).await };
        (address, tokio::spawn(serving))
    }

    async fn open(address: SocketAddr, sent: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        stream
    }

    /// The bytes that the server sends until it closes the connection.
    async fn heard(mut stream: TcpStream) -> String {
        let mut heard = Vec::new();
        // A reset is an end too.
        let _ = stream.read_to_end(&mut heard).await;
        String::from_utf8_lossy(&heard).into_owned()
    }

    #[tokio::test]
    async fn half_requests_are_dropped_and_others_are_answered_meanwhile() {
        let address = start(0, Patience { first_request: Duration::from_secs(1), ..PATIENCE }).await;
        let mut halves = Vec::new();
        for _ in 0..50 {
            halves.push(open(address, HALF).await);
        }
        assert!(heard(open(address, WHOLE).await).await.ends_with("answered"));
        for half in halves {
            assert_eq!(heard(half).await, "", "the server hangs up");
        }
    }

    #[tokio::test]
    async fn a_connection_that_asks_no_more_is_dropped() {
        let address = start(0, Patience { next_request: Duration::from_millis(100), ..PATIENCE }).await;
        let kept = open(address, &WHOLE.replace("close", "keep-alive")).await;
        assert!(heard(kept).await.ends_with("answered"), "and then it ends");
    }

    #[tokio::test]
    async fn when_all_places_are_taken_who_has_not_asked_makes_room() {
        let address = start(3, PATIENCE).await;
        let (first, second, third) = (open(address, HALF).await, open(address, HALF).await, open(address, HALF).await);
        assert!(heard(open(address, WHOLE).await).await.ends_with("answered"));
        assert_eq!(heard(first).await, "");
        for mut other in [second, third] {
            other.write_all(b"0\r\nConnection: close\r\n\r\n").await.unwrap();
            assert!(heard(other).await.ends_with("answered"), "the others go on");
        }
    }

    #[tokio::test]
    async fn an_answer_that_is_being_written_is_not_cut_off() {
        let address = start(2, PATIENCE).await;
        let mut reading = open(address, &WHOLE.replace("GET /", "GET /large")).await;
        reading.read_u8().await.unwrap();
        for _ in 0..3 {
            // Each of them needs the place of another one.
            let _half = open(address, HALF).await;
            assert!(heard(open(address, WHOLE).await).await.ends_with("answered"));
        }
        assert!(heard(reading).await.len() > LARGE, "all of the answer arrives");
    }

    #[tokio::test]
    async fn a_server_that_stops_waits_for_no_half_request_and_for_nobody_who_does_not_read() {
        let stopping = CancellationToken::new();
        let (address, serving) = start_until(stopping.clone(), 0, PATIENCE).await;
        let half = open(address, HALF).await;
        let kept = open(address, &WHOLE.replace("close", "keep-alive")).await;
        let mut second = open(address, &WHOLE.replace("close", "keep-alive")).await;
        second.write_all(HALF.as_bytes()).await.unwrap();
        let mut never_reads = open(address, &WHOLE.replace("GET /", "GET /large")).await;
        never_reads.read_u8().await.unwrap();
        stopping.cancel();
        timeout(Duration::from_secs(9), serving).await.expect("the server stops").unwrap();
        assert_eq!(heard(half).await, "");
        for answered in [kept, second] {
            assert!(heard(answered).await.ends_with("answered"), "what was asked before is answered");
        }
    }

    #[tokio::test]
    async fn long_heads_and_http_2_in_plain_text_are_refused() {
        let address = start(0, PATIENCE).await;
        let long = format!("{HALF}{}\r\n\r\n", "x".repeat(HEAD_BYTES_MAX + ADDED_BYTES_MAX));
        assert!(heard(open(address, &long).await).await.starts_with("HTTP/1.1 431"));
        let preface = heard(open(address, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await).await;
        assert!(!preface.contains("answered"), "{preface}");
    }
}
