use axum::http::StatusCode;
use thiserror::Error;

use crate::http::ApiError;

/// The reason why a message was not sent.
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

impl From<MailError> for ApiError {
    fn from(error: MailError) -> Self {
        let mut refusal = Self::new(StatusCode::SERVICE_UNAVAILABLE, "mail_unavailable");
        refusal.source = Some(error.into());
        refusal
    }
}
