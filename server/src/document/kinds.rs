//! The kinds of fields in the API, each with the values that the server accepts and gives.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use plumbline_core::funds::chains::ChainDepositStatus;
use plumbline_core::funds::payout::{
    ADDRESS_LENGTH_MAX, Chain, NAME_LENGTH_MAX, PLACE_LENGTH_MAX, POSTAL_CODE_LENGTH_MAX,
};
use plumbline_core::funds::{DepositChannel, DepositStatus, Sending, WithdrawalStatus};
use plumbline_core::identity::password::{LOGIN_PASSWORD_LENGTH, PAY_PASSWORD_LENGTH};
use plumbline_core::inbox::NoticeKind;
use plumbline_core::kyc::documents::{DocumentKind, NAME_LENGTH_MAX as PERSON_NAME_LENGTH_MAX, NUMBER_LENGTH_MAX};
use plumbline_core::kyc::service::{Service, ServiceStatus};
use plumbline_core::kyc::{CheckStatus, ReviewedBy};
use plumbline_core::ledger::{JournalKind, Wallet};
use plumbline_core::market::{AuctionPhase, Column, HaltKind, Market, OfferingStatus, RestraintKind, Session};
use plumbline_core::orders::{CloseReason, OrderKind, OrderStatus, Side, TimeInForce};
use plumbline_core::positions::Direction;
use strum::IntoEnumIterator;
use utoipa::openapi::schema::{KnownFormat, Object, ObjectBuilder, SchemaFormat, Type};

use crate::http::text::GIVEN_NAME_LENGTH_MAX;
use crate::http::{PAGE_NUM_MAX, PAGE_SIZE_MAX, WHOLE_DIGITS_MAX};

