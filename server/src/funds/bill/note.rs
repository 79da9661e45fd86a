use plumbline_core::funds::format_rate;
use plumbline_core::ledger::Note;

use crate::market::Market;

/// The text of a note, in words that need no translation.
pub fn text(market: &Market, note: &Note) -> String {
    match note {
        Note::Trade { instrument, quantity, price, .. } | Note::Variation { instrument, quantity, price } => {
            let instrument = market.catalog.get(*instrument);
            let (code, price) = instrument.map_or(("", price.display(2)), |i| (i.code.as_str(), i.shown(*price)));
            format!("{code} {quantity} @ {price}")
        }
        Note::Transfer { from, to, rate } => {
            let rate = rate.map(|rate| format!(" @ {}", format_rate(rate)));
            format!("{} → {}{}", from.code(), to.code(), rate.unwrap_or_default())
        }
        Note::Deposit { currency, amount } => format!("{amount} {currency}"),
        Note::Withdrawal { currency, amount, to } => format!("{amount} {currency} → {to}"),
        Note::Financing { instrument, nights } => {
            let code = market.catalog.get(*instrument).map_or("", |i| i.code.as_str());
            format!("{code} × {nights}")
        }
        Note::Dividend { instrument, quantity, amount } => {
            let code = market.catalog.get(*instrument).map_or("", |i| i.code.as_str());
            format!("{code} {quantity} × {}", amount.display(2))
        }
    }
}
