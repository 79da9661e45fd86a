//! The check if two names are one person's, as far as names show it.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

/// A name in the form for comparison: capitals, blanks, the encoding of a letter, and similar letters of other scripts
/// (UTS 39) make no difference.
pub fn key_of(reviewer: &str) -> String {
    skeleton(&plain(reviewer).to_lowercase()).collect()
}

/// True if two names are equal or look alike. Capitals may look alike where small letters do not (Greek Β), so the look
/// of the name as it is written counts as well.
pub fn are_one(one: &str, other: &str) -> bool {
    let looks = |name: &str| skeleton(&plain(name)).collect::<String>().to_lowercase().nfkc().collect::<String>();
    key_of(one) == key_of(other) || looks(one) == looks(other)
}

fn plain(name: &str) -> String {
    let name: String = name.nfkc().collect();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_however_it_is_typed() {
        for (one, other) in [
            ("  Ann  LEE ", "ann lee"),
            ("José", "Jose\u{301}"),
            ("Ann", "Ａｎｎ"),
            ("ann lee", "ann\u{3000}lee"),
            ("JOSÉ", "jose\u{301}"),
            ("王 Wang", "王 wang"),
        ] {
            assert_eq!(key_of(one), key_of(other));
            assert!(are_one(one, other));
        }
    }

    #[test]
    fn letters_of_another_script_make_no_other_name() {
        // Cyrillic, Greek and Latin letters that look alike, in small letters, in capitals and in both.
        for (one, other) in [
            ("Cy", "Сy"),
            ("Cy", "Су"),
            ("Steve", "Steνe"),
            ("BOB", "ВОВ"),
            ("Beta", "Βeta"),
            ("Ali", "AIi"),
            ("Vlad 1", "Vlad l"),
        ] {
            assert!(are_one(one, other) && are_one(other, one), "{one} {other}");
        }
    }

    #[test]
    fn people_keep_their_names() {
        for (one, other) in [
            ("ann lee", "annlee"),
            ("Ali", "All"),
            ("Kai", "Kal"),
            ("Cy", "Di"),
            ("Jose", "José"),
            ("Анна", "Anna"),
            ("王", "玉"),
        ] {
            assert!(!are_one(one, other) && key_of(one) != key_of(other), "{one} {other}");
        }
    }
}
