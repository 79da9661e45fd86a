//! E-mail: over SMTP where the operator names a server, else one file a message in the data folder's outbox.

mod message;
mod outbox;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::http::StatusCode;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use plumbline_core::identity::address::normalize_email;
use thiserror::Error;
use url::Url;

use self::message::Encoding;
use crate::config::Config;
use crate::http::{ApiError, Language};
use crate::secret::Secret;

/// Longer than a healthy mail server needs, shorter than a customer waits.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

/// A message for a customer, in the customer's language.
#[derive(Clone, Debug)]
pub struct Mail {
    /// A normalised address.
    pub to: String,
    pub language: Language,
    pub content: Content,
}

/// What a message says.
#[derive(Clone, Debug)]
pub enum Content {
    /// The code with which somebody signs up.
    RegisterCode(Secret),
    /// The code with which a forgotten login password is replaced.
    ResetPasswordCode(Secret),
    /// The code for a change of security settings.
    SecurityCode(Secret),
    /// Somebody asked for a code of an account that does not exist.
    NoAccount,
}

#[derive(Debug, Error)]
pub enum MailError {
    #[error("--mail is not an SMTP address (smtps://user:password@host or smtp://host:port?tls=required): {0}")]
    Server(lettre::transport::smtp::Error),
    #[error("--mail-from is not an e-mail address: {0}")]
    Sender(lettre::address::AddressError),
    #[error("the message cannot be written: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("the recipient is not an e-mail address: {0}")]
    Recipient(lettre::address::AddressError),
    #[error("the mail server did not take the message: {0}")]
    Smtp(lettre::transport::smtp::Error),
    #[error("the outbox cannot be written: {0}")]
    Outbox(std::io::Error),
}

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
    /// Reads `--mail` and `--mail-from`; nothing is sent or connected yet.
    pub fn new(config: &Config) -> Result<Self, MailError> {
        let transport = match &config.mail {
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
            None => Transport::Outbox(config.outbox_dir()),
        };
        Ok(Self { from: config.mail_from.parse().map_err(MailError::Sender)?, transport })
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

/// The other machine to which messages would go unencrypted: `smtp://` alone never encrypts.
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

impl From<MailError> for ApiError {
    fn from(error: MailError) -> Self {
        let mut refusal = Self::new(StatusCode::SERVICE_UNAVAILABLE, "mail_unavailable");
        refusal.source = Some(error.into());
        refusal
    }
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
