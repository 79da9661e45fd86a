//! A server with customers who are logged in and have money, and the products that they trade, with deep books.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use clap::Parser;
use plumbline::app::App;
use plumbline::clock::Clock;
use plumbline::config::Config;
use plumbline::identity::session::token_hash;
use plumbline::{execute, statements};
use plumbline_core::funds::{DepositChannel, QuoteTransfer, Rate, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money};

use super::IN_FLIGHT;
use super::request::PRODUCTS;
use crate::Failure;

/// One customer for each order in flight.
pub const CUSTOMERS: usize = IN_FLIGHT[IN_FLIGHT.len() - 1];
/// A billion dollars for each product, in cents: more than a run can spend.
const FUNDS_CENTS: i64 = 100_000_000_000;
/// Hong Kong dollars for one US dollar, in 10⁻⁸.
const RATE: i64 = 780_000_000;
/// USDT for one US dollar, in 10⁻⁸.
const AT_PAR: i64 = 100_000_000;
/// The shares traded on each day of the recording, a part of which is displayed.
const TRADED_SHARES: i64 = 10_000_000_000;
/// The years of the recording. Their days, played at one a second, outlast every run.
const YEARS: RangeInclusive<i32> = 2015..=2025;
const QUOTED_WITHIN: Duration = Duration::from_secs(20);

statements! {
    ADD_ACCOUNT: "INSERT INTO accounts (id, user_id, email, name, invite_code, password_hash, created_at)
        VALUES ($1, $2, $2, $2, $2, $2, 0)";
    ADD_SESSION: "INSERT INTO sessions (id, account_id, token_hash, device, address, created_at, last_seen_at, ends_at)
        VALUES ($1, $1, $2, $2, $2, $3, $3, 9223372036854775807)";
}

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    config: Config,
}

/// The token of a customer.
pub fn token(customer: usize) -> String {
    format!("bench-token-{customer}")
}

/// Starts the product alone on `database`, with customers 1 to [`CUSTOMERS`].
pub async fn start(database: &str) -> Result<(App, tempfile::TempDir), Failure> {
    let folder = tempfile::tempdir()?;
    let app = start_in(folder.path(), database, &[]).await?;
    for customer in 1..=CUSTOMERS {
        add(&app, customer).await?;
    }
    Ok((app, folder))
}

/// Starts the product on a data folder and a database that other servers may share, with further flags.
pub async fn start_in(folder: &Path, database: &str, flags: &[&str]) -> Result<App, Failure> {
    for product in &*PRODUCTS {
        let name = format!("{}-{}.csv", product.market.code(), product.code);
        std::fs::write(folder.join(name), recording())?;
    }
    let data_dir = folder.display().to_string();
    let feed = format!("replay:{data_dir}");
    let arguments = ["bench", "--data-dir", &data_dir, "--database", database, "--autopilot-seconds", "off"];
    let market = ["--feed", &feed, "--replay-start", "2016-01-01", "--replay-rate", "1"];
    let limits = ["--requests-per-minute", "0", "--actions-per-minute", "0", "--attempts-per-minute", "0"];
    let arguments = arguments.into_iter().chain(market).chain(limits).chain(flags.iter().copied());
    let app = App::start(Arguments::try_parse_from(arguments)?.config, Clock::System).await?;
    for product in &*PRODUCTS {
        let instrument =
            app.market.catalog.find(product.market, &product.code).ok_or("the catalog lacks a product")?.id;
        tokio::time::timeout(QUOTED_WITHIN, quoted(&app, instrument)).await?;
    }
    Ok(app)
}

async fn quoted(app: &App, instrument: InstrumentId) {
    while app.market.latest(instrument).is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub async fn add(app: &App, customer: usize) -> Result<(), Failure> {
    let account = AccountId(i64::try_from(customer)?);
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, ADD_ACCOUNT, account.0, format!("bench-{customer}"))?;
    execute!(&mut tx, ADD_SESSION, account.0, token_hash(&token(customer)), app.clock.now().0)?;
    tx.commit().await?;
    for product in &*PRODUCTS {
        fund(app, account, product.wallet).await?;
    }
    Ok(())
}

pub async fn fund(app: &App, account: AccountId, wallet: Wallet) -> Result<(), Failure> {
    let credit = Money::new(FUNDS_CENTS, Currency::Usd);
    let request = RequestDeposit {
        account,
        channel: DepositChannel::Fiat,
        sent_currency: "USD".into(),
        sent_amount: credit.amount(),
        credit,
        rate: None,
        proof_url: None,
    };
    let deposit = app.writer.run(request).await?;
    let review =
        ReviewDeposit { deposit: deposit.id, account, decision: Ok(()), converted: None, by: ReviewedBy::Reviewers };
    app.writer.run(review).await?;
    let (from, currency) = (Wallet::Balance, wallet.currency());
    let mut quote = None;
    if currency != Currency::Usd {
        let rate = if currency == Currency::Usdt { AT_PAR } else { RATE };
        let rate = Rate { from: Currency::Usd, to: currency, rate, source: "bench".to_owned() };
        let asked = QuoteTransfer { account, from, to: wallet, amount: credit, price: rate.into() };
        quote = Some(app.writer.run(asked).await?.id);
    }
    let transfer = TransferFunds { account, from, to: wallet, amount: credit, quote, asked_at: app.clock.now() };
    app.writer.run(transfer).await?;
    Ok(())
}

/// The days of a product at one price, with more volume than a run can take: no order of the bench is filled in part.
fn recording() -> String {
    let mut text = "timestamp,open,high,low,close,volume\n".to_owned();
    for (year, month) in YEARS.flat_map(|year| (1..=12).map(move |month| (year, month))) {
        for day in 1..=28 {
            text += &format!("{year}-{month:02}-{day:02},100,100,100,100,{TRADED_SHARES}\n");
        }
    }
    text
}
