//! Kinds of accounts, of identity checks and of what is told to a customer.

use plumbline_core::identity::password::{LOGIN_PASSWORD_LENGTH, PAY_PASSWORD_LENGTH};
use plumbline_core::inbox;
use plumbline_core::kyc::documents::{DocumentKind, NAME_LENGTH_MAX, NUMBER_LENGTH_MAX};
use plumbline_core::kyc::service::{self, ServiceStatus};
use plumbline_core::kyc::{self, CheckStatus, ReviewedBy};
use strum::IntoEnumIterator;

use super::kind::kinds;
use super::schema::{codes, longest, numbers, password, secret, text};

kinds! {
    text {
        /// Two letters of ISO 3166-1.
        Country = text("^[A-Z]{2}$").examples(["HK"]);
        DialCode = text("^[0-9]{1,3}$");
        Email = text("^[^@]+@[^@.]+(\\.[^@.]+)+$").max_length(Some(254)).examples(["ann@example.com"]);
        InviteCode = text("^[0-9A-Za-z]{0,32}$");
        MaskedEmail = text("^.?\\*{3}@.?\\*{3}(\\.[^.@]+)?$").examples(["a***@e***.com"]);
    }
    word {
        ApplicationReviewer: ReviewedBy = codes(ReviewedBy::ALL.map(ReviewedBy::code));
        CheckFailure = codes(kyc::CheckFailure::iter().map(kyc::CheckFailure::word));
        MailDelivery = codes(["smtp", "outbox"]);
        NoticeKind: &inbox::NoticeKind = codes(inbox::NoticeKind::CODES);
        NoticeSubject: inbox::Subject = codes(inbox::Subject::ALL.map(inbox::Subject::code));
        ServiceFailure = codes(service::ServiceFailure::iter().map(service::ServiceFailure::word));
        Service: service::Service = codes(service::Service::iter().map(service::Service::code));
    }
    number {
        /// 0 not opened, 1 under review, 2 opened, 3 refused.
        BlockTradeStatus: ServiceStatus = numbers([0].into_iter().chain(ServiceStatus::ALL.map(ServiceStatus::code)));
        /// 1 an ID card, 2 a passport.
        DocumentType: DocumentKind = numbers(DocumentKind::ALL.map(DocumentKind::code));
        /// 0 nothing was sent, 1 under review, 2 verified, 3 unsuccessful.
        KycStatus: CheckStatus = numbers([0].into_iter().chain(CheckStatus::ALL.map(CheckStatus::code)));
    }
    secret {
        /// `YYYY-MM-DD`.
        BirthDate = text("^([0-9]{4}-[0-9]{2}-[0-9]{2})?$");
        DocumentNumber = longest(NUMBER_LENGTH_MAX);
        EmailCode = secret().pattern(Some("^[0-9]{6}$"));
        LoginPassword = password(LOGIN_PASSWORD_LENGTH);
        MrzLine = longest(60);
        PayPassword = password(PAY_PASSWORD_LENGTH);
        PersonName = longest(NAME_LENGTH_MAX);
    }
}
