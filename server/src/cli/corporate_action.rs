//! Operators record dividends and splits of instruments from a live feed. Prices follow the feed: recorded actions
//! adjust positions and charts to the prices that the feed will show.

use std::error::Error;

use clap::{Args, Subcommand};
use jiff::civil::Date;
use plumbline_core::decimal::Price;
use plumbline_core::ids::CorporateActionId;
use plumbline_core::market::{ActionTerms, SplitRatio};
use plumbline_core::time::UnixMillis;

use super::database::{DatabaseArgs, said};
use crate::clock::Clock;
use crate::db::Db;
use crate::market::corporate_actions::announcer::SIMULATED;
use crate::market::corporate_actions::store::{self, NewAction, Unreadable};
use crate::market::feeds::simulates;
use crate::market::{Calendars, Catalog, Rules};

/// The time before the ex date by which an action must be recorded, so that every server has it by then.
const AHEAD: i64 = UnixMillis::HOUR;

/// The time before the ex date by which an action must be withdrawn, so that no server has begun with it.
const WITHDRAWN_BEFORE: i64 = UnixMillis::MINUTE;

/// What a company does.
#[derive(Args, Debug)]
pub struct ActionArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,

    /// True if the servers keep every market open at any hour.
    #[arg(long, global = true, default_value_t = true, value_name = "BOOL", action = clap::ArgAction::Set)]
    open_around_the_clock: bool,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print the known dividends and splits.
    List {
        /// Print only those of this market.
        #[arg(long)]
        market: Option<String>,
    },
    /// Withdraw a dividend or split that was recorded by mistake, until a minute before its ex date begins, or one that
    /// cannot be read.
    Withdraw {
        /// Number of the dividend or split, as `list` prints it.
        number: i64,
    },
    /// Record a dividend in cash.
    Dividend {
        #[command(flatten)]
        named: Named,
        /// Amount for each share, in the currency of its price.
        #[arg(long)]
        amount: Price,
        /// Day at whose end the company records who holds its shares.
        #[arg(long, value_name = "DATE")]
        record_date: Date,
        /// Day on which the dividend is paid.
        #[arg(long, value_name = "DATE")]
        pay_date: Date,
    },
    /// Record a split, or a consolidation.
    Split {
        #[command(flatten)]
        named: Named,
        /// New shares for old ones, such as 10:1.
        #[arg(long, value_name = "NEW:OLD", value_parser = ratio)]
        ratio: SplitRatio,
    },
}

/// Whose shares, from when on, and who says so.
#[derive(Args, Debug)]
struct Named {
    /// The market, such as UsStock.
    market: String,
    /// The code, such as AAPL.
    code: String,
    /// First day on which a buyer takes no part in the action: a trading day that has not begun.
    #[arg(long, value_name = "DATE")]
    ex_date: Date,
    /// Source of the announcement, such as its address.
    #[arg(long, value_parser = said)]
    source: String,
    /// Say that a feed of the operator's quotes the stock: companies of the simulated market announce for themselves.
    #[arg(long)]
    own_feed: bool,
}

fn ratio(text: &str) -> Result<SplitRatio, String> {
    let numbers = text.split_once(':').and_then(|(new, old)| Some((new.parse().ok()?, old.parse().ok()?)));
    let ratio = numbers.and_then(|(new, old)| SplitRatio::new(new, old));
    ratio.ok_or_else(|| "write it as 10:1, two different numbers from 1 to 1000".to_owned())
}

/// Runs the action. Servers on the database apply it within seconds.
pub async fn corporate_action(args: ActionArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let calendars = Calendars::load(args.open_around_the_clock)?;
    let done = match args.action {
        Action::List { market } => list(&db, &calendars, market.as_deref()).await,
        Action::Withdraw { number } => withdraw(&db, &calendars, CorporateActionId(number)).await,
        Action::Dividend { named, amount, record_date, pay_date } => {
            dividend(&db, &calendars, &named, amount, record_date, pay_date).await
        }
        Action::Split { named, ratio } => {
            add(&db, &calendars, &named, |_| Ok(ActionTerms::Split(ratio)), (named.ex_date, named.ex_date)).await
        }
    };
    db.close().await;
    done
}

