//! Every event in every state of a deposit, announced or on a chain: the state that it leads to, with its journal and
//! its notice, or the refusal, which changes nothing.

use std::collections::BTreeSet;

use plumbline_core::command::{Command, needs_of};
use plumbline_core::decimal::Quantity;
use plumbline_core::decision::{Facts, Refusal, Stamp};
use plumbline_core::funds::chains::{
    ChainDeposit, ChainDepositStatus, Output, RecordOutput, ReleaseSuspense, SeenOutput, SuspenseRelease,
};
use plumbline_core::funds::{
    CancelDeposit, Converted, Deposit, DepositChannel, DepositFailure, DepositStatus, RequestDeposit, ReviewDeposit,
};
use plumbline_core::ids::{AccountId, ChainDepositId, DepositId};
use plumbline_core::inbox::Notice;
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::{BalanceKey, Book, House, JournalKind, Wallet};
use plumbline_core::money::{Currency, Money};
use plumbline_core::time::UnixMillis;

const ANN: AccountId = AccountId(1);
const BO: AccountId = AccountId(2);
const NOW: UnixMillis = UnixMillis(7);
/// The id of the deposit that all events name.
const ID: i64 = 1_000;
/// Values in cents: of a deposit as announced and at its review, and of coins at arrival and at release.
const ANNOUNCED: i64 = 10_411;
const CREDITED: i64 = 10_400;
const BOOKED: i64 = 500;
const RELEASED: i64 = 505;
const RATE_OF_THE_REVIEW: i64 = 104_000_000;
const RATE: i64 = 100_000_000;
const RATE_OF_THE_RELEASE: i64 = 101_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Through a bank, or to a wallet, which could be announced formerly.
    Announced(DepositChannel, DepositStatus),
    Coins(Coins),
}

/// The state of an output of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coins {
    /// No server has seen it.
    Unseen,
    Standing,
    /// No block contains it any more, or an operator has to check it.
    TakenBack,
    /// Another server has recorded it since it was read.
    RecordedElsewhere,
    InSuspense,
    Credited,
    Released,
}

impl State {
    fn all() -> Vec<Self> {
        use Coins::{Credited, InSuspense, RecordedElsewhere, Released, Standing, TakenBack, Unseen};
        let announced = |channel| DepositStatus::ALL.map(|status| Self::Announced(channel, status));
        let coins = [Unseen, Standing, TakenBack, RecordedElsewhere, InSuspense, Credited, Released];
        DepositChannel::ALL.into_iter().flat_map(announced).chain(coins.map(Self::Coins)).collect()
    }

