//! The text of messages: plain, short, and in the customer's language.

use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Body, Mailbox};

use super::MailError;
use crate::http::{Language, message as sentence};
use crate::secret::Secret;

/// A message for a customer, in the customer's language.
#[derive(Clone, Debug)]
pub struct Mail {
    /// A normalised address.
    pub to: String,
    pub language: Language,
    pub content: Content,
}

/// The content of a message.
#[derive(Clone, Debug)]
pub enum Content {
    /// The code for a registration.
    RegisterCode(Secret),
    /// The code for replacing a forgotten login password.
    ResetPasswordCode(Secret),
    /// The code for a change of security settings.
    SecurityCode(Secret),
    /// An account to send money to is saved; its number or address ends so.
    PayoutAccountAdded(String),
    /// An account to send money to is changed; its number or address now ends so.
    PayoutAccountChanged(String),
    /// A code was requested for an account that does not exist.
    NoAccount,
}

/// The encoding of a message's text; the code is readable in both.
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    /// UTF-8 as it is, for a file that an operator reads in any language.
    Plain,
    /// ASCII (quoted-printable), which every mail server passes on.
    Ascii,
}

impl Encoding {
    fn body(self, text: String) -> Body {
        let text = text.replace('\n', "\r\n").into_bytes();
        match self {
            // No sentence comes near the limit of 998 bytes in a line.
            Self::Plain => Body::dangerous_pre_encoded(text, ContentTransferEncoding::EightBit),
            Self::Ascii => {
                let body = Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable);
                body.unwrap_or_else(Body::new)
            }
        }
    }
}

/// Composes the message of `mail`.
pub fn compose(mail: &Mail, from: Mailbox, encoding: Encoding) -> Result<Message, MailError> {
    let to = Mailbox::new(None, mail.to.parse().map_err(MailError::Recipient)?);
    let (subject, text, (place, filling)) = wording(&mail.content);
    let text = sentence(mail.language, text).replace(place, filling);
    let text = format!("{text}\n\n{}\n", sentence(mail.language, "mail_signature"));
    let headers = Message::builder().from(from).to(to).subject(sentence(mail.language, subject)).message_id(None);
    Ok(headers.header(ContentType::TEXT_PLAIN).body(encoding.body(text))?)
}

/// The words of subject and text in the locale files, and the value with its place in the text.
fn wording(content: &Content) -> (&'static str, &'static str, (&'static str, &str)) {
    match content {
        Content::RegisterCode(secret) => ("mail_register_subject", "mail_register_text", ("{code}", secret.expose())),
        Content::ResetPasswordCode(secret) => ("mail_reset_subject", "mail_reset_text", ("{code}", secret.expose())),
        Content::SecurityCode(secret) => ("mail_security_subject", "mail_security_text", ("{code}", secret.expose())),
        Content::PayoutAccountAdded(end) => ("mail_payout_added_subject", "mail_payout_added_text", ("{end}", end)),
        Content::PayoutAccountChanged(end) => {
            ("mail_payout_changed_subject", "mail_payout_changed_text", ("{end}", end))
        }
        Content::NoAccount => ("mail_no_account_subject", "mail_no_account_text", ("{code}", "")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(language: Language, content: Content, encoding: Encoding) -> String {
        let mail = Mail { to: "a@b.example".to_owned(), language, content };
        let from = "Plumbline <no-reply@localhost>".parse().unwrap();
        String::from_utf8(compose(&mail, from, encoding).unwrap().formatted()).unwrap()
    }

    proptest::proptest! {
        /// Every accepted address can be mailed: an invalid one fails at the edge, and not when a code is to be sent.
        #[test]
        fn accepted_addresses_can_be_mailed(
            text in r#"[a-z0-9ü .@!#$%&'*+/=?^_`{|}~"()<>,:;-]{1,12}@[a-z0-9ü.:_-]{1,12}"#
        ) {
            if let Ok(to) = super::super::address(&text) {
                let mail = Mail { to, language: Language::English, content: Content::NoAccount };
                let from = "Plumbline <no-reply@localhost>".parse().unwrap();
                compose(&mail, from, Encoding::Ascii).unwrap();
            }
        }
    }

    #[test]
    fn the_code_reads_in_plain_text_in_every_language() {
        for (language, encoding) in Language::ALL.into_iter().flat_map(|l| [(l, Encoding::Plain), (l, Encoding::Ascii)])
        {
            let code = || Secret::new("407123");
            for content in
                [Content::RegisterCode(code()), Content::ResetPasswordCode(code()), Content::SecurityCode(code())]
            {
                let text = composed(language, content, encoding);
                assert!(text.contains("407123") && text.contains("To: a@b.example\r\n"), "{text}");
                assert!(!text.contains("mail_") && !text.contains("{code}"), "{text}");
            }
        }
    }

    #[test]
    fn a_notice_names_the_end_of_the_account_in_every_language() {
        for language in Language::ALL {
            let end = || "****3000".to_owned();
            for content in [Content::PayoutAccountAdded(end()), Content::PayoutAccountChanged(end())] {
                let text = composed(language, content, Encoding::Plain);
                assert!(text.contains("****3000") && !text.contains("mail_") && !text.contains("{end}"), "{text}");
            }
        }
    }

    #[test]
    fn a_message_for_a_file_reads_in_its_own_script() {
        let code = || Content::RegisterCode(Secret::new("407123"));
        let file = composed(Language::SimplifiedChinese, code(), Encoding::Plain);
        assert!(file.contains("您的注册验证码是\r\n\r\n    407123\r\n"), "{file}");
        assert!(file.contains("Content-Transfer-Encoding: 8bit\r\n"), "{file}");
        assert!(
            composed(Language::SimplifiedChinese, code(), Encoding::Ascii).is_ascii(),
            "a mail server may be an old one"
        );
    }
}