async fn list(db: &Db, calendars: &Calendars, market: Option<&str>) -> Result<(), Box<dyn Error>> {
    let catalog = Catalog::read(db).await?;
    let stored = store::all(&mut db.read().await?, &catalog, calendars).await?;
    for Unreadable { id, why, .. } in &stored.unreadable {
        println!("{id:>6} cannot be read: {why}");
    }
    for action in stored.actions {
        let Some(instrument) = catalog.get(action.instrument) else { continue };
        if market.is_some_and(|market| market != instrument.market.code()) {
            continue;
        }
        let what = match &action.terms {
            ActionTerms::Dividend { amount, currency } => format!("{amount} {currency}, paid {}", action.pay_date),
            ActionTerms::Split(ratio) => format!("{}:{}", ratio.new_shares(), ratio.old_shares()),
        };
        let (market, code, ex, source) = (instrument.market.code(), &instrument.code, action.ex_date, &action.source);
        let done = if action.applied_at.is_some() { "done" } else { "to come" };
        println!("{:>6} {market:<8} {code:<12} {ex} {} {what} ({done}): {source}", action.id.0, action.terms.code());
    }
    Ok(())
}

async fn withdraw(db: &Db, calendars: &Calendars, id: CorporateActionId) -> Result<(), Box<dyn Error>> {
    let stored = store::all(&mut db.read().await?, &Catalog::read(db).await?, calendars).await?;
    match stored.actions.iter().find(|action| action.id == id) {
        Some(action) if action.source == SIMULATED => {
            return Err(format!("{id}: its company is simulated, and would announce it again").into());
        }
        Some(action) if action.ex_at < Clock::System.now().plus(WITHDRAWN_BEFORE) => {
            return Err(format!("{id}: {} begins within the minute, or has begun", action.ex_date).into());
        }
        None if stored.unreadable.iter().all(|row| row.id != id) => {
            return Err(format!("there is no {id}; `plumbline action list` prints them").into());
        }
        _ => {}
    }
    if !store::withdraw(db, id).await? {
        return Err(format!("{id}: something was done of it already, and stays done").into());
    }
    println!("{id} is withdrawn.");
    Ok(())
}

async fn dividend(
    db: &Db,
    calendars: &Calendars,
    named: &Named,
    amount: Price,
    record_date: Date,
    pay_date: Date,
) -> Result<(), Box<dyn Error>> {
    if !amount.is_positive() {
        return Err("a dividend is more than nothing".into());
    }
    if record_date < named.ex_date || pay_date < record_date {
        return Err("the record date is not before the ex date, and the pay date not before the record date".into());
    }
    let terms = |currency| Ok(ActionTerms::Dividend { amount, currency });
    add(db, calendars, named, terms, (record_date, pay_date)).await
}

async fn add(
    db: &Db,
    calendars: &Calendars,
    named: &Named,
    terms: impl FnOnce(plumbline_core::money::Currency) -> Result<ActionTerms, Box<dyn Error>>,
    (record_date, pay_date): (Date, Date),
) -> Result<(), Box<dyn Error>> {
    let Named { market, code, ex_date, source, own_feed } = named;
    let catalog = Catalog::read(db).await?;
    let found = catalog.named(market, code).ok_or_else(|| format!("there is no {code} in {market}"))?;
    if !["UsStock", "HK"].contains(&market.as_str()) {
        return Err(format!("{market} {code} is no share").into());
    }
    if simulates(found) && !own_feed {
        return Err(format!(
            "{market} {code}: its company is simulated; say --own-feed where a feed of yours quotes it"
        )
        .into());
    }
    let hours = calendars.of(found);
    if hours.calendar().is_some_and(|calendar| calendar.on(*ex_date).is_none()) {
        return Err(format!("{market} {code}: its exchange does not trade on {ex_date}").into());
    }
    let (now, begins) = (Clock::System.now(), hours.quoted(*ex_date).map(|(begins, _)| begins));
    if begins.is_none_or(|begins| begins < now.plus(AHEAD)) {
        return Err(format!("{market} {code}: {ex_date} begins within the hour, or has begun").into());
    }
    let terms = terms(found.currency)?;
    if let ActionTerms::Dividend { currency, .. } = terms
        && Rules::load()?.wallet_of(found, *ex_date, &terms).is_none()
    {
        return Err(format!("{market} {code}: its prices are in {currency}, and no wallet takes its dividends").into());
    }
    let action = NewAction {
        instrument: found.id,
        terms,
        announced_at: now,
        ex_date: *ex_date,
        record_date,
        pay_date,
        source: source.clone(),
    };
    // Another action added at once may take the number: then it is tried once more.
    if store::add(db, &[&action]).await? + store::add(db, &[&action]).await? == 0 {
        return Err(format!("{market} {code} has a dividend or a split on {ex_date} already").into());
    }
    println!("{market} {code}: the {} of {ex_date} is recorded.", action.terms.code());
    Ok(())
}
