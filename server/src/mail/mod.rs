//! E-mail: over SMTP where the operator names a server, else one file a message in the data folder's outbox.

mod error;
mod message;
mod outbox;

use std::path::PathBuf;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use plumbline_core::identity::address::normalize_email;

pub use error::MailError;
pub use message::{Content, Mail};

use crate::http::ApiError;
use crate::secret::Secret;
use message::Encoding;

/// Longer than a healthy mail server needs, shorter than a customer waits.
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
    /// `server` is what `--mail` says and `from` what `--mail-from` says; without a server messages go into `outbox`.
    /// Nothing is sent or connected yet.
    pub fn new(server: Option<&Secret>, from: &str, outbox: PathBuf) -> Result<Self, MailError> {
        let transport = match server {
            Some(url) => {
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

/// The normalised address, if a message can be sent to it.
///
/// # Errors
/// `email_invalid`.
pub fn address(text: &str) -> Result<String, ApiError> {
    let normalized = normalize_email(text).filter(|email| email.parse::<lettre::Address>().is_ok());
    normalized.ok_or(ApiError::invalid("email_invalid", "email"))
}
