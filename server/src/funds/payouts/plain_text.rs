//! Names in a form for banks: the letters, digits and signs that all banks accept (the basic character set of ISO 20022
//! in the European Payments Council's EPC217-08).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Letters without an accent to remove, as that guideline writes them.
const LETTERS: [(char, &str); 15] = [
    ('ß', "ss"),
    ('Æ', "AE"),
    ('æ', "ae"),
    ('Ø', "O"),
    ('ø', "o"),
    ('Œ', "OE"),
    ('œ', "oe"),
    ('Ł', "L"),
    ('ł', "l"),
    ('Đ', "D"),
    ('đ', "d"),
    ('Þ', "TH"),
    ('þ', "th"),
    ('ı', "i"),
    ('Ð', "D"),
];

/// The text in that set, cut to `at_most` characters; `None` if a letter has no counterpart, because a bank does not
/// pay to another name. A slash separates fields in some banks' systems, so it becomes a hyphen.
pub fn plain(text: &str, at_most: usize) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '?' | ':' | '(' | ')' | '.' | ',' | '\'' | '+' | ' ' => {
                plain.push(letter);
            }
            '‘' | '’' | '`' | '´' => plain.push('\''),
            '‐' | '‑' | '–' | '—' | '/' | '_' => plain.push('-'),
            '&' => plain.push('+'),
            other => match LETTERS.iter().find(|(known, _)| *known == other) {
                Some((_, written)) => plain.push_str(written),
                None if other.is_alphanumeric() => return None,
                None => plain.push(if other.is_whitespace() { ' ' } else { '.' }),
            },
        }
    }
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let text: String = words.join(" ").chars().take(at_most).collect();
    let text = text.trim_end();
    text.bytes().any(|byte| byte.is_ascii_alphanumeric()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_banks_take_them_or_not_at_all() {
        let table = [
            ("Ann Lee", Some("Ann Lee")),
            ("  José  Ñúñez\u{a0}Ørsted ", Some("Jose Nunez Orsted")),
            ("Weiß & Söhne", Some("Weiss + Sohne")),
            ("O’Neill–Łukasz", Some("O'Neill-Lukasz")),
            ("A/B\tC\u{7}<x>", Some("A-B C..x.")),
            ("ﬁrst", Some("first")),
            ("陳大文", None),
            ("Chan 大文", None),
            ("Иванов", None),
            ("", None),
            (" . ", None),
        ];
        for (text, expected) in table {
            assert_eq!(plain(text, 70).as_deref(), expected, "{text:?}");
        }
        assert_eq!(plain("Deutsche Bank", 9).as_deref(), Some("Deutsche"));
    }
}
