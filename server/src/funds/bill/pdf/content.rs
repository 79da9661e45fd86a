//! The texts of the paper, in the customer's language.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use plumbline_core::funds::format_rate;
use plumbline_core::ledger::{Note, Wallet};
use plumbline_core::money::{Money, MoneyError};
use plumbline_core::time::UnixMillis;

use super::accounts::Account;
use crate::db::DbError;
use crate::funds::bill::filter::{BillFilter, FEE, Flow, began};
use crate::funds::bill::note::text;
use crate::funds::bill::queries::BillLine;
use crate::funds::bill::search::Reading;
use crate::http::{ApiError, Language, grouped, message, stored_message};
use crate::ledger::store::read_note;
use crate::mode::Mode;

/// The request, with its customer and time.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The e-mail address as other customers see it.
    pub customer: String,
    pub filter: &'a BillFilter,
    pub mode: Mode,
    /// In the customer's zone.
    pub made: &'a Zoned,
}

#[derive(Debug)]
pub struct Content {
    pub language: Language,
    pub title: &'static str,
    /// The facts at the top, by their names.
    pub facts: Vec<(&'static str, String)>,
    /// Sentences that must not be overlooked.
    pub notices: Vec<&'static str>,
    /// The customer and the period, for the head of each page.
    pub running: String,
    /// The time of the paper, for the foot of each page.
    pub made: String,
    pub is_statement: bool,
    pub sections: Vec<Section>,
    /// The proof of its figures; on a statement.
    pub proof: Option<String>,
}

/// An account.
#[derive(Debug)]
pub struct Section {
    pub name: String,
    pub currency: &'static str,
    /// Its balance before and after; on a statement.
    pub ends: Option<(String, String)>,
    pub came_in: String,
    pub went_out: String,
    pub rows: Vec<Row>,
}

#[derive(Debug)]
pub struct Row {
    pub time: String,
    pub kind: String,
    pub note: String,
    pub reference: String,
    pub amount: String,
    pub balance: Option<String>,
}

impl Content {
    pub fn of(asked: &Asked<'_>, accounts: &[Account], reading: Reading<'_>) -> Result<Self, ApiError> {
        let (language, is_statement) = (reading.language, asked.filter.is_whole());
        let say = |word| message(language, word);
        let made = moment(asked.made);
        let period = period(asked.filter, asked.made, language);
        let mut facts = vec![
            (say("bill_customer"), asked.customer.clone()),
            (say("bill_period"), period.clone()),
            (say("bill_zone"), zone(asked.made)),
            (say("bill_made"), made.clone()),
        ];
        facts.extend(filters(asked.filter, language));
        let mut notices = Vec::new();
        notices.extend((asked.mode == Mode::Paper).then(|| say("bill_paper")));
        notices.extend((!is_statement).then(|| say("bill_list_note")));
        let zone = asked.made.time_zone();
        let sections: Result<Vec<Section>, ApiError> =
            accounts.iter().map(|account| section(account, reading, zone)).collect();
        Ok(Self {
            language,
            title: say(if is_statement { "bill_statement" } else { "bill_list" }),
            facts,
            notices,
            running: format!("{} · {period}", asked.customer),
            made: format!("{} {made}", say("bill_made")),
            is_statement,
            sections: sections?,
            proof: is_statement.then(|| say("bill_proof").replace("{made}", &made)),
        })
    }
}

fn section(account: &Account, reading: Reading<'_>, zone: &TimeZone) -> Result<Section, ApiError> {
    let currency = account.currency;
    let statement = account.statement.as_ref();
    let (came_in, went_out) = match statement {
        Some(statement) => (statement.came_in, statement.went_out),
        None => sums(account).map_err(ApiError::internal)?,
    };
    let mut balances = statement.map(|statement| statement.balances.iter());
    let rows: Result<Vec<Row>, DbError> = account
        .lines
        .iter()
        .map(|line| {
            let balance = balances.as_mut().and_then(Iterator::next);
            row(line, Money::new(line.amount, currency), balance.copied(), reading, zone)
        })
        .collect();
    Ok(Section {
        name: wallet_name(account.wallet, reading.language),
        currency: currency.code(),
        ends: statement.map(|statement| (figure(statement.opening), figure(statement.closing))),
        came_in: figure(came_in),
        went_out: figure(went_out),
        rows: rows?,
    })
}

fn sums(account: &Account) -> Result<(Money, Money), MoneyError> {
    let zero = Money::zero(account.currency);
    account.lines.iter().try_fold((zero, zero), |(came, went), line| {
        let amount = Money::new(line.amount, zero.currency);
        Ok(if line.amount > 0 { (came.plus(amount)?, went) } else { (came, went.plus(amount)?) })
    })
}

fn row(
    line: &BillLine,
    amount: Money,
    balance: Option<Money>,
    reading: Reading<'_>,
    zone: &TimeZone,
) -> Result<Row, DbError> {
    let note = read_note(line.note.as_deref())?;
    let kind = if line.fee_book.is_some() { FEE } else { &line.kind };
    Ok(Row {
        time: moment(&at(UnixMillis(line.created_at), zone)),
        kind: named("bill_kind", kind, reading.language),
        note: note.as_ref().map(|note| words(note, reading)).unwrap_or_default(),
        reference: line.journal_id.to_string(),
        amount: figure(amount),
        balance: balance.map(figure),
    })
}

/// A note's words as in the bill, but with the accounts' own names.
fn words(note: &Note, reading: Reading<'_>) -> String {
    match note {
        Note::Transfer { from, to, rate } => {
            let name = |wallet: &Wallet| wallet_name(*wallet, reading.language);
            let rate = rate.map(|rate| format!(" @ {}", format_rate(rate)));
            format!("{} → {}{}", name(from), name(to), rate.unwrap_or_default())
        }
        Note::Deposit { .. }
        | Note::Withdrawal { .. }
        | Note::Trade { .. }
        | Note::Financing { .. }
        | Note::Variation { .. }
        | Note::Dividend { .. } => text(reading.market, note),
    }
}

/// The filters of the request besides the period.
fn filters(filter: &BillFilter, language: Language) -> Vec<(&'static str, String)> {
    let say = |word| message(language, word);
    let wallet = Wallet::ALL.into_iter().find(|wallet| wallet.code() == filter.book);
    let kinds: Vec<String> = filter
        .kinds
        .split(',')
        .filter(|kind| !kind.is_empty())
        .map(|kind| named("bill_kind", kind, language))
        .collect();
    let flow = filter.flow.map(|flow| match flow {
        Flow::In => say("bill_in"),
        Flow::Out => say("bill_out"),
    });
    let asked = [
        ("bill_account", wallet.map(|wallet| format!("{} · {}", wallet_name(wallet, language), wallet.currency()))),
        ("bill_kind", (!kinds.is_empty()).then(|| kinds.join(" · "))),
        ("bill_flow", flow.map(str::to_owned)),
        ("bill_keyword", filter.keyword.clone()),
    ];
    asked.into_iter().filter_map(|(name, value)| Some((say(name), value?))).collect()
}

/// The period: days if it begins and ends with days, and otherwise times. A period that has not ended ends now.
fn period(filter: &BillFilter, made: &Zoned, language: Language) -> String {
    let zone = made.time_zone();
    let first = at(filter.from, zone);
    let is_midnight = |moment: &Zoned, limit: UnixMillis| began(moment.date(), zone) == Some(limit);
    let from = match filter.from {
        UnixMillis(..=0) => message(language, "bill_beginning").to_owned(),
        from if is_midnight(&first, from) => first.date().to_string(),
        _ => moment(&first),
    };
    let until = at(filter.until, zone);
    let to = if filter.until.0 > made.timestamp().as_millisecond() {
        moment(made)
    } else if is_midnight(&until, filter.until) {
        until.date().yesterday().unwrap_or(until.date()).to_string()
    } else {
        moment(&until)
    };
    format!("{from} – {to}")
}

fn zone(made: &Zoned) -> String {
    let name = made.time_zone().iana_name().unwrap_or("UTC");
    format!("{name} · UTC{}", made.strftime("%:z"))
}

fn at(millis: UnixMillis, zone: &TimeZone) -> Zoned {
    Timestamp::from_millisecond(millis.0).unwrap_or(Timestamp::MAX).to_zoned(zone.clone())
}

fn moment(at: &Zoned) -> String {
    at.strftime("%Y-%m-%d %H:%M:%S").to_string()
}

fn figure(money: Money) -> String {
    grouped(&money.amount())
}

fn wallet_name(wallet: Wallet, language: Language) -> String {
    named("wallet", wallet.code(), language)
}

/// The name of a code of a family; the code itself if there is none, which a test forbids.
fn named(family: &str, code: &str, language: Language) -> String {
    stored_message(language, &format!("{family}_{code}")).unwrap_or(code).to_owned()
}

#[cfg(test)]
mod tests {
    use plumbline_core::ledger::JournalKind;

