use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::config::Mode;
use crate::http::{Envelope, Language, Reply};

/// The least deposit, in units of the currency deposited (the product's rule).
const MINIMUM_DEPOSIT: &str = "1";

/// What a client must know of the server before anybody logs in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerFacts {
    pub version: &'static str,
    /// paper or live.
    pub mode: &'static str,
    /// Where quotes come from, as `--feed` names it: `sim:SEED` or `replay:FOLDER`.
    pub feed: String,
    /// smtp, or outbox: messages become files on the server.
    pub mail_delivery: &'static str,
    /// Paper mode without a mail server only: the folder in which the messages are.
    pub outbox_hint: Option<String>,
    /// Paper mode: every market trades around the clock.
    pub open_around_the_clock: bool,
    pub supported_languages: [&'static str; 3],
    pub minimum_deposit: &'static str,
}

/// The server's version and what it offers.
#[utoipa::path(
    get,
    path = "/appVersion/getPublishAppVersion",
    tag = "operations",
    security(()),
    responses((status = 200, body = Envelope<ServerFacts>))
)]
pub async fn app_version(State(app): State<App>) -> Reply<ServerFacts> {
    let (paper, smtp) = (app.config.mode == Mode::Paper, app.config.mail.is_some());
    Reply(ServerFacts {
        version: env!("CARGO_PKG_VERSION"),
        mode: if paper { "paper" } else { "live" },
        feed: app.config.feed.to_string(),
        mail_delivery: if smtp { "smtp" } else { "outbox" },
        outbox_hint: (paper && !smtp).then(|| app.config.outbox_dir().display().to_string()),
        open_around_the_clock: app.market.hours.around_the_clock(),
        supported_languages: Language::ALL.map(Language::tag),
        minimum_deposit: MINIMUM_DEPOSIT,
    })
}
