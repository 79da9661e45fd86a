//! The charges of positions for the nights over which they were held.

use serde::{Deserialize, Serialize};

use super::{FinancingRates, MarginRules, Night, OwedNights};
use crate::decision::{Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{FinancingId, JournalId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};
use crate::money::{Money, Rounding};
use crate::positions::{Margin, Position, PositionKey};
use crate::products::futures::{Directions, settle_owed};
use crate::products::{OwedSettlements, Product, TradingRules};
use crate::time::UnixMillis;

/// A charge that was made: one a position and night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Financing {
    pub id: FinancingId,
    pub position: PositionKey,
    pub night: UnixMillis,
    pub nights: i64,
    pub rates: FinancingRates,
    /// The value of the position at the night's mark, in the contract's currency.
    pub value: Money,
    /// What the wallet got, in its own currency; negative when it paid.
    pub amount: Money,
    pub journal: JournalId,
    pub created_at: UnixMillis,
}

impl Record for Financing {
    type Key = FinancingId;

    const NAME: &'static str = "financing";

    fn key(&self) -> FinancingId {
        self.id
    }
}

impl TradingRules {
    /// Asks for what a position owes, nights or settlements, which is charged before anything is traded of it.
    pub fn accrual_needs(&self, position: PositionKey, directions: Directions, needs: &mut Needs) {
        match self.product {
            Product::Spot => {}
            Product::Margin(MarginRules { daily: Some(_), .. }) => {
                for key in directions.keys(position) {
                    needs.ask::<OwedSettlements>(key);
                    needs.ask::<Position>(key);
                }
            }
            Product::Margin(_) => needs.ask::<OwedNights>(position),
        }
    }

    /// Asks for what a trade of a position is decided on: what it owes, and where `directions` says so the position in the other
    /// direction of a product on margin.
    pub fn trade_needs(&self, position: PositionKey, directions: Directions, needs: &mut Needs) {
        self.accrual_needs(position, directions, needs);
        if matches!(self.product, Product::Margin(_)) {
            directions.keys(position).for_each(|key| needs.ask::<Position>(key));
        }
    }

    /// Charges a position for what it owes, so that the charge is for what was held, whatever is traded next: nights, or the
    /// settlements of a future, which settle the position in the other direction too where `directions` says so. It stands
    /// even if the trade is refused. Nothing is traded of a position without what this returns.
    ///
    /// # Errors
    /// `charge_unknown` where a recorded night or settlement cannot be read, has no quote or no rate, or its charge is too
    /// large to hold. Charges for earlier nights stand.
    pub fn accrue(
        &self,
        position: PositionKey,
        directions: Directions,
        facts: &mut Facts,
        stamp: &mut Stamp,
    ) -> Result<Accrued, Refusal> {
        match self.product {
            Product::Spot => {}
            Product::Margin(MarginRules { daily: Some(daily), .. }) => {
                settle_owed((self, daily), position, directions, facts, stamp).map_err(unknown)?;
            }
            Product::Margin(_) => charge_owed(self, position, facts, stamp).map_err(unknown)?,
        }
        Ok(Accrued { position, directions })
    }

    /// Checks that the nights or settlements that a position owes can be read, without working out their charges.
    ///
    /// # Errors
    /// `charge_unknown` where one of them cannot be read.
    pub fn check_accrual(&self, position: PositionKey, facts: &Facts) -> Result<(), Refusal> {
        let is_unknown = match self.product {
            Product::Spot => false,
            Product::Margin(MarginRules { daily: Some(_), .. }) => {
                facts.get::<OwedSettlements>(&position)?.is_some_and(|owed| owed.settlements.is_none())
            }
            Product::Margin(_) => facts.get::<OwedNights>(&position)?.is_some_and(|owed| owed.nights.is_none()),
        };
        if is_unknown { Err(Refusal::ChargeUnknown) } else { Ok(()) }
    }
}

/// A charge that cannot be worked out.
const fn unknown(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::NoQuote | Refusal::OutOfRange => Refusal::ChargeUnknown,
        other => other,
    }
}