    /// The events that lead to the state from its beginning.
    fn path(self) -> &'static [Event] {
        match self {
            Self::Announced(_, DepositStatus::Pending) => &[],
            Self::Announced(_, DepositStatus::Completed) => &[Event::Complete],
            Self::Announced(_, DepositStatus::Failed) => &[Event::Fail(DepositFailure::NotReceived)],
            Self::Announced(_, DepositStatus::Cancelled) => &[Event::Cancel],
            Self::Coins(Coins::Unseen | Coins::Standing | Coins::TakenBack | Coins::RecordedElsewhere) => &[],
            Self::Coins(Coins::Credited) => &[Event::RecordEnough],
            Self::Coins(Coins::InSuspense) => &[Event::RecordLittle],
            Self::Coins(Coins::Released) => &[Event::RecordLittle, Event::Release],
        }
    }

    /// The customer's credit in the funding account, and the house's suspense for the customer.
    fn worth(self) -> (i64, i64) {
        match self {
            Self::Announced(_, DepositStatus::Completed) => (CREDITED, 0),
            Self::Announced(_, DepositStatus::Pending | DepositStatus::Failed | DepositStatus::Cancelled) => (0, 0),
            Self::Coins(Coins::Unseen | Coins::Standing | Coins::TakenBack | Coins::RecordedElsewhere) => (0, 0),
            Self::Coins(Coins::InSuspense) => (0, BOOKED),
            Self::Coins(Coins::Credited) => (BOOKED, 0),
            Self::Coins(Coins::Released) => (RELEASED, 0),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// Another deposit is announced.
    Announce,
    Complete,
    Fail(DepositFailure),
    Cancel,
    /// The output has its confirmations, and is of the minimum or more.
    RecordEnough,
    /// The output has its confirmations, and is less than the minimum.
    RecordLittle,
    /// The customer asks for the coins in suspense.
    Release,
    /// The coins are credited together with others that arrived.
    ReleaseDue,
}

impl Event {
    fn all() -> Vec<Self> {
        let fails = DepositFailure::ALL.map(Self::Fail);
        let others = [
            Self::Announce,
            Self::Complete,
            Self::Cancel,
            Self::RecordEnough,
            Self::RecordLittle,
            Self::Release,
            Self::ReleaseDue,
        ];
        others.into_iter().chain(fails).collect()
    }

    fn command(self, account: AccountId) -> Command {
        let deposit = DepositId(ID);
        let review = |decision: Result<(), DepositFailure>| {
            let converted = decision
                .is_ok()
                .then_some(Converted { credit: Money::new(CREDITED, Currency::Usd), rate: RATE_OF_THE_REVIEW });
            ReviewDeposit { deposit, account, decision, converted, by: ReviewedBy::Reviewers }
        };
        let record = |minimum| RecordOutput {
            id: ChainDepositId(ID),
            account,
            rate: RATE,
            minimum: Quantity::from_whole(minimum).unwrap(),
        };
        let release = |asked| ReleaseSuspense {
            account,
            currency: "USDT".into(),
            deposits: vec![ChainDepositId(ID)],
            rate: RATE_OF_THE_RELEASE,
            asked,
        };
        match self {
            Self::Announce => announce(account, DepositChannel::Fiat).into(),
            Self::Complete => review(Ok(())).into(),
            Self::Fail(failure) => review(Err(failure)).into(),
            Self::Cancel => CancelDeposit { deposit, account }.into(),
            Self::RecordEnough => record(5).into(),
            Self::RecordLittle => record(6).into(),
            Self::Release => release(true).into(),
            Self::ReleaseDue => release(false).into(),
        }
    }

    /// The state that the event leads to, or the refusal.
    fn leads(self, from: State) -> Result<State, Refusal> {
        use Coins::{Credited, InSuspense, RecordedElsewhere, Released, Standing, TakenBack, Unseen};
        use DepositStatus::{Cancelled, Completed, Failed, Pending};
        use State::{Announced, Coins as OnChain};
        match (self, from) {
            // It has no effect on other deposits.
            (Self::Announce, _) => Ok(from),
            (Self::Complete, Announced(channel, Pending)) => Ok(Announced(channel, Completed)),
            (Self::Fail(_), Announced(channel, Pending)) => Ok(Announced(channel, Failed)),
            (Self::Cancel, Announced(channel, Pending)) => Ok(Announced(channel, Cancelled)),
            (Self::Complete | Self::Fail(_) | Self::Cancel, Announced(_, Completed | Failed)) => {
                Err(Refusal::DepositReviewed)
            }
            (Self::Complete | Self::Fail(_) | Self::Cancel, Announced(_, Cancelled)) => Err(Refusal::DepositCancelled),
            (Self::Complete | Self::Fail(_) | Self::Cancel, OnChain(_)) => Err(Refusal::DepositUnknown),
            (Self::RecordEnough, OnChain(Standing)) => Ok(OnChain(Credited)),
            (Self::RecordLittle, OnChain(Standing)) => Ok(OnChain(InSuspense)),
            (Self::RecordEnough | Self::RecordLittle, OnChain(Unseen | TakenBack) | Announced(..)) => {
                Err(Refusal::OutputOffChain)
            }
            (
                Self::RecordEnough | Self::RecordLittle,
                OnChain(RecordedElsewhere | InSuspense | Credited | Released),
            ) => Err(Refusal::OutputRecorded),
            (Self::Release | Self::ReleaseDue, OnChain(InSuspense)) => Ok(OnChain(Released)),
            (
                Self::Release | Self::ReleaseDue,
                Announced(..) | OnChain(Unseen | Standing | TakenBack | RecordedElsewhere | Credited | Released),
            ) => Err(Refusal::NothingInSuspense),
        }
    }

    /// The journal of the event, if it succeeds: its kind, and its postings.
    fn journal(self) -> Option<(JournalKind, Vec<(Book, i64)>)> {
        let (bank, suspense) = (Book::House(House::Bank), Book::House(House::Suspense));
        let wallet = Book::Wallet(Wallet::Balance);
        match self {
            Self::Announce | Self::Fail(_) | Self::Cancel => None,
            Self::Complete => Some((JournalKind::Deposit, vec![(bank, -CREDITED), (wallet, CREDITED)])),
            Self::RecordEnough => Some((JournalKind::ChainDeposit, vec![(bank, -BOOKED), (wallet, BOOKED)])),
            Self::RecordLittle => Some((JournalKind::Suspense, vec![(bank, -BOOKED), (suspense, BOOKED)])),
            Self::Release | Self::ReleaseDue => {
                let postings = vec![(suspense, -BOOKED), (bank, BOOKED - RELEASED), (wallet, RELEASED)];
                Some((JournalKind::SuspenseRelease, postings))
            }
        }
    }

    /// The notice to the customer: none about the customer's own acts.
    const fn tells(self) -> Option<&'static str> {
        match self {
            Self::Announce | Self::Cancel | Self::Release => None,
            Self::Complete => Some("deposit_credited"),
            Self::Fail(_) => Some("deposit_rejected"),
            Self::RecordEnough | Self::ReleaseDue => Some("coins_credited"),
            Self::RecordLittle => Some("coins_in_suspense"),
        }
    }
}

