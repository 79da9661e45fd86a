//! Every command that moves money or changes an order, one line each. `[in_book]` marks a command that comes with a
//! quote to take from, may come to rest, or changes an order that may rest: it has an `impl InBook` in its own file.
//! The book recognises a tick ([`FillResting`]) by its type.

use serde::{Deserialize, Serialize};

use crate::decision::{Action, Facts, Needs, Refusal, Stamp};
use crate::funds::chains::{RecordOutput, ReleaseSuspense};
use crate::funds::{
    CancelDeposit, CancelWithdrawal, QuoteTransfer, RequestDeposit, RequestWithdrawal, ReturnWithdrawal, ReviewDeposit,
    ReviewWithdrawal, SendWithdrawal, SettleWithdrawal, TransferFunds,
};
use crate::ids::AccountId;
use crate::kyc::service::{ApplyForService, ReviewService};
use crate::kyc::{ReviewIdentity, SubmitIdentity};
use crate::orders::{
    Amend, Arrival, Cancel, CloseAtSettlement, FillResting, InBook, Liquidate, OrderRef, Place, Protect,
};
use crate::products::{
    AddMargin, ChargeNights, EntitleDividend, PayDividend, RecordNights, RecordSettlements, RemoveMargin, SetLeverage,
    SetRefill, SplitShares, Terms, WarnMargin,
};

/// An action that is in the list of commands.
pub trait Listed: Action + Sized {
    fn into_command(self) -> Command;

    /// The action, if the command is this one.
    fn of(command: &Command) -> Option<&Self>;

    fn of_mut(command: &mut Command) -> Option<&mut Self>;

    /// The result, if it is that of this action.
    fn done(done: &Done) -> Option<&Self::Done>;

    fn into_done(done: Done) -> Option<Self::Done>;
}

/// An action without the mark `[in_book]` has no part in the book.
macro_rules! not_in_book {
    ([] $action:ty) => {
        impl InBook for $action {}
    };
    ([in_book] $action:ty) => {};
}

macro_rules! commands {
    ($($name:ident: $action:ty $([$in_book:ident])?,)*) => {
        /// A command that moves money or changes an order.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Command {
            $($name(Box<$action>),)*
        }

        /// The result of an accepted command.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Done {
            $($name(<$action as Action>::Done),)*
        }

        impl Command {
            /// The names of the commands in the log.
            pub const NAMES: &'static [&'static str] = &[$(<$action as Action>::NAME),*];

            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => <$action as Action>::NAME,)*
                }
            }

            /// Every account that it touches.
            pub fn accounts(&self) -> Vec<AccountId> {
                match self {
                    $(Self::$name(action) => action.accounts(),)*
                }
            }

            /// Asks for the facts that the command is decided on.
            pub fn needs(&self, needs: &mut Needs) {
                match self {
                    $(Self::$name(action) => Action::needs(action.as_ref(), needs),)*
                }
            }

            /// The terms on which the command may take from the quote that it came with.
            pub fn terms(&self) -> Option<&Terms> {
                match self {
                    $(Self::$name(action) => action.terms(),)*
                }
            }

            /// The terms of [`Self::terms`], so that a newer quote can be put into them before the decision.
            pub fn terms_mut(&mut self) -> Option<&mut Terms> {
                match self {
                    $(Self::$name(action) => action.terms_mut(),)*
                }
            }

            /// The order that may rest in the book for the part that is not filled at once.
            pub fn arrival(&self) -> Option<Arrival> {
                match self {
                    $(Self::$name(action) => action.arrival(),)*
                }
            }

            /// The order that the command changes, if it may rest in the book.
            pub fn changed_order(&self) -> Option<OrderRef> {
                match self {
                    $(Self::$name(action) => action.changed_order(),)*
                }
            }

            /// Decides on the command and applies the decision to `facts`.
            ///
            /// # Errors
            /// The reason for the refusal; `facts` are then unchanged.
            pub fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Done, Refusal> {
                match self {
                    $(Self::$name(action) => action.carry_out(facts, stamp).map(Done::$name),)*
                }
            }
        }

        $(not_in_book!([$($in_book)?] $action);)*

        $(impl Listed for $action {
            fn into_command(self) -> Command {
                Command::$name(Box::new(self))
            }

            fn of(command: &Command) -> Option<&Self> {
                match command {
                    Command::$name(action) => Some(action),
                    _ => None,
                }
            }

            fn of_mut(command: &mut Command) -> Option<&mut Self> {
                match command {
                    Command::$name(action) => Some(action),
                    _ => None,
                }
            }

            fn done(done: &Done) -> Option<&Self::Done> {
                match done {
                    Done::$name(done) => Some(done),
                    _ => None,
                }
            }

            fn into_done(done: Done) -> Option<Self::Done> {
                match done {
                    Done::$name(done) => Some(done),
                    _ => None,
                }
            }
        }

        impl From<$action> for Command {
            fn from(action: $action) -> Self {
                action.into_command()
            }
        })*
    };
}

commands! {
    Place: Place [in_book],
    Amend: Amend [in_book],
    Cancel: Cancel [in_book],
    FillResting: FillResting,
    AddMargin: AddMargin,
    RemoveMargin: RemoveMargin [in_book],
    SetLeverage: SetLeverage,
    SetRefill: SetRefill,
    Protect: Protect [in_book],
    WarnMargin: WarnMargin,
    RecordNights: RecordNights,
    ChargeNights: ChargeNights,
    RecordSettlements: RecordSettlements,
    CloseAtSettlement: CloseAtSettlement,
    Liquidate: Liquidate [in_book],
    SplitShares: SplitShares,
    EntitleDividend: EntitleDividend,
    PayDividend: PayDividend,
    QuoteTransfer: QuoteTransfer,
    Transfer: TransferFunds,
    RequestDeposit: RequestDeposit,
    RecordOutput: RecordOutput,
    ReleaseSuspense: ReleaseSuspense,
    ReviewDeposit: ReviewDeposit,
    CancelDeposit: CancelDeposit,
    RequestWithdrawal: RequestWithdrawal,
    CancelWithdrawal: CancelWithdrawal,
    ReviewWithdrawal: ReviewWithdrawal,
    SendWithdrawal: SendWithdrawal,
    SettleWithdrawal: SettleWithdrawal,
    ReturnWithdrawal: ReturnWithdrawal,
    SubmitIdentity: SubmitIdentity,
    ReviewIdentity: ReviewIdentity,
    ApplyForService: ApplyForService,
    ReviewService: ReviewService,
}

/// The facts that all `commands` need together.
pub fn needs_of<'a>(commands: impl IntoIterator<Item = &'a Command>) -> Needs {
    let mut needs = Needs::default();
    commands.into_iter().for_each(|command| command.needs(&mut needs));
    needs
}
