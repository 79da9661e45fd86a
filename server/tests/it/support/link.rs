//! A cable between a server and its peers, which a test can cut and mend.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// While it is cut nothing passes and nothing is closed, as on a network that drops every packet. Bytes in transit
/// arrive once it is mended.
#[derive(Debug)]
pub struct Link {
    pub address: SocketAddr,
    whole: watch::Sender<bool>,
    running: JoinHandle<()>,
}

impl Link {
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let whole = watch::Sender::new(true);
        let mended = whole.subscribe();
        let running = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, target, mended.clone()));
            }
        });
        Self { address, whole, running }
    }

    pub fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub fn mend(&self) {
        self.whole.send_replace(true);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.running.abort();
    }
}

async fn carry(near: TcpStream, target: SocketAddr, mut mended: watch::Receiver<bool>) {
    if mended.wait_for(|whole| *whole).await.is_err() {
        return;
    }
    let Ok(far) = TcpStream::connect(target).await else { return };
    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
    tokio::spawn(pass_on(near_in, far_out, mended.clone()));
    pass_on(far_in, near_out, mended).await;
}

async fn pass_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut mended: watch::Receiver<bool>) {
    let mut bytes = vec![0; 64 * 1_024];
    loop {
        let read = from.read(&mut bytes).await.unwrap_or(0);
        // The end of a connection does not come through a cut either.
        if mended.wait_for(|whole| *whole).await.is_err() || read == 0 || to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}