/// True if a command is an event of deposits. A new one has to be added to [`Event`] too.
const fn is_event(command: &Command) -> bool {
    match command {
        Command::RequestDeposit(_)
        | Command::ReviewDeposit(_)
        | Command::CancelDeposit(_)
        | Command::RecordOutput(_)
        | Command::ReleaseSuspense(_) => true,
        Command::Place(_)
        | Command::Amend(_)
        | Command::Cancel(_)
        | Command::FillResting(_)
        | Command::AddMargin(_)
        | Command::RemoveMargin(_)
        | Command::SetRefill(_)
        | Command::SetLeverage(_)
        | Command::Protect(_)
        | Command::WarnMargin(_)
        | Command::RecordNights(_)
        | Command::RecordSettlements(_)
        | Command::CloseAtSettlement(_)
        | Command::ChargeNights(_)
        | Command::Liquidate(_)
        | Command::SplitShares(_)
        | Command::EntitleDividend(_)
        | Command::PayDividend(_)
        | Command::QuoteTransfer(_)
        | Command::Transfer(_)
        | Command::RequestWithdrawal(_)
        | Command::CancelWithdrawal(_)
        | Command::ReviewWithdrawal(_)
        | Command::SendWithdrawal(_)
        | Command::SettleWithdrawal(_)
        | Command::ReturnWithdrawal(_)
        | Command::SubmitIdentity(_)
        | Command::ReviewIdentity(_)
        | Command::ApplyForService(_)
        | Command::ReviewService(_) => false,
    }
}

fn announce(account: AccountId, channel: DepositChannel) -> RequestDeposit {
    RequestDeposit {
        account,
        channel,
        sent_currency: "EUR".into(),
        sent_amount: "100.00".into(),
        credit: Money::new(ANNOUNCED, Currency::Usd),
        rate: Some(104_110_000),
        proof_url: None,
    }
}

