//! A position that was split, and two dividends, one due and one paid.

use std::sync::Arc;

use jiff::civil::Date;
use plumbline_core::ids::{CorporateActionId, InstrumentId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{ActionTerms, SplitRatio, Tick};
use plumbline_core::money::Currency;
use plumbline_core::orders::{Place, Side, TimeInForce};
use plumbline_core::products::{EntitleDividend, PayDividend, SplitShares, TradingRules};
use plumbline_core::time::UnixMillis;

use super::{Books, CUSTOMER};
use crate::market::corporate_actions::store::{self, NewAction};
use crate::testing::{self, price};

const SHARE: InstrumentId = InstrumentId(5);

impl Books {
    pub(super) async fn corporate(&self) {
        let ratio = SplitRatio::new(3, 2).unwrap();
        let day = Date::constant(2026, 12, 1);
        let dividend = ActionTerms::Dividend { amount: price(33), currency: Currency::Usd };
        let all =
            [ActionTerms::Split(ratio), dividend, dividend].into_iter().zip(0..).map(|(terms, later)| NewAction {
                instrument: SHARE,
                terms,
                announced_at: UnixMillis(0),
                ex_date: day.checked_add(jiff::Span::new().days(later)).unwrap(),
                record_date: day,
                pay_date: day,
                source: "a test".to_owned(),
            });
        let all: Vec<NewAction> = all.collect();
        assert_eq!(store::add(&self.db, &all.iter().collect::<Vec<_>>()).await.unwrap(), 3);
        let bought = self.run(self.buy_share()).await;
        let (account, instrument, wallet) = (CUSTOMER, SHARE, Wallet::Stock);
        let split = SplitShares { split: CorporateActionId(1), position: bought.at.position(), ratio };
        let quantity = self.run(split).await.after;
        for (id, pays_at) in [(2, UnixMillis(1)), (3, UnixMillis(i64::MAX))] {
            let (dividend, amount) = (CorporateActionId(id), price(33));
            self.run(EntitleDividend { dividend, account, instrument, quantity, amount, wallet, pays_at }).await;
        }
        self.run(PayDividend { dividend: CorporateActionId(2), account, wallet }).await;
    }

    fn buy_share(&self) -> Place {
        let rules = TradingRules { instrument: SHARE, ..(*self.terms().rules).clone() };
        let tick = Arc::new(Tick { instrument: SHARE, ..(*self.tick).clone() });
        let place = self.place(CUSTOMER, Side::Buy, 3, None, testing::terms(rules, tick));
        Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }
    }
}
