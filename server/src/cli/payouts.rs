//! Withdrawals to be paid out, those in progress, and their files. Two people have to make the same decision on each;
//! the server carries it out. Amounts cannot be entered here.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use plumbline_core::funds::payout::{BankAccount, Destination};
use plumbline_core::funds::{Sending, Withdrawal, WithdrawalStatus, format_hundredths};
use plumbline_core::ids::WithdrawalId;

use super::database::{DatabaseArgs, said};
use crate::clock::Clock;
use crate::db::{Db, DbError, Reader};
use crate::funds::payouts::{copy, store as payout_store};
use crate::funds::withdrawal;
use crate::reviews::{Decision, Opinion, Subject, SubjectKind, Verdict, store};
use crate::writer::StoredRecord;

/// The most withdrawals that are listed, and sent at once.
const AT_MOST: i64 = 1_000;
/// Files that are listed.
const FILES: i64 = 20;

/// What to do with payouts.
#[derive(Args, Debug)]
pub struct PayoutsArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print approved withdrawals, those on their way with the decisions on each, and the last files.
    List,
    /// Print a withdrawal with the whole number or address that it goes to.
    Show { id: WithdrawalId },
    /// Send approved withdrawals in the server's way: in a file, or simulated in paper mode without files. By default
    /// all of them, except those that somebody says were sent by hand.
    Export {
        /// Withdrawals to send.
        ids: Vec<WithdrawalId>,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Say that an approved withdrawal was paid by hand.
    Sent {
        id: WithdrawalId,
        /// Proof for the customer: the transaction on its chain, or the bank's reference.
        #[arg(long)]
        reference: String,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Reject an approved withdrawal that cannot be paid out; its customer gets everything back.
    Refuse {
        id: WithdrawalId,
        /// Reason, as a word.
        #[arg(long, value_name = "WORD")]
        reason: String,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Say that withdrawals have arrived.
    Settled {
        #[arg(required = true)]
        ids: Vec<WithdrawalId>,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Say that the bank or the chain sent withdrawals back, even days after they had arrived; their customers get
    /// everything back, the fees included.
    Returned {
        #[arg(required = true)]
        ids: Vec<WithdrawalId>,
        /// Reason, as a word: returned where nobody said why.
        #[arg(long, value_name = "WORD", default_value = "returned")]
        reason: String,
        /// Say that the withdrawals had arrived before.
        #[arg(long)]
        arrived: bool,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Write a file of payouts once more, unchanged. If the server has not written it yet, it does not write it after
    /// that.
    Copy {
        /// Number of the file.
        batch: i64,
        /// Folder to write it into.
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
    },
}

/// Runs the action. A server on the database carries out decisions that two people agree on.
pub async fn payouts(args: PayoutsArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = act(&db, args.action).await;
    db.close().await;
    done
}

async fn act(db: &Db, action: Action) -> Result<(), Box<dyn Error>> {
    use SubjectKind::{Arrival, Payout, Return};
    match action {
        Action::List => list(db).await,
        Action::Show { id } => show(db, id).await,
        Action::Export { ids, reviewer } => {
            let ids = if ids.is_empty() { approved(db).await? } else { ids };
            decide(db, Payout, &ids, Decision::Approve, reviewer).await
        }
        Action::Sent { id, reference, reviewer } => {
            decide(db, Payout, &[id], Decision::sent(&reference)?, reviewer).await
        }
        Action::Refuse { id, reason, reviewer } => {
            decide(db, Payout, &[id], Decision::refuse(Payout, &[reason])?, reviewer).await
        }
        Action::Settled { ids, reviewer } => decide(db, Arrival, &ids, Decision::Approve, reviewer).await,
        Action::Returned { ids, reason, arrived, reviewer } => {
            let kind = if arrived { Return } else { Arrival };
            decide(db, kind, &ids, Decision::refuse(Arrival, &[reason])?, reviewer).await
        }
        Action::Copy { batch, to } => {
            let found = payout_store::one(&mut db.read().await?, batch).await?;
            let sealed = found.ok_or_else(|| format!("there is no file {batch}"))?;
            let carried = copy(db, &sealed, &to, &Clock::System).await?;
            println!("{}", to.join(sealed.batch.file_name()).display());
            for over in carried.iter().filter(|found| found.status != WithdrawalStatus::Sent) {
                println!("{}: no longer on its way (status {})", over.id, over.status.code());
            }
            Ok(())
        }
    }
}

/// Approved withdrawals that no reviewer says were sent by hand.
async fn approved(db: &Db) -> Result<Vec<WithdrawalId>, Box<dyn Error>> {
    let mut reader = db.read().await?;
    let decided = store::of_waiting(&mut reader).await?;
    let mut ids = Vec::new();
    for found in withdrawal::store::under_way(&mut reader, AT_MOST).await? {
        let subject = Subject { kind: SubjectKind::Payout, id: found.id.0, account: found.account };
        let mut opinions = decided.get(&subject).into_iter().flatten();
        match opinions.find(|opinion| matches!(opinion.decision, Decision::Sent(_))) {
            _ if found.status != WithdrawalStatus::Approved => {}
            Some(Opinion { reviewer, decision }) => println!("{}: left out; {reviewer}: {decision}", found.id),
            None => ids.push(found.id),
        }
    }
    if ids.is_empty() { Err("no approved withdrawal waits".into()) } else { Ok(ids) }
}

async fn list(db: &Db) -> Result<(), Box<dyn Error>> {
    let mut reader = db.read().await?;
    let mut decided: BTreeMap<(SubjectKind, i64), Vec<Opinion>> =
        store::of_waiting(&mut reader).await?.into_iter().map(|(of, all)| ((of.kind, of.id), all)).collect();
    for found in withdrawal::store::under_way(&mut reader, AT_MOST).await? {
        let kind = if found.status == WithdrawalStatus::Approved { SubjectKind::Payout } else { SubjectKind::Arrival };
        println!("{}", line(&found, payout_store::batch_of(&mut reader, found.id).await?));
        print_opinions(kind, &decided.remove(&(kind, found.id.0)).unwrap_or_default());
    }
    for ((kind, id), opinions) in decided.iter().filter(|((kind, _), _)| *kind == SubjectKind::Return) {
        println!("settled  {id}");
        print_opinions(*kind, opinions);
    }
    let mut unreadable = Vec::new();
    for sealed in payout_store::latest(&mut reader, FILES).await? {
        let sealed = match sealed {
            Ok(sealed) => sealed,
            Err(error) => {
                println!("{error}");
                unreadable.push(error.batch.to_string());
                continue;
            }
        };
        let (batch, digest) = (&sealed.batch, &sealed.digest);
        let total = format_hundredths(batch.total);
        let lies = match (sealed.written_at, sealed.placing_at) {
            (Some(at), _) => format!("written at {at}"),
            (None, Some(at)) => format!("NOT KNOWN TO BE WRITTEN since {at}: look where it is, then copy it"),
            (None, None) => "NOT WRITTEN YET".to_owned(),
        };
        println!(
            "file     {} {}: {} payouts, {total} {}, SHA-256 {digest}, {lies}",
            batch.id,
            batch.file_name(),
            batch.payouts,
            batch.currency
        );
    }
    if unreadable.is_empty() { Ok(()) } else { Err(format!("cannot be read: file {}", unreadable.join(", ")).into()) }
}

fn print_opinions(kind: SubjectKind, opinions: &[Opinion]) {
    for Opinion { reviewer, decision } in opinions {
        println!("         {reviewer}: {}", word(kind, decision));
    }
    if Verdict::of(opinions) == Verdict::Conflict {
        println!("         CONFLICT: one more reviewer has to decide");
    }
}

/// A line on a withdrawal, with the end of its destination's number.
fn line(found: &Withdrawal, batch: Option<i64>) -> String {
    let (net, to) = (format_hundredths(found.net()), found.destination.number().masked());
    let what = format!("{} of account {}: {net} {} to {to}", found.id, found.account, found.currency);
    match (found.status, &found.sending, batch) {
        (WithdrawalStatus::Approved, ..) => format!("approved {what}, since {}", found.updated_at),
        (_, Some(Sending::File), Some(batch)) => {
            format!("sent     {what}, since {}, in file {batch}", found.updated_at)
        }
        (_, Some(Sending::ByHand { reference }), _) => {
            format!("sent     {what}, since {}, by hand as {reference}", found.updated_at)
        }
        _ => format!("sent     {what}, since {}", found.updated_at),
    }
}

/// A decision in the words of the command.
fn word(kind: SubjectKind, decision: &Decision) -> String {
    match (kind, decision) {
        (SubjectKind::Payout, Decision::Approve) => "export".to_owned(),
        (SubjectKind::Arrival, Decision::Approve) => "settled".to_owned(),
        (SubjectKind::Payout, Decision::Refuse(_)) => format!("refuse ({decision})"),
        (SubjectKind::Arrival | SubjectKind::Return, Decision::Refuse(_)) => format!("returned ({decision})"),
        _ => decision.to_string(),
    }
}

async fn show(db: &Db, id: WithdrawalId) -> Result<(), Box<dyn Error>> {
    let mut reader = db.read().await?;
    let found = Withdrawal::load(&mut reader, &BTreeSet::from([id])).await?;
    let found = found.into_iter().next().ok_or_else(|| format!("there is no withdrawal {id}"))?;
    println!(
        "account {}: {} {}, of which the fee is {}",
        found.account,
        format_hundredths(found.amount),
        found.currency,
        format_hundredths(found.fee)
    );
    println!("to be paid: {} {}", format_hundredths(found.net()), found.currency);
    match &found.destination {
        Destination::Wallet(wallet) => println!("to {} on {}", wallet.address.whole(), wallet.chain.code()),
        Destination::Bank(bank) => print_bank(bank),
    }
    println!("status {}, requested at {}", found.status.code(), found.created_at);
    for kind in [SubjectKind::Withdrawal, SubjectKind::Payout, SubjectKind::Arrival, SubjectKind::Return] {
        for opinion in store::of_subject(&mut reader, kind, id.0).await? {
            println!("{}: {}", opinion.reviewer, word(kind, &opinion.decision));
        }
    }
    Ok(())
}

fn print_bank(bank: &BankAccount) {
    println!("to {} of {} at {}", bank.number.number().whole(), bank.account_name, bank.bank_name);
    let branch = &bank.branch;
    let rest = [
        ("BIC", &bank.swift_code),
        ("ABA routing number", &bank.aba_routing_number),
        ("region", &branch.region),
        ("city", &branch.city),
        ("postal code", &branch.postal_code),
        ("branch", &branch.address),
        ("holder's address", &bank.personal_address),
    ];
    for (name, text) in rest.iter().filter_map(|(name, text)| text.as_ref().map(|text| (name, text))) {
        println!("{name}: {text}");
    }
}

async fn decide(
    db: &Db,
    kind: SubjectKind,
    ids: &[WithdrawalId],
    decision: Decision,
    reviewer: String,
) -> Result<(), Box<dyn Error>> {
    let opinion = Opinion { reviewer, decision };
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let written = store::decide_each(db, kind, &ids, &opinion, Clock::System.now()).await?;
    let mut reader = db.read().await?;
    for id in &written {
        match Verdict::of(&store::of_subject(&mut reader, kind, *id).await?) {
            Verdict::Waits => println!("{id}: written down; one more reviewer has to decide."),
            Verdict::Conflict => println!("{id}: written down; the reviewers differ, and one more has to decide."),
            Verdict::Agreed(agreed) => println!("{id}: agreed ({}); the server carries it out.", word(kind, &agreed)),
        }
    }
    let left: Vec<i64> = ids.into_iter().filter(|id| !written.contains(id)).collect();
    if left.is_empty() {
        return Ok(());
    }
    let hint = arrived_already(&mut reader, kind, &opinion, &left).await?;
    let (reviewer, left) = (&opinion.reviewer, numbered(&left));
    Err(format!(
        "{left}: does not wait for {reviewer}: it is further or over, somebody says that it was sent by hand, its file is \
         not written, its reference is another's, or {reviewer} has decided on it{hint}"
    )
    .into())
}

/// The hint that withdrawals to be marked as returned had arrived before, which needs `--arrived`.
async fn arrived_already(
    reader: &mut Reader,
    kind: SubjectKind,
    opinion: &Opinion,
    left: &[i64],
) -> Result<String, DbError> {
    if kind != SubjectKind::Arrival || opinion.decision == Decision::Approve {
        return Ok(String::new());
    }
    let found = Withdrawal::load(reader, &left.iter().map(|id| WithdrawalId(*id)).collect()).await?;
    let arrived = found.iter().filter(|found| found.status == WithdrawalStatus::Settled).map(|found| found.id.0);
    let arrived: Vec<i64> = arrived.collect();
    if arrived.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("; {} had arrived before: say so with --arrived", numbered(&arrived)))
}

fn numbered(ids: &[i64]) -> String {
    ids.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}
