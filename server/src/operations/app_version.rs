use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::support::Support;
use crate::http::{Envelope, Language, Reply, wire};
use crate::identity::native_apps::Installs;
use crate::mode::Mode;

/// The least deposit, in units of the currency deposited (the product's rule).
const MINIMUM_DEPOSIT: &str = "1";

/// The facts about the server that a client must know before anybody logs in.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerFacts {
    #[schema(pattern = "^[0-9]+\\.[0-9]+\\.[0-9]+")]
    pub version: &'static str,
    /// The mode of the server: paper or live.
    pub mode: wire::Mode,
    /// The source of quotes, as `--feed` names it: `sim:SEED` or `replay:FOLDER`.
    pub feed: wire::FeedName,
    /// smtp, or outbox: messages become files on the server.
    pub mail_delivery: wire::MailDelivery,
    /// The folder that holds the messages; only in paper mode without a mail server.
    pub outbox_hint: Option<String>,
    /// True in paper mode if every market trades around the clock.
    pub open_around_the_clock: bool,
    pub supported_languages: [wire::LanguageTag; Language::ALL.len()],
    pub minimum_deposit: wire::Decimal,
    /// The sites that customers may be led to, each with its subdomains, as `--link-hosts` names them.
    pub link_hosts: Vec<wire::HostName>,
    /// The addresses of the apps that the operator publishes.
    pub installs: Installs,
    /// The address for customers' questions: `https:`, `mailto:` or `tel:`; null where the operator names none.
    #[schema(pattern = "^(https://|mailto:|tel:)")]
    pub support_url: Option<String>,
}

/// The server's version and what it offers.
#[utoipa::path(
    get,
    path = "/appVersion/getPublishAppVersion",
    tag = "operations",
    security(()),
    responses((status = 200, body = Envelope<ServerFacts>))
)]
pub async fn app_version(State(facts): State<Arc<ServerFacts>>) -> Reply<ServerFacts> {
    Reply(ServerFacts::clone(&facts))
}

impl ServerFacts {
    /// `feed` is the value of `--feed`; `outbox` is the folder of messages while no mail server is set.
    pub fn new(
        mode: Mode,
        feed: String,
        outbox: Option<&Path>,
        open_around_the_clock: bool,
        link_hosts: Vec<String>,
        installs: Installs,
        support: Option<&Support>,
    ) -> Self {
        let paper = mode == Mode::Paper;
        Self {
            version: env!("CARGO_PKG_VERSION"),
            mode: mode.into(),
            feed: feed.into(),
            mail_delivery: if outbox.is_some() { "outbox".into() } else { "smtp".into() },
            outbox_hint: outbox.filter(|_| paper).map(|folder| folder.display().to_string()),
            open_around_the_clock,
            supported_languages: Language::ALL.map(Into::into),
            minimum_deposit: MINIMUM_DEPOSIT.into(),
            link_hosts: link_hosts.into_iter().map(Into::into).collect(),
            installs,
            support_url: support.map(Support::to_string),
        }
    }
}
