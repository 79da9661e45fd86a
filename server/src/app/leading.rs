//! Begins a term when this server takes the lease, and ends it when the lease is lost, handed over or given back.

use std::time::Duration;

use super::parts::App;
use super::start_error::StartError;
use super::term::Term;
use crate::leader::Over;

/// Time that a server that was told to stop still leads, unless it resigns before.
const LAST_ANSWERS: Duration = Duration::from_secs(1);
/// The pause after a term that could not be begun.
const TRY_AGAIN: Duration = Duration::from_secs(5);

/// Begins the first term if this server leads already, and continues with others until it resigns.
///
/// # Errors
/// The first term cannot be begun.
pub(super) async fn start(app: &App) -> Result<(), StartError> {
    let first = if app.leadership.leads() { Some(Term::begin(app).await?) } else { None };
    let (leading, ends) = (app.clone(), app.led.clone().drop_guard());
    tokio::spawn(async move {
        let _ends = ends;
        lead(leading, first).await;
    });
    Ok(())
}

async fn lead(app: App, mut first: Option<Term>) {
    let leadership = &app.leadership;
    if first.is_none() {
        // It may have led for a moment while it started.
        leadership.stand_again(Over::Lost);
    }
    loop {
        let term = match first.take() {
            Some(term) => term,
            None if !taken(&app).await => return,
            None => match Term::begin(&app).await {
                Ok(term) => term,
                Err(error) => {
                    tracing::error!(%error, "this server cannot lead; it is tried again");
                    leadership.give_back().await;
                    tokio::time::sleep(TRY_AGAIN).await;
                    leadership.stand_again(Over::HandOver);
                    continue;
                }
            },
        };
        let over = tokio::select! {
            over = leadership.over() => over,
            () = stopped(&app) => {
                leadership.resign();
                Over::Resigned
            }
        };
        tracing::info!(?over, "this server stops leading");
        term.close().await;
        // Another server may lead as soon as all commands are answered. This term's background work ends soon after.
        leadership.give_back().await;
        term.end().await;
        if over == Over::Resigned {
            return;
        }
        leadership.stand_again(over);
    }
}

/// Waits until this server leads; false once it has resigned.
async fn taken(app: &App) -> bool {
    tokio::select! {
        taken = app.leadership.taken() => taken,
        () = stopped(app) => {
            app.leadership.resign();
            false
        }
    }
}

/// Returns when the server was told to stop and has had time to answer accepted requests.
async fn stopped(app: &App) {
    app.stopping.cancelled().await;
    tokio::time::sleep(LAST_ANSWERS).await;
}

impl App {
    /// Gives the lease back once accepted requests are answered, so that another server leads at once. Nothing may be
    /// written afterwards.
    pub async fn resign(&self) {
        self.leadership.resign();
        self.led.cancelled().await;
    }
}
