//! The countries that customers choose from: `data/countries.csv`.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{ApiError, Envelope, Language, revalidated, wire};

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

/// A country, or a region with documents of its own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaReply {
    /// Two letters of ISO 3166-1, which `POST /updateReal` takes as `country`.
    pub country: wire::Country,
    /// The name in the language of the request.
    pub name: String,
    pub name_en: String,
    pub name_zh_hans: String,
    pub name_zh_hant: String,
    /// The calling code, without the plus.
    pub dial_code: wire::DialCode,
}

impl AreaReply {
    fn of(area: &Area, language: Language) -> Self {
        let Area { code, name_en, name_zh_hans, name_zh_hant, dial_code } = area;
        let name = match language {
            Language::English => name_en,
            Language::SimplifiedChinese => name_zh_hans,
            Language::TraditionalChinese => name_zh_hant,
        };
        Self {
            country: code.clone().into(),
            name: name.clone(),
            name_en: name_en.clone(),
            name_zh_hans: name_zh_hans.clone(),
            name_zh_hant: name_zh_hant.clone(),
            dial_code: dial_code.clone().into(),
        }
    }
}

/// The countries and regions that a customer may be of, by their codes.
#[utoipa::path(get, path = "/areaInfo/list", tag = "kyc", security(()),
    responses((status = 200, body = Envelope<Vec<AreaReply>>),
        (status = 304, description = "Unchanged since the caller read them.")))]
pub async fn areas(language: Language, asked: HeaderMap) -> Result<Response, ApiError> {
    revalidated(&asked, &AREAS.iter().map(|area| AreaReply::of(area, language)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plumbline_core::kyc::documents::CountryCode;

    use super::*;

    /// The standard's other codes have no telephones: the Antarctic and uninhabited islands.
    const UNINHABITED: [&str; 7] = ["AQ", "BV", "GS", "HM", "PN", "TF", "UM"];

    #[test]
    fn the_list_has_every_country_whose_documents_are_read_and_no_other() {
        let listed: BTreeSet<&str> = AREAS.iter().map(|area| area.code.as_str()).collect();
        let letters = || b'A'..=b'Z';
        let codes = letters().flat_map(|first| letters().map(move |second| [first, second]));
        let read: Vec<String> = codes
            .map(|code| String::from_utf8(code.to_vec()).unwrap())
            .filter(|code| CountryCode::read(code).is_ok())
            .collect();
        let expected = read.iter().map(String::as_str).filter(|code| !UNINHABITED.contains(code));
        assert_eq!(listed, expected.collect());
        assert_eq!(listed.len(), AREAS.len());
    }

    #[test]
    fn every_country_has_its_names_and_a_dialling_code() {
        for area in AREAS.iter() {
            let names = [&area.name_en, &area.name_zh_hans, &area.name_zh_hant];
            assert!(names.iter().all(|name| !name.is_empty()), "{area:?}");
            assert!(area.dial_code.parse::<u16>().is_ok_and(|code| (1..1_000).contains(&code)), "{area:?}");
        }
        let of = |code: &str| AREAS.iter().find(|area| area.code == code).unwrap();
        assert_eq!((of("HK").name_zh_hant.as_str(), of("HK").dial_code.as_str()), ("香港", "852"));
        assert_eq!((of("TW").name_zh_hant.as_str(), of("MO").name_zh_hans.as_str()), ("台灣", "中国澳门"));
    }
}
