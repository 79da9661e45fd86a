//! A connection whose peer has to take what is written to it.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::connections::Seat;

/// How long a peer may take nothing of an answer before it is cut off: what it holds up stays in memory.
const STALLED_MAX: Duration = Duration::from_secs(30);

/// A TCP stream whose writes fail when the peer has stopped to read, and whose seat hears when all is written.
#[derive(Debug)]
pub struct Patient {
    stream: TcpStream,
    seat: Arc<Seat>,
    patience: Duration,
    /// Runs while the kernel takes nothing; made only then, which most connections never see.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub const fn new(stream: TcpStream, seat: Arc<Seat>) -> Self {
        Self { stream, seat, patience: STALLED_MAX, stalled: None }
    }

    pub fn into_inner(self) -> TcpStream {
        self.stream
    }

    fn watch(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(cx));
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
        // Whoever flushes has given all that it had.
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
        (Patient { patience, ..Patient::new(accepted, seat) }, peer.unwrap())
    }

    #[tokio::test]
    async fn a_peer_that_takes_nothing_is_cut_off() {
        let (mut stream, _peer) = pair(Duration::from_millis(50)).await;
        let more_than_the_kernel_holds = vec![0; 64 << 20];
        let error = stream.write_all(&more_than_the_kernel_holds).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
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
