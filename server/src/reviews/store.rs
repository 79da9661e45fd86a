//! The table of reviewers' decisions.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::name::key_of;
use super::{Decision, Opinion, Subject, SubjectKind, references};
use crate::db::{Db, DbError, Session};
use crate::{execute, fetch_all, fetch_each, statements};

statements! {
    /// Each is stored only while its subject waits for it, and once for each name.
    DECIDE_DEPOSIT: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'deposit', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM deposits s WHERE s.id = $1 AND s.status = 0 ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    DECIDE_WITHDRAWAL: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'withdrawal', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM withdrawals s WHERE s.id = $1 AND s.status = 0 ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    /// A document that needs a new tag first (`documents_to_retag`) is not approved; it may be refused, since that
    /// claims no document.
    DECIDE_IDENTITY: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'identity', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM identity_checks s WHERE s.id = $1 AND s.status = 1
        AND (CAST($2 AS TEXT) <> 'approve' OR NOT EXISTS
            (SELECT 1 FROM documents_to_retag d WHERE d.account_id = s.account_id))
        ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    DECIDE_SERVICE: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'service', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM service_permissions s WHERE s.id = $1 AND s.status = 1
        ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    /// A payout belongs to an approved withdrawal (4), and an arrival to a sent one (5). One reference proves one
    /// payment, even if a server without `references` stored it; an arrival or return cannot precede the writing of its
    /// file, which would pay it after it was given back. No approval beside anyone's `sent`: it would be paid twice.
    DECIDE_PAYOUT: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'payout', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM withdrawals s WHERE s.id = $1 AND s.status = 4
        AND NOT EXISTS (SELECT 1 FROM withdrawals o WHERE 'sent ' || o.reference = CAST($2 AS TEXT))
        AND (CAST($2 AS TEXT) <> 'approve' OR NOT EXISTS (SELECT 1 FROM reviews r
            WHERE r.subject = 'payout' AND r.subject_id = s.id AND r.decision LIKE 'sent %'))
        ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    DECIDE_ARRIVAL: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'arrival', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM withdrawals s WHERE s.id = $1 AND s.status = 5 AND (s.sent_by IN ('simulated', 'by_hand') OR s.sent_by = 'file' AND EXISTS
            (SELECT 1 FROM payouts p JOIN payout_batches b ON b.id = p.batch_id
            WHERE p.withdrawal_id = s.id AND b.written_at IS NOT NULL))
        ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    /// A withdrawal that comes back after its arrival is settled (1).
    DECIDE_RETURN: "INSERT INTO reviews (subject, subject_id, account_id, decision, reviewer, reviewer_key, decided_at)
        SELECT 'return', s.id, s.account_id, CAST($2 AS TEXT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM withdrawals s WHERE s.id = $1 AND s.status = 1 ON CONFLICT (subject, subject_id, reviewer_key) DO NOTHING";
    /// The decisions on everything that waits.
    OF_WAITING: "SELECT subject, subject_id AS id, subject_id, account_id, decision, reviewer, decided_at FROM
        (SELECT r.* FROM deposits s JOIN reviews r ON r.subject = 'deposit' AND r.subject_id = s.id WHERE s.status = 0
        UNION ALL SELECT r.* FROM withdrawals s
            JOIN reviews r ON r.subject = 'withdrawal' AND r.subject_id = s.id WHERE s.status = 0
        UNION ALL SELECT r.* FROM withdrawals s JOIN reviews r ON r.subject_id = s.id
            AND r.subject = CASE s.status WHEN 4 THEN 'payout' ELSE 'arrival' END
            WHERE s.status IN (0, 4, 5) AND s.status <> 0
        UNION ALL SELECT r.* FROM reviews r JOIN withdrawals s ON s.id = r.subject_id AND s.status = 1
            WHERE r.subject = 'return'
        UNION ALL SELECT r.* FROM identity_checks s
            JOIN reviews r ON r.subject = 'identity' AND r.subject_id = s.id WHERE s.status = 1
        UNION ALL SELECT r.* FROM service_permissions s
            JOIN reviews r ON r.subject = 'service' AND r.subject_id = s.id WHERE s.status = 1) waiting
        ORDER BY decided_at, reviewer_key";
    OF_SUBJECT: "SELECT subject, subject_id, account_id, decision, reviewer, decided_at FROM reviews
        WHERE subject = $1 AND subject_id = $2 ORDER BY decided_at, reviewer_key";
}

/// A row of `reviews`.
#[derive(Debug, sqlx::FromRow)]
pub struct ReviewRow {
    subject: String,
    subject_id: i64,
    account_id: i64,
    decision: String,
    reviewer: String,
    decided_at: i64,
}

/// A reviewer's decision on a subject.
#[derive(Debug)]
pub struct Said(Subject, Opinion);

impl TryFrom<ReviewRow> for Said {
    type Error = DbError;

    fn try_from(row: ReviewRow) -> Result<Self, DbError> {
        let kind = SubjectKind::from_code(&row.subject);
        let kind = kind.ok_or_else(|| DbError::Corrupt { column: "reviews.subject", value: row.subject.clone() })?;
        let corrupt = || DbError::Corrupt { column: "reviews.decision", value: format!("at {}", row.decided_at) };
        let decision = Decision::read(kind, &row.decision).ok_or_else(corrupt)?;
        let subject = Subject { kind, id: row.subject_id, account: AccountId(row.account_id) };
        Ok(Self(subject, Opinion { reviewer: row.reviewer, decision }))
    }
}

/// The name of a reviewer's decision in operators' messages.
pub const REVIEW: &str = "review";

/// Stores a reviewer's decision; false when the subject does not wait for it, or the name has decided already.
pub async fn decide(db: &Db, kind: SubjectKind, id: i64, opinion: &Opinion, now: UnixMillis) -> Result<bool, DbError> {
    Ok(!decide_each(db, kind, &[id], opinion, now).await?.is_empty())
}

/// Stores a decision on several subjects at once, so that the server finds all or none of them; gives the stored ones.
pub async fn decide_each(
    db: &Db,
    kind: SubjectKind,
    ids: &[i64],
    opinion: &Opinion,
    now: UnixMillis,
) -> Result<Vec<i64>, DbError> {
    let (mut tx, mut written) = (db.begin().await?, Vec::new());
    let reference = match &opinion.decision {
        Decision::Sent(reference) => Some(reference.as_str()),
        Decision::Approve | Decision::Refuse(_) => None,
    };
    for id in ids {
        if let Some(reference) = reference
            && !references::is_free(&mut tx, reference, *id).await?
        {
            continue;
        }
        if !write(&mut tx, kind, *id, opinion, now).await? {
            continue;
        }
        written.push(*id);
        let opinions = of_subject(&mut tx, kind, *id).await?;
        if reference.is_some() && !references::take(&mut tx, &opinions, *id).await? {
            // Nothing is stored if one payment would count as two.
            return Ok(Vec::new());
        }
    }
    tx.commit().await?;
    Ok(written)
}

async fn write(
    on: &mut impl Session,
    kind: SubjectKind,
    id: i64,
    opinion: &Opinion,
    now: UnixMillis,
) -> Result<bool, DbError> {
    let (decision, reviewer) = (opinion.decision.to_string(), opinion.reviewer.as_str());
    let key = key_of(reviewer);
    let written = match kind {
        SubjectKind::Deposit => execute!(on, DECIDE_DEPOSIT, id, &decision, reviewer, &key, now.0),
        SubjectKind::Withdrawal => execute!(on, DECIDE_WITHDRAWAL, id, &decision, reviewer, &key, now.0),
        SubjectKind::Identity => execute!(on, DECIDE_IDENTITY, id, &decision, reviewer, &key, now.0),
        SubjectKind::Service => execute!(on, DECIDE_SERVICE, id, &decision, reviewer, &key, now.0),
        SubjectKind::Payout => execute!(on, DECIDE_PAYOUT, id, &decision, reviewer, &key, now.0),
        SubjectKind::Arrival => execute!(on, DECIDE_ARRIVAL, id, &decision, reviewer, &key, now.0),
        SubjectKind::Return => execute!(on, DECIDE_RETURN, id, &decision, reviewer, &key, now.0),
    }?;
    Ok(written == 1)
}

/// The decisions on everything that waits, by subject, in their order. A subject with an unreadable decision is left
/// out, because the others alone may mean something else, and does not hold up others.
pub async fn of_waiting(on: &mut impl Session) -> Result<BTreeMap<Subject, Vec<Opinion>>, DbError> {
    let mut found: BTreeMap<Subject, Vec<Opinion>> = BTreeMap::new();
    let (read, unread): (Vec<Said>, _) = fetch_each!(on, REVIEW, ReviewRow, OF_WAITING)?;
    for Said(subject, opinion) in read {
        found.entry(subject).or_default().push(opinion);
    }
    unread.iter().for_each(|row| on.aside().put(row));
    let unreadable: BTreeSet<i64> = unread.iter().filter_map(|row| row.name.id).collect();
    found.retain(|subject, _| !unreadable.contains(&subject.id));
    Ok(found)
}

/// The decisions on a subject, waiting or not.
pub async fn of_subject(on: &mut impl Session, kind: SubjectKind, id: i64) -> Result<Vec<Opinion>, DbError> {
    let found = fetch_all!(on, ReviewRow, OF_SUBJECT, kind.code(), id)?;
    found.into_iter().map(|row| Said::try_from(row).map(|Said(_, opinion)| opinion)).collect()
}
