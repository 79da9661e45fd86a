//! A night or a settlement of many positions: how fast the writer charges them, as the server's own rounds come by.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use plumbline::app::App;
use plumbline::{execute, fetch_one, statements};
use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Market;
use plumbline_core::orders::{OrderRef, Place, Side};
use plumbline_core::positions::Direction;
use plumbline_core::products::{FinancingRates, Night, RecordNights, RecordSettlements, Settlement, SettlementMethod};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::orders::customers;
use crate::stats::verdict;

/// The seconds in which a million positions are to be charged.
const AIM: f64 = 60.0;
/// The account that the others are copies of.
const MODEL: AccountId = AccountId(1);
/// Added to the number of a copy for its ids, so that they are nobody else's.
const COPIES: i64 = 10_000_000;
/// No position charged for so long ends the measurement.
const PATIENCE: Duration = Duration::from_secs(60);

/// The product of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Held {
    /// A pair of currencies, charged for a night.
    Pairs,
    /// A contract, settled at the end of a day.
    Futures,
}

#[derive(Args)]
pub struct Options {
    #[arg(long, value_enum, default_value = "pairs")]
    held: Held,

    /// Positions, each of an account of its own.
    #[arg(long, default_value_t = 20_000)]
    positions: i64,
    /// A database instead of SQLite in a new folder: `postgres://…`, empty.
    #[arg(long, value_name = "URI")]
    database: Option<String>,
}

