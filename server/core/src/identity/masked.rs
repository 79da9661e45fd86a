//! Names of customers as other customers see them.

/// Masks an e-mail address, so that only people who know it recognise it: the first letters of the mailbox and of the
/// domain stay, and the domain's ending. The length of the rest is hidden.
pub fn masked_email(email: &str) -> String {
    let (mailbox, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let (name, ending) = match domain.rsplit_once('.') {
        Some((name, ending)) => (name, format!(".{ending}")),
        None => (domain, String::new()),
    };
    format!("{}@{}{ending}", first_letter(mailbox), first_letter(name))
}

fn first_letter(text: &str) -> String {
    text.chars().take(1).chain("***".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_and_an_ending_are_shown() {
        let table = [
            ("ann.lee@mail.example", "a***@m***.example"),
            ("a@b.example", "a***@b***.example"),
            ("ann@mail.lee-family.example", "a***@m***.example"),
            ("root@localhost", "r***@l***"),
            ("安@例子.example", "安***@例***.example"),
            ("", "***@***"),
        ];
        for (email, masked) in table {
            assert_eq!(masked_email(email), masked, "{email}");
        }
    }
}
