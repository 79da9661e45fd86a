//! The result of the decisions on one subject.

use super::Decision;
use super::name::are_one;

/// The number of people who have to agree.
pub(super) const NEEDED: usize = 2;

/// One reviewer's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinion {
    pub reviewer: String,
    pub decision: Decision,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Another reviewer has to decide.
    Waits,
    /// Reviewers differ: one more has to side with one of them.
    Conflict,
    Agreed(Decision),
}

impl Verdict {
    /// The verdict of opinions in their order: the first decision that two people share. Of two names that look alike
    /// the first counts. While an opinion says that a payout was sent by hand, no approval is agreed on, in any order:
    /// it would be paid twice.
    pub fn of(opinions: &[Opinion]) -> Self {
        let mut people: Vec<&Opinion> = Vec::new();
        for opinion in opinions {
            if !people.iter().any(|person| are_one(&person.reviewer, &opinion.reviewer)) {
                people.push(opinion);
            }
        }
        let was_sent = opinions.iter().any(|opinion| matches!(opinion.decision, Decision::Sent(_)));
        let shared = |upto: &[&Opinion]| {
            let newest = upto.last().filter(|opinion| !(was_sent && opinion.decision == Decision::Approve))?;
            let same = upto.iter().filter(|opinion| opinion.decision == newest.decision);
            (same.count() >= NEEDED).then(|| newest.decision.clone())
        };
        let agreed = (1..=people.len()).find_map(|count| shared(&people[..count]));
        match agreed {
            Some(decision) => Self::Agreed(decision),
            None if people.len() < NEEDED => Self::Waits,
            None => Self::Conflict,
        }
    }
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
            // Later opinions change nothing.
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
    fn nothing_that_somebody_has_sent_is_approved() {
        let (yes, sent) = (Decision::Approve, Decision::sent("0xab").unwrap());
        let no = Decision::read(SubjectKind::Payout, "destination_unreachable").unwrap();
        let table: [(&[&Decision], Verdict); 5] = [
            (&[&yes, &sent, &yes], Verdict::Conflict),
            (&[&sent, &yes, &yes, &yes], Verdict::Conflict),
            (&[&yes, &yes, &sent], Verdict::Conflict),
            (&[&yes, &yes, &sent, &sent], Verdict::Agreed(sent.clone())),
            // Not sent after all: its customer requests it again.
            (&[&sent, &no, &no], Verdict::Agreed(no.clone())),
        ];
        for (decisions, expected) in table {
            let opinion =
                |(n, decision): (usize, &&Decision)| Opinion { reviewer: n.to_string(), decision: (*decision).clone() };
            let opinions: Vec<Opinion> = decisions.iter().enumerate().map(opinion).collect();
            assert_eq!(Verdict::of(&opinions), expected, "{opinions:?}");
        }
    }

    #[test]
    fn who_looks_like_another_is_counted_once() {
        let names = |names: &[&str]| -> Vec<Opinion> {
            let opinion = |name: &&str| Opinion { reviewer: (*name).to_owned(), decision: Decision::Approve };
            names.iter().map(opinion).collect()
        };
        assert_eq!(Verdict::of(&names(&["Cy", "Сy"])), Verdict::Waits);
        assert_eq!(Verdict::of(&names(&["Cy", "Сy", "Di"])), Verdict::Agreed(Decision::Approve));
    }
}
