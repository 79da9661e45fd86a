//! Files of payouts, with a stop at each step, and their content.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::join;
use plumbline_core::funds::payout::{BankAccount, BankNumber, Branch, Destination, WalletAddress};
use plumbline_core::funds::{Payout, Sending, Withdrawal, WithdrawalStatus};
use plumbline_core::ids::{AccountId, PayoutAccountId, WithdrawalId};
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;
use tempfile::TempDir;

use super::batch::{Batch, Format, Payer, PayerAccount};
use super::file::{FileSettings, Files};
use super::folder::MARK;
use super::render::{digest, format_of, render};
use super::{PayoutError, Payouts, store};
use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::testing::databases;
use crate::writer::StoredRecord;
use crate::{execute, statements};

mod given_back;
mod where_to;

statements! {
    FORGET: "UPDATE payout_batches SET written_at = NULL";
}

/// 2026-11-16T14:53:20Z.
const NOW: UnixMillis = UnixMillis(1_794_840_800_000);

fn bank(holder: &str, number: BankNumber, swift: Option<&str>, aba: Option<&str>) -> Destination {
    Destination::Bank(BankAccount {
        bank_name: "Bänk & Co".into(),
        account_name: holder.into(),
        number,
        swift_code: swift.map(str::to_owned),
        aba_routing_number: aba.map(str::to_owned),
        branch: Branch::default(),
        personal_address: None,
    })
}

fn iban(holder: &str) -> Destination {
    bank(holder, BankNumber::of_account("DE89370400440532013000").unwrap(), None, None)
}

fn own_number() -> Destination {
    let number = BankNumber::of_account("000123456789").unwrap();
    bank("Ann Lee", number, Some("CHASUS33"), Some("021000021"))
}

fn card() -> Destination {
    bank("=Ann", BankNumber::of_card("4111111111111111").unwrap(), None, None)
}

fn wallet() -> Destination {
    Destination::Wallet(WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap())
}

fn sent(id: i64, currency: &str, destination: Destination) -> Withdrawal {
    Withdrawal {
        id: WithdrawalId(id),
        account: AccountId(7),
        payout_account: PayoutAccountId(1),
        destination,
        currency: currency.into(),
        amount: 10_100 + id,
        fee: 100,
        rate: None,
        debit: Money::new(10_100 + id, Currency::Usd),
        debit_fee: Money::new(100, Currency::Usd),
        status: WithdrawalStatus::Sent,
        reason: None,
        created_at: NOW,
        reviewed_at: Some(NOW),
        reviewed_by: None,
        sent_at: Some(NOW),
        sending: Some(Sending::File),
        ended_at: None,
        updated_at: NOW,
        version: 3,
    }
}

/// Stores the rows that the writer stores when it sends.
async fn send(db: &Db, withdrawals: &[Withdrawal]) {
    let payout = |of: &Withdrawal| {
        let (withdrawal, account, sending) = (of.id, of.account, of.sending.clone().unwrap());
        Payout { withdrawal, account, sending, created_at: NOW }
    };
    let payouts: Vec<Payout> = withdrawals.iter().map(payout).collect();
    let mut batch = db.batch().await.unwrap();
    Withdrawal::store(&mut batch, &withdrawals.iter().collect::<Vec<_>>()).await.unwrap();
    Payout::store(&mut batch, &payouts.iter().collect::<Vec<_>>()).await.unwrap();
    batch.commit().await.unwrap();
}

/// The files that are not in their folder yet; all are readable.
async fn unwritten(db: &Db) -> Vec<store::Sealed> {
    let found = store::unwritten(&mut db.read().await.unwrap()).await.unwrap();
    found.into_iter().map(Result::unwrap).collect()
}

/// A server after a start.
fn started(db: &Db, folder: &Path, node: u8) -> Files {
    let settings = FileSettings { folder: folder.join("payouts"), is_paper: true, payers: BTreeMap::new() };
    Files { settings, db: db.clone(), clock: Clock::System, ids: Arc::new(Ids::new(Clock::System, node)) }
}

