//! A short text on a company, made of what the catalog knows and of nothing else.

use plumbline_core::market::Instrument;

use super::industries::industry_name;
use crate::http::Language;

/// The profile in a language; empty sentences are left out.
pub fn profile(instrument: &Instrument, language: Language) -> String {
    let name = language.name(&instrument.names);
    let (code, exchange, company) = (&instrument.code, &instrument.exchange, &instrument.company);
    let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let industry = known(industry_name(&instrument.industry, language));
    let sentences = match language {
        Language::English => [
            Some(format!("{name} ({code}) is listed on {exchange}.")),
            industry.map(|industry| format!("Sector: {industry}.")),
            company.founded.map(|year| format!("Founded in {year}.")),
            known(&company.headquarters).map(|place| format!("Headquarters: {place}.")),
            company.employees.map(|people| format!("About {people} employees.")),
        ],
        Language::SimplifiedChinese => [
            Some(format!("{name}（{code}）在 {exchange} 上市。")),
            industry.map(|industry| format!("行业：{industry}。")),
            company.founded.map(|year| format!("成立于 {year} 年。")),
            known(&company.headquarters).map(|place| format!("总部：{place}。")),
            company.employees.map(|people| format!("员工约 {people} 人。")),
        ],
        Language::TraditionalChinese => [
            Some(format!("{name}（{code}）在 {exchange} 上市。")),
            industry.map(|industry| format!("行業：{industry}。")),
            company.founded.map(|year| format!("成立於 {year} 年。")),
            known(&company.headquarters).map(|place| format!("總部：{place}。")),
            company.employees.map(|people| format!("員工約 {people} 人。")),
        ],
    };
    let separator = if language == Language::English { " " } else { "" };
    sentences.into_iter().flatten().collect::<Vec<_>>().join(separator)
}
