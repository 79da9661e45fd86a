//! E-mail: over SMTP where the operator names a server, else one file a message in the data folder's outbox.

mod error;
mod message;
mod outbox;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use plumbline_core::identity::address::normalize_email;
use url::Url;

pub use error::MailError;
pub use message::{Content, Mail};

use crate::http::ApiError;
use crate::secret::Secret;
use message::Encoding;

/// Longer than a healthy mail server needs, shorter than customers wait.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

/// Sends messages.
#[derive(Debug)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
}

#[derive(Debug)]
enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Outbox(PathBuf),
}

impl Mailer {
    /// `server` is the value of `--mail` and `from` that of `--mail-from`; without a server messages go into `outbox`.
    /// Nothing is sent or connected yet.
    pub fn new(server: Option<&Secret>, from: &str, outbox: PathBuf) -> Result<Self, MailError> {
        let transport = match server {
            Some(url) => {
                if let Some(host) = readable_host(url.expose()) {
                    tracing::warn!(
                        host,
                        "--mail names another machine without TLS: whoever is on the way reads the password and the \
                         codes; use smtps:// or add ?tls=required"
                    );
                }
                let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose()).map_err(MailError::Server)?;
                Transport::Smtp(smtp.timeout(Some(SMTP_TIMEOUT)).build())
            }
            None => Transport::Outbox(outbox),
        };
        Ok(Self { from: from.parse().map_err(MailError::Sender)?, transport })
    }

    /// Hands a message to the mail server, or writes it to the outbox, before it returns.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let compose = |encoding| message::compose(mail, self.from.clone(), encoding);
        match &self.transport {
            Transport::Smtp(smtp) => smtp.send(compose(Encoding::Ascii)?).await.map(drop).map_err(MailError::Smtp),
            Transport::Outbox(folder) => {
                outbox::write(folder, compose(Encoding::Plain)?).await.map_err(MailError::Outbox)
            }
        }
    }
}

/// The host to which messages would go unencrypted, if it is another machine: `smtp://` alone never encrypts.
fn readable_host(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| url.scheme() == "smtp")?;
    let asks_for_tls = url.query_pairs().any(|(key, value)| key == "tls" && value != "none");
    let this_machine = match url.host_str()?.trim_matches(['[', ']']) {
        "localhost" => true,
        host => host.parse().is_ok_and(|address: IpAddr| address.to_canonical().is_loopback()),
    };
    (!asks_for_tls && !this_machine).then(|| url.host_str().unwrap_or_default().to_owned())
}

/// The normalised address, if a message can be sent to it.
///
/// # Errors
/// `email_invalid`.
pub fn address(text: &str) -> Result<String, ApiError> {
    let normalized = normalize_email(text).filter(|email| email.parse::<lettre::Address>().is_ok());
    normalized.ok_or(ApiError::invalid("email_invalid", "email"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_others_can_read_are_noticed() {
        let table = [
            ("smtp://ann:secret@mail.example", Some("mail.example")),
            ("smtp://mail.example:587?tls=none", Some("mail.example")),
            ("smtp://192.0.2.7", Some("192.0.2.7")),
            ("smtp://[2001:db8::7]", Some("[2001:db8::7]")),
            ("smtp://mail.example:587?tls=required", None),
            ("smtp://mail.example?tls=opportunistic", None),
            ("smtps://ann:secret@mail.example", None),
            ("smtp://localhost:2525", None),
            ("smtp://127.0.0.1:2525", None),
            ("smtp://[::1]", None),
            ("nonsense", None),
        ];
        for (url, host) in table {
            assert_eq!(readable_host(url).as_deref(), host, "{url}");
        }
    }
}
