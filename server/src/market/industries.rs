//! The names of industries: the eleven sectors of the Global Industry Classification Standard, in Chinese as MSCI and
//! S&P publish them.

use crate::http::Language;

/// English, Simplified and Traditional Chinese.
const SECTORS: [(&str, &str, &str); 11] = [
    ("Communication Services", "通信服务", "通訊服務"),
    ("Consumer Discretionary", "非必需消费品", "非必需消費品"),
    ("Consumer Staples", "必需消费品", "必需消費品"),
    ("Energy", "能源", "能源"),
    ("Financials", "金融", "金融"),
    ("Health Care", "医疗保健", "醫療保健"),
    ("Industrials", "工业", "工業"),
    ("Information Technology", "信息技术", "資訊科技"),
    ("Materials", "原材料", "原材料"),
    ("Real Estate", "房地产", "房地產"),
    ("Utilities", "公用事业", "公用事業"),
];

/// An industry in the customer's language; one that no table knows stays as it is.
pub fn industry_name(industry: &str, language: Language) -> &str {
    let known = SECTORS.iter().find(|(english, ..)| *english == industry);
    match (known, language) {
        (Some((_, simplified, _)), Language::SimplifiedChinese) => simplified,
        (Some((_, _, traditional)), Language::TraditionalChinese) => traditional,
        _ => industry,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_industry_of_the_catalog_has_a_chinese_name() {
        let seeds = include_str!("../../data/instruments.csv");
        let mut reader = csv::Reader::from_reader(seeds.as_bytes());
        let column = reader.headers().unwrap().iter().position(|name| name == "industry").unwrap();
        for row in reader.records() {
            let row = row.unwrap();
            let industry = row.get(column).unwrap();
            assert_ne!(industry_name(industry, Language::SimplifiedChinese), industry, "{industry}");
        }
    }

    #[test]
    fn an_unknown_industry_stays_as_it_is() {
        assert_eq!(industry_name("Shipping", Language::TraditionalChinese), "Shipping");
        assert_eq!(industry_name("Energy", Language::English), "Energy");
    }
}
