use plumbline_core::decimal::Quantity;
use plumbline_core::market::SplitRatio;

use super::Check;
use crate::db::{DbError, Session};
use crate::{for_each_row, statements};

statements! {
    COUNT: "SELECT COUNT(*) FROM share_splits";
    ALL: "SELECT s.corporate_action_id, s.position_id, s.quantity_before, s.quantity_after,
            COALESCE(a.new_shares, 0), COALESCE(a.old_shares, 0)
        FROM share_splits s LEFT JOIN corporate_actions a ON a.id = s.corporate_action_id AND a.kind = 'split'
            AND a.instrument_id = s.instrument_id ORDER BY s.corporate_action_id, s.position_id";
}

pub(super) async fn check(on: &mut impl Session) -> Result<Check, DbError> {
    let mut check = Check::over(on, "splits follow their ratios", COUNT).await?;
    for_each_row!(on, (i64, i64, i64, i64, i64, i64), ALL; |(split, position, before, after, new, old)| {
        let shares = SplitRatio::new(new, old).and_then(|ratio| ratio.shares(Quantity::from_units(before)));
        if shares != Some(Quantity::from_units(after)) {
            let problem = format!("{before} became {after} at {new} for {old}");
            check.found(format!("split {split} of position {position}"), problem);
        }
    })?;
    Ok(check)
}
