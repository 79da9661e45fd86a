use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM financing";
    /// A table allows a position one charge a night; a night behind the moment until which it has been charged would be
    /// charged again.
    AGAIN: "SELECT f.id, f.night, p.charged_until FROM financing f
        JOIN positions p ON p.account_id = f.account_id AND p.instrument_id = f.instrument_id
            AND p.direction = f.direction
        WHERE p.charged_until IS NULL OR p.charged_until < f.night ORDER BY f.id";
    SKIPPED: "SELECT p.id, n.night FROM positions p
        JOIN nights n ON n.instrument_id = p.instrument_id AND n.night > p.opened_at AND n.night <= p.charged_until
        WHERE p.margin_wallet IS NOT NULL AND p.quantity <> 0 AND NOT EXISTS (SELECT 1 FROM financing f
            WHERE f.account_id = p.account_id AND f.instrument_id = p.instrument_id AND f.direction = p.direction
                AND f.night = n.night)
        ORDER BY p.id, n.night";
    DIFFERING: "SELECT f.id FROM financing f JOIN nights n ON n.instrument_id = f.instrument_id AND n.night = f.night
        WHERE f.nights <> n.nights OR f.base_rate <> n.base_rate OR f.quote_rate <> n.quote_rate OR f.markup <> n.markup
        ORDER BY f.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "a position is charged once for each of its nights", COUNT).await?;
    for_each_row!(on, (i64, i64, Option<i64>), AGAIN; |(id, night, until): (i64, i64, Option<i64>)| {
        let problem = format!("it is for the night {night}, and its position has been charged until {until:?}");
        check.found(format!("financing {id}"), problem);
    })?;
    for_each_row!(on, (i64, i64), SKIPPED; |(id, night)| {
        check.found(format!("position {id}"), format!("it was not charged for the night {night}"));
    })?;
    for_each_row!(on, (i64,), DIFFERING; |(id,)| {
        check.found(format!("financing {id}"), "its rates are not those of its night".to_owned());
    })?;
    Ok(check)
}
