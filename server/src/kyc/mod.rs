//! Who a customer is in the world outside: one file a call. `store` and `claims` have the tables, `services` what may be
//! applied for once the identity is verified, `autopilot` the reviewer of paper mode.

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

/// Starts what looks after that is sent: the autopilot of paper mode, unless there is none, and who tells of late reviews,
/// who tells documents apart anew, and who removes what unsuccessful checks have left.
pub fn start(desk: &Arc<Desk>, supervisor: &Supervisor) {
    autopilot::start(desk.clone(), supervisor);
    overdue::start(desk.clone(), supervisor);
    retag::start(desk.clone(), supervisor);
    forget::start(desk.clone(), supervisor);
}
