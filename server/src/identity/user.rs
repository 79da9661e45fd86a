//! A customer's view of their own account.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::AccountRow;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The user ID, eight digits, with which a customer can log in.
    pub user_login_id: String,
    pub name: String,
    pub email: String,
    pub phone: Option<String>,
    /// The code that others give when they sign up, so that this customer counts as having invited them.
    pub invite_code: String,
    /// 0 nothing was sent, 1 under review, 2 verified, 3 unsuccessful.
    pub kyc_status: i64,
    pub pay_password_set: bool,
    /// 0 not opened, 1 under review, 2 opened, 3 refused.
    pub block_trade_status: i64,
    /// Unix milliseconds.
    pub create_time_timestamp: String,
}

impl From<AccountRow> for User {
    fn from(row: AccountRow) -> Self {
        Self {
            user_login_id: row.user_id,
            name: row.name,
            email: row.email,
            phone: row.phone,
            invite_code: row.invite_code,
            kyc_status: row.kyc_status,
            pay_password_set: row.pay_password_hash.is_some(),
            block_trade_status: row.block_trade_status,
            create_time_timestamp: row.created_at.to_string(),
        }
    }
}