/// A venue with one deposit of Ann's.
struct Venue {
    facts: Facts,
    next_id: i64,
}

impl Venue {
    fn with(state: State) -> Self {
        let events = Event::all().into_iter().flat_map(|event| [event.command(ANN), event.command(BO)]);
        let mut venue = Self { facts: Facts::about(&needs_of(&events.collect::<Vec<_>>())), next_id: ID };
        let seen = |stands, recorded| SeenOutput {
            id: ChainDepositId(ID),
            account: ANN,
            output: Output { chain: "A chain".into(), transaction: "abc".into(), contract: String::new(), index: 0 },
            currency: "USDT".into(),
            amount: Quantity::from_whole(5).unwrap(),
            stands,
            recorded,
        };
        match state {
            State::Announced(channel, _) => assert!(venue.run(&announce(ANN, channel).into()).is_ok()),
            State::Coins(Coins::Unseen) => {}
            State::Coins(Coins::TakenBack) => venue.facts.load(seen(false, false)),
            State::Coins(Coins::RecordedElsewhere) => venue.facts.load(seen(true, true)),
            State::Coins(Coins::Standing | Coins::InSuspense | Coins::Credited | Coins::Released) => {
                venue.facts.load(seen(true, false));
            }
        }
        venue.next_id = ID + 1;
        for event in state.path() {
            assert_eq!(venue.run(&event.command(ANN)), Ok(()), "{event:?} to {state:?}");
        }
        venue
    }

    fn run(&mut self, command: &Command) -> Result<(), Refusal> {
        let mut ids = self.next_id..;
        let done = command.carry_out(&mut self.facts, &mut Stamp::new(NOW, &mut || ids.next().unwrap()));
        self.next_id = ids.start;
        done.map(drop)
    }

    fn announced(&self) -> Option<&Deposit> {
        self.facts.get::<Deposit>(&DepositId(ID)).unwrap()
    }

    fn coins(&self) -> Option<&ChainDeposit> {
        self.facts.get::<ChainDeposit>(&ChainDepositId(ID)).unwrap()
    }

    /// The state of the deposit by its records.
    fn state(&self) -> State {
        if let Some(deposit) = self.announced() {
            return State::Announced(deposit.channel, deposit.status);
        }
        let seen = self.facts.get::<SeenOutput>(&ChainDepositId(ID)).unwrap();
        State::Coins(
            match (self.coins().map(|deposit| deposit.status), seen.map(|seen| (seen.stands, seen.recorded))) {
                (Some(ChainDepositStatus::InSuspense), _) => Coins::InSuspense,
                (Some(ChainDepositStatus::Credited), _) => Coins::Credited,
                (Some(ChainDepositStatus::Released(release)), _) => {
                    assert_eq!(self.facts.written::<SuspenseRelease>().map(|r| r.id).collect::<Vec<_>>(), [release]);
                    Coins::Released
                }
                (None, None) => Coins::Unseen,
                (None, Some((_, true))) => Coins::RecordedElsewhere,
                (None, Some((true, false))) => Coins::Standing,
                (None, Some((false, false))) => Coins::TakenBack,
            },
        )
    }

    fn is_recorded(&self) -> bool {
        self.facts.get::<SeenOutput>(&ChainDepositId(ID)).unwrap().is_some_and(|seen| seen.recorded)
    }

    /// Each journal's kind and postings.
    fn journals(&self) -> Vec<(JournalKind, Vec<(Book, i64)>)> {
        let of = |journal: &plumbline_core::ledger::Journal| {
            (journal.kind, journal.postings().iter().map(|posting| (posting.book, posting.amount.minor)).collect())
        };
        self.facts.journals().iter().map(of).collect()
    }

