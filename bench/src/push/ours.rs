//! Plumbline's own socket, hub and board, fed by the bench's ticks.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::routing::get;
use futures_util::future::BoxFuture;
use plumbline::bus::Bus;
use plumbline::clock::Clock;
use plumbline::db::{Db, DbError};
use plumbline::http::places::Places;
use plumbline::http::serve_alone;
use plumbline::identity::CurrentSession;
use plumbline::market::{Board, DaySummary, Trades, show, show_book};
use plumbline::push::socket::accept;
use plumbline::push::{Book, Hub, LiveBar, MarketSource, Parts, Quote, Sessions, SocketPlace, Timing};
use plumbline::supervision::Supervisor;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Tick, Trade};
use plumbline_core::time::UnixMillis;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{INSTRUMENTS, ticks};
use crate::Failure;

/// The product's boards; codes are the instruments' numbers.
#[derive(Clone)]
struct Boards {
    board: Arc<Board>,
    trades: Arc<Trades>,
}

impl MarketSource for Boards {
    fn find(&self, _: &str, code: &str) -> Option<u32> {
        code.parse().ok().filter(|number| *number < INSTRUMENTS as u32)
    }

    fn period(&self, code: &str) -> Option<u8> {
        (code == "1D").then_some(0)
    }

    fn calendar(&self, _: &str) -> Option<u16> {
        None
    }

    fn calendar_code(&self, _: u16) -> Arc<str> {
        "".into()
    }

    fn decimals(&self, _: u32) -> u8 {
        2
    }

    fn read(&self, instrument: u32, now: UnixMillis, quote: &mut Quote) -> bool {
        self.board.look(InstrumentId(instrument.into()), |tick, day| show(tick, day, now, quote)).is_some()
    }

    fn read_book(&self, instrument: u32, now: UnixMillis, book: &mut Book) -> bool {
        self.board.look(InstrumentId(instrument.into()), |tick, _| show_book(tick, now, book)).is_some()
    }

    fn read_trades(&self, instrument: u32, known: u64, newer: &mut Vec<Trade>) -> u64 {
        self.trades.since(InstrumentId(instrument.into()), known, newer)
    }

    fn follow_bar(&self, instrument: u32, _: u8) -> Box<dyn LiveBar> {
        Box::new(DayBar(Arc::clone(&self.board), InstrumentId(instrument.into())))
    }
}

/// The day's bar, the only one that the board has.
struct DayBar(Arc<Board>, InstrumentId);

impl LiveBar for DayBar {
    fn read(&mut self) -> Option<(Option<Bar>, Bar)> {
        let bar = |tick: &Tick, day: &DaySummary| {
            let DaySummary { began, open, high, low, volume, .. } = *day;
            Bar { start: began, open, high, low, close: tick.last, volume }
        };
        Some((None, self.0.look(self.1, bar)?))
    }
}

/// Sessions without any log-in.
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
    let greatest = InstrumentId(INSTRUMENTS as i64);
    let boards = Boards { board: Arc::new(Board::new(greatest)), trades: Arc::new(Trades::new(greatest)) };
    let stopping = CancellationToken::new();
    let parts = Parts {
        db,
        clock: Clock::System,
        market: Arc::new(boards.clone()),
        supervisor: Supervisor::new(stopping.clone()),
        stopping,
        timing: Timing::default(),
    };
    let hub = Hub::start(Bus::default(), parts).await?;
    let places = Places::new(0, 0);
    let handler = move |request: Request| async move {
        accept(&hub, Arc::new(Nobody), request, SocketPlace::new(places.take(None)?, None))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?.port());
    ticks::start(move |tick, day| {
        boards.trades.record(&tick);
        boards.board.publish(&tick, day);
    });
    serve_alone(listener, Router::new().route("/push", get(handler))).await;
    Ok(())
}