    use super::*;

    #[test]
    fn every_wallet_and_every_kind_has_a_name_in_every_language() {
        let kinds = JournalKind::ALL.map(JournalKind::code);
        for language in Language::ALL {
            for (family, codes) in
                [("wallet", Wallet::ALL.map(Wallet::code).as_slice()), ("bill_kind", &kinds), ("bill_kind", &[FEE])]
            {
                for code in codes {
                    assert_ne!(named(family, code, language), *code, "write a name for {family}_{code}");
                }
            }
        }
    }

    #[test]
    fn a_period_is_days_where_it_begins_and_ends_with_days() {
        let made: Zoned = "2026-11-23T18:05:10+08:00[Asia/Hong_Kong]".parse().unwrap();
        let millis = |text: &str| match text {
            "" => None,
            _ => Some(UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())),
        };
        let table = [
            ("", "", "Beginning – 2026-11-23 18:05:10"),
            ("2026-10-31T16:00:00Z", "2026-11-10T16:00:00Z", "2026-11-01 – 2026-11-10"),
            ("2026-10-31T16:00:01Z", "2026-11-10T15:00:00Z", "2026-11-01 00:00:01 – 2026-11-10 23:00:00"),
            ("2026-10-31T16:00:00Z", "2026-11-23T16:00:00Z", "2026-11-01 – 2026-11-23 18:05:10"),
        ];
        for (from, until, said) in table {
            let filter = BillFilter {
                from: millis(from).unwrap_or(UnixMillis(0)),
                until: millis(until).unwrap_or(UnixMillis(i64::MAX)),
                ..BillFilter {
                    book: "",
                    kinds: String::new(),
                    flow: None,
                    from: UnixMillis(0),
                    until: UnixMillis(0),
                    keyword: None,
                }
            };
            assert_eq!(period(&filter, &made, Language::English), said);
        }
        assert_eq!(zone(&made), "Asia/Hong_Kong · UTC+08:00");
    }
}
