//! A customer's identity documents, read as they were typed. Visible errors are refused at once, so that nobody waits a
//! day for the refusal; a reviewer compares the images.

mod country;
mod error;
mod hong_kong;
mod id_card;
mod kind;
mod mainland;
mod names;
mod particulars;
mod passport;
mod person;
mod taiwan;
#[cfg(test)]
mod testing;
mod typed;

pub use country::CountryCode;
pub use error::DocumentError;
pub use id_card::NUMBER_LENGTH_MAX;
pub use kind::DocumentKind;
pub use particulars::Particulars;
pub use passport::MRZ_LINE_LENGTH;
pub use person::{ADULT_YEARS, NAME_LENGTH_MAX};
pub use typed::Typed;
