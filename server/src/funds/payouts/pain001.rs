//! pain.001.001.09, the customer credit transfer initiation of ISO 20022: the elements follow the message definition
//! report, part 2, and its schema's order; in euros, which go to IBANs only, also the narrower schema of the European
//! Payments Council. Banks accept it by upload or by EBICS.

use std::io;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use plumbline_core::funds::payout::{BankAccount, BankNumber, Destination};
use plumbline_core::funds::{Withdrawal, format_hundredths};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::batch::{Batch, Payer};
use super::plain_text::plain;

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/// `Max140Text`.
const NAME: usize = 140;
const EURO: &str = "EUR";
/// The placeholder for an unnamed bank.
const NOT_PROVIDED: &str = "NOTPROVIDED";

type Xml = Writer<Vec<u8>>;

/// True if a bank can pay `currency` to the account: a card's number is no account, the holder must be written in
/// letters that banks have, and euros follow the rules of SEPA ([`charges`]), which allows IBANs only.
pub fn carries(bank: &BankAccount, currency: &str) -> bool {
    let is_account = match bank.number {
        BankNumber::Iban(_) => true,
        BankNumber::Account(_) => currency != EURO && bank.check().is_ok(),
        BankNumber::Card(_) => false,
    };
    is_account && plain(&bank.account_name, NAME).is_some()
}

/// The message: one payment from one account, with a transaction for each withdrawal.
pub fn render(batch: &Batch, withdrawals: &[Withdrawal]) -> io::Result<Vec<u8>> {
    let payer = batch.payer.as_ref().ok_or_else(|| io::Error::other("a bank is told who pays"))?;
    let payer_name = plain(&payer.name, NAME).ok_or_else(|| io::Error::other("the payer has no name in letters"))?;
    let made = Timestamp::from_millisecond(batch.created_at.0).map_err(io::Error::other)?.to_zoned(TimeZone::UTC);
    let (name, count, sum) = (batch.name(), batch.payouts.to_string(), format_hundredths(batch.total));
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("Document").with_attribute(("xmlns", NAMESPACE)).write_inner_content(|xml| {
        within(xml, &["CstmrCdtTrfInitn"], |xml| {
            within(xml, &["GrpHdr"], |xml| {
                text(xml, "MsgId", &name)?;
                text(xml, "CreDtTm", &made.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())?;
                text(xml, "NbOfTxs", &count)?;
                text(xml, "CtrlSum", &sum)?;
                within(xml, &["InitgPty"], |xml| text(xml, "Nm", &payer_name))
            })?;
            within(xml, &["PmtInf"], |xml| {
                text(xml, "PmtInfId", &name)?;
                text(xml, "PmtMtd", "TRF")?;
                text(xml, "NbOfTxs", &count)?;
                text(xml, "CtrlSum", &sum)?;
                within(xml, &["ReqdExctnDt"], |xml| text(xml, "Dt", &made.date().to_string()))?;
                within(xml, &["Dbtr"], |xml| text(xml, "Nm", &payer_name))?;
                paying(xml, batch, payer)?;
                text(xml, "ChrgBr", charges(&batch.currency))?;
                withdrawals.iter().try_for_each(|withdrawal| transaction(xml, withdrawal))
            })
        })
    })?;
    let mut file = xml.into_inner();
    file.push(b'\n');
    Ok(file)
}

/// The party that bears the banks' charges, so that the promised amount arrives: in euros each side pays its own bank,
/// which deducts nothing from the amount, and otherwise the payer pays all.
fn charges(currency: &str) -> &'static str {
    if currency == EURO { "SLEV" } else { "DEBT" }
}

fn paying(xml: &mut Xml, batch: &Batch, payer: &Payer) -> io::Result<()> {
    within(xml, &["DbtrAcct"], |xml| {
        within(xml, &["Id"], |xml| match &payer.account {
            Some(account) => number(xml, &account.number),
            None => within(xml, &["Othr"], |xml| text(xml, "Id", "PAPER")),
        })?;
        text(xml, "Ccy", &batch.currency)
    })?;
    within(xml, &["DbtrAgt", "FinInstnId"], |xml| match &payer.account {
        Some(account) => text(xml, "BICFI", &account.bank),
        None => within(xml, &["Othr"], |xml| text(xml, "Id", NOT_PROVIDED)),
    })
}

fn transaction(xml: &mut Xml, withdrawal: &Withdrawal) -> io::Result<()> {
    let Destination::Bank(bank) = &withdrawal.destination else {
        return Err(io::Error::other("a bank pays to banks"));
    };
    let holder = plain(&bank.account_name, NAME).ok_or_else(|| io::Error::other("a holder has no name in letters"))?;
    within(xml, &["CdtTrfTxInf"], |xml| {
        within(xml, &["PmtId"], |xml| text(xml, "EndToEndId", &withdrawal.id.to_string()))?;
        within(xml, &["Amt"], |xml| {
            let amount = format_hundredths(withdrawal.net());
            let element = xml.create_element("InstdAmt").with_attribute(("Ccy", withdrawal.currency.as_str()));
            element.write_text_content(BytesText::new(&amount)).map(drop)
        })?;
        receiving_bank(xml, bank)?;
        within(xml, &["Cdtr"], |xml| text(xml, "Nm", &holder))?;
        within(xml, &["CdtrAcct", "Id"], |xml| number(xml, &bank.number))?;
        within(xml, &["RmtInf"], |xml| text(xml, "Ustrd", &format!("Withdrawal {}", withdrawal.id)))
    })
}

/// The bank by its BIC; for a bank's own account number also by the Federal Reserve's routing number and by its name.
/// An IBAN identifies its bank by itself, and payments in euros have room for nothing but a BIC beside it.
fn receiving_bank(xml: &mut Xml, bank: &BankAccount) -> io::Result<()> {
    let is_iban = matches!(bank.number, BankNumber::Iban(_));
    if is_iban && bank.swift_code.is_none() {
        return Ok(());
    }
    within(xml, &["CdtrAgt", "FinInstnId"], |xml| {
        if let Some(bic) = &bank.swift_code {
            text(xml, "BICFI", bic)?;
        }
        if is_iban {
            return Ok(());
        }
        if let Some(routing) = &bank.aba_routing_number {
            within(xml, &["ClrSysMmbId"], |xml| {
                within(xml, &["ClrSysId"], |xml| text(xml, "Cd", "USABA"))?;
                text(xml, "MmbId", routing)
            })?;
        }
        plain(&bank.bank_name, NAME).map_or(Ok(()), |name| text(xml, "Nm", &name))
    })
}

fn number(xml: &mut Xml, number: &BankNumber) -> io::Result<()> {
    match number {
        BankNumber::Iban(iban) => text(xml, "IBAN", iban.whole()),
        BankNumber::Account(other) | BankNumber::Card(other) => {
            within(xml, &["Othr"], |xml| text(xml, "Id", other.whole()))
        }
    }
}

/// Writes inside nested elements.
fn within(xml: &mut Xml, names: &[&str], inside: impl FnOnce(&mut Xml) -> io::Result<()>) -> io::Result<()> {
    let [name, deeper @ ..] = names else { return inside(xml) };
    xml.create_element(*name).write_inner_content(|xml| within(xml, deeper, inside)).map(drop)
}

fn text(xml: &mut Xml, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(text)).map(drop)
}
