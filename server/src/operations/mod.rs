//! The calls for an operator's monitoring: liveness, readiness and figures.

pub mod app_version;
pub mod docs;
pub mod health;
pub mod metrics;
pub mod purge;
pub mod support;
