use plumbline_core::ids::FileId;
use plumbline_core::kyc::documents::{CountryCode, DocumentKind};
use plumbline_core::kyc::{DocumentTag, IdentityCheck, ReviewIdentity, ReviewedBy, SubmitIdentity};

use super::{Books, CUSTOMER};

impl Books {
    /// A customer whose identity is verified.
    pub(super) async fn identity(&self) {
        let tag = DocumentTag([7; 32]);
        let document = SubmitIdentity {
            account: CUSTOMER,
            document: DocumentKind::IdCard,
            country: CountryCode::HONG_KONG,
            tag,
            sealed: "sealed".into(),
            front: FileId(1),
            back: Some(FileId(2)),
        };
        let IdentityCheck { id, account, .. } = self.run(document).await;
        self.run(ReviewIdentity { account, check: id, tag, decision: Ok(()), by: ReviewedBy::Reviewers }).await;
    }
}
