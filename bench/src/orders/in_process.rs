//! The handler of `POST /stock/create`, called without HTTP: authentication and everything behind it.

use std::time::{Duration, Instant};

use axum::extract::State;
use plumbline::app::App;
use plumbline::http::{Body, IdempotencyKey};
use plumbline::orders::tickets::us_stock::create;
use tokio::runtime::Runtime;

use super::Figure;
use super::customers::{start, token};
use super::request::{next_key, stock};
use crate::Failure;
use crate::process::own_cpu_seconds;

pub struct Venue {
    runtime: Runtime,
    app: App,
    _folder: tempfile::TempDir,
}

impl Venue {
    pub fn open(database: &str) -> Result<Self, Failure> {
        let runtime = Runtime::new()?;
        let (app, folder) = runtime.block_on(start(database))?;
        Ok(Self { runtime, app, _folder: folder })
    }

    pub fn measure(&self, in_flight: usize, time: Duration) -> Result<Figure, Failure> {
        let (cpu, began) = (own_cpu_seconds()?, Instant::now());
        let placed = self.runtime.block_on(async {
            let customers: Vec<_> = (1..=in_flight)
                .map(|customer| tokio::spawn(place_until(self.app.clone(), customer, began + time)))
                .collect();
            let mut placed = 0;
            for customer in customers {
                placed += customer.await??;
            }
            Ok::<usize, Failure>(placed)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let cpu_micros = (own_cpu_seconds()? - cpu) * 1e6 / placed.max(1) as f64;
        Ok(Figure { orders_per_second: placed as f64 / seconds, cpu_micros })
    }
}

async fn place_until(app: App, customer: usize, end: Instant) -> Result<usize, Failure> {
    let token = token(customer);
    let mut placed = 0;
    while Instant::now() < end {
        let session = app.sessions.authenticate(&token).await?.ok_or("the bench's customer is not logged in")?;
        let key = IdempotencyKey::parse("POST /stock/create", &next_key()).ok_or("the bench's key is malformed")?;
        let body = Body(serde_json::from_str(&stock()[0].body)?);
        let reply = create(State(app.pricing.clone()), State(app.writer.clone()), session, key, body).await;
        let reply = reply.map_err(|refusal| format!("an order was refused: {}", refusal.word))?;
        let data = reply.0.data.get();
        if !data.contains("\"status\":1,") {
            return Err(format!("an order was not filled: {data}").into());
        }
        placed += 1;
    }
    Ok(placed)
}
