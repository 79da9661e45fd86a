//! A short text on an instrument, made from the catalog's facts only.

use plumbline_core::market::{Instrument, Market};

use super::industries::industry_name;
use crate::http::Language;

/// The profile in a language; empty sentences are left out.
pub fn profile(instrument: &Instrument, language: Language) -> String {
    let company = &instrument.company;
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let is_company = matches!(instrument.market, Market::UsStock | Market::HongKong);
    let industry = known(industry_name(&instrument.industry, language)).filter(|_| is_company);
    let sentences = match language {
        Language::English => [
            what(instrument, language),
            industry.map(|industry| format!("Sector: {industry}.")),
            company.founded.map(|year| format!("Founded in {year}.")),
            known(&company.headquarters).map(|place| format!("Headquarters: {place}.")),
            company.employees.map(|people| format!("About {people} employees.")),
        ],
        Language::SimplifiedChinese => [
            what(instrument, language),
            industry.map(|industry| format!("行业：{industry}。")),
            company.founded.map(|year| format!("成立于 {year} 年。")),
            known(&company.headquarters).map(|place| format!("总部：{place}。")),
            company.employees.map(|people| format!("员工约 {people} 人。")),
        ],
        Language::TraditionalChinese => [
            what(instrument, language),
            industry.map(|industry| format!("行業：{industry}。")),
            company.founded.map(|year| format!("成立於 {year} 年。")),
            known(&company.headquarters).map(|place| format!("總部：{place}。")),
            company.employees.map(|people| format!("員工約 {people} 人。")),
        ],
    };
    let separator = if language == Language::English { " " } else { "" };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(separator)
}

/// The first sentence: the exchange that lists a security, or the meaning of a price.
fn what(instrument: &Instrument, language: Language) -> Option<String> {
    let name = language.name(&instrument.names);
    let (code, exchange) = (&instrument.code, &instrument.exchange);
    let (quote, class) = (instrument.currency, industry_name(&instrument.industry, language));
    if let Some(what) = of_class(instrument, language) {
        return Some(what);
    }
    Some(match (instrument.base, language) {
        (Some(base), Language::English) => {
            format!("{name} ({code}) is a pair ({class}): what 1 {base} costs in {quote}.")
        }
        (Some(base), Language::SimplifiedChinese) => format!("{name}（{code}），{class}：1 {base} 兑 {quote} 的价格。"),
        (Some(base), Language::TraditionalChinese) => {
            format!("{name}（{code}），{class}：1 {base} 兌 {quote} 的價格。")
        }
        (None, _) if exchange.is_empty() => return None,
        (None, Language::English) => format!("{name} ({code}) is listed on {exchange}."),
        (None, Language::SimplifiedChinese | Language::TraditionalChinese) => {
            format!("{name}（{code}）在 {exchange} 上市。")
        }
    })
}

/// The first sentence of an index, a future or a coin; `None` for everything else.
fn of_class(instrument: &Instrument, language: Language) -> Option<String> {
    let name = language.name(&instrument.names);
    let (code, exchange, currency) = (&instrument.code, &instrument.exchange, instrument.currency);
    let class = industry_name(&instrument.industry, language);
    Some(match (instrument.market, &instrument.future, language) {
        (Market::Index, _, Language::English) => {
            format!("{name} ({code}) is an index ({class}). It can be watched and not traded.")
        }
        (Market::Index, _, Language::SimplifiedChinese) => {
            format!("{name}（{code}）是指数（{class}），只供查看，不能交易。")
        }
        (Market::Index, _, Language::TraditionalChinese) => {
            format!("{name}（{code}）是指數（{class}），只供查看，不能交易。")
        }
        (Market::Future, Some(future), Language::English) => {
            format!(
                "{name} ({code}) is a future on {exchange} ({class}): a point is worth {currency} {}.",
                future.multiplier
            )
        }
        (Market::Future, Some(future), Language::SimplifiedChinese) => {
            format!("{name}（{code}），{exchange} {class}：每点价值 {currency} {}。", future.multiplier)
        }
        (Market::Future, Some(future), Language::TraditionalChinese) => {
            format!("{name}（{code}），{exchange} {class}：每點價值 {currency} {}。", future.multiplier)
        }
        (Market::Crypto, _, Language::English) => {
            format!("{name} ({code}) is a coin ({class}): what one costs in {currency}.")
        }
        (Market::Crypto, _, Language::SimplifiedChinese) => format!("{name}（{code}），{class}：以 {currency} 计价。"),
        (Market::Crypto, _, Language::TraditionalChinese) => format!("{name}（{code}），{class}：以 {currency} 計價。"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Catalog, catalog};

    #[test]
    fn profiles_say_what_is_known() {
        let all = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let told = |code: &str, language| profile(all.iter().find(|i| i.code == code).unwrap(), language);
        assert_eq!(
            told("EURUSD", Language::English),
            "Euro/US Dollar (EURUSD) is a pair (Major): what 1 EUR costs in USD."
        );
        assert_eq!(
            told("USDJPY", Language::TraditionalChinese),
            "美元/日圓（USDJPY），主要貨幣對：1 USD 兌 JPY 的價格。"
        );
        assert_eq!(
            told("SPX", Language::English),
            "S&P 500 (SPX) is an index (Americas). It can be watched and not traded."
        );
        assert_eq!(told("BTCUSDT", Language::TraditionalChinese), "比特幣（BTCUSDT），支付：以 USDT 計價。");
        assert_eq!(told("00005", Language::SimplifiedChinese), "汇丰控股（00005）在 HKEX 上市。行业：金融。");
    }
}