/// The kinds by their names.
pub fn all() -> BTreeMap<&'static str, Object> {
    let text = |pattern: &str| ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    let whole = |least, most| {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(least))
            .maximum(most)
    };
    let longest = |most| ObjectBuilder::new().schema_type(Type::String).max_length(Some(most));
    let kinds = [
        ("AbaRoutingNumber", text("^([0-9]{9})?$").examples(["021000021"])),
        (
            "AccountNumber",
            text("^[0-9A-Za-z -]{0,42}$")
                .description(Some("An IBAN, or the bank's own number: 4 to 34 letters and digits.")),
        ),
        (
            "Amount",
            text(&format!("^[0-9]{{1,{WHOLE_DIGITS_MAX}}}(\\.[0-9]{{1,2}})?$"))
                .description(Some("Money above zero, at most two decimals.")),
        ),
        ("ArticleAuthor", codes(["server", "operator"])),
        (
            "AssetSource",
            numbers(Market::ALL.map(Market::source).into_iter().chain([4, 5, 8])).description(Some(
                "An asset source; 5 for a stock before it is listed, 8 in the list of auctions, 4 in that of blocks.",
            )),
        ),
        ("AuctionKind", codes(["opening", "reopening"])),
        ("AuctionPhase", codes(AuctionPhase::ALL.map(AuctionPhase::code))),
        ("BillKind", codes(JournalKind::ALL.map(JournalKind::code).into_iter().chain(["fee"]))),
        (
            "BlockTradeStatus",
            numbers([0].into_iter().chain(ServiceStatus::ALL.map(ServiceStatus::code)))
                .description(Some("0 not opened, 1 under review, 2 opened, 3 refused.")),
        ),
        ("BookSide", codes(["bid", "ask"])),
        (
            "Calendar",
            text("^([A-Z][A-Z_]{1,15})?$").description(Some("The name of a trading calendar.")).examples(["XNYS"]),
        ),
        ("CardNumber", text("^[0-9 -]{0,23}$").description(Some("12 to 19 digits."))),
        ("Chain", codes(Chain::ALL.map(Chain::code))),
        ("ChainAddress", text("^[0-9A-Za-z]{0,90}$")),
        ("CloseReason", codes(CloseReason::ALL.map(CloseReason::code))),
        ("CorporateActionKind", codes(["dividend", "split"])),
        (
            "ClientOrderId",
            text("^[ -~]{0,128}$").description(Some("A name of the caller's own, which an account uses once.")),
        ),
        ("Country", text("^[A-Z]{2}$").description(Some("Two letters of ISO 3166-1.")).examples(["HK"])),
        ("Currency", text("^[A-Z]{3,5}$").examples(["USD"])),
        ("Date", text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$").description(Some("`YYYY-MM-DD`."))),
        ("Decimal", text("^-?[0-9]+(\\.[0-9]+)?$").description(Some("A decimal number as a text."))),
        ("DepositChannel", codes(DepositChannel::ALL.map(DepositChannel::code))),
        ("Network", text("^.{0,64}$").description(Some("A chain, by its name in the ways to deposit.")).examples(["Ethereum (ERC-20)"])),
        (
            "DepositStatus",
            numbers(DepositStatus::ALL.map(DepositStatus::code).into_iter().chain([ChainDepositStatus::IN_SUSPENSE]))
                .description(Some("0 pending, 1 completed, 2 failed, 3 cancelled, 4 in suspense.")),
        ),
        ("Digest", text("^[0-9a-f]{64}$").description(Some("256 bits in hexadecimal."))),
        ("Direction", numbers([Side::Buy, Side::Sell].map(Side::code)).description(Some("0 buy, 1 sell."))),
        ("Email", text("^[^@]+@[^@.]+(\\.[^@.]+)+$").max_length(Some(254)).examples(["ann@example.com"])),
        ("EmailCode", secret().pattern(Some("^[0-9]{6}$"))),
        ("FeeBasis", codes(["value", "quantity"])),
        ("FeeRounding", codes(["up", "nearest"])),
        ("GroupName", longest(GIVEN_NAME_LENGTH_MAX)),
        ("HaltKind", codes(HaltKind::ALL.map(HaltKind::code))),
        ("HaltOrRestraint", codes(halts_and_restraints())),
        ("HalfOrFull", codes(["half", "full"])),
        ("Id", text("^(0|[1-9][0-9]{0,18})$").description(Some("A number as a text, in digits without leading zeros."))),
        (
            "IdempotencyKey",
            ObjectBuilder::new().schema_type(Type::String).format(Some(uuid())).description(Some(
                "A UUID, made once for each intended action. A decision on the books, even a refusal, is kept under it \
                 for seven days, and answers each repeat. A refusal before that is not kept, and binds the key to \
                 nothing: for a form that cannot be read, something named that is not there, a pay password, a \
                 session, a limit; nor is a 500 or a 503. The conventions of the API name them all.",
            )),
        ),
        ("ApplicationReviewer", codes(ReviewedBy::ALL.map(ReviewedBy::code))),
        ("BirthDate", text("^([0-9]{4}-[0-9]{2}-[0-9]{2})?$").description(Some("`YYYY-MM-DD`."))),
        ("DocumentNumber", longest(NUMBER_LENGTH_MAX)),
        ("DocumentType", numbers(DocumentKind::ALL.map(DocumentKind::code)).description(Some("1 an ID card, 2 a passport."))),
        ("DialCode", text("^[0-9]{1,3}$")),
        ("MrzLine", longest(60)),
        ("PersonName", longest(PERSON_NAME_LENGTH_MAX)),
        ("Service", codes(Service::iter().map(Service::code))),
        ("InviteCode", text("^[0-9A-Za-z]{0,32}$")),
        ("InstrumentState", codes(["trading", "halted", "retired"])),
        ("JournalKind", codes(JournalKind::ALL.map(JournalKind::code))),
        (
            "KycStatus",
            numbers([0].into_iter().chain(CheckStatus::ALL.map(CheckStatus::code)))
                .description(Some("0 nothing was sent, 1 under review, 2 verified, 3 unsuccessful.")),
        ),
        ("LoginPassword", password(LOGIN_PASSWORD_LENGTH)),
        ("MailDelivery", codes(["smtp", "outbox"])),
        // A pattern and no list, because clients take the market from a page's address, where it may be any text.
        ("Market", text(&one_of(Market::ALL.map(Market::code))).examples(["UsStock"])),
        (
            "Masked",
            text("^\\*{4}[0-9A-Za-z]{0,4}$")
                .description(Some("The end of a number or an address, never more than half of it.")),
        ),
        ("MaskedEmail", text("^.?\\*{3}@.?\\*{3}(\\.[^.@]+)?$").examples(["a***@e***.com"])),
        ("MarketEvent", codes(["dividend", "split", "expiry", "holiday", "half_day"])),
        ("MarketSession", codes(Session::ALL.map(Session::code))),
        ("Mode", codes(["paper", "live"])),
        (
            "MovementKinds",
            text("^([a-z_]{1,32}(,[a-z_]{1,32}){0,15})?$")
                .description(Some("Kinds of movements of the bill, with commas between them."))
                .examples(["deposit,fee"]),
        ),
        ("Month", text("^[0-9]{4}-(0[1-9]|1[0-2])$").examples(["2026-11"])),
        ("NoticeKind", codes(NoticeKind::CODES)),
        ("NoticeSubject", codes(["order", "deposit", "withdrawal", "position", "security", "payout", "identity", "service"])),
        ("OfferStatus", codes(OfferingStatus::ALL.map(OfferingStatus::code))),
        (
            "OrderStatus",
            numbers(
                [OrderStatus::Accepted, OrderStatus::Filled, OrderStatus::Cancelled, OrderStatus::PartiallyFilled]
                    .map(OrderStatus::wire),
            )
            .description(Some("0 working, 1 filled, 2 ended without being filled, 3 partially filled.")),
        ),
        (
            "OrderType",
            numbers(OrderKind::ALL.map(OrderKind::code))
                .description(Some("0 market, 1 limit, 2 stop, 3 stop limit, 4 trailing stop.")),
        ),
        ("PageNumber", whole(1, Some(PAGE_NUM_MAX))),
        ("PageSize", whole(1, Some(PAGE_SIZE_MAX))),
        ("RowCount", whole(0, None)),
        ("PartyName", longest(NAME_LENGTH_MAX)),
        ("PayPassword", password(PAY_PASSWORD_LENGTH)),
        ("PlaceName", longest(PLACE_LENGTH_MAX)),
        (
            "PositionSide",
            numbers([Direction::Long, Direction::Short].map(Direction::code)).description(Some("0 long, 1 short.")),
        ),
        ("PositionStatus", numbers([0]).description(Some("0 open."))),
        ("PositionShare", text("^(half|full|[1-9][0-9]?|100)$")),
        ("PostalAddress", longest(ADDRESS_LENGTH_MAX)),
        ("PostalCode", longest(POSTAL_CODE_LENGTH_MAX)),
        ("FileUrl", text("^(/file/[0-9]{1,19}(\\?.*)?)?$").max_length(Some(500)).examples(["/file/7?expires=1&signature=0a"])),
        (
            "TrailPercent",
            text("^[0-9]{1,2}(\\.[0-9]{1,2})?$").description(Some("Above zero and below 100, at most two decimals.")),
        ),
        ("Quantity", text("^[0-9]{1,10}(\\.[0-9]{1,8})?$").description(Some("Above zero, at most eight decimals."))),
        (
            "Source",
            numbers(Market::ALL.map(Market::source)).description(Some(
                "An asset source: 0 for US stocks, 11 for those of Hong Kong, 2 for forex, 3 for futures, 7 for crypto, 99 for indices.",
            )),
        ),
        ("StockCode", text("^[0-9A-Z.]{1,12}$").examples(["AAPL"])),
        (
            "SwiftCode",
            text("^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$")
                .description(Some("A BIC (ISO 9362)."))
                .examples(["DEUTDEFF"]),
        ),
        ("TimeOfDay", text("^[0-9]{2}:[0-9]{2}$").description(Some("A time on the exchange's clock.")).examples(["12:00"])),
        ("TimeInForce", codes(TimeInForce::ALL.map(TimeInForce::code))),
        ("Timestamp", text("^[0-9]{1,18}$").description(Some("Unix milliseconds."))),
        ("TransferStatus", numbers([0, 1, 2]).description(Some("0 pending, 1 completed, 2 cancelled."))),
        ("TrendingBasis", codes(["opened", "traded"])),
        ("WalletType", codes(Wallet::ALL.map(Wallet::code))),
        ("WebLink", text("^https?://")),
        ("Sending", codes(Sending::codes())),
        ("WithdrawalStep", codes(["review", "sending", "arrival", "total"])),
        (
            "WithdrawalStatus",
            numbers(WithdrawalStatus::ALL.map(WithdrawalStatus::code))
                .description(Some("0 requested, 1 settled, 2 rejected, 3 cancelled, 4 approved, 5 sent.")),
        ),
        ("SortColumn", text(&format!("^({})?$", Column::ALL.map(Column::code).join("|")))),
        ("Word", text("^[a-z_]{0,32}$").description(Some("A code in small letters."))),
    ];
    kinds.into_iter().map(|(name, kind)| (name, kind.build())).collect()
}

/// A pause is in both lists.
fn halts_and_restraints() -> impl Iterator<Item = &'static str> {
    let halts = HaltKind::ALL.map(HaltKind::code);
    halts
        .into_iter()
        .chain(RestraintKind::ALL.map(RestraintKind::code).into_iter().filter(move |code| !halts.contains(code)))
}

fn one_of<const N: usize>(codes: [&'static str; N]) -> String {
    format!("^({})$", codes.join("|"))
}

fn codes(codes: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes))
}

fn numbers(codes: impl IntoIterator<Item = i64>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(codes.into_iter().collect::<Vec<_>>()))
}

fn secret() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
}

fn password(length: RangeInclusive<usize>) -> ObjectBuilder {
    secret().min_length(Some(*length.start())).max_length(Some(*length.end()))
}

fn uuid() -> SchemaFormat {
    SchemaFormat::Custom("uuid".to_owned())
}
