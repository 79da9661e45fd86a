//! Services that have to be applied for: block trades.

mod apply;
mod permission;
mod review;

pub use apply::ApplyForService;
pub use permission::{Service, ServiceFailure, ServicePermission, ServiceStatus};
pub use review::ReviewService;
