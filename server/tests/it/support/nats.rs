//! A NATS server for one test.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::free_port;

#[derive(Debug)]
pub struct Nats {
    process: Child,
    pub address: SocketAddr,
}

impl Nats {
    pub async fn start() -> Self {
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let process = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &address.port().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server cannot be started; ./scripts/test installs the Debian package nats-server");
        let nats = Self { process, address };
        for _ in 0..200 {
            if tokio::net::TcpStream::connect(address).await.is_ok() {
                return nats;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nats-server does not answer on {address}");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