statements! {
    COPY_STREAMS: "INSERT INTO account_streams (account_id, last_seq, open_orders, unread_notices)
        WITH RECURSIVE n(i) AS (SELECT CAST($2 AS BIGINT) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
        SELECT n.i, 0, 0, 0 FROM account_streams s CROSS JOIN n WHERE s.account_id = $1";
    COPY_BALANCES: "INSERT INTO balances (account_id, book, currency, posted, held, version)
        WITH RECURSIVE n(i) AS (SELECT CAST($2 AS BIGINT) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
        SELECT n.i, b.book, b.currency, b.posted, b.held, b.version FROM balances b CROSS JOIN n
        WHERE b.account_id = $1";
    COPY_ACCOUNTS: "INSERT INTO accounts (id, user_id, email, name, invite_code, password_hash, created_at)
        WITH RECURSIVE n(i) AS (SELECT CAST($2 AS BIGINT) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
        SELECT n.i, CAST(n.i AS TEXT), CAST(n.i AS TEXT), CAST(n.i AS TEXT), CAST(n.i AS TEXT), '', 0
        FROM accounts a CROSS JOIN n WHERE a.id = $1";
    /// Each owes the night $4.
    COPY_POSITIONS: "INSERT INTO positions (id, account_id, instrument_id, direction, quantity, held, cost, currency, fees,
            realized, opened_at, updated_at, version, margin_wallet, margin, initial_margin, leverage, halved, warned,
            charged_until, basis, credited)
        WITH RECURSIVE n(i) AS (SELECT CAST($2 AS BIGINT) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
        SELECT n.i, n.i, p.instrument_id, p.direction, p.quantity, p.held, p.cost, p.currency, p.fees, p.realized,
            CAST($4 AS BIGINT) - 1, CAST($4 AS BIGINT) - 1, p.version, p.margin_wallet, p.margin, p.initial_margin, p.leverage, p.halved, p.warned, CAST($4 AS BIGINT) - 1,
            p.basis, p.credited
        FROM positions p CROSS JOIN n WHERE p.account_id = $1";
    COPY_HOLDS: "INSERT INTO holds (id, account_id, book, currency, amount, status, updated_at, owner)
        WITH RECURSIVE n(i) AS (SELECT CAST($2 AS BIGINT) + 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS BIGINT) + CAST($3 AS BIGINT))
        SELECT n.i, n.i, h.book, h.currency, h.amount, h.status, h.updated_at, h.owner FROM holds h CROSS JOIN n
        WHERE h.account_id = $1 AND h.owner = 'position'";
    CHARGED: "SELECT COUNT(*), CAST(COALESCE(MAX(created_at) - MIN(created_at), 0) AS BIGINT) FROM financing";
    SETTLED: "SELECT COUNT(*), CAST(COALESCE(MAX(created_at) - MIN(created_at), 0) AS BIGINT) FROM variations";
}

pub fn run(options: &Options) -> Result<(), Failure> {
    Runtime::new()?.block_on(measure(options))
}

async fn measure(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let sqlite = format!("sqlite://{}", folder.path().join("nights.db").display());
    let database = options.database.as_deref().unwrap_or(&sqlite);
    // The simulated market quotes contracts.
    let feed: &[&str] = if options.held == Held::Futures { &["--feed", "sim"] } else { &[] };
    let app = customers::start_in(folder.path(), database, feed).await?;
    customers::add(&app, usize::try_from(MODEL.0)?).await?;
    let (night, charges) = match options.held {
        Held::Pairs => (open_and_record(&app).await?, CHARGED),
        Held::Futures => (open_and_settle(&app).await?, SETTLED),
    };
    eprintln!("{} positions are copied", options.positions);
    copy(&app, options.positions, night).await?;
    let (began, mut heard, mut charged, mut took) = (Instant::now(), Instant::now(), 0, 0);
    while charged < options.positions {
        tokio::time::sleep(Duration::from_millis(250)).await;
        let (now, millis) = fetch_one!(&mut app.db.read().await?, (i64, i64), charges)?;
        if now > charged {
            heard = Instant::now();
        }
        (charged, took) = (now, millis);
        if heard.elapsed() > PATIENCE {
            return Err(format!("{charged} of {} positions were charged", options.positions).into());
        }
    }
    let (seconds, positions) = ((took as f64 / 1e3).max(1e-3), charged as f64);
    println!("  {charged} positions in {seconds:.1} s of the writer, {:.1} s in all", began.elapsed().as_secs_f64());
    println!("  {:>10.0} positions/s {:>8.1} µs/position", positions / seconds, seconds * 1e6 / positions);
    verdict("seconds for 1,000,000 positions", seconds * 1e6 / positions, AIM, false);
    Ok(())
}

/// Opens a position, and records the last night of its pair.
async fn open_and_record(app: &App) -> Result<UnixMillis, Failure> {
    let pair = app.market.catalog.find(Market::Forex, "EURUSD").ok_or("the catalog lacks the pair")?;
    let terms = app.pricing.terms(pair).map_err(|refusal| refusal.word)?;
    let tick = terms.tick.clone().ok_or("the pair has no quote")?;
    let at = OrderRef {
        id: OrderId(app.ids.next()),
        account: MODEL,
        instrument: pair.id,
        wallet: Wallet::Forex,
        direction: Direction::Long,
        group: None,
    };
    let place = testing::place(at, Side::Buy, Quantity::from_whole(1_000).ok_or("too many")?, None, terms);
    app.writer.run(Place { leverage: Leverage::from_whole(30).ok_or("too much")?, ..place }).await?;
    let hours = app.market.calendars.named(Market::Forex.calendar());
    let at = hours.last_night(app.clock.now()).ok_or("no night has begun")?.at;
    let rates = FinancingRates { base: 20_000_000_000, quote: 45_000_000_000, markup: 5_000_000_000 };
    let (bid, ask): (Price, Price) = (tick.bid(), tick.ask());
    let night = Night { instrument: pair.id, at, nights: 1, rates, bid, ask, rate: None };
    app.writer.run(RecordNights { nights: vec![night] }).await?;
    Ok(at)
}

/// Opens a position in a contract, and records its last settlement.
async fn open_and_settle(app: &App) -> Result<UnixMillis, Failure> {
    let now = app.clock.now();
    let months = app.market.catalog.all().iter().filter_map(|known| Some((known.future.as_ref()?, known)));
    let months =
        months.filter(|(future, known)| &*future.root == "ES" && future.opens_until > now && known.is_listed(now));
    let (_, contract) = months.min_by_key(|(future, _)| future.ends_at).ok_or("the catalog lacks the contract")?;
    let terms = app.pricing.terms(contract).map_err(|refusal| refusal.word)?;
    let price = terms.tick.as_ref().ok_or("the contract has no quote")?.bid();
    customers::fund(app, MODEL, Wallet::Future).await?;
    let at = OrderRef {
        id: OrderId(app.ids.next()),
        account: MODEL,
        instrument: contract.id,
        wallet: Wallet::Future,
        direction: Direction::Long,
        group: None,
    };
    let one = Quantity::from_whole(1).ok_or("too many")?;
    app.writer.run(testing::place(at, Side::Buy, one, None, terms)).await?;
    let at = app.market.last_settlement(contract, now).ok_or("no day has ended")?;
    let (method, days_left) = (SettlementMethod::Trades, 9);
    let settlement = Settlement { instrument: contract.id, at, price, method, closes: false, days_left, rate: None };
    app.writer.run(RecordSettlements { settlements: vec![settlement] }).await?;
    Ok(at)
}

async fn copy(app: &App, count: i64, night: UnixMillis) -> Result<(), Failure> {
    let mut tx = app.db.begin().await?;
    for statement in [COPY_ACCOUNTS, COPY_STREAMS, COPY_BALANCES, COPY_HOLDS] {
        execute!(&mut tx, statement, MODEL.0, COPIES, count)?;
    }
    execute!(&mut tx, COPY_POSITIONS, MODEL.0, COPIES, count, night.0)?;
    tx.commit().await?;
    Ok(())
}
