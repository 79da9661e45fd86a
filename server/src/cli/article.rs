//! Operators publish articles, and withdraw them. Published articles stay on record, with the operator.

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::database::{Accountable, DatabaseArgs, said};
use crate::clock::Clock;
use crate::db::Db;
use crate::market::Catalog;
use crate::news::publish::Draft;
use crate::news::store;

/// What to do with which article.
#[derive(Args, Debug)]
pub struct ArticleArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Publish an article: one Markdown file for each language. The head of a file, between two lines of +++, has
    /// language and title, and in one of the files tags, instruments (UsStock:AAPL) and publisher.
    Publish {
        #[arg(required = true, num_args = 1..=3, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Name of the operator. It is kept, and not shown to readers.
        #[arg(long, value_parser = said)]
        by: String,
    },
    /// Print the articles that operators published.
    List,
    /// Take an article off all lists, for good.
    Withdraw {
        /// Number of the article, as the list has it.
        id: i64,
        #[command(flatten)]
        account: Accountable,
    },
}

/// Runs the action. Servers on the database show the result at once.
pub async fn article(args: ArticleArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = match args.action {
        Action::Publish { files, by } => publish(&db, &files, &by).await,
        Action::List => list(&db).await,
        Action::Withdraw { id, account } => withdraw(&db, id, &account).await,
    };
    db.close().await;
    done
}

async fn publish(db: &Db, files: &[PathBuf], by: &str) -> Result<(), Box<dyn Error>> {
    let read = |file: &PathBuf| std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()));
    let texts = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let draft = Draft::read(&texts, &Catalog::read(db).await?)?;
    let id = draft.publish(db, by, Clock::System.now()).await?;
    let languages: Vec<&str> = draft.texts.iter().map(|text| text.headline.language.tag()).collect();
    println!("article {id} is published in {}.", languages.join(", "));
    Ok(())
}

async fn list(db: &Db) -> Result<(), Box<dyn Error>> {
    for row in store::of_operators(&mut db.read().await?).await? {
        let state = if row.withdrawn_at.is_some() { " (withdrawn)" } else { "" };
        let (id, by) = (row.id, row.published_by);
        println!("{id:<6} {:<8} {} by {by} at {}{state}", row.language, row.title, row.published_at);
    }
    Ok(())
}

async fn withdraw(db: &Db, id: i64, Accountable { by, reason }: &Accountable) -> Result<(), Box<dyn Error>> {
    if !store::withdraw(db, id, by, reason, Clock::System.now()).await? {
        return Err(format!("there is no article {id}, or it was withdrawn already").into());
    }
    println!("article {id} is withdrawn.");
    Ok(())
}
