//! The table of applications for services, its reads, and its stream messages.

use std::collections::BTreeSet;

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, ServiceApplicationId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::kyc::service::{Service, ServiceFailure, ServicePermission, ServiceStatus};
use plumbline_core::time::UnixMillis;
use serde::Serialize;

use super::ServiceReply;
use crate::db::queue::{Part, Read};
use crate::db::{Batch, DbError, Session, rows, rows::Rows};
use crate::writer::{Listings, Source, StoredRecord, Told};
use crate::{fetch_head, fetch_optional, fetch_part, record, statements};

statements! {
    LOAD("i"): "SELECT * FROM service_permissions WHERE account_id IN ({rows})";
    /// A row that is not older makes the version NULL and the batch fail.
    STORE("itiitiiti"): "INSERT INTO service_permissions
        (account_id, service, id, status, reason, applied_at, reviewed_at, reviewed_by, version) {rows}
        ON CONFLICT (account_id, service) DO UPDATE SET id = excluded.id, status = excluded.status,
            reason = excluded.reason, applied_at = excluded.applied_at, reviewed_at = excluded.reviewed_at,
            reviewed_by = excluded.reviewed_by,
            version = CASE WHEN service_permissions.version < excluded.version THEN excluded.version END";
    OF_ACCOUNT: "SELECT * FROM service_permissions WHERE account_id = $1 AND service = $2";
    BY_ID: "SELECT * FROM service_permissions WHERE id = $1";
    /// Status 1 is under review.
    DUE: "SELECT * FROM service_permissions WHERE status = 1 AND applied_at <= $1 ORDER BY applied_at, id
        LIMIT $2 OFFSET $3";
}

record! {
    /// A row of `service_permissions`.
    pub struct PermissionRecord {
        account_id: i64,
        service: String,
        id: i64,
        status: i64,
        reason: Option<String>,
        applied_at: i64,
        reviewed_at: Option<i64>,
        reviewed_by: Option<String>,
        version: i64,
    }
}

impl TryFrom<PermissionRecord> for ServicePermission {
    type Error = DbError;

    fn try_from(row: PermissionRecord) -> Result<Self, DbError> {
        let corrupt = |column| DbError::Corrupt { column, value: format!("of account {}", row.account_id) };
        let reason = |word: &str| ServiceFailure::from_word(word).ok_or(corrupt("service_permissions.reason"));
        let by = |code: &str| ReviewedBy::from_code(code).ok_or(corrupt("service_permissions.reviewed_by"));
        Ok(Self {
            id: ServiceApplicationId(row.id),
            account: AccountId(row.account_id),
            service: Service::from_code(&row.service).ok_or(corrupt("service_permissions.service"))?,
            status: ServiceStatus::from_code(row.status).ok_or(corrupt("service_permissions.status"))?,
            reason: row.reason.as_deref().map(reason).transpose()?,
            applied_at: UnixMillis(row.applied_at),
            reviewed_at: row.reviewed_at.map(UnixMillis),
            reviewed_by: row.reviewed_by.as_deref().map(by).transpose()?,
            version: row.version,
        })
    }
}

/// The push socket's message of an application.
#[derive(Debug, Serialize)]
struct ServiceMessage {
    kind: &'static str,
    #[serde(flatten)]
    application: ServiceReply,
}

impl StoredRecord for ServicePermission {
    /// An account has few applications, so all of them are read.
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<(AccountId, Service)>) -> Result<Vec<Self>, DbError> {
        let accounts: BTreeSet<AccountId> = keys.iter().map(|(account, _)| *account).collect();
        let input = Rows::default().int(accounts.iter().map(|account| account.0));
        let read: Vec<Self> = rows::read::<PermissionRecord, _>(from, Self::NAME, LOAD, input).await?;
        Ok(read.into_iter().filter(|permission| keys.contains(&(permission.account, permission.service))).collect())
    }

    async fn store(batch: &mut Batch, permissions: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(permissions.iter().map(|p| p.account.0))
            .text(permissions.iter().map(|p| p.service.code()))
            .int(permissions.iter().map(|p| p.id.0))
            .int(permissions.iter().map(|p| p.status.code()))
            .text(permissions.iter().map(|p| p.reason.map(ServiceFailure::word)))
            .int(permissions.iter().map(|p| p.applied_at.0))
            .int(permissions.iter().map(|p| p.reviewed_at.map(|at| at.0)))
            .text(permissions.iter().map(|p| p.reviewed_by.map(ReviewedBy::code)))
            .int(permissions.iter().map(|p| p.version));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, _: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let message = ServiceMessage { kind: "service", application: ServiceReply::from(self) };
        let data = serde_json::to_string(&message);
        Some(data.map(|data| Told { account: self.account, topic: "messages", data }))
    }
}

/// An account's application for a service, if it ever applied.
pub async fn find(
    on: &mut impl Session,
    account: AccountId,
    service: Service,
) -> Result<Option<ServicePermission>, DbError> {
    let found = fetch_optional!(on, PermissionRecord, OF_ACCOUNT, account.0, service.code())?;
    found.map(ServicePermission::try_from).transpose()
}

/// The application with this id, unless there is a newer one.
pub async fn by_id(on: &mut impl Session, id: ServiceApplicationId) -> Result<Option<ServicePermission>, DbError> {
    fetch_optional!(on, PermissionRecord, BY_ID, id.0)?.map(ServicePermission::try_from).transpose()
}

/// Applications that have been under review since `until` or longer, the longest first; one that cannot be read is left
/// out and does not hold up others.
pub async fn due(on: &mut impl Session, until: UnixMillis, at_most: i64) -> Result<Vec<ServicePermission>, DbError> {
    fetch_head!(on, ServicePermission::NAME, PermissionRecord, DUE, at_most, until.0)
}

/// A part of the due applications.
pub async fn due_part(
    on: &mut impl Session,
    until: UnixMillis,
    part: Part,
) -> Result<Read<ServicePermission>, DbError> {
    fetch_part!(on, ServicePermission::NAME, PermissionRecord, DUE, part, until.0)
}
