//! The variation of positions at a settlement: what they have gained or lost since the last one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{DailySettlement, OwedSettlements, Settlement};
use crate::decimal::{Price, Quantity};
use crate::decision::{Changes, Facts, Record, Refusal, Stamp};
use crate::ids::{JournalId, VariationId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};
use crate::money::{Money, Rounding};
use crate::positions::{Margin, Position, PositionKey, Settled};
use crate::products::TradingRules;
use crate::products::margin::gained;
use crate::time::UnixMillis;

/// So many trading days before a contract ends its holders are told.
const TOLD_BEFORE_THE_END: [i64; 2] = [5, 1];

/// A variation that was paid: one a position and settlement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variation {
    pub id: VariationId,
    pub position: PositionKey,
    pub settlement: UnixMillis,
    pub quantity: Quantity,
    /// The price of the settlement.
    pub price: Price,
    /// The value at the settlement and the one that it was settled against, in the contract's currency.
    pub value: Money,
    pub basis: Money,
    /// What the wallet got, in its own currency; negative when it paid.
    pub amount: Money,
    pub journal: JournalId,
    pub created_at: UnixMillis,
}

impl Record for Variation {
    type Key = VariationId;

    const NAME: &'static str = "variation";

    fn key(&self) -> VariationId {
        self.id
    }
}

/// Settles an open position, and the one in the other direction of its contract, at the settlements that they owe: the
/// earliest first, and at each the gain before the loss, so that what one gains pays for what the other loses.
///
/// # Errors
/// `no_quote` where a recorded settlement cannot be read or has no rate; `out_of_range`.
pub(in crate::products) fn settle_owed(
    rules: &TradingRules,
    daily: DailySettlement,
    key: PositionKey,
    facts: &mut Facts,
    stamp: &mut Stamp,
) -> Result<(), Refusal> {
    let both = [key, key.opposite()];
    let mut owed: BTreeMap<UnixMillis, Settlement> = BTreeMap::new();
    for key in &both {
        let of_one = facts.get::<OwedSettlements>(key)?.map(|owed| owed.settlements.as_ref().ok_or(Refusal::NoQuote));
        owed.extend(of_one.transpose()?.into_iter().flatten().map(|settlement| (settlement.at, *settlement)));
    }
    let now = stamp.now;
    for settlement in owed.values().filter(|settlement| settlement.at <= now) {
        let of = Settling { rules, daily, settlement };
        let mut due = Vec::with_capacity(both.len());
        for key in &both {
            let open = facts.get::<Position>(key)?.filter(|position| position.quantity.is_positive());
            // The facts are those of the whole batch: a command before this one may have settled it.
            let open = open.and_then(|position| Some((*position, position.margin?)));
            if let Some(open) = open.filter(|(_, margin)| settlement.at > margin.charged_until) {
                due.push(of.owed(open)?);
            }
        }
        due.sort_by_key(|due| Reverse(due.amount.minor));
        for due in due {
            let changes = of.settle(due, facts, stamp)?;
            facts.apply(changes)?;
        }
    }
    Ok(())
}

/// A position that is to be settled.
#[derive(Clone, Copy)]
struct Due {
    position: Position,
    margin: Margin,
    before: Settled,
    /// Its value at the settlement, in the contract's currency.
    value: Money,
    /// What it has gained since, in the wallet's currency; negative for a loss.
    amount: Money,
}

/// A settlement with the rules of its contract.
struct Settling<'a> {
    rules: &'a TradingRules,
    daily: DailySettlement,
    settlement: &'a Settlement,
}

