use thiserror::Error;

/// The reason for refusing a typed document. It never repeats what was typed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DocumentError {
    #[error("the country is not one of ISO 3166")]
    Country,
    #[error("the first name is missing or holds what no name does")]
    FirstName,
    #[error("the last name is missing or holds what no name does")]
    LastName,
    #[error("the number has a wrong form or a wrong check digit")]
    Number,
    #[error("the document does not say the date of birth, so it has to be typed")]
    BirthDateMissing,
    #[error("the date of birth is none that a living person has")]
    BirthDate,
    #[error("the date of birth is another than that of the document")]
    BirthDateDiffers,
    #[error("the customer is under age")]
    Underage,
    #[error("a passport needs the two lines at its bottom")]
    MrzMissing,
    #[error("the lines have a wrong form or a wrong check digit")]
    Mrz,
    #[error("the lines are not those of a passport")]
    NotAPassport,
    #[error("the number is another than that of the lines")]
    NumberDiffers,
    #[error("the lines are of another country")]
    CountryDiffers,
    #[error("the first name is another than that of the lines")]
    FirstNameDiffers,
    #[error("the last name is another than that of the lines")]
    LastNameDiffers,
    #[error("the document has expired")]
    Expired,
}

impl DocumentError {
    pub const ALL: [DocumentError; 16] = [
        Self::Country,
        Self::FirstName,
        Self::LastName,
        Self::Number,
        Self::BirthDateMissing,
        Self::BirthDate,
        Self::BirthDateDiffers,
        Self::Underage,
        Self::MrzMissing,
        Self::Mrz,
        Self::NotAPassport,
        Self::NumberDiffers,
        Self::CountryDiffers,
        Self::FirstNameDiffers,
        Self::LastNameDiffers,
        Self::Expired,
    ];

    /// The stable word, which is also the key of its sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Country => "country_unknown",
            Self::FirstName | Self::LastName => "name_invalid",
            Self::Number => "document_number_invalid",
            Self::BirthDateMissing => "birth_date_required",
            Self::BirthDate => "birth_date_invalid",
            Self::BirthDateDiffers => "birth_date_differs",
            Self::Underage => "underage",
            Self::MrzMissing => "mrz_required",
            Self::Mrz => "mrz_invalid",
            Self::NotAPassport => "mrz_not_a_passport",
            Self::NumberDiffers => "document_number_differs",
            Self::CountryDiffers => "country_differs",
            Self::FirstNameDiffers | Self::LastNameDiffers => "name_differs",
            Self::Expired => "document_expired",
        }
    }

    /// The field of the request that the error is in.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Country | Self::CountryDiffers => "country",
            Self::FirstName | Self::FirstNameDiffers => "firstName",
            Self::LastName | Self::LastNameDiffers => "lastName",
            Self::Number | Self::NumberDiffers => "documentNumber",
            Self::BirthDateMissing | Self::BirthDate | Self::BirthDateDiffers | Self::Underage => "birthDate",
            Self::MrzMissing | Self::NotAPassport => "mrzLine1",
            Self::Mrz | Self::Expired => "mrzLine2",
        }
    }
}
