//! The text of messages: plain, short, and in the customer's language.

use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox};

use super::{Content, Mail, MailError};
use crate::http::message as sentence;

/// The message that `mail` becomes. Its body is quoted-printable, in which the code reads as it is in every
/// language, so that an operator who looks at the file or the wire sees it.
pub fn compose(mail: &Mail, from: Mailbox) -> Result<Message, MailError> {
    let to = Mailbox::new(None, mail.to.parse().map_err(MailError::Recipient)?);
    let (subject, text, code) = wording(&mail.content);
    let text = sentence(mail.language, text).replace("{code}", code);
    let text = format!("{text}\n\n{}\n", sentence(mail.language, "mail_signature"));
    let text = text.replace('\n', "\r\n").into_bytes();
    let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable);
    let headers = Message::builder().from(from).to(to).subject(sentence(mail.language, subject)).message_id(None);
    Ok(headers.header(ContentType::TEXT_PLAIN).body(body.unwrap_or_else(Body::new))?)
}

/// The words of subject and text in the locale files, and the code that the text shows.
fn wording(content: &Content) -> (&'static str, &'static str, &str) {
    match content {
        Content::RegisterCode(code) => ("mail_register_subject", "mail_register_text", code.expose()),
        Content::ResetPasswordCode(code) => ("mail_reset_subject", "mail_reset_text", code.expose()),
        Content::SecurityCode(code) => ("mail_security_subject", "mail_security_text", code.expose()),
        Content::NoAccount => ("mail_no_account_subject", "mail_no_account_text", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Language;
    use crate::secret::Secret;

    #[test]
    fn the_code_reads_in_plain_text_in_every_language() {
        for language in Language::ALL {
            let code = || Secret::new("407123");
            for content in
                [Content::RegisterCode(code()), Content::ResetPasswordCode(code()), Content::SecurityCode(code())]
            {
                let mail = Mail { to: "a@b.example".to_owned(), language, content };
                let message = compose(&mail, "Plumbline <no-reply@localhost>".parse().unwrap()).unwrap();
                let text = String::from_utf8(message.formatted()).unwrap();
                assert!(text.contains("407123") && text.contains("To: a@b.example\r\n"), "{text}");
                assert!(!text.contains("mail_") && !text.contains("{code}"), "{text}");
            }
        }
    }
}
