use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// What a customer's document says of the person. It prints nothing of it, and is only ever kept sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Particulars {
    pub first_name: String,
    pub last_name: String,
    /// Written in one way: capitals and digits.
    pub number: String,
    pub birth_date: Date,
    /// Of a passport.
    pub expiry_date: Option<Date>,
    pub mrz: Option<[String; 2]>,
}

impl Particulars {
    pub fn has_expired(&self, today: Date) -> bool {
        self.expiry_date.is_some_and(|expiry| expiry < today)
    }
}

impl fmt::Debug for Particulars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<a customer's particulars>")
    }
}
