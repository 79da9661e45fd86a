//! What holding a position overnight costs or brings: the difference of the two currencies' interest, less a markup.

use serde::{Deserialize, Serialize};

use super::Marked;
use crate::decimal::Quantity;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, FinancingId, JournalId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{Cause, House, Journal, JournalKind, Note, Posting};
use crate::money::{Money, Rounding};
use crate::positions::{Direction, Margin, Position, PositionKey, PositionRef};
use crate::products::{RATE_SCALE, Terms};
use crate::time::UnixMillis;

const DAYS_OF_YEAR: i64 = 365;

/// What a yearly rate in 10⁻¹² comes to in so many nights.
pub fn interest(rate: i64, nights: i64) -> i64 {
    rate.saturating_mul(nights) / DAYS_OF_YEAR
}

/// Yearly rates in 10⁻¹², from dated rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinancingRates {
    /// Interest on what is bought or sold.
    pub base: i64,
    /// Interest on what it is quoted in.
    pub quote: i64,
    /// What the house keeps, whatever the direction.
    pub markup: i64,
}

impl FinancingRates {
    /// What a position earns a year; negative when it pays.
    fn of(self, direction: Direction) -> i64 {
        let difference = self.base - self.quote;
        if direction == Direction::Long { difference - self.markup } else { -difference - self.markup }
    }

    /// What a position of `value` earns in so many nights, in the value's currency; negative when it pays.
    ///
    /// # Errors
    /// `out_of_range`.
    pub fn earned(self, direction: Direction, value: Money, nights: i64) -> Result<Money, Refusal> {
        let rate = self.of(direction).checked_mul(nights).ok_or(Refusal::OutOfRange)?;
        Ok(value.scaled(rate, DAYS_OF_YEAR * RATE_SCALE, Rounding::HalfAway)?)
    }
}

/// What a night is charged for: what was held as it began, whatever was traded since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// When the position was opened: one that was closed and opened anew is another.
    pub opened_at: UnixMillis,
    pub quantity: Quantity,
}

impl From<&Position> for Held {
    /// All that is held now.
    fn from(position: &Position) -> Self {
        Self { opened_at: position.opened_at, quantity: position.quantity }
    }
}

/// Charges or credits an open position for a night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargeFinancing {
    pub at: PositionRef,
    pub held: Held,
    /// When the night began: the end of a trading day.
    pub night: UnixMillis,
    /// How many nights are charged at once: three where two of them fall on a weekend's settlement.
    pub nights: i64,
    pub rates: FinancingRates,
    pub terms: Terms,
}

/// A charge that was made: at most one a position and night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Financing {
    pub id: FinancingId,
    pub position: PositionKey,
    pub night: UnixMillis,
    pub nights: i64,
    pub rates: FinancingRates,
    /// What the position was worth, in the contract's currency.
    pub value: Money,
    /// What the wallet got, in its own currency; negative when it paid.
    pub amount: Money,
    pub journal: JournalId,
    pub created_at: UnixMillis,
}

impl Record for Financing {
    type Key = (PositionKey, UnixMillis);

    const NAME: &'static str = "financing";
    const HAS_ID: bool = false;

    fn key(&self) -> Self::Key {
        (self.position, self.night)
    }
}

impl Action for ChargeFinancing {
    type Done = Financing;

    const NAME: &'static str = "charge_financing";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.key.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.needs(needs);
        needs.ask::<Financing>((self.at.key, self.night));
    }

    /// A charge is paid of what is available, then of the position's margin, and never beyond both.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Financing, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl ChargeFinancing {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Financing), Refusal> {
        if facts.get::<Financing>(&(self.at.key, self.night))?.is_some() {
            return Err(Refusal::FinancingCharged);
        }
        let (mut position, margin) = self.at.on_margin(facts)?;
        if position.opened_at != self.held.opened_at {
            return Err(Refusal::PositionUnknown);
        }
        let marked = Marked::of(&position, &self.terms)?;
        let value = self.terms.rules.value(marked.mark, self.held.quantity, Rounding::HalfAway)?;
        let earned = self.rates.earned(position.key.direction, value, self.nights)?;
        let owed = self.terms.exchange().profit(earned)?;
        let available = facts.balance(&self.at.balance())?.map_or(0, |balance| balance.available());
        let missing = owed.minor.saturating_neg().saturating_sub(available);
        let of_margin = missing.clamp(0, margin.amount.minor.max(0));
        let most = available.saturating_neg().saturating_sub(of_margin);
        let amount = Money::new(owed.minor.max(most), owed.currency);
        position.margin =
            Some(Margin { amount: margin.amount.minus(Money::new(of_margin, amount.currency))?, ..margin });
        position.realized = position.realized.plus(amount)?;
        position.updated_at = stamp.now;
        let charge = Financing {
            id: FinancingId(stamp.next_id()),
            position: position.key,
            night: self.night,
            nights: self.nights,
            rates: self.rates,
            value,
            amount,
            journal: JournalId(stamp.next_id()),
            created_at: stamp.now,
        };
        let mut changes = Changes::default();
        changes.journals.push(self.journal(&charge)?);
        changes.put(position);
        changes.put(charge.clone());
        if charge.amount.minor != 0 {
            let Position { id, key, .. } = position;
            let (nights, amount) = (self.nights, charge.amount);
            let told = NoticeKind::Financing { position: id, instrument: key.instrument, nights, amount };
            changes.put(Notice::new(key.account, told, stamp));
        }
        Ok((changes, charge))
    }

    fn journal(&self, charge: &Financing) -> Result<Journal, Refusal> {
        let postings = [
            Posting::wallet(self.at.key.account, self.at.wallet, charge.amount),
            Posting::house(House::Financing, charge.amount.negated()),
        ];
        let (kind, cause) = (JournalKind::Financing, Cause::Financing(charge.id));
        let note = Note::Financing { instrument: self.at.key.instrument, nights: self.nights };
        Ok(Journal::new(charge.journal, kind, cause, charge.created_at, note, postings)?)
    }
}
