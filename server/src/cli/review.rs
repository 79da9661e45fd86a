//! Reviewers' decisions: the waiting subjects, their details, and approval or refusal. Two people have to make the same
//! one; the server carries it out. Views of a customer's document are recorded.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use plumbline_core::funds::{Deposit, Withdrawal, format_hundredths};
use plumbline_core::ids::{DepositId, FileId, IdentityCheckId, ServiceApplicationId, WithdrawalId};
use plumbline_core::kyc::IdentityCheck;

use super::database::{DatabaseArgs, said};
use super::review_images::{self, ImageArgs};
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::reviews::{Decision, Opinion, SubjectKind, Verdict, pictures, store, waiting};
use crate::writer::StoredRecord;
use crate::{files, kyc};

/// What to review.
#[derive(Args, Debug)]
pub struct ReviewArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,

    #[command(flatten)]
    images: ImageArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print the waiting subjects, the longest wait first: kind, number, account and time, and the decisions on each.
    List,
    /// Print a waiting subject. This opens a customer's particulars, which is recorded under the reviewer's name.
    Show {
        kind: SubjectKind,
        id: i64,
        /// Name of the reviewer who looks.
        #[arg(long, value_parser = said)]
        reviewer: String,
        /// Folder to save the customer's images to, readable by its owner only.
        #[arg(long, value_name = "DIR")]
        save: Option<PathBuf>,
    },
    /// Approve a waiting subject.
    Approve {
        kind: SubjectKind,
        id: i64,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
    /// Refuse a waiting subject.
    Refuse {
        kind: SubjectKind,
        id: i64,
        /// Reason, as a word that the kind has; an identity check may have several.
        #[arg(long = "reason", required = true, value_name = "WORD")]
        reasons: Vec<String>,
        /// Name of the reviewer who decides.
        #[arg(long, value_parser = said)]
        reviewer: String,
    },
}

/// Runs the action. A server on the database carries out decisions that two people agree on.
pub async fn review(args: ReviewArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = match &args.action {
        Action::List => list(&db).await,
        Action::Show { kind, id, reviewer, save } => show(&args, &db, *kind, *id, reviewer, save.as_deref()).await,
        Action::Approve { kind, id, reviewer } => decide(&db, *kind, *id, Decision::Approve, reviewer).await,
        Action::Refuse { kind, id, reasons, reviewer } => match Decision::refuse(*kind, reasons) {
            Ok(decision) => decide(&db, *kind, *id, decision, reviewer).await,
            Err(error) => Err(error.into()),
        },
    };
    db.close().await;
    done
}

async fn list(db: &Db) -> Result<(), Box<dyn Error>> {
    for waiting in waiting(&mut db.read().await?, Clock::System.now()).await? {
        let subject = waiting.subject;
        let (kind, id, account, since) = (subject.kind.code(), subject.id, subject.account, waiting.since);
        let overdue = if waiting.overdue { "; OVERDUE" } else { "" };
        println!("{kind:<10} {id} of account {account} since {since}: {}{overdue}", waiting.summary);
        waiting.opinions.iter().for_each(print);
        if waiting.verdict() == Verdict::Conflict {
            println!("           CONFLICT: one more reviewer has to decide");
        }
    }
    Ok(())
}

fn print(opinion: &Opinion) {
    println!("           {}: {}", opinion.reviewer, opinion.decision);
}

async fn decide(db: &Db, kind: SubjectKind, id: i64, decision: Decision, reviewer: &str) -> Result<(), Box<dyn Error>> {
    let opinion = Opinion { reviewer: reviewer.to_owned(), decision };
    let word = kind.code();
    if !store::decide(db, kind, id, &opinion, Clock::System.now()).await? {
        return Err(format!(
            "{word} {id} does not wait for {reviewer}: it is decided or called off, not to be approved yet (see the list), or \
             {reviewer} has decided on it"
        )
        .into());
    }
    match Verdict::of(&store::of_subject(&mut db.read().await?, kind, id).await?) {
        Verdict::Waits => println!("{word} {id}: written down; one more reviewer has to decide."),
        Verdict::Conflict => println!("{word} {id}: written down; the reviewers differ, and one more has to decide."),
        Verdict::Agreed(decision) => println!("{word} {id}: agreed ({decision}); the server carries it out."),
    }
    Ok(())
}

