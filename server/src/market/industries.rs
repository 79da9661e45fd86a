//! The names of industries: the eleven sectors of the Global Industry Classification Standard, in Chinese as MSCI and
//! S&P publish them; and of the classes of everything else.

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

/// A class of pairs, of indices, of futures or of coins, and its name in English, Simplified and Traditional Chinese.
const CLASSES: [(&str, &str, &str, &str); 15] = [
    ("america", "Americas", "美洲", "美洲"),
    ("europe", "Europe", "欧洲", "歐洲"),
    ("asia", "Asia-Pacific", "亚太", "亞太"),
    ("index", "Indices", "股指期货", "股指期貨"),
    ("energy", "Energy", "能源期货", "能源期貨"),
    ("metal", "Metals", "金属期货", "金屬期貨"),
    ("agricultural", "Agricultural", "农产品期货", "農產品期貨"),
    ("payments", "Payments", "支付", "支付"),
    ("layer1", "Layer 1", "公链", "公鏈"),
    ("defi", "DeFi", "去中心化金融", "去中心化金融"),
    ("infrastructure", "Infrastructure", "基础设施", "基礎設施"),
    ("meme", "Meme", "迷因币", "迷因幣"),
    ("major", "Major", "主要货币对", "主要貨幣對"),
    ("minor", "Minor", "次要货币对", "次要貨幣對"),
    ("exotic", "Exotic", "冷门货币对", "冷門貨幣對"),
];

/// True if `name` is an industry or a class.
pub fn is_industry(name: &str) -> bool {
    SECTORS.iter().any(|(sector, ..)| *sector == name) || CLASSES.iter().any(|(class, ..)| *class == name)
}

/// The name of an industry in the customer's language; one that no table has stays as it is.
pub fn industry_name(industry: &str, language: Language) -> &str {
    let classes = CLASSES.map(|(class, english, simplified, traditional)| (class, [english, simplified, traditional]));
    let sectors = SECTORS.map(|(english, simplified, traditional)| (english, [english, simplified, traditional]));
    let mut known = sectors.into_iter().chain(classes);
    let Some((_, [english, simplified, traditional])) = known.find(|(name, _)| *name == industry) else {
        return industry;
    };
    match language {
        Language::English => english,
        Language::SimplifiedChinese => simplified,
        Language::TraditionalChinese => traditional,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_industry_of_the_catalog_has_a_chinese_name() {
        let seeds = crate::market::Catalog::seed().unwrap();
        for seed in seeds.iter().filter(|seed| !seed.industry.is_empty()) {
            let industry = seed.industry.as_str();
            assert_ne!(industry_name(industry, Language::SimplifiedChinese), industry, "{industry}");
        }
    }

    #[test]
    fn an_unknown_industry_stays_as_it_is() {
        assert_eq!(industry_name("Shipping", Language::TraditionalChinese), "Shipping");
        assert_eq!(industry_name("Energy", Language::English), "Energy");
    }
}
