//! Kinds that several capabilities have.

use plumbline_core::decimal;
use plumbline_core::ids::{
    AccountId, ChainDepositId, CorporateActionId, DepositId, FileId, FillId, FirmQuoteId, GroupId, IdentityCheckId,
    InstrumentId, NoticeId, OrderId, PayoutAccountId, PositionId, ServiceApplicationId, SessionId, SuspenseReleaseId,
    TransferId, WithdrawalId,
};
use plumbline_core::money;
use plumbline_core::multiplier::Multiplier;
use plumbline_core::time::UnixMillis;

use super::kind::kinds;
use super::schema::{codes, text, uuid, whole};
use crate::http::{Language, WHOLE_DIGITS_MAX};
use crate::mode;

kinds! {
    text {
        /// Money above zero, at most the decimals of its currency: six in USDT, two in most.
        Amount = text(&format!("^[0-9]{{1,{WHOLE_DIGITS_MAX}}}(\\.[0-9]{{1,6}})?$"));
        /// `YYYY-MM-DD`.
        Date: jiff::civil::Date = text("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
        /// A decimal number as a text.
        Decimal: decimal::Price, decimal::Quantity, decimal::Leverage, Multiplier = text("^-?[0-9]+(\\.[0-9]+)?$");
        /// 256 bits in hexadecimal.
        Digest = text("^[0-9a-f]{64}$");
        /// The name of a field or of a header of the request.
        FieldName = text("^[A-Za-z][A-Za-z0-9-]*$").examples(["stockCode"]);
        FileUrl = text("^(/file/[0-9]{1,19}(\\?.*)?)?$").max_length(Some(500)).examples(["/file/7?expires=1&signature=0a"]);
        HostName = text("^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$").examples(["sec.gov"]);
        /// A number as a text, in digits without leading zeros.
        Id: i64, AccountId, ChainDepositId, CorporateActionId, DepositId, FileId, FillId, FirmQuoteId, GroupId,
            IdentityCheckId, InstrumentId, NoticeId, OrderId, PayoutAccountId, PositionId, ServiceApplicationId,
            SessionId, SuspenseReleaseId, TransferId, WithdrawalId
            = text("^(0|[1-9][0-9]{0,18})$");
        /// A UUID, made once for each intended action. A decision on the books, even a refusal, is kept under it
        /// for seven days, and answers each repeat. A refusal before that is not kept, and binds the key to
        /// nothing: for a form that cannot be read, something named that is not there, a pay password, a
        /// session, a limit; nor is a 500 or a 503. The conventions of the API name them all.
        IdempotencyKey = uuid();
        Month = text("^[0-9]{4}-(0[1-9]|1[0-2])$").examples(["2026-11"]);
        /// Above zero, at most eight decimals.
        Quantity = text("^[0-9]{1,10}(\\.[0-9]{1,8})?$");
        /// The stable word of a refusal.
        RefusalWord = text("^[a-z][a-z0-9_]*$").examples(["insufficient_funds"]);
        /// A time on the exchange's clock.
        TimeOfDay = text("^[0-9]{2}:[0-9]{2}$").examples(["12:00"]);
        /// A name of the time zone database.
        TimeZone = text("^[A-Za-z][A-Za-z0-9_+/-]*$").examples(["America/New_York"]);
        /// Unix milliseconds.
        Timestamp: i64, UnixMillis = text("^[0-9]{1,18}$");
        WebLink = text("^https?://");
        /// A code in small letters.
        Word = text("^[a-z_]{0,32}$");
    }
    word {
        Currency: money::Currency = text("^[A-Z]{3,5}$").examples(["USD"]);
        /// A language of replies.
        LanguageTag = codes(Language::ALL.map(Language::tag));
        Mode: mode::Mode = codes(["paper", "live"]);
    }
    number {
        PageNumber = whole(1, Some(PageNumber::MAX));
        PageSize = whole(1, Some(PageSize::MAX));
        RowCount = whole(0, None);
    }
}

impl PageNumber {
    pub const MAX: i64 = 1_000_000;
}

impl PageSize {
    pub const MAX: i64 = 100;
}

impl From<Language> for LanguageTag {
    fn from(language: Language) -> Self {
        Self(language.tag().to_owned())
    }
}

impl From<money::Money> for Decimal {
    /// The amount; its currency is in a field of its own.
    fn from(money: money::Money) -> Self {
        Self(money.amount())
    }
}
