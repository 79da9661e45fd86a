//! A server with customers who are logged in and have money, and a stock with a deep book.

use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use plumbline::app::App;
use plumbline::clock::Clock;
use plumbline::config::Config;
use plumbline::identity::session::token_hash;
use plumbline::{execute, statements};
use plumbline_core::command::{Command, Done};
use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::funds::{DepositChannel, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Market, Session, Tick};
use plumbline_core::money::{Currency, Money};

use super::IN_FLIGHT;
use super::request::CODE;
use crate::Failure;

/// One customer for each order in flight.
pub const CUSTOMERS: usize = IN_FLIGHT[IN_FLIGHT.len() - 1];
/// A million dollars each, in cents: more than a run can spend.
const FUNDS_CENTS: i64 = 100_000_000_000;
/// Displayed on each side of every tick: no order of the bench is filled in part.
const DISPLAYED_SHARES: i64 = 1_000_000_000;
const TICK_EVERY: Duration = Duration::from_millis(100);

statements! {
    ADD_ACCOUNT: "INSERT INTO accounts (id, user_id, email, name, invite_code, password_hash, created_at)
        VALUES ($1, $2, $2, $2, $2, $2, 0)";
    ADD_SESSION: "INSERT INTO sessions (id, account_id, token_hash, device, address, created_at, last_seen_at)
        VALUES ($1, $1, $2, $2, $2, $3, $3)";
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

/// Starts the product on `database`, with customers 1 to [`CUSTOMERS`].
pub async fn start(database: &str) -> Result<(App, tempfile::TempDir), Failure> {
    let folder = tempfile::tempdir()?;
    let data_dir = folder.path().display().to_string();
    let arguments = ["bench", "--data-dir", &data_dir, "--database", database, "--autopilot-seconds", "off"];
    let app = App::start(Arguments::try_parse_from(arguments)?.config, Clock::System).await?;
    for customer in 1..=CUSTOMERS {
        add(&app, customer).await?;
    }
    let instrument = app.market.catalog.find(Market::UsStock, CODE).ok_or("the catalog lacks the bench's stock")?.id;
    tokio::spawn(quote_forever(app.clone(), instrument));
    tokio::time::sleep(TICK_EVERY).await;
    Ok((app, folder))
}

async fn add(app: &App, customer: usize) -> Result<(), Failure> {
    let account = AccountId(i64::try_from(customer)?);
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, ADD_ACCOUNT, account.0, format!("bench-{customer}"))?;
    execute!(&mut tx, ADD_SESSION, account.0, token_hash(&token(customer)), app.clock.now().0)?;
    tx.commit().await?;
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
    let Done::Deposit(deposit) = app.writer.run(account, Command::RequestDeposit(request)).await? else {
        return Err("a deposit gave something else".into());
    };
    let review = ReviewDeposit { deposit: deposit.id, account, decision: Ok(()) };
    app.writer.run(account, Command::ReviewDeposit(review)).await?;
    let transfer = TransferFunds { account, from: Wallet::Balance, to: Wallet::Stock, amount: credit, rate: None };
    app.writer.run(account, Command::Transfer(transfer)).await?;
    Ok(())
}

async fn quote_forever(app: App, instrument: InstrumentId) {
    let feed: Arc<str> = "bench".into();
    let level = |cents: i64| Level {
        price: Price::from_units(cents * ONE / 100),
        size: Quantity::from_units(DISPLAYED_SHARES * ONE),
    };
    loop {
        let (mut bids, mut asks) = ([Level::default(); DEPTH_LEVELS], [Level::default(); DEPTH_LEVELS]);
        (bids[0], asks[0]) = (level(9_999), level(10_001));
        let now = app.clock.now();
        app.market.publish(Arc::new(Tick {
            instrument,
            feed: Arc::clone(&feed),
            seq: now.0,
            exchange_time: now,
            received_time: now,
            bids,
            asks,
            last: level(10_000).price,
            volume: Quantity::ZERO,
            session: Session::Regular,
        }));
        tokio::time::sleep(TICK_EVERY).await;
    }
}
