//! A connection whose peer must keep reading.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::connections::Seat;

/// Time for which a peer may read nothing of an answer before it is cut off, since the answer stays in memory.
const STALLED_MAX: Duration = Duration::from_secs(30);

/// Time that a stopping server waits for a client: for the rest of a request, or to read more of an answer. All others
/// are without the server meanwhile.
pub const STOPPING_PATIENCE: Duration = Duration::from_secs(2);

/// Returns when the server is stopping and has waited long enough for this client.
pub async fn stopped_waiting(stopping: &CancellationToken) {
    stopping.cancelled().await;
    sleep(STOPPING_PATIENCE).await;
}

/// A TCP stream whose writes fail when the peer stops reading, and which notifies its seat when all is written.
pub struct Patient {
    stream: TcpStream,
    seat: Arc<Seat>,
    patience: Duration,
    stopping: CancellationToken,
    /// Ends when the kernel has taken nothing for too long; created only when a write blocks, which is rare.
    stalled: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl Patient {
    pub const fn new(stream: TcpStream, seat: Arc<Seat>, stopping: CancellationToken) -> Self {
        Self { stream, seat, patience: STALLED_MAX, stopping, stalled: None }
    }

    pub fn into_inner(self) -> TcpStream {
        self.stream
    }

    fn watch(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let (patience, stopping) = (self.patience, &self.stopping);
        let stalled = self.stalled.get_or_insert_with(|| {
            let stopping = stopping.clone();
            Box::pin(async move {
                tokio::select! {
                    () = sleep(patience) => {}
                    () = stopped_waiting(&stopping) => {}
                }
            })
        });
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        // A caller that flushes has written all it had.
        self.seat.written();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::connections::Connections;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    async fn pair(patience: Duration) -> (Patient, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (peer, accepted) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        let (accepted, address) = accepted.unwrap();
        let seat = Connections::unlimited().admit(address.ip()).unwrap();
        (Patient { patience, ..Patient::new(accepted, seat, CancellationToken::new()) }, peer.unwrap())
    }

    #[tokio::test]
    async fn a_peer_that_takes_nothing_is_cut_off() {
        let (mut stream, _peer) = pair(Duration::from_millis(50)).await;
        let more_than_the_kernel_holds = vec![0; 64 << 20];
        let error = stream.write_all(&more_than_the_kernel_holds).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_server_that_stops_waits_less_long() {
        let (mut stream, _peer) = pair(STALLED_MAX).await;
        let stopping = stream.stopping.clone();
        let more_than_the_kernel_holds = vec![0; 64 << 20];
        let start = tokio::time::Instant::now();
        let stop = async {
            sleep(Duration::from_millis(100)).await;
            stopping.cancel();
        };
        let (written, ()) = tokio::join!(stream.write_all(&more_than_the_kernel_holds), stop);
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(start.elapsed() < STALLED_MAX / 2, "{:?}", start.elapsed());
    }

    #[tokio::test]
    async fn a_peer_that_reads_gets_everything() {
        let (mut stream, mut peer) = pair(STALLED_MAX).await;
        let (sent, mut received) = (vec![7; 8 << 20], Vec::new());
        let write = async {
            stream.write_all(&sent).await.unwrap();
            stream.shutdown().await.unwrap();
        };
        let ((), read) = tokio::join!(write, peer.read_to_end(&mut received));
        assert_eq!((read.unwrap(), received == sent), (sent.len(), true));
    }
}
