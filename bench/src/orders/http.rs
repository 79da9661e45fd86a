//! The order bench over HTTP: a server in a process of its own, and clients with kept-alive connections on its cores.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

use super::Figure;
use super::customers::{start, token};
use super::request::{Product, next_key};
use crate::Failure;
use crate::answer;
use crate::process::Server;

/// Serves the product on `database` until the process is killed.
pub fn serve(database: &str) -> Result<(), Failure> {
    Runtime::new()?.block_on(async {
        let (app, _folder) = start(database).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("{}", listener.local_addr()?.port());
        plumbline::router::serve(listener, app).await;
        Ok(())
    })
}

pub struct Venue {
    runtime: Runtime,
    server: Server,
}

impl Venue {
    pub fn open(database: &str) -> Result<Self, Failure> {
        Ok(Self { runtime: Runtime::new()?, server: Server::start_self(&["order-server", database])? })
    }

    /// Has each customer order one of `products` after the other.
    pub fn measure(&self, products: &'static [Product], in_flight: usize, time: Duration) -> Result<Figure, Failure> {
        let (cpu, began) = (self.server.cpu_seconds()?, Instant::now());
        let placed = self.runtime.block_on(async {
            let clients: Vec<_> = (1..=in_flight)
                .map(|customer| tokio::spawn(place_until(self.server.port, products, customer, began + time)))
                .collect();
            let mut placed = 0;
            for client in clients {
                placed += client.await??.len();
            }
            Ok::<usize, Failure>(placed)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let cpu_micros = (self.server.cpu_seconds()? - cpu) * 1e6 / placed.max(1) as f64;
        Ok(Figure { orders_per_second: placed as f64 / seconds, cpu_micros })
    }
}

/// Orders one of `products` after the other; returns the microseconds that each order took.
pub async fn place_until(
    port: u16,
    products: &'static [Product],
    customer: usize,
    end: Instant,
) -> Result<Vec<u32>, Failure> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.set_nodelay(true)?;
    let token = token(customer);
    let mut told = Vec::with_capacity(4_096);
    let mut micros = Vec::new();
    while Instant::now() < end {
        let (key, Product { path, body, .. }) = (next_key(), &products[(customer + micros.len()) % products.len()]);
        let began = Instant::now();
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {token}\r\nIdempotency-Key: {key}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await?;
        answer::read(&mut stream, &mut told).await?;
        if !memchr::memmem::find(&told, b"\"status\":1").is_some_and(|_| told.starts_with(b"HTTP/1.1 200")) {
            return Err(format!("an order was not filled: {}", String::from_utf8_lossy(&told)).into());
        }
        micros.push(u32::try_from(began.elapsed().as_micros())?);
    }
    Ok(micros)
}
