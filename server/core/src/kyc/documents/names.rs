//! The comparison of a typed name with the plain capitals of a passport's lines.

use mrz::{TransliterationStyle, transliterate};

/// The ways in which ICAO 9303 (part 3, section 6) lets states write accented letters.
const STYLES: [TransliterationStyle; 3] =
    [TransliterationStyle::Expanded, TransliterationStyle::Simple, TransliterationStyle::XxSuffix];

/// True if `typed` is `printed`, or only begins with it where the names in the line are `full`. Blanks, hyphens and the
/// like are not compared.
pub fn agree(typed: &str, printed: &str, full: bool) -> bool {
    let printed = letters(printed);
    let same = |style| {
        let written = letters(&transliterate(&composed(typed), style));
        written == printed || full && !printed.is_empty() && written.starts_with(&printed)
    };
    STYLES.into_iter().any(same)
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).collect()
}

/// Leaves out accents that are written apart from their letters, as the simple style does.
fn composed(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_agrees_however_its_letters_are_written() {
        for (typed, printed) in [
            ("Anna Maria", "ANNA MARIA"),
            ("anna-maria", "ANNA MARIA"),
            ("O'Neil", "ONEIL"),
            ("Müller", "MUELLER"),
            ("Müller", "MULLER"),
            ("Müller", "MUXXLLER"),
            ("Mu\u{308}ller", "MULLER"),
            ("Strauß", "STRAUSS"),
            ("Åse", "AASE"),
            ("Nuñez", "NUNEZ"),
            ("Łukasz", "LUKASZ"),
            ("de la Cruz", "DE LA CRUZ"),
        ] {
            assert!(agree(typed, printed, false), "{typed} {printed}");
        }
        for (typed, printed) in
            [("Anna", "ANNA MARIA"), ("Anna", "ANN"), ("王", "WANG"), ("Ann", ""), ("Mueller", "MULLER")]
        {
            assert!(!agree(typed, printed, false), "{typed} {printed}");
        }
        assert!(agree("Chayapa Dejthamrong", "CHAYAPA DEJTH", true), "the line ended");
        assert!(!agree("Chayapa Dejthamrong", "CHAYAPA DEJTH", false));
    }
}