impl Settling<'_> {
    /// What an open position has gained or lost at the settlement.
    fn owed(&self, (position, margin): (Position, Margin)) -> Result<Due, Refusal> {
        let settlement = self.settlement;
        let before = margin.settled.unwrap_or(Settled {
            basis: position.cost,
            ..Settled::nothing(position.cost.currency, margin.amount.currency)
        });
        let value = self.rules.value(settlement.price, position.quantity, Rounding::HalfAway)?;
        let amount = settlement.profit(gained(position.key.direction, before.basis, value)?, margin.wallet)?;
        Ok(Due { position, margin, before, value, amount })
    }

    /// Pays a position's variation, and restores its margin unless the contract has ended.
    fn settle(&self, due: Due, facts: &Facts, stamp: &mut Stamp) -> Result<Changes, Refusal> {
        let Due { mut position, margin, before, value, amount: owed } = due;
        let (settlement, key) = (self.settlement, position.key);
        let balance = facts.balance(&BalanceKey::new(key.account, margin.wallet))?;
        let available = balance.map_or(0, |balance| balance.available()).max(0);
        // A loss is paid of what is available, then of the margin; what it is beyond both, the house bears.
        let most = available.saturating_add(margin.amount.minor.max(0));
        let amount = Money::new(owed.minor.max(-most), owed.currency);
        let of_margin = Money::new(amount.minor.saturating_neg().saturating_sub(available).max(0), owed.currency);
        let left = margin.amount.minus(of_margin)?;
        let free = Money::new(available, owed.currency).plus(amount)?.plus(of_margin)?;
        let settled = Settled {
            basis: value,
            credited: before.credited.plus(amount)?,
            price: Some(settlement.price),
            called_at: before.called_at,
        };
        position.updated_at = stamp.now;
        let margin = Margin { amount: left, charged_until: settlement.at, settled: Some(settled), ..margin };
        let variation = Variation {
            id: VariationId(stamp.next_id()),
            position: key,
            settlement: settlement.at,
            quantity: position.quantity,
            price: settlement.price,
            value,
            basis: before.basis,
            amount,
            journal: JournalId(stamp.next_id()),
            created_at: stamp.now,
        };
        let mut changes = Changes::default();
        changes.journals.push(journal(&variation, amount.minus(owed)?, margin.wallet)?);
        if settlement.closes {
            // It is closed by a command of its own: nobody trades the contract any more.
            position.margin = Some(margin);
            changes.put(position);
        } else {
            let (margin, called) = self.restored(margin, settled, (value, free), stamp.now)?;
            position.margin = Some(margin);
            changes.put(position);
            changes.put(Notice::new(key.account, self.told(&variation, &position), stamp));
            if TOLD_BEFORE_THE_END.contains(&settlement.days_left) {
                let (position, instrument) = (position.id, key.instrument);
                let told = NoticeKind::ContractEnds { position, instrument, days: settlement.days_left };
                changes.put(Notice::new(key.account, told, stamp));
            }
            if let Some(amount) = called {
                let told = NoticeKind::MarginCall { position: position.id, instrument: key.instrument, amount };
                changes.put(Notice::new(key.account, told, stamp));
            }
        }
        changes.put(variation);
        Ok(changes)
    }

    /// The margin restored to the initial one at the settlement's price, from what is free or back to it, and what its
    /// customer is newly called for.
    fn restored(
        &self,
        margin: Margin,
        settled: Settled,
        (value, free): (Money, Money),
        now: UnixMillis,
    ) -> Result<(Margin, Option<Money>), Refusal> {
        let (settlement, wallet) = (self.settlement, margin.wallet);
        let initial = settlement.part(value, self.daily.initial(), wallet)?;
        let maintenance = settlement.part(value, self.daily.maintenance(), wallet)?;
        let covered = margin.amount.plus(free)?;
        let amount = Money::new(initial.minor.min(covered.minor), initial.currency);
        let lacks = amount.minor < maintenance.minor;
        let called = (lacks && settled.called_at.is_none()).then(|| initial.minus(amount)).transpose()?;
        // From now on: who is settled late has as long to pay as anybody.
        let called_at = lacks.then(|| settled.called_at.unwrap_or(now));
        let settled = Some(Settled { called_at, ..settled });
        Ok((Margin { amount, initial, halved: false, warned: false, settled, ..margin }, called))
    }

    fn told(&self, variation: &Variation, position: &Position) -> NoticeKind {
        NoticeKind::Variation {
            position: position.id,
            instrument: position.key.instrument,
            price: variation.price,
            amount: variation.amount,
        }
    }
}

/// The wallet against the counterparty; what the house bears of a loss comes from its protection.
fn journal(variation: &Variation, borne: Money, wallet: Wallet) -> Result<Journal, Refusal> {
    let PositionKey { account, instrument, .. } = variation.position;
    let postings = [
        Posting::wallet(account, wallet, variation.amount),
        Posting::house(House::Counterparty, borne.minus(variation.amount)?),
        Posting::house(House::Protection, borne.negated()),
    ];
    let (kind, cause) = (JournalKind::Variation, Cause::Variation(variation.id));
    let note = Note::Variation { instrument, quantity: variation.quantity, price: variation.price };
    Ok(Journal::new(variation.journal, kind, cause, variation.created_at, note, postings)?)
}
