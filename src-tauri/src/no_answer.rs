//! The reason why a server gave no answer, as precisely as the connection shows it.

use std::{error::Error, io, iter::successors};

use rustls::{CertificateError, Error as TlsError};

use crate::error::ShellError;

/// Begins the text of hyper's error for a name that does not resolve; it has no type of its own.
const NAME_UNKNOWN: &str = "dns error";

impl From<reqwest::Error> for ShellError {
    fn from(error: reqwest::Error) -> Self {
        // The address is the customer's own setting; a log line or a toast need not repeat it.
        reason(&error.without_url())
    }
}

/// The reason behind an error of the HTTP client.
fn reason(error: &(dyn Error + 'static)) -> ShellError {
    for cause in causes(error) {
        if let Some(tls) = cause.downcast_ref::<TlsError>() {
            return of_tls(tls);
        }
        if cause.to_string().starts_with(NAME_UNKNOWN) {
            return ShellError::ServerUnknown;
        }
    }
    ShellError::ServerUnreachable(error.to_string())
}

/// The error and all that it came from. An I/O error hides the error that it was made of from `source`.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    successors(Some(error), |error| {
        let error: &'a (dyn Error + 'static) = *error;
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        }
    })
}

fn of_tls(error: &TlsError) -> ShellError {
    use CertificateError::{
        Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet, NotValidYetContext,
    };
    match error {
        TlsError::InvalidCertificate(Expired | ExpiredContext { .. } | NotValidYet | NotValidYetContext { .. }) => {
            ShellError::CertificateExpired
        }
        TlsError::InvalidCertificate(NotValidForName | NotValidForNameContext { .. }) => {
            ShellError::CertificateForAnother
        }
        TlsError::InvalidCertificate(_) => ShellError::CertificateUntrusted(error.to_string()),
        _ => ShellError::ServerWithoutTls(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_certificate_is_found_inside_other_errors() {
        for (error, expected) in [
            (CertificateError::Expired, "certificate_expired"),
            (CertificateError::NotValidYet, "certificate_expired"),
            (CertificateError::NotValidForName, "certificate_for_another"),
            (CertificateError::UnknownIssuer, "certificate_untrusted"),
            (CertificateError::Revoked, "certificate_untrusted"),
        ] {
            let inner = io::Error::new(io::ErrorKind::InvalidData, TlsError::InvalidCertificate(error));
            assert_eq!(reason(&io::Error::other(inner)).word(), expected);
        }
        let plain = io::Error::other(TlsError::HandshakeNotComplete);
        assert_eq!(reason(&plain).word(), "server_without_tls");
        let closed = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert_eq!(reason(&closed).word(), "server_unreachable");
    }

    #[tokio::test]
    async fn a_name_that_nobody_has_is_unknown() {
        let http = crate::http_client::build().expect("a client");
        // RFC 6761: names under `invalid` never resolve.
        let error = http.get("https://plumbline.invalid/").send().await.expect_err("no such name");
        assert_eq!(ShellError::from(error).word(), "server_unknown");
    }

    #[tokio::test]
    async fn a_server_that_speaks_no_tls_is_told_apart_from_one_that_is_not_there() {
        use tokio::{io::AsyncWriteExt, net::TcpListener};
        let http = crate::http_client::build().expect("a client");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let plain = tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.expect("a call");
            socket.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await.expect("an answer");
        });
        let error = http.get(format!("https://{address}/")).send().await.expect_err("no TLS");
        assert_eq!(ShellError::from(error).word(), "server_without_tls");
        plain.await.expect("the server ends");
        let error = http.get(format!("https://{address}/")).send().await.expect_err("nobody listens");
        assert_eq!(ShellError::from(error).word(), "server_unreachable");
    }
}
