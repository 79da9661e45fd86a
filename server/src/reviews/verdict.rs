//! What the decisions on one subject come to.

use unicode_normalization::UnicodeNormalization as _;

use super::Decision;

/// People who have to decide the same.
pub(super) const NEEDED: usize = 2;

/// What one reviewer decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    pub reviewer: String,
    pub decision: Decision,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Another reviewer has to decide.
    Waits,
    /// Reviewers differ: one more has to side with somebody.
    Conflict,
    Agreed(Decision),
}

impl Verdict {
    /// Of opinions in the order in which they were given, each of another name: the first decision that two share.
    pub fn of(opinions: &[Opinion]) -> Self {
        let shared = |upto: &[Opinion]| {
            let newest = upto.last()?;
            let same = upto.iter().filter(|opinion| opinion.decision == newest.decision);
            (same.count() >= NEEDED).then(|| newest.decision.clone())
        };
        let agreed = (1..=opinions.len()).find_map(|count| shared(&opinions[..count]));
        match agreed {
            Some(decision) => Self::Agreed(decision),
            None if opinions.len() < NEEDED => Self::Waits,
            None => Self::Conflict,
        }
    }
}

/// A name as it is compared: two people are not told apart by capitals or blanks, nor by how a keyboard writes a letter.
pub fn key_of(reviewer: &str) -> String {
    let reviewer: String = reviewer.nfkc().collect();
    reviewer.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reviews::SubjectKind;

    #[test]
    fn two_who_decide_the_same_make_it() {
        let no = |word| Decision::read(SubjectKind::Identity, word).unwrap();
        let (yes, blurred, other) = (Decision::Approve, no("document_unreadable"), no("name_differs"));
        let table: [(&[&Decision], Verdict); 8] = [
            (&[], Verdict::Waits),
            (&[&yes], Verdict::Waits),
            (&[&yes, &yes], Verdict::Agreed(yes.clone())),
            (&[&blurred, &blurred], Verdict::Agreed(blurred.clone())),
            (&[&yes, &blurred], Verdict::Conflict),
            (&[&blurred, &other], Verdict::Conflict),
            (&[&yes, &blurred, &other], Verdict::Conflict),
            // Who came later changes nothing.
            (&[&yes, &blurred, &blurred, &yes], Verdict::Agreed(blurred.clone())),
        ];
        for (decisions, expected) in table {
            let opinion =
                |(n, decision): (usize, &&Decision)| Opinion { reviewer: n.to_string(), decision: (*decision).clone() };
            let opinions: Vec<Opinion> = decisions.iter().enumerate().map(opinion).collect();
            assert_eq!(Verdict::of(&opinions), expected, "{opinions:?}");
        }
    }

    #[test]
    fn a_name_is_the_same_however_it_is_typed() {
        assert_eq!(key_of("  Ann  LEE "), key_of("ann lee"));
        assert_ne!(key_of("ann lee"), key_of("annlee"));
        for (one, other) in
            [("José", "Jose\u{301}"), ("Ann", "Ａｎｎ"), ("ann lee", "ann\u{3000}lee"), ("JOSÉ", "jose\u{301}")]
        {
            assert_eq!(key_of(one), key_of(other));
        }
    }
}
