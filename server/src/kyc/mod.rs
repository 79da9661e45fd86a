//! The verification of customers' identity: one file a call. `store` and `claims` have the tables, `services` the
//! services that verified customers can apply for, `autopilot` the reviewer of paper mode.

pub mod apply_status;
pub mod areas;
mod autopilot;
pub mod claims;
mod desk;
pub mod forget;
mod overdue;
mod reply;
pub mod retag;
pub mod rotate;
mod sealed;
pub mod services;
pub mod store;
pub mod update_real;

pub use desk::Desk;
pub use reply::KycReply;
pub use sealed::{SealedError, open};

use std::sync::Arc;

use crate::supervision::Supervisor;

/// Starts the background work: the autopilot of paper mode, if it is on, the reports of late reviews, the new tags of
/// documents, and the deletion of unsuccessful checks' data.
pub fn start(desk: &Arc<Desk>, supervisor: &Supervisor) {
    autopilot::start(desk.clone(), supervisor);
    overdue::start(desk.clone(), supervisor);
    retag::start(desk.clone(), supervisor);
    forget::start(desk.clone(), supervisor);
}
