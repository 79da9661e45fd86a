//! The rows that the rounds of a server read of all accounts: which of them cannot be read, and whose they are
//! (`db::aside` has the rule). A server looks again at the accounts that are put aside, and takes back those of which all of
//! these can be read; `plumbline doctor` and `plumbline audit` look at all of them.

use std::collections::BTreeSet;
use std::time::Duration;

use plumbline_core::decision::Record;
use plumbline_core::funds::chains::ChainDeposit;
use plumbline_core::funds::{Deposit, Withdrawal};
use plumbline_core::ids::AccountId;
use plumbline_core::kyc::IdentityCheck;
use plumbline_core::kyc::service::ServicePermission;
use plumbline_core::orders::Order;
use plumbline_core::positions::Position;
use plumbline_core::products::Dividend;

use crate::db::{Db, DbError, Session, UnreadRow, is_settled_by_work};
use crate::funds::chains::ChainDepositRow;
use crate::funds::recharge_create::DepositRecord;
use crate::funds::withdrawal::store::WithdrawalRecord;
use crate::kyc::services::store::PermissionRecord;
use crate::kyc::store::CheckRecord;
use crate::leader::Leadership;
use crate::ledger::store::{BalanceRow, WalletBalance};
use crate::orders::store::OrderRecord;
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

        /// Those of an account, of all these kinds, that cannot be read.
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
    ORDERS, ORDERS_OF: Order::NAME, OrderRecord => Order, "SELECT * FROM orders WHERE (status IN (0, 1, 2) OR id IN (
        SELECT group_entry FROM orders WHERE group_id IS NOT NULL AND status IN (0, 1, 2, 7)
        UNION SELECT group_take_profit FROM orders WHERE group_id IS NOT NULL AND status IN (0, 1, 2, 7)
        UNION SELECT group_stop_loss FROM orders WHERE group_id IS NOT NULL AND status IN (0, 1, 2, 7)))";
    POSITIONS, POSITIONS_OF: Position::NAME, PositionRecord => Position, "SELECT * FROM positions WHERE quantity <> 0";
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

/// Looks again every ten seconds at the accounts that are put aside, whether this server leads or not, until it stops.
pub fn start(db: Db, writer: Writer, leadership: Leadership, supervisor: &Supervisor) {
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("accounts put aside", async move {
        let mut back = BTreeSet::new();
        while every.next().await {
            // While a term begins, its parts read all accounts; one that came back then would be missing in the book.
            if leadership.term().is_some() != writer.is_open() {
                continue;
            }
            for account in db.aside().accounts().iter() {
                match look_again(&db, *account).await {
                    Ok(false) => {}
                    Ok(true) => {
                        tracing::info!(account = account.0, "an account is put aside no more");
                        back.insert(*account);
                    }
                    Err(error) => {
                        tracing::error!(%error, "an account that is put aside could not be looked at; it is tried again");
                    }
                }
            }
            // Accounts that come back while a term begins may be missing in its book: the next round hands them over.
            if leadership.term().is_some() == writer.is_open() {
                writer.take_back(std::mem::take(&mut back)).await;
            }
        }
    });
}

/// Reads an account again; true if it is put aside no more. A row of a kind that rounds do not read is forgotten: the next
/// request that needs it finds it again. Work that is left on the account stays named.
async fn look_again(db: &Db, account: AccountId) -> Result<bool, DbError> {
    let unread = of_account(&mut db.read().await?, account).await?;
    Ok(db.aside().looked_again(account, |kind| !is_settled_by_work(kind), &unread))
}

#[cfg(test)]
mod tests {
    use plumbline_core::funds::{DepositChannel, RequestDeposit};

    use super::*;
    use crate::clock::Clock;
    use crate::execute;
    use crate::funds::DepositReply;
    use crate::http::IdempotencyKey;
    use crate::testing::{self, Venue, databases};
    use crate::writer::Submission;

    statements! {
        SET_CODE: "UPDATE idempotent_replies SET code = $1";
    }

    /// Rounds read no replies.
    #[tokio::test]
    async fn an_account_comes_back_whatever_row_of_it_a_request_has_met() {
        for (uri, _folder) in databases("aside").await {
            let (db, ann) = (Db::open(&uri).await.unwrap(), AccountId(7));
            let venue = Venue::open(testing::writer_context(&db, &Clock::System).await).await;
            let request = async || {
                let key = IdempotencyKey::parse("POST /recharge/create", "0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f");
                let action = RequestDeposit {
                    account: ann,
                    channel: DepositChannel::Fiat,
                    sent_currency: "USD".into(),
                    sent_amount: "1.00".into(),
                    credit: testing::usd(100),
                    rate: None,
                    proof_url: None,
                };
                let submission = Submission::new(ann, key.unwrap(), &1);
                venue.writer.submit::<_, DepositReply>(submission, async { Ok(action) }).await
            };
            let set_code = async |code: i64| {
                let mut tx = db.begin().await.unwrap();
                assert_eq!(execute!(&mut tx, SET_CODE, code).unwrap(), 1);
                tx.commit().await.unwrap();
            };
            let look = async || look_again(&db, ann).await.unwrap();
            let first = request().await.unwrap();
            set_code(-7).await;
            for _ in 0..2 {
                assert_eq!(request().await.unwrap_err().word, "record_unreadable");
                assert!(db.aside().has(ann));
                assert!(look().await);
            }
            set_code(200).await;
            assert_eq!(request().await.unwrap().0.data.get(), first.0.data.get());
            assert!(!db.aside().has(ann));
        }
    }
}
