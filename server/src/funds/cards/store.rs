//! The rows of saved accounts. Code that sends money reads the whole destination with [`find`].

use plumbline_core::funds::payout::{
    BankAccount, BankNumber, Branch, Chain, Coin, Destination, Sensitive, WalletAddress,
};
use plumbline_core::ids::{AccountId, PayoutAccountId};
use plumbline_core::time::UnixMillis;
use sha2::{Digest, Sha256};

use super::PayoutDetails;
use crate::db::{DbError, Session, Tx};
use crate::files::FileId;
use crate::{execute, fetch_all, fetch_one, fetch_optional, statements};

statements! {
    ALL: "SELECT * FROM payout_accounts WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id DESC";
    COUNT: "SELECT COUNT(*) FROM payout_accounts WHERE account_id = $1 AND deleted_at IS NULL";
    FIND: "SELECT * FROM payout_accounts WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL";
    SAME: "SELECT * FROM payout_accounts WHERE account_id = $1 AND identity = $2 AND deleted_at IS NULL";
    /// An update that changes nothing locks the row on both databases: other changes of the customer's accounts wait
    /// here.
    LOCK: "UPDATE accounts SET name = name WHERE id = $1";
    STORE: "INSERT INTO payout_accounts
        (id, account_id, kind, number, currency, chain, bank_name, account_name, swift_code, aba_routing_number, region,
         city, postal_code, branch_address, personal_address, identity, image_file, destination_since, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
        ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, number = excluded.number, currency = excluded.currency,
            chain = excluded.chain, bank_name = excluded.bank_name, account_name = excluded.account_name,
            swift_code = excluded.swift_code, aba_routing_number = excluded.aba_routing_number,
            region = excluded.region, city = excluded.city, postal_code = excluded.postal_code,
            branch_address = excluded.branch_address, personal_address = excluded.personal_address,
            identity = excluded.identity, image_file = excluded.image_file,
            destination_since = excluded.destination_since, updated_at = excluded.updated_at";
    WAS_SAVED: "SELECT id FROM payout_accounts WHERE id = $1 AND account_id = $2";
    /// Only the fact that it existed is kept: records that refer to it have copies of their own.
    DELETE: "UPDATE payout_accounts SET deleted_at = $3, number = '', identity = '', bank_name = NULL,
            account_name = NULL, swift_code = NULL, aba_routing_number = NULL, region = NULL, city = NULL,
            postal_code = NULL, branch_address = NULL, personal_address = NULL, image_file = NULL
        WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL";
}

/// An account that a customer has saved. It may change or be deleted later, so code that sends money keeps a copy of
/// the destination.
#[derive(Clone, Debug)]
pub struct PayoutAccount {
    pub id: PayoutAccountId,
    pub account: AccountId,
    pub destination: Destination,
    /// A picture of the card.
    pub image: Option<FileId>,
    /// The time since which it has this destination.
    pub destination_since: UnixMillis,
    pub created_at: UnixMillis,
    /// The time when it was saved or last changed.
    pub updated_at: UnixMillis,
}

/// A row of `payout_accounts`. It contains whole numbers, so it does not print.
#[derive(sqlx::FromRow)]
struct PayoutRow {
    id: i64,
    account_id: i64,
    kind: String,
    number: String,
    currency: Option<String>,
    chain: Option<String>,
    bank_name: Option<String>,
    account_name: Option<String>,
    swift_code: Option<String>,
    aba_routing_number: Option<String>,
    region: Option<String>,
    city: Option<String>,
    postal_code: Option<String>,
    branch_address: Option<String>,
    personal_address: Option<String>,
    image_file: Option<i64>,
    destination_since: i64,
    created_at: i64,
    updated_at: i64,
}

const fn kind(destination: &Destination) -> &'static str {
    match destination {
        Destination::Wallet(_) => "wallet",
        Destination::Bank(account) => match account.number {
            BankNumber::Iban(_) => "iban",
            BankNumber::Account(_) => "account",
            BankNumber::Card(_) => "card",
        },
    }
}

/// A hash that identifies a destination without revealing its number: an index and its errors contain it.
fn identity(destination: &Destination) -> String {
    hex::encode(Sha256::digest(destination.identity()))
}

impl TryFrom<PayoutRow> for PayoutAccount {
    type Error = DbError;

    fn try_from(row: PayoutRow) -> Result<Self, DbError> {
        let (id, account) = (PayoutAccountId(row.id), AccountId(row.account_id));
        let (created_at, updated_at) = (UnixMillis(row.created_at), UnixMillis(row.updated_at));
        let (image, destination_since) = (row.image_file.map(FileId), UnixMillis(row.destination_since));
        Ok(Self { id, account, destination: row.destination()?, image, destination_since, created_at, updated_at })
    }
}

