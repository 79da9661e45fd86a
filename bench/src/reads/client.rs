//! Clients on kept-alive connections, on the same cores as the server, of which only the server's own CPU counts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use super::Figure;
use super::server::Venue;
use crate::Failure;
use crate::answer;

pub struct Load {
    runtime: Runtime,
    connections: usize,
    time: Duration,
}

/// The longest time in which a server may start.
const PATIENCE: Duration = Duration::from_secs(120);
/// The pause for work in the background that the first requests cause, which is not measured.
const REST: Duration = Duration::from_secs(5);

impl Load {
    pub fn new(connections: usize, time: Duration) -> Result<Self, Failure> {
        Ok(Self { runtime: Runtime::new()?, connections, time })
    }

    /// Waits for a server, asks for each path, and gives it time for the work that this causes.
    pub fn warm(&self, venue: &Venue, paths: &[String]) -> Result<(), Failure> {
        let began = Instant::now();
        while self.runtime.block_on(TcpStream::connect(("127.0.0.1", venue.port))).is_err() {
            if began.elapsed() > PATIENCE {
                return Err("the server does not answer".into());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        for path in paths {
            self.runtime.block_on(ask(venue.port, &Arc::from([path.clone()]), Instant::now()))?;
        }
        std::thread::sleep(REST);
        Ok(())
    }

    /// Asks for the paths in turn, on all connections, for the time of a measurement. The CPU that the server uses
    /// without requests is left out.
    pub fn put_on(&self, venue: &Venue, paths: &[String]) -> Result<Figure, Failure> {
        let idle = self.idle(venue)?;
        let (cpu, began) = (venue.cpu_seconds()?, Instant::now());
        let paths: Arc<[String]> = paths.into();
        let (asked, bytes) = self.runtime.block_on(async {
            let clients: Vec<_> = (0..self.connections)
                .map(|_| {
                    let (port, paths, end) = (venue.port, paths.clone(), began + self.time);
                    tokio::spawn(async move { ask(port, &paths, end).await })
                })
                .collect();
            let mut all = (0, 0);
            for client in clients {
                let (asked, bytes) = client.await??;
                all = (all.0 + asked, all.1 + bytes);
            }
            Ok::<(usize, usize), Failure>(all)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let cpu = venue.cpu_seconds()? - cpu - idle * seconds;
        let asked = asked.max(1) as f64;
        Ok(Figure {
            requests_per_second: asked / seconds,
            cpu_micros: cpu.max(0.0) * 1e6 / asked,
            bytes: bytes as f64 / asked,
        })
    }

    /// The share of a core that the server uses without requests.
    fn idle(&self, venue: &Venue) -> Result<f64, Failure> {
        let (cpu, began) = (venue.cpu_seconds()?, Instant::now());
        std::thread::sleep(self.time);
        Ok((venue.cpu_seconds()? - cpu) / began.elapsed().as_secs_f64())
    }
}

/// Asks until `end`, at least once; returns the number of requests and the bytes of their answers.
async fn ask(port: u16, paths: &Arc<[String]>, end: Instant) -> Result<(usize, usize), Failure> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    let requests: Vec<String> =
        paths.iter().map(|path| format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")).collect();
    let mut told = Vec::with_capacity(256 * 1024);
    let (mut asked, mut bytes) = (0, 0);
    loop {
        stream.write_all(requests[asked % requests.len()].as_bytes()).await?;
        answer::read(&mut stream, &mut told).await?;
        if !told.starts_with(b"HTTP/1.1 200") {
            let start = &told[..told.len().min(500)];
            return Err(format!("a read was refused: {}", String::from_utf8_lossy(start)).into());
        }
        asked += 1;
        bytes += told.len();
        if Instant::now() >= end {
            return Ok((asked, bytes));
        }
    }
}
