//! What a customer proves the own identity with, read as it was typed. What can be seen to be wrong is refused at once, so
//! that nobody waits a day for it; whether the images show the same, a reviewer sees.

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
