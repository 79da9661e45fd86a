use std::sync::Arc;

use axum::extract::State;

use super::timing::WithdrawalTimes;
use crate::funds::Cashier;
use crate::http::{ApiError, Envelope, Reply};

/// The times that withdrawals took in the last 30 days, by method and step, for everybody to read. Withdrawals that
/// still wait count among the slowest. An answer may be a minute old.
#[utoipa::path(get, path = "/withdrawal/times", tag = "funds", security(()),
    responses((status = 200, body = Envelope<WithdrawalTimes>)))]
pub async fn times(State(cashier): State<Arc<Cashier>>) -> Result<Reply<WithdrawalTimes>, ApiError> {
    let Cashier { db, mode, has_autopilot, times, .. } = &*cashier;
    Ok(Reply(times.newest(db, *mode, *has_autopilot, cashier.clock.now()).await?))
}
