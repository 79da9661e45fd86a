use crate::db::{DbError, Session, Statement};
use crate::fetch_one;

/// Findings that a check names; it counts the others.
const FINDINGS_NAMED: usize = 20;

/// One check and its result.
#[derive(Debug)]
pub struct Check {
    /// The rule, as a sentence: `journals sum to zero in every currency`.
    pub rule: &'static str,
    /// Records that were looked at.
    pub checked: i64,
    /// The first [`FINDINGS_NAMED`] records that break the rule.
    pub named: Vec<Finding>,
    /// The number of records that break the rule.
    pub found: usize,
}

/// A record that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The record's id, with its kind: `journal 17`.
    pub id: String,
    pub problem: String,
}

impl Check {
    /// A check over as many records as `count` counts.
    pub(super) async fn over(on: &mut impl Session, rule: &'static str, count: &Statement) -> Result<Self, DbError> {
        let (checked,) = fetch_one!(on, (i64,), count)?;
        Ok(Self { rule, checked, named: Vec::new(), found: 0 })
    }

    /// A check that could not be made because a row cannot be read.
    pub(super) fn unmade(name: &'static str, why: &DbError) -> Self {
        let finding = Finding { id: format!("the check of {name}"), problem: format!("it cannot be made: {why}") };
        Self { rule: "every check can be made", checked: 0, named: vec![finding], found: 1 }
    }

    pub fn found(&mut self, id: String, problem: String) {
        self.found += 1;
        if self.named.len() < FINDINGS_NAMED {
            self.named.push(Finding { id, problem });
        }
    }

    /// The number of findings that are not named.
    pub fn unnamed(&self) -> usize {
        self.found - self.named.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_names_twenty_findings_and_counts_the_rest() {
        let mut check = Check { rule: "", checked: 0, named: vec![], found: 0 };
        (0..25).for_each(|id| check.found(id.to_string(), String::new()));
        assert_eq!((check.named.len(), check.found, check.unnamed()), (20, 25, 5));
    }
}