/// Each file's name and content.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("payouts")).into_iter().flatten().map(Result::unwrap);
    let entries = entries.filter(|entry| entry.file_name() != MARK);
    entries.map(|e| (e.file_name().into_string().unwrap(), std::fs::read_to_string(e.path()).unwrap())).collect()
}

/// The number of times that all files together contain a withdrawal.
fn carried(files: &BTreeMap<String, String>, id: i64) -> usize {
    let (xml, cell) = (format!("<EndToEndId>{id}</EndToEndId>"), format!(",paper,{id},"));
    files.values().map(|file| file.matches(&xml).count() + file.matches(&cell).count()).sum()
}

/// After a stop at any step the next server continues, and each withdrawal is in one file, which never changes.
#[tokio::test]
async fn each_withdrawal_is_in_one_file_wherever_a_server_stops() {
    for (uri, folder) in databases("payouts").await {
        let (db, folder): (Db, TempDir) = (Db::open(&uri).await.unwrap(), folder);
        let folder = folder.path();
        let all = [
            sent(1, "EUR", iban("Ann Lee")),
            sent(2, "EUR", iban("陳大文")),
            sent(3, "USD", own_number()),
            sent(4, "USD", card()),
            sent(5, "USDT", wallet()),
            Withdrawal { sending: Some(Sending::Simulated), ..sent(6, "USDT", wallet()) },
        ];
        // A stop after sending.
        send(&db, &all).await;
        // A stop after sealing.
        started(&db, folder, 0).seal().await.unwrap();
        assert!(files(folder).is_empty());
        // A stop in the middle of a file.
        let sealed = unwritten(&db).await;
        assert_eq!(sealed.len(), 5);
        let half = format!(".{}.unfinished", sealed[0].batch.file_name());
        std::fs::write(folder.join("payouts").join(&half), "half of a file").unwrap();
        started(&db, folder, 1).hand_over().await.unwrap();
        let written = files(folder);
        assert_eq!(written.len(), 5, "{:?}", written.keys());
        for sealed in &sealed {
            assert_eq!(digest(written[&sealed.batch.file_name()].as_bytes()), sealed.digest);
        }
        assert_eq!([1, 2, 3, 4, 5, 6].map(|id| carried(&written, id)), [1, 1, 1, 1, 1, 0]);
        // A stop after the file is in the folder and before that is recorded.
        let mut tx = db.begin().await.unwrap();
        execute!(&mut tx, FORGET).unwrap();
        tx.commit().await.unwrap();
        started(&db, folder, 2).hand_over().await.unwrap();
        assert_eq!(files(folder), written);
        assert!(unwritten(&db).await.is_empty());

        // Two servers find the same payouts at once.
        send(&db, &[sent(8, "EUR", iban("Bo")), sent(9, "EUR", iban("Cy"))]).await;
        let (one, other) = (started(&db, folder, 3), started(&db, folder, 4));
        let (first, second) = join(one.hand_over(), other.hand_over()).await;
        assert!(first.is_ok() && second.is_ok(), "{first:?} {second:?}");
        let written = files(folder);
        assert_eq!(([8, 9].map(|id| carried(&written, id)), written.len()), ([1, 1], 6));
    }
}

#[tokio::test]
async fn a_file_is_never_written_over_and_keeps_no_other_back() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
    send(&db, &[sent(1, "EUR", iban("Ann")), sent(2, "USD", own_number())]).await;
    let server = started(&db, folder.path(), 0);
    server.seal().await.unwrap();
    let sealed = unwritten(&db).await;
    let theirs = folder.path().join("payouts").join(sealed[0].batch.file_name());
    std::fs::write(&theirs, "somebody else's").unwrap();
    assert!(matches!(server.hand_over().await, Err(PayoutError::Differs(_))));
    assert_eq!(std::fs::read_to_string(&theirs).unwrap(), "somebody else's");
    assert!(files(folder.path()).contains_key(&sealed[1].batch.file_name()));
    std::fs::remove_file(&theirs).unwrap();
    server.hand_over().await.unwrap();
    assert_eq!(digest(&std::fs::read(&theirs).unwrap()), sealed[0].digest);
}

