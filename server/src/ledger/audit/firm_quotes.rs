use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM firm_quotes WHERE transfer_id IS NOT NULL";
    BROKEN: "SELECT t.id FROM transfers t LEFT JOIN firm_quotes q ON q.id = t.quote_id
        WHERE t.quote_id IS NOT NULL AND (q.id IS NULL OR q.transfer_id IS NULL OR q.transfer_id <> t.id
            OR q.account_id <> t.account_id OR q.from_wallet <> t.from_wallet OR q.to_wallet <> t.to_wallet
            OR q.debited <> t.debited OR q.credited <> t.credited OR q.debited_currency <> t.debited_currency
            OR q.credited_currency <> t.credited_currency) ORDER BY t.id";
    WITHOUT_TRANSFER: "SELECT q.id FROM firm_quotes q WHERE q.transfer_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.id = q.transfer_id AND t.quote_id = q.id) ORDER BY q.id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "transfers across currencies are what was quoted", COUNT).await?;
    for_each_row!(on, (i64,), BROKEN; |(id,)| {
        check.found(format!("transfer {id}"), "it is not what its quote promised".to_owned());
    })?;
    for_each_row!(on, (i64,), WITHOUT_TRANSFER; |(id,)| {
        check.found(format!("quote {id}"), "it was used for a transfer that does not name it".to_owned());
    })?;
    Ok(check)
}
