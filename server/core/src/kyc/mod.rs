//! Customers' real identity: the check of a document, and the services that require a verified identity.

mod check;
pub mod documents;
mod failure;
mod review;
mod reviewed_by;
pub mod service;
mod submit;
mod tag;

pub use check::{CheckStatus, IdentityCheck, REVIEW_WITHIN};
pub use failure::CheckFailure;
pub use review::ReviewIdentity;
pub use reviewed_by::ReviewedBy;
pub use submit::SubmitIdentity;
pub use tag::{DocumentClaim, DocumentTag};
