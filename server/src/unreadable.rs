//! Finds unreadable rows among those that the background work reads of all accounts, with their accounts (`db::aside`
//! has the rule). A server checks the accounts that are put aside again, and takes back those whose rows can all be
//! read; `plumbline doctor` and `plumbline audit` check all accounts.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decision::Record;
use plumbline_core::funds::chains::ChainDeposit;
use plumbline_core::funds::{Deposit, Withdrawal};
use plumbline_core::ids::AccountId;
use plumbline_core::kyc::IdentityCheck;
use plumbline_core::kyc::service::ServicePermission;
use plumbline_core::orders::Order;
use plumbline_core::positions::Position;
use plumbline_core::products::{Dividend, Financing};

use crate::db::{Db, DbError, Session, UnreadRow};
use crate::funds::chains::ChainDepositRow;
use crate::funds::recharge_create::DepositRecord;
use crate::funds::withdrawal::store::WithdrawalRecord;
use crate::kyc::services::store::PermissionRecord;
use crate::kyc::store::CheckRecord;
use crate::ledger::store::{BalanceRow, WalletBalance};
use crate::market::Market;
use crate::orders::store::OrderRecord;
use crate::positions::FinancingRecord;
use crate::positions::corporate::DividendRecord;
use crate::positions::store::PositionRecord;
use crate::reviews::store::{REVIEW, ReviewRow, Said};
use crate::supervision::Supervisor;
use crate::writer::{LockedStream, STREAM, StreamRow, Writer};
use crate::{for_each_unread, statements};

const LOOK_EVERY: Duration = Duration::from_secs(10);

/// Declares the kinds of rows: the name of each, its types, and the rows that the background work reads. A condition on
/// the account is added to the statement.
macro_rules! kinds {
    ($($all:ident, $one:ident: $kind:expr, $row:ty => $record:ty, $sql:literal;)*) => {
        statements! {$(
            $all: $sql;
            $one: concat!($sql, " AND account_id = $1");
        )*}

        const KINDS: &[&str] = &[$($kind),*];

        /// An account's rows of all these kinds that cannot be read.
        async fn of_account(on: &mut impl Session, account: AccountId) -> Result<Vec<UnreadRow>, DbError> {
            let mut unread = Vec::new();
            $(for_each_unread!(on, $kind, $row => $record, $one, account.0; |row| unread.push(row))?;)*
            Ok(unread)
        }

        /// All accounts' rows of these kinds that cannot be read.
        ///
        /// # Errors
        /// A table cannot be read at all.
        pub async fn of_all(on: &mut impl Session) -> Result<Vec<UnreadRow>, DbError> {
            let mut unread = Vec::new();
            $(for_each_unread!(on, $kind, $row => $record, $all; |row| unread.push(row))?;)*
            Ok(unread)
        }
    };
}

kinds! {
    ORDERS, ORDERS_OF: Order::NAME, OrderRecord => Order, "SELECT * FROM orders WHERE status IN (0, 1, 2)";
    POSITIONS, POSITIONS_OF: Position::NAME, PositionRecord => Position, "SELECT * FROM positions WHERE quantity <> 0";
    FINANCING, FINANCING_OF: Financing::NAME, FinancingRecord => Financing, "SELECT * FROM financing WHERE account_id <> 0";
    DIVIDENDS, DIVIDENDS_OF: Dividend::NAME, DividendRecord => Dividend, "SELECT * FROM dividends WHERE status = 0";
    BALANCES, BALANCES_OF: "balance", BalanceRow => WalletBalance, "SELECT * FROM balances WHERE account_id <> 0";
    STREAMS, STREAMS_OF: STREAM, StreamRow => LockedStream, "SELECT * FROM account_streams WHERE account_id <> 0";
    DEPOSITS, DEPOSITS_OF: Deposit::NAME, DepositRecord => Deposit, "SELECT * FROM deposits WHERE status = 0";
    CHAIN_DEPOSITS, CHAIN_DEPOSITS_OF: ChainDeposit::NAME, ChainDepositRow => ChainDeposit,
        "SELECT * FROM chain_deposits WHERE status = 4";
    WITHDRAWALS, WITHDRAWALS_OF: Withdrawal::NAME, WithdrawalRecord => Withdrawal,
        "SELECT * FROM withdrawals WHERE status IN (0, 4, 5)";
    CHECKS, CHECKS_OF: IdentityCheck::NAME, CheckRecord => IdentityCheck,
        "SELECT * FROM identity_checks WHERE account_id <> 0";
    SERVICES, SERVICES_OF: ServicePermission::NAME, PermissionRecord => ServicePermission,
        "SELECT * FROM service_permissions WHERE account_id <> 0";
    REVIEWS, REVIEWS_OF: REVIEW, ReviewRow => Said,
        "SELECT subject, subject_id, subject_id AS id, account_id, decision, reviewer, decided_at FROM reviews WHERE account_id <> 0";
}

/// Checks the accounts that are put aside again every ten seconds, until the server stops.
pub fn start(db: Db, writer: Writer, market: Arc<Market>, supervisor: &Supervisor) {
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("accounts put aside", async move {
        while every.next().await {
            let back = match look_again(&db).await {
                Ok(back) => back,
                Err(error) => {
                    tracing::error!(%error, "accounts that are put aside could not be looked at; it is tried again");
                    continue;
                }
            };
            if back.is_empty() {
                continue;
            }
            for account in &back {
                tracing::info!(account = account.0, "all of an account that was put aside can be read again");
            }
            // Nights that could not be charged are charged before a pair is traded again.
            market.charged_nights.begin_anew();
            writer.take_back(back).await;
        }
    });
}

/// The accounts that are no longer put aside.
async fn look_again(db: &Db) -> Result<BTreeSet<AccountId>, DbError> {
    let mut back = BTreeSet::new();
    for account in db.aside().accounts().iter() {
        let unread = of_account(&mut db.read().await?, *account).await?;
        if db.aside().looked_again(*account, KINDS, &unread) {
            back.insert(*account);
        }
    }
    Ok(back)
}
