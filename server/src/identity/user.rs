//! A customer's view of their own account.

use crate::http::wire;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::AccountRow;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The user ID, eight digits, with which a customer can log in.
    #[schema(pattern = "^[0-9]{8}$")]
    pub user_login_id: String,
    pub name: String,
    pub email: wire::Email,
    #[schema(pattern = "^\\+?[0-9 ()-]{3,32}$")]
    pub phone: Option<String>,
    /// The code that others give when they sign up, so that this customer counts as having invited them.
    pub invite_code: wire::InviteCode,
    /// 0 nothing was sent, 1 under review, 2 verified, 3 unsuccessful.
    pub kyc_status: wire::KycStatus,
    pub pay_password_set: bool,
    /// 0 not opened, 1 under review, 2 opened, 3 refused.
    pub block_trade_status: wire::BlockTradeStatus,
    /// Unix milliseconds.
    pub create_time_timestamp: wire::Timestamp,
}

impl From<AccountRow> for User {
    fn from(row: AccountRow) -> Self {
        Self {
            user_login_id: row.user_id,
            name: row.name,
            email: row.email.into(),
            phone: row.phone,
            invite_code: row.invite_code.into(),
            kyc_status: row.kyc_status.into(),
            pay_password_set: row.pay_password_hash.is_some(),
            block_trade_status: row.block_trade_status.into(),
            create_time_timestamp: row.created_at.into(),
        }
    }
}
