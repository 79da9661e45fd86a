use std::fmt;

use plumbline_core::funds::{DepositFailure, ReturnReason, WithdrawalFailure};
use plumbline_core::kyc::CheckFailure;
use plumbline_core::kyc::service::ServiceFailure;
use strum::IntoEnumIterator;
use thiserror::Error;

use super::SubjectKind;

const APPROVE: &str = "approve";
/// The prefix of a reference.
const SENT: &str = "sent ";
/// A transaction's id on a chain has 66 characters at most.
const REFERENCE_MAX: usize = 100;

/// A reviewer's decision: approval, or refusal for reasons of its kind. Approving a payout sends it in the server's
/// way, refusing it rejects its withdrawal; approving an arrival says that the money has arrived, refusing it that it
/// came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Approve,
    /// Words in order, each once; exactly one, except for identity checks.
    Refuse(Vec<String>),
    /// The payout was sent by hand, with a proof such as the transaction on its chain. For payouts only.
    Sent(String),
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum DecisionError {
    #[error("a refusal needs a reason")]
    NoReason,
    #[error("{0} is refused for one reason")]
    OneReason(&'static str),
    #[error("{word} is no reason to refuse {kind}; it is one of {known}")]
    UnknownReason { word: String, kind: &'static str, known: String },
    #[error("a reference is at most {REFERENCE_MAX} letters, digits and signs without blanks")]
    Reference,
}

impl Decision {
    /// A refusal for these reasons.
    ///
    /// # Errors
    /// There is no reason, or one that the kind does not have.
    pub fn refuse(kind: SubjectKind, reasons: &[String]) -> Result<Self, DecisionError> {
        let known = reasons_of(kind);
        if let Some(word) = reasons.iter().find(|word| !known.contains(&word.as_str())) {
            let (word, known) = (word.clone(), known.join(", "));
            return Err(DecisionError::UnknownReason { word, kind: kind.code(), known });
        }
        let mut reasons = reasons.to_vec();
        reasons.sort_unstable();
        reasons.dedup();
        match reasons.len() {
            0 => Err(DecisionError::NoReason),
            1 => Ok(Self::Refuse(reasons)),
            _ if kind == SubjectKind::Identity => Ok(Self::Refuse(reasons)),
            _ => Err(DecisionError::OneReason(kind.code())),
        }
    }

    /// A payout that was sent by hand.
    ///
    /// # Errors
    /// The reference could not be shown to a customer as it is.
    pub fn sent(reference: &str) -> Result<Self, DecisionError> {
        let is_plain = !reference.is_empty() && reference.bytes().all(|byte| byte.is_ascii_graphic());
        if is_plain && reference.len() <= REFERENCE_MAX {
            Ok(Self::Sent(reference.to_owned()))
        } else {
            Err(DecisionError::Reference)
        }
    }

    /// Reads a decision in its stored form.
    pub fn read(kind: SubjectKind, text: &str) -> Option<Self> {
        if let Some(reference) = text.strip_prefix(SENT) {
            return Self::sent(reference).ok().filter(|_| kind == SubjectKind::Payout);
        }
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if text == APPROVE { Some(Self::Approve) } else { Self::refuse(kind, &words).ok() }
    }
}

/// The stored form.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Approve => f.write_str(APPROVE),
            Self::Refuse(reasons) => f.write_str(&reasons.join(" ")),
            Self::Sent(reference) => write!(f, "{SENT}{reference}"),
        }
    }
}

/// The words of the reasons for refusing a kind.
pub fn reasons_of(kind: SubjectKind) -> Vec<&'static str> {
    match kind {
        SubjectKind::Deposit => DepositFailure::ALL.map(DepositFailure::word).to_vec(),
        SubjectKind::Withdrawal | SubjectKind::Payout => WithdrawalFailure::ALL.map(WithdrawalFailure::word).to_vec(),
        SubjectKind::Arrival | SubjectKind::Return => ReturnReason::ALL.map(ReturnReason::word).to_vec(),
        SubjectKind::Identity => CheckFailure::iter().map(CheckFailure::word).collect(),
        SubjectKind::Service => ServiceFailure::iter().map(ServiceFailure::word).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_is_written_in_one_way() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let refused = Decision::refuse(SubjectKind::Identity, &words("underage name_differs underage")).unwrap();
        assert_eq!(refused.to_string(), "name_differs underage");
        assert_eq!(Decision::read(SubjectKind::Identity, "name_differs underage"), Some(refused));
        for kind in SubjectKind::ALL {
            assert_eq!(Decision::read(kind, "approve"), Some(Decision::Approve));
            assert_eq!((Decision::read(kind, ""), Decision::read(kind, "ugly")), (None, None));
            assert_eq!(Decision::refuse(kind, &[]), Err(DecisionError::NoReason));
            for word in reasons_of(kind) {
                assert_eq!(Decision::read(kind, word).unwrap().to_string(), word);
            }
        }
        for kind in SubjectKind::ALL {
            let read = Decision::read(kind, "sent 0xAB:1");
            assert_eq!(read, (kind == SubjectKind::Payout).then(|| Decision::Sent("0xAB:1".into())), "{kind:?}");
        }
        assert_eq!(Decision::sent("0xAB:1").unwrap().to_string(), "sent 0xAB:1");
        for reference in ["", "a b", "ä", "a\nb", &"x".repeat(101)] {
            assert_eq!(Decision::sent(reference), Err(DecisionError::Reference), "{reference}");
        }
        let two = Decision::refuse(SubjectKind::Deposit, &words("not_received amount_differs"));
        assert_eq!(two, Err(DecisionError::OneReason("deposit")));
        assert!(Decision::refuse(SubjectKind::Deposit, &words("underage")).is_err());
    }
}
