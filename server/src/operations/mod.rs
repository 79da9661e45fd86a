//! What an operator's machines ask: is it alive, is it ready, how is it doing.

pub mod app_version;
pub mod docs;
pub mod health;
pub mod metrics;
pub mod purge;
pub mod support;