    fn told(&self) -> Vec<&'static str> {
        self.facts.written::<Notice>().map(|notice| notice.kind.code()).collect()
    }

    /// The customer's funding account, and the house's suspense.
    fn worth(&self) -> (i64, i64) {
        let wallet = self.facts.balance(&BalanceKey::new(ANN, Wallet::Balance)).unwrap();
        let suspense = Book::House(House::Suspense);
        let journals = self.journals().into_iter().flat_map(|(_, postings)| postings);
        let suspense = journals.filter(|(book, _)| *book == suspense).map(|(_, amount)| amount).sum();
        (wallet.map_or(0, |balance| balance.posted), suspense)
    }
}

#[test]
fn every_event_in_every_state() {
    for from in State::all() {
        for event in Event::all() {
            let mut venue = Venue::with(from);
            let case = format!("{event:?} of {from:?}");
            assert_eq!((venue.state(), venue.worth()), (from, from.worth()), "{case}");
            let (facts, mut journals, mut told) = (format!("{:?}", venue.facts), venue.journals(), venue.told());
            let came = venue.run(&event.command(ANN));
            assert_eq!(came.map(|()| venue.state()), event.leads(from), "{case}");
            if came.is_err() {
                assert_eq!(facts, format!("{:?}", venue.facts), "{case}: nothing has changed");
                continue;
            }
            journals.extend(event.journal());
            told.extend(event.tells());
            assert_eq!((venue.journals(), venue.told()), (journals, told), "{case}");
            assert_eq!(venue.worth(), venue.state().worth(), "{case}");
            let Some(deposit) = venue.announced().filter(|_| event != Event::Announce) else { continue };
            let (is_reviewed, is_cancelled) = (event != Event::Cancel, event == Event::Cancel);
            let reason = if let Event::Fail(failure) = event { Some(failure.word()) } else { None };
            assert_eq!(deposit.reason.as_deref(), reason, "{case}");
            let decided = (deposit.reviewed_at, deposit.reviewed_by);
            assert_eq!(decided, (is_reviewed.then_some(NOW), is_reviewed.then_some(ReviewedBy::Reviewers)), "{case}");
            assert_eq!(deposit.cancelled_at, is_cancelled.then_some(NOW), "{case}");
        }
    }
}

/// A customer cannot reach another customer's deposit; a new announcement is always one's own.
#[test]
fn nobody_takes_a_step_for_somebody_else() {
    for from in State::all() {
        for event in Event::all().into_iter().filter(|event| *event != Event::Announce) {
            let mut venue = Venue::with(from);
            let facts = format!("{:?}", venue.facts);
            let refusal = venue.run(&event.command(BO)).unwrap_err();
            let expected = match event.leads(State::Coins(Coins::Unseen)).unwrap_err() {
                // A recorded output is refused as recorded: another server needs to know no more.
                Refusal::OutputOffChain if venue.is_recorded() => Refusal::OutputRecorded,
                refusal => refusal,
            };
            assert_eq!(refusal, expected, "{event:?} of {from:?}");
            assert_eq!(facts, format!("{:?}", venue.facts), "{event:?} of {from:?}");
        }
    }
}

/// The table has all commands that change a deposit, every state is reached, and a credited one is never left.
#[test]
fn the_table_is_whole() {
    assert!(Event::all().iter().all(|event| is_event(&event.command(ANN))));
    let names: BTreeSet<&str> = Event::all().iter().map(|event| event.command(ANN).name()).collect();
    let all = ["request_deposit", "review_deposit", "cancel_deposit", "record_output", "release_suspense"];
    assert_eq!(names, BTreeSet::from(all));
    for state in State::all() {
        let led = Event::all().into_iter().filter_map(|event| event.leads(state).ok()).filter(|to| *to != state);
        let (leads, (credited, _)) = (led.count() > 0, state.worth());
        assert!(credited == 0 || !leads, "{state:?}");
        let begins = state.path().is_empty();
        let is_reached = State::all()
            .iter()
            .any(|from| *from != state && Event::all().iter().any(|event| event.leads(*from) == Ok(state)));
        assert!(begins || is_reached, "{state:?}");
    }
}
