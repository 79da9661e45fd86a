//! Instruments are added, halted, resumed and retired while servers run. Operators cannot set prices: they come from
//! the feed alone.

use std::error::Error;

use clap::{Args, Subcommand};
use plumbline_core::funds::REPORTING;
use plumbline_core::market::Instrument;

use super::database::{Accountable, DatabaseArgs};
use crate::clock::Clock;
use crate::db::Db;
use crate::market::states::{self, Change, State};
use crate::market::{Catalog, InstrumentSeed};

/// What to do with which instrument.
#[derive(Args, Debug)]
pub struct InstrumentArgs {
    #[command(subcommand)]
    action: Action,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Print the instruments, each with the newest change that an operator made to it.
    List {
        /// Print only the instruments of this market.
        #[arg(long)]
        market: Option<String>,
        /// Print only the instruments that are halted or retired.
        #[arg(long)]
        changed: bool,
    },
    /// List a new instrument. Servers know it within seconds; it has no price until the feed quotes it.
    Add(Box<NewInstrument>),
    /// Fill no orders, until the instrument is resumed: limit orders are accepted and wait, market orders are refused.
    Halt(Named),
    /// Resume a halted instrument. Orders are filled again from the next quote on.
    Resume(Named),
    /// Take an instrument off all lists, for good. Halt it a minute before; nobody may hold it or have an order for it.
    Retire(Named),
}

/// An instrument, who acts, and why.
#[derive(Args, Debug)]
struct Named {
    /// Market of the instrument, such as HK.
    market: String,
    /// Code of the instrument, such as 00700.
    code: String,
    #[command(flatten)]
    account: Accountable,
}

/// What a new instrument is. It has no price.
#[derive(Args, Debug)]
struct NewInstrument {
    #[command(flatten)]
    named: Named,
    #[arg(long)]
    name_en: String,
    #[arg(long)]
    name_zh_hans: String,
    #[arg(long)]
    name_zh_hant: String,
    /// The name in pinyin, for search.
    #[arg(long, default_value = "")]
    pinyin: String,
    /// The initials of its pinyin, for search.
    #[arg(long, default_value = "")]
    initials: String,
    /// Currency of the prices.
    #[arg(long)]
    currency: String,
    /// Currency that a pair of currencies buys and sells.
    #[arg(long, default_value = "")]
    base: String,
    #[arg(long, default_value = "")]
    exchange: String,
    /// The industry, or the class of a pair: major, minor, exotic.
    #[arg(long, default_value = "")]
    classify: String,
    /// Lot, of which quantities are multiples.
    #[arg(long, default_value = "1")]
    lot: String,
    /// Fewest decimals that prices are shown with.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=8))]
    price_decimals: u32,
    /// Decimal that is a pip, for a pair of currencies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=8))]
    pip_decimals: Option<u32>,
    /// Table of price steps; by default the market's.
    #[arg(long, default_value = "")]
    tick_table: String,
    /// Table of fees; by default the market's.
    #[arg(long, default_value = "")]
    fee_table: String,
}

impl NewInstrument {
    fn seed(&self) -> InstrumentSeed {
        InstrumentSeed {
            code: self.named.code.clone(),
            market: self.named.market.clone(),
            exchange: self.exchange.clone(),
            name_en: self.name_en.clone(),
            name_zh_hans: self.name_zh_hans.clone(),
            name_zh_hant: self.name_zh_hant.clone(),
            pinyin: self.pinyin.clone(),
            initials: self.initials.clone(),
            industry: self.classify.clone(),
            currency: self.currency.clone(),
            base: self.base.clone(),
            lot: self.lot.clone(),
            price_decimals: Some(self.price_decimals),
            pip_decimals: self.pip_decimals,
            tick_table: self.tick_table.clone(),
            fee_table: self.fee_table.clone(),
            ..InstrumentSeed::default()
        }
    }
}

/// Runs the action. Servers on the database apply it within seconds.
pub async fn instrument(args: InstrumentArgs) -> Result<(), Box<dyn Error>> {
    let db = args.database.connect().await?;
    let done = match args.action {
        Action::List { market, changed } => list(&db, market.as_deref(), changed).await,
        Action::Add(new) => add(&db, &new).await,
        Action::Halt(named) => change(&db, &named, State::Halted).await,
        Action::Resume(named) => change(&db, &named, State::Trading).await,
        Action::Retire(named) => change(&db, &named, State::Retired).await,
    };
    db.close().await;
    done
}

async fn list(db: &Db, market: Option<&str>, changed: bool) -> Result<(), Box<dyn Error>> {
    let mut reader = db.read().await?;
    let changes = states::newest(&mut reader).await?;
    drop(reader);
    for instrument in Catalog::read(db).await?.all() {
        let change = changes.get(&instrument.id);
        let of_market = market.is_none_or(|market| market == instrument.market.code());
        if of_market && (!changed || change.is_some_and(|change| change.state != State::Trading)) {
            println!("{}", line(instrument, change));
        }
    }
    Ok(())
}

fn line(instrument: &Instrument, change: Option<&Change>) -> String {
    let named = format!("{:<8} {:<12} {}", instrument.market.code(), instrument.code, instrument.names.english);
    match change {
        None => named,
        Some(Change { state, by, reason, at }) => format!("{named}: {} by {by} at {at}: {reason}", state.code()),
    }
}

async fn add(db: &Db, new: &NewInstrument) -> Result<(), Box<dyn Error>> {
    let Named { market, code, account } = &new.named;
    Catalog::add(db, &new.seed(), &to(State::Trading, account)).await?;
    println!("{market} {code} is listed.");
    Ok(())
}

async fn change(db: &Db, named: &Named, state: State) -> Result<(), Box<dyn Error>> {
    let Named { market, code, account } = named;
    let catalog = Catalog::read(db).await?;
    let found = catalog.named(market, code).ok_or_else(|| format!("there is no {code} in {market}"))?;
    if state == State::Retired {
        let states = states::newest(&mut db.read().await?).await?;
        let listed = |id| states.get(&id).is_none_or(|change| change.state != State::Retired);
        let mut others = catalog.all().iter().filter(|other| other.id != found.id && listed(other.id));
        if let Some(other) = others.find(|other| is_converted_by(other, found)) {
            return Err(format!("{market} {code}: {} is converted by it", other.code).into());
        }
    }
    states::change(db, found.id, &to(state, account)).await.map_err(|error| format!("{market} {code}: {error}"))?;
    println!("{market} {code} is {}.", state.code());
    Ok(())
}

/// True if the instrument's currency is converted to dollars, or back, by the pair.
fn is_converted_by(instrument: &Instrument, pair: &Instrument) -> bool {
    let Some(base) = pair.base else { return false };
    let sides = [base, pair.currency];
    sides.contains(&REPORTING) && sides.contains(&instrument.currency) && instrument.currency != REPORTING
}

fn to(state: State, account: &Accountable) -> Change {
    Change { state, by: account.by.clone(), reason: account.reason.clone(), at: Clock::System.now() }
}
