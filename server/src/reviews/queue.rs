//! The subjects that wait for reviewers.

use plumbline_core::funds::{Deposit, Withdrawal, format_hundredths};
use plumbline_core::kyc::service::ServicePermission;
use plumbline_core::kyc::{IdentityCheck, REVIEW_WITHIN};
use plumbline_core::time::UnixMillis;

use super::{Opinion, Subject, SubjectKind, Verdict, pictures, store};
use crate::db::{DbError, Session};
use crate::files::FileId;
use crate::files::links::file_in;
use crate::funds::{pending_deposits, withdrawal};
use crate::kyc;

/// The most of each kind that are listed.
const LISTED_MAX: i64 = 1_000;

/// A waiting subject, in words that reveal nothing of a document.
#[derive(Debug)]
pub struct Waiting {
    pub subject: Subject,
    pub summary: String,
    pub since: UnixMillis,
    /// True if it waits for longer than customers are told.
    pub overdue: bool,
    pub opinions: Vec<Opinion>,
}

impl Waiting {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.opinions)
    }
}

/// All waiting subjects, the longest first. One that cannot be read is left out and logged.
pub async fn waiting(on: &mut impl Session, now: UnixMillis) -> Result<Vec<Waiting>, DbError> {
    let mut decided = store::of_waiting(on).await?;
    let mut found = Vec::new();
    let mut add = |kind, id, account, summary, since: UnixMillis| {
        let subject = Subject { kind, id, account };
        let opinions = decided.remove(&subject).unwrap_or_default();
        let overdue = now.since(since) > REVIEW_WITHIN;
        found.push(Waiting { subject, summary, since, overdue, opinions });
    };
    for deposit in pending_deposits(on, now.0, LISTED_MAX).await? {
        let Deposit { id, account, created_at, .. } = deposit;
        let proof: Vec<FileId> = deposit.proof_url.as_deref().and_then(file_in).into_iter().collect();
        let again = pictures::told(on, &proof, SubjectKind::Deposit, id.0).await?;
        add(SubjectKind::Deposit, id.0, account, of_deposit(&deposit) + &again, created_at);
    }
    for withdrawal in withdrawal::store::requested(on, LISTED_MAX).await? {
        let Withdrawal { id, account, created_at, .. } = withdrawal;
        add(SubjectKind::Withdrawal, id.0, account, of_withdrawal(&withdrawal), created_at);
    }
    let to_tell_apart = kyc::retag::left(on).await?;
    for check in kyc::store::due(on, now, LISTED_MAX).await? {
        let IdentityCheck { id, account, submitted_at, .. } = check;
        let later =
            if to_tell_apart.contains(&account) { "; NOT TO BE APPROVED YET: see the server's log" } else { "" };
        let sides: Vec<FileId> =
            [Some(check.front), check.back].into_iter().flatten().map(|file| FileId(file.0)).collect();
        let again = pictures::told(on, &sides, SubjectKind::Identity, id.0).await?;
        let summary = format!("{} of {}{later}{again}", check.document.word(), check.country);
        add(SubjectKind::Identity, id.0, account, summary, submitted_at);
    }
    for application in kyc::services::store::due(on, now, LISTED_MAX).await? {
        let ServicePermission { id, account, applied_at, .. } = application;
        add(SubjectKind::Service, id.0, account, application.service.code().to_owned(), applied_at);
    }
    found.sort_by_key(|waiting| (waiting.since, waiting.subject));
    Ok(found)
}

pub fn of_deposit(deposit: &Deposit) -> String {
    format!("{} {} by {}", deposit.sent_amount, deposit.sent_currency, deposit.channel.code())
}

pub fn of_withdrawal(withdrawal: &Withdrawal) -> String {
    let to = withdrawal.destination.number().masked();
    format!("{} {} to {to}", format_hundredths(withdrawal.amount), withdrawal.currency)
}