fn batch(format: Format, currency: &str, payer: Option<Payer>, withdrawals: &[Withdrawal]) -> Batch {
    Batch {
        id: 77,
        format,
        currency: currency.into(),
        is_paper: payer.as_ref().is_none_or(|payer| payer.account.is_none()),
        payer,
        payouts: withdrawals.len() as i64,
        total: withdrawals.iter().map(Withdrawal::net).sum(),
        created_at: NOW,
    }
}

fn live_payer() -> Payer {
    let number = BankNumber::of_account("GB29NWBK60161331926819").unwrap();
    Payer { name: "Weiss Markte".into(), account: Some(PayerAccount { number, bank: "NWBKGB2L".into() }) }
}

/// The file was checked against the European Payments Council's schema of the message: the schema refuses only the
/// parts that payments in euros have no room for (a bank's own number, its routing number and name, and the bearer of
/// charges).
#[test]
fn a_bank_is_told_what_the_schema_asks_for_in_its_order() {
    let withdrawals = [sent(3, "USD", own_number()), sent(4, "USD", iban("José Ñúñez"))];
    let file = |payer| {
        let batch = batch(Format::Pain001, "USD", Some(payer), &withdrawals);
        String::from_utf8(render(&batch, &withdrawals).unwrap()).unwrap()
    };
    assert_eq!(file(live_payer()), include_str!("tests/pain001.xml"));
    let paper = file(Payer::paper());
    assert!(paper.contains("<MsgId>PAPER-USD-77</MsgId>") && paper.contains("<Nm>PAPER MONEY - NOT TO BE PAID</Nm>"));
    assert!(paper.contains("<Id>PAPER</Id>") && !paper.contains("NWBK"), "{paper}");
}

#[test]
fn a_sheet_has_whole_numbers_and_no_formulas() {
    let withdrawals = [sent(4, "USD", card()), sent(5, "USDT", wallet())];
    let file = |format| {
        let file = render(&batch(format, "USD", None, &withdrawals), &withdrawals).unwrap();
        String::from_utf8(file).unwrap().replace("\r\n", "\n")
    };
    assert_eq!(file(Format::Sheet), include_str!("tests/sheet.csv"));
    // Earlier sealed files have the digest of these bytes.
    assert_eq!(file(Format::FirstSheet), include_str!("tests/first_sheet.csv"));
    assert_eq!(Format::from_code("sheet"), Some(Format::FirstSheet));
}

#[test]
fn what_a_bank_cannot_be_told_goes_into_a_sheet() {
    let table = [
        (iban("Ann Lee"), Format::Pain001),
        (own_number(), Format::Pain001),
        (bank("Ann", BankNumber::of_account("000123456789").unwrap(), None, None), Format::Sheet),
        (iban("陳大文"), Format::Sheet),
        (card(), Format::Sheet),
        (wallet(), Format::Sheet),
    ];
    for (destination, expected) in table {
        let withdrawal = sent(1, "USD", destination);
        assert_eq!(format_of(&withdrawal, Some(&live_payer())), expected, "{withdrawal:?}");
        assert_eq!(format_of(&withdrawal, None), Format::Sheet);
    }
    // With SEPA's service level a bank accepts only an IBAN.
    for (destination, expected) in [(iban("Ann Lee"), Format::Pain001), (own_number(), Format::Sheet)] {
        assert_eq!(format_of(&sent(1, "EUR", destination), Some(&live_payer())), expected);
    }
}
