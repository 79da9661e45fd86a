//! The variation of positions at a settlement: what they have gained or lost since the last one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{DailySettlement, Directions, OwedSettlements, Settlement};
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

/// Settles an open position, and with `Directions::Both` the one in the other direction of its contract, at the settlements
/// that they owe, the earliest first. At each, what their margins have too much is free first, then the gain of one is paid
/// before the loss of the other, and at last their margins are restored.
///
/// # Errors
/// `no_quote` where a recorded settlement that the position owes cannot be read or has no rate; `out_of_range`.
pub(in crate::products) fn settle_owed(
    (rules, daily): (&TradingRules, DailySettlement),
    key: PositionKey,
    directions: Directions,
    facts: &mut Facts,
    stamp: &mut Stamp,
) -> Result<(), Refusal> {
    let (mut keys, mut owed) = (Vec::with_capacity(2), BTreeMap::new());
    for each in directions.keys(key) {
        let of_one = facts.get::<OwedSettlements>(&each)?.map(|owed| owed.settlements.as_ref());
        match of_one {
            // Unreadable settlements of the other direction: its own commands report them.
            Some(None) if each != key => {}
            Some(None) => return Err(Refusal::NoQuote),
            Some(Some(settlements)) => {
                keys.push(each);
                owed.extend(settlements.iter().map(|settlement| (settlement.at, *settlement)));
            }
            None => {}
        }
    }
    let now = stamp.now;
    for settlement in owed.values().filter(|settlement| settlement.at <= now) {
        let of = Settling { rules, daily, settlement };
        let due = of.due(&keys, facts)?;
        facts.apply(release(&due))?;
        for due in &due {
            let changes = of.pay(due, facts, stamp)?;
            facts.apply(changes)?;
        }
        if !settlement.closes {
            let changes = restore(&due, facts, stamp)?;
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
    /// The gain since the last settlement, in the wallet's currency; negative for a loss.
    gained: Money,
    /// The margins that it has to have, in minor units of the wallet; none where the contract ends.
    initial: i64,
    maintenance: i64,
}

/// Frees what the margins are more than they have to be, so that it pays for a loss as other free cash does.
fn release(due: &[Due]) -> Changes {
    let mut changes = Changes::default();
    for Due { position, margin, initial, .. } in due {
        if margin.amount.minor > *initial {
            let amount = Money::new(*initial, margin.amount.currency);
            changes.put(Position { margin: Some(Margin { amount, ..*margin }), ..*position });
        }
    }
    changes
}

/// Restores the margins of positions that have paid to the initial one, from the free cash. None takes more than maintenance
/// while another one lacks that. Calls for what is missing.
fn restore(due: &[Due], facts: &Facts, stamp: &mut Stamp) -> Result<Changes, Refusal> {
    let mut changes = Changes::default();
    let Some(first) = due.first() else { return Ok(changes) };
    let balance = facts.balance(&BalanceKey::new(first.position.key.account, first.margin.wallet))?;
    let mut free = balance.map_or(0, |balance| balance.available()).max(0);
    let mut margins = Vec::with_capacity(due.len());
    for due in due {
        let position = *facts.get::<Position>(&due.position.key)?.ok_or(Refusal::PositionUnknown)?;
        let margin = position.margin.ok_or(Refusal::PositionUnknown)?;
        margins.push((position, margin, margin.amount.minor, due));
    }
    let targets: [fn(&Due) -> i64; 2] = [|due| due.maintenance, |due| due.initial];
    for target in targets {
        for (_, _, amount, due) in &mut margins {
            let taken = target(due).saturating_sub(*amount).max(0).min(free);
            (*amount, free) = (*amount + taken, free - taken);
        }
    }
    for (mut position, margin, amount, due) in margins {
        let of_wallet = |minor| Money::new(minor, margin.amount.currency);
        let is_called = amount < due.maintenance;
        let before = margin.settled.and_then(|settled| settled.called_at);
        // From now on: who is settled late has as long to pay as anybody.
        let called_at = is_called.then(|| before.unwrap_or(stamp.now));
        let settled = margin.settled.map(|settled| Settled { called_at, ..settled });
        let (amount, initial) = (of_wallet(amount), of_wallet(due.initial));
        position.margin = Some(Margin { amount, initial, halved: false, warned: false, settled, ..margin });
        changes.put(position);
        if is_called && before.is_none() {
            let (id, instrument, amount) = (position.id, position.key.instrument, initial.minus(amount)?);
            let told = NoticeKind::MarginCall { position: id, instrument, amount };
            changes.put(Notice::new(position.key.account, told, stamp));
        }
    }
    Ok(changes)
}

/// A settlement with the rules of its contract.
struct Settling<'a> {
    rules: &'a TradingRules,
    daily: DailySettlement,
    settlement: &'a Settlement,
}

impl Settling<'_> {
    /// The open positions that owe the settlement, those that gain before those that lose.
    fn due(&self, keys: &[PositionKey], facts: &Facts) -> Result<Vec<Due>, Refusal> {
        let settlement = self.settlement;
        let mut due = Vec::with_capacity(keys.len());
        for key in keys {
            let open = facts.get::<Position>(key)?.filter(|position| position.quantity.is_positive());
            let Some((position, margin)) = open.and_then(|position| Some((*position, position.margin?))) else {
                continue;
            };
            // The facts are those of the whole batch: a command before this one may have settled it.
            if settlement.at <= margin.charged_until {
                continue;
            }
            let before = margin.settled.unwrap_or(Settled {
                basis: position.cost,
                ..Settled::nothing(position.cost.currency, margin.amount.currency)
            });
            let value = self.rules.value(settlement.price, position.quantity, Rounding::HalfAway)?;
            let gained = settlement.profit(gained(key.direction, before.basis, value)?, margin.wallet)?;
            // No margin at the contract's end: the position is closed at the same price.
            let part = |part| match settlement.closes {
                true => Ok(0),
                false => settlement.part(value, part, margin.wallet).map(|part| part.minor),
            };
            let (initial, maintenance) = (part(self.daily.initial())?, part(self.daily.maintenance())?);
            due.push(Due { position, margin, before, value, gained, initial, maintenance });
        }
        due.sort_by_key(|due| Reverse(due.gained.minor));
        Ok(due)
    }

    /// Pays a position's variation: a loss of the free cash, then of the margin; what it is beyond both, the house bears.
    fn pay(&self, due: &Due, facts: &Facts, stamp: &mut Stamp) -> Result<Changes, Refusal> {
        let Due { before, value, gained, .. } = *due;
        let (settlement, key) = (self.settlement, due.position.key);
        let mut position = *facts.get::<Position>(&key)?.ok_or(Refusal::PositionUnknown)?;
        let margin = position.margin.ok_or(Refusal::PositionUnknown)?;
        let available = facts.balance(&BalanceKey::new(key.account, margin.wallet))?;
        let available = available.map_or(0, |balance| balance.available()).max(0);
        let most = available.saturating_add(margin.amount.minor.max(0));
        let amount = Money::new(gained.minor.max(-most), gained.currency);
        let of_margin = Money::new(amount.minor.saturating_neg().saturating_sub(available).max(0), amount.currency);
        let settled =
            Settled { basis: value, credited: before.credited.plus(amount)?, price: Some(settlement.price), ..before };
        position.updated_at = stamp.now;
        position.margin = Some(Margin {
            amount: margin.amount.minus(of_margin)?,
            charged_until: settlement.at,
            settled: Some(settled),
            ..margin
        });
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
        changes.journals.push(journal(&variation, amount.minus(gained)?, margin.wallet)?);
        changes.put(position);
        // A position that ends with its contract is closed by a command of its own, which tells of it.
        if !settlement.closes {
            changes.put(Notice::new(key.account, self.told(&variation, &position), stamp));
        }
        if TOLD_BEFORE_THE_END.contains(&settlement.days_left) {
            let (position, instrument) = (position.id, key.instrument);
            let told = NoticeKind::ContractEnds { position, instrument, days: settlement.days_left };
            changes.put(Notice::new(key.account, told, stamp));
        }
        changes.put(variation);
        Ok(changes)
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
