//! Kinds of the books and of what comes in and goes out.

use plumbline_core::funds;
use plumbline_core::funds::chains::ChainDepositStatus;
use plumbline_core::funds::payout::{
    self, ADDRESS_LENGTH_MAX, NAME_LENGTH_MAX, PLACE_LENGTH_MAX, POSTAL_CODE_LENGTH_MAX,
};
use plumbline_core::ledger::{self, Wallet};

use super::kind::kinds;
use super::schema::{codes, longest, numbers, text};

kinds! {
    text {
        AbaRoutingNumber = text("^([0-9]{9})?$").examples(["021000021"]);
        /// The end of a number or an address, never more than half of it.
        Masked = text("^\\*{4}[0-9A-Za-z]{0,4}$");
        /// Kinds of movements of the bill, with commas between them.
        MovementKinds = text("^([a-z_]{1,32}(,[a-z_]{1,32}){0,15})?$").examples(["deposit,fee"]);
        /// A chain, by its name in the ways to deposit.
        Network = text("^.{0,64}$").examples(["Ethereum (ERC-20)"]);
        PartyName = longest(NAME_LENGTH_MAX);
        PlaceName = longest(PLACE_LENGTH_MAX);
        PostalAddress = longest(ADDRESS_LENGTH_MAX);
        PostalCode = longest(POSTAL_CODE_LENGTH_MAX);
        /// The name of a transaction on its chain.
        TransactionHash = text("^(0x)?[0-9a-fA-F]{64}$");
        /// A BIC (ISO 9362).
        SwiftCode = text("^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$").examples(["DEUTDEFF"]);
    }
    word {
        BillKind = codes(ledger::JournalKind::ALL.map(ledger::JournalKind::code).into_iter().chain(["fee"]));
        Chain: payout::Chain = codes(payout::Chain::ALL.map(payout::Chain::code));
        DepositChannel: funds::DepositChannel = codes(funds::DepositChannel::ALL.map(funds::DepositChannel::code));
        DepositFailure = codes(deposit_failures());
        JournalKind: ledger::JournalKind = codes(ledger::JournalKind::ALL.map(ledger::JournalKind::code));
        Sending: &funds::Sending = codes(funds::Sending::codes());
        WalletType: Wallet = codes(Wallet::ALL.map(Wallet::code));
        WithdrawalFailure = codes(withdrawal_failures());
        WithdrawalStep = codes(["review", "sending", "arrival", "total"]);
    }
    number {
        /// 0 pending, 1 completed, 2 failed, 3 cancelled, 4 in suspense.
        DepositStatus: funds::DepositStatus, ChainDepositStatus = numbers(
            funds::DepositStatus::ALL.map(funds::DepositStatus::code).into_iter().chain([ChainDepositStatus::IN_SUSPENSE])
        );
        /// 0 pending, 1 completed, 2 cancelled.
        TransferStatus = numbers([0, 1, 2]);
        /// 0 requested, 1 settled, 2 rejected, 3 cancelled, 4 approved, 5 sent.
        WithdrawalStatus: funds::WithdrawalStatus
            = numbers(funds::WithdrawalStatus::ALL.map(funds::WithdrawalStatus::code));
    }
    secret {
        /// An IBAN, or the bank's own number: 4 to 34 letters and digits.
        AccountNumber = text("^[0-9A-Za-z -]{0,42}$");
        /// 12 to 19 digits.
        CardNumber = text("^[0-9 -]{0,23}$");
        ChainAddress = text("^[0-9A-Za-z]{0,90}$");
    }
}

/// Why a deposit failed, or coins wait for an operator.
fn deposit_failures() -> impl Iterator<Item = &'static str> {
    let of_reviews = funds::DepositFailure::ALL.map(funds::DepositFailure::word);
    of_reviews.into_iter().chain(["taken_back", "amount_too_large", "output_differs"])
}

/// Why a withdrawal was rejected or returned.
fn withdrawal_failures() -> impl Iterator<Item = &'static str> {
    let of_reviews = funds::WithdrawalFailure::ALL.map(funds::WithdrawalFailure::word);
    let of_guards = funds::Obstacle::ALL.map(funds::Obstacle::word);
    let returns = funds::ReturnReason::ALL.map(funds::ReturnReason::word);
    of_reviews.into_iter().chain(of_guards).chain(returns)
}