/// Evidence that a position was charged for what it owed before anything is traded of it. An execution does not begin
/// without.
#[derive(Clone, Copy, Debug)]
pub struct Accrued {
    position: PositionKey,
    directions: Directions,
}

impl Accrued {
    /// A position that is traded without being charged: in a liquidation whose charges cannot be worked out, which waits
    /// for nothing, and on a card of costs, which changes nothing.
    pub const fn waived(position: PositionKey, directions: Directions) -> Self {
        Self { position, directions }
    }

    /// True for the position that was charged.
    pub fn is_of(&self, position: PositionKey) -> bool {
        self.position == position
    }

    /// True where the position in the other direction was asked for.
    pub fn is_with_other(&self) -> bool {
        self.directions == Directions::Both
    }
}

/// Charges an open position for the nights that it owes, the earliest first. Each is paid of what is available, then of
/// the position's margin, and never beyond both.
fn charge_owed(rules: &TradingRules, key: PositionKey, facts: &mut Facts, stamp: &mut Stamp) -> Result<(), Refusal> {
    let Some(owed) = facts.get::<OwedNights>(&key)?.cloned() else { return Ok(()) };
    for night in &owed.nights.ok_or(Refusal::NoQuote)? {
        let open = facts.get::<Position>(&key)?.filter(|position| position.quantity.is_positive());
        let Some((position, margin)) = open.and_then(|position| Some((*position, position.margin?))) else {
            return Ok(());
        };
        // The facts are those of the whole batch: a command before this one may have charged it.
        if night.at > margin.charged_until && night.at <= stamp.now {
            let changes = charge(rules, night, (position, margin), facts, stamp)?;
            facts.apply(changes)?;
        }
    }
    Ok(())
}

/// Charges a position for one night.
fn charge(
    rules: &TradingRules,
    night: &Night,
    (mut position, margin): (Position, Margin),
    facts: &Facts,
    stamp: &mut Stamp,
) -> Result<Changes, Refusal> {
    let value = rules.value(night.mark(position.key.direction)?, position.quantity, Rounding::HalfAway)?;
    let earned = night.rates.earned(position.key.direction, value, night.nights)?;
    let owed = night.in_wallet(earned, margin.wallet)?;
    let balance = facts.balance(&BalanceKey::new(position.key.account, margin.wallet))?;
    let available = balance.map_or(0, |balance| balance.available());
    let missing = owed.minor.saturating_neg().saturating_sub(available);
    let of_margin = missing.clamp(0, margin.amount.minor.max(0));
    let most = available.saturating_neg().saturating_sub(of_margin);
    let amount = Money::new(owed.minor.max(most), owed.currency);
    let left = margin.amount.minus(Money::new(of_margin, amount.currency))?;
    position.margin = Some(Margin { amount: left, charged_until: night.at, ..margin });
    position.realized = position.realized.plus(amount)?;
    position.updated_at = stamp.now;
    let charge = Financing {
        id: FinancingId(stamp.next_id()),
        position: position.key,
        night: night.at,
        nights: night.nights,
        rates: night.rates,
        value,
        amount,
        journal: JournalId(stamp.next_id()),
        created_at: stamp.now,
    };
    let mut changes = Changes::default();
    changes.journals.push(journal(&charge, margin.wallet)?);
    changes.put(position);
    if charge.amount.minor != 0 {
        let Position { id, key, .. } = position;
        let told = NoticeKind::Financing { position: id, instrument: key.instrument, nights: night.nights, amount };
        changes.put(Notice::new(key.account, told, stamp));
    }
    changes.put(charge);
    Ok(changes)
}

fn journal(charge: &Financing, wallet: Wallet) -> Result<Journal, Refusal> {
    let PositionKey { account, instrument, .. } = charge.position;
    let postings =
        [Posting::wallet(account, wallet, charge.amount), Posting::house(House::Financing, charge.amount.negated())];
    let (kind, cause) = (JournalKind::Financing, Cause::Financing(charge.id));
    let note = Note::Financing { instrument, nights: charge.nights };
    Ok(Journal::new(charge.journal, kind, cause, charge.created_at, note, postings)?)
}
