//! A standby's connections to the leader.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower::util::MapResponse;

const CONNECT_WITHIN: Duration = Duration::from_secs(1);

pub(super) type LeaderConnector = MapResponse<HttpConnector, fn(TokioIo<TcpStream>) -> LeaderConnection>;

pub(super) fn connector() -> LeaderConnector {
    let mut connector = HttpConnector::new();
    connector.set_connect_timeout(Some(CONNECT_WITHIN));
    connector.set_nodelay(true);
    MapResponse::new(connector, LeaderConnection)
}

/// A leader that refuses a body answers before all of it has come, and hangs up. Then the rest counts as written, so
/// that the answer is read and is not lost to the error of the write; without an answer the read fails.
#[derive(Debug)]
pub(super) struct LeaderConnection(TokioIo<TcpStream>);

impl LeaderConnection {
    fn inner(self: Pin<&mut Self>) -> Pin<&mut TokioIo<TcpStream>> {
        Pin::new(&mut self.get_mut().0)
    }
}

/// The outcome of a write of so many bytes.
fn written(outcome: io::Result<usize>, bytes: usize) -> io::Result<usize> {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    match outcome {
        Err(error) if matches!(error.kind(), BrokenPipe | ConnectionReset | ConnectionAborted) => Ok(bytes),
        outcome => outcome,
    }
}

impl Read for LeaderConnection {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        self.inner().poll_read(cx, buffer)
    }
}

impl Write for LeaderConnection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = ready!(self.inner().poll_write(cx, buffer));
        Poll::Ready(written(outcome, buffer.len()))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = ready!(self.inner().poll_write_vectored(cx, buffers));
        Poll::Ready(written(outcome, buffers.iter().map(|buffer| buffer.len()).sum()))
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner().poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.inner().poll_shutdown(cx)
    }
}

impl Connection for LeaderConnection {
    fn connected(&self) -> Connected {
        self.0.connected()
    }
}
