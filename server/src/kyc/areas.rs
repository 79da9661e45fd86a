//! The countries that customers choose from: `data/countries.csv`.

use std::sync::LazyLock;

use celes::Country;
use plumbline_core::kyc::documents::CountryCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{Envelope, Language, Reply};

#[derive(Debug, Deserialize)]
struct Area {
    code: String,
    name_en: String,
    name_zh_hans: String,
    name_zh_hant: String,
    dial_code: String,
}

static AREAS: LazyLock<Vec<Area>> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(include_str!("../../data/countries.csv").as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().expect("the embedded file is valid, as a test checks")
});
