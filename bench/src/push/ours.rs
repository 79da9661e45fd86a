//! Plumbline's own socket, hub and board, fed by the bench's ticks.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::routing::get;
use futures_util::future::BoxFuture;
use plumbline::clock::Clock;
use plumbline::db::{Db, DbError};
use plumbline::http::places::Places;
use plumbline::http::serve_alone;
use plumbline::identity::CurrentSession;
use plumbline::market::{Board, show};
use plumbline::push::socket::accept;
use plumbline::push::{Hub, Parts, Quote, QuoteSource, Sessions, SocketPlace, Timing};
use plumbline::supervision::Supervisor;
use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{INSTRUMENTS, ticks};
use crate::Failure;

/// The product's board; codes are the instruments' numbers.
struct Quotes(Arc<Board>);

impl QuoteSource for Quotes {
    fn find(&self, _: &str, code: &str) -> Option<u32> {
        code.parse().ok().filter(|number| *number < INSTRUMENTS as u32)
    }

    fn read(&self, instrument: u32, now: UnixMillis, quote: &mut Quote) -> bool {
        self.0.look(InstrumentId(instrument.into()), |tick, day| show(tick, day, now, quote)).is_some()
    }
}

/// Nobody logs in.
#[derive(Debug)]
struct Nobody;

impl Sessions for Nobody {
    fn find<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<Option<CurrentSession>, DbError>> {
        Box::pin(std::future::ready(Ok(None)))
    }
}

pub fn serve() -> Result<(), Failure> {
    tokio::runtime::Runtime::new()?.block_on(serve_forever())
}

async fn serve_forever() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let db = Db::open(&format!("sqlite://{}", folder.path().join("bench.db").display())).await?;
    let board = Arc::new(Board::new(InstrumentId(INSTRUMENTS as i64)));
    let stopping = CancellationToken::new();
    let parts = Parts {
        db,
        clock: Clock::System,
        quotes: Arc::new(Quotes(Arc::clone(&board))),
        supervisor: Supervisor::new(stopping.clone()),
        stopping,
        timing: Timing::default(),
    };
    let hub = Hub::start(None, parts).await?;
    let places = Places::new(0, 0);
    let handler = move |request: Request| async move {
        accept(&hub, Arc::new(Nobody), request, SocketPlace::new(places.take(None)?, None))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    ticks::start(move |tick, day| board.publish(&tick, day));
    serve_alone(listener, Router::new().route("/push", get(handler))).await;
    Ok(())
}