async fn show(
    args: &ReviewArgs,
    db: &Db,
    kind: SubjectKind,
    id: i64,
    reviewer: &str,
    save: Option<&Path>,
) -> Result<(), Box<dyn Error>> {
    let unknown = || format!("there is no {} {id}", kind.code());
    let mut reader = db.read().await?;
    let images = match kind {
        SubjectKind::Deposit => {
            let found = Deposit::load(&mut reader, &BTreeSet::from([DepositId(id)])).await?;
            deposit(&found.into_iter().next().ok_or_else(unknown)?)
        }
        SubjectKind::Withdrawal | SubjectKind::Payout | SubjectKind::Arrival | SubjectKind::Return => {
            let found = Withdrawal::load(&mut reader, &BTreeSet::from([WithdrawalId(id)])).await?;
            withdrawal(&found.into_iter().next().ok_or_else(unknown)?);
            Vec::new()
        }
        SubjectKind::Identity => {
            let check = kyc::store::by_id(&mut reader, IdentityCheckId(id)).await?.ok_or_else(unknown)?;
            drop(reader);
            identity(args, db, &check, reviewer).await?
        }
        SubjectKind::Service => {
            let found = kyc::services::store::by_id(&mut reader, ServiceApplicationId(id)).await?;
            let application = found.ok_or_else(unknown)?;
            println!(
                "account {}: {}, applied at {}",
                application.account,
                application.service.code(),
                application.applied_at
            );
            Vec::new()
        }
    };
    for image in &images {
        print_other_uses(db, *image, kind, id).await?;
    }
    let opinions = store::of_subject(&mut db.read().await?, kind, id).await?;
    opinions.iter().for_each(print);
    let Some(folder) = save else { return Ok(()) };
    let why = format!("review of {} {id}", kind.code());
    review_images::save(&args.images, args.database.data_dir(), db, &images, folder, (reviewer, &why)).await
}

/// The other uses of a picture, by this customer and by others.
async fn print_other_uses(db: &Db, image: FileId, kind: SubjectKind, id: i64) -> Result<(), DbError> {
    let uses = pictures::other_uses(&mut db.read().await?, files::FileId(image.0), kind, id).await?;
    for pictures::Use { kind, id, account } in uses {
        println!("PICTURE {image} WAS ALSO SENT FOR {kind} {id} of account {account}");
    }
    Ok(())
}

/// Prints a deposit; gives its images.
fn deposit(deposit: &Deposit) -> Vec<FileId> {
    println!(
        "account {}: {} {} by {}",
        deposit.account,
        deposit.sent_amount,
        deposit.sent_currency,
        deposit.channel.code()
    );
    println!("credit {} {}, status {}", deposit.credit.amount(), deposit.credit.currency.code(), deposit.status.code());
    let Some(proof) = &deposit.proof_url else { return Vec::new() };
    println!("proof of payment: {proof}");
    review_images::file_in(proof).into_iter().collect()
}

fn withdrawal(withdrawal: &Withdrawal) {
    let amount = format_hundredths(withdrawal.amount);
    let to = withdrawal.destination.number().masked();
    println!("account {}: {amount} {} to {to}", withdrawal.account, withdrawal.currency);
    println!("status {}, requested at {}", withdrawal.status.code(), withdrawal.created_at);
}

/// Prints an identity check with the customer's particulars, which is recorded; gives its images.
async fn identity(
    args: &ReviewArgs,
    db: &Db,
    check: &IdentityCheck,
    reviewer: &str,
) -> Result<Vec<FileId>, Box<dyn Error>> {
    let sealer = args.images.sealer(args.database.data_dir())?;
    kyc::store::record_read(db, check, reviewer, Clock::System.now()).await?;
    let particulars = kyc::open(&sealer, check)?;
    println!(
        "account {}: {} of {}, sent at {}",
        check.account,
        check.document.word(),
        check.country,
        check.submitted_at
    );
    println!("name: {} {}", particulars.first_name, particulars.last_name);
    println!("number: {}", particulars.number);
    println!("born: {}", particulars.birth_date);
    if let Some(expiry) = particulars.expiry_date {
        println!("expires: {expiry}");
    }
    particulars.mrz.iter().flatten().for_each(|line| println!("{line}"));
    if kyc::claims::is_taken(&mut db.read().await?, check).await? {
        println!("ANOTHER ACCOUNT IS VERIFIED BY THIS DOCUMENT");
    }
    println!("status {}", check.status.code());
    Ok([Some(check.front), check.back].into_iter().flatten().collect())
}