impl PayoutRow {
    /// The checks of saving are not repeated: rules may have become stricter since.
    fn destination(self) -> Result<Destination, DbError> {
        let number = Sensitive::new(self.number);
        let number = match self.kind.as_str() {
            "wallet" => {
                let chain = self.chain.unwrap_or_default();
                let currency = self.currency.unwrap_or_default();
                let coin = Coin::find(&currency)
                    .ok_or(DbError::Corrupt { column: "payout_accounts.currency", value: currency })?;
                let chain = Chain::from_code(&chain)
                    .ok_or(DbError::Corrupt { column: "payout_accounts.chain", value: chain })?;
                return Ok(Destination::Wallet(WalletAddress { currency: coin.currency, chain, address: number }));
            }
            "iban" => BankNumber::Iban(number),
            "account" => BankNumber::Account(number),
            "card" => BankNumber::Card(number),
            _ => return Err(DbError::Corrupt { column: "payout_accounts.kind", value: self.kind }),
        };
        Ok(Destination::Bank(BankAccount {
            bank_name: self.bank_name.unwrap_or_default(),
            account_name: self.account_name.unwrap_or_default(),
            number,
            swift_code: self.swift_code,
            aba_routing_number: self.aba_routing_number,
            branch: Branch {
                region: self.region,
                city: self.city,
                postal_code: self.postal_code,
                address: self.branch_address,
            },
            personal_address: self.personal_address,
        }))
    }
}

/// The accounts that a customer has saved, the newest first.
pub async fn all(on: &mut impl Session, account: AccountId) -> Result<Vec<PayoutAccount>, DbError> {
    fetch_all!(on, PayoutRow, ALL, account.0)?.into_iter().map(PayoutAccount::try_from).collect()
}

pub async fn count(on: &mut impl Session, account: AccountId) -> Result<i64, DbError> {
    Ok(fetch_one!(on, (i64,), COUNT, account.0)?.0)
}

/// One of the customer's accounts, with the whole destination.
pub async fn find(
    on: &mut impl Session,
    account: AccountId,
    id: PayoutAccountId,
) -> Result<Option<PayoutAccount>, DbError> {
    fetch_optional!(on, PayoutRow, FIND, id.0, account.0)?.map(PayoutAccount::try_from).transpose()
}

/// The customer's account with the target of `destination`, whatever its other details are.
pub async fn same(
    on: &mut impl Session,
    account: AccountId,
    destination: &Destination,
) -> Result<Option<PayoutAccount>, DbError> {
    fetch_optional!(on, PayoutRow, SAME, account.0, identity(destination))?.map(PayoutAccount::try_from).transpose()
}

/// Begins a change of a customer's accounts. Other changes wait until it ends.
pub async fn lock(tx: &mut Tx, account: AccountId) -> Result<(), DbError> {
    execute!(tx, LOCK, account.0)?;
    Ok(())
}

/// Stores a new account, or the changes of one.
pub async fn store(tx: &mut Tx, saved: &PayoutAccount) -> Result<(), DbError> {
    let (destination, details) = (&saved.destination, PayoutDetails::from(&saved.destination));
    execute!(
        tx,
        STORE,
        saved.id.0,
        saved.account.0,
        kind(destination),
        destination.number().whole(),
        details.currency.as_deref(),
        details.chain.as_deref(),
        details.bank_name.as_deref(),
        details.account_name.as_deref(),
        details.swift_code.as_deref(),
        details.aba_routing_number.as_deref(),
        details.region.as_deref(),
        details.city.as_deref(),
        details.postal_code.as_deref(),
        details.branch_address.as_deref(),
        details.personal_address.as_deref(),
        identity(destination),
        saved.image.map(|image| image.0),
        saved.destination_since.0,
        saved.created_at.0,
        saved.updated_at.0,
    )?;
    Ok(())
}

/// True if the customer has saved this account, deleted since or not.
pub async fn was_saved(on: &mut impl Session, account: AccountId, id: PayoutAccountId) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), WAS_SAVED, id.0, account.0)?.is_some())
}

/// Deletes one of the customer's accounts; an account that is deleted already stays so.
pub async fn delete(tx: &mut Tx, account: AccountId, id: PayoutAccountId, now: UnixMillis) -> Result<(), DbError> {
    execute!(tx, DELETE, id.0, account.0, now.0)?;
    Ok(())
}
