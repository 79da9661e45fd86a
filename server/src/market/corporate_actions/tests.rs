use plumbline_core::decimal::{ONE, Quantity};
use plumbline_core::ids::CorporateActionId;
use plumbline_core::market::{ActionTerms, SplitRatio};
use plumbline_core::money::Currency;

use super::store::NewAction;
use super::*;
use crate::testing::{databases, market};
use crate::{execute, statements};

statements! {
    SET_KIND: "UPDATE corporate_actions SET kind = $2 WHERE id = $1";
}

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

fn new(instrument: InstrumentId, ex: &str, terms: ActionTerms) -> NewAction {
    let ex_date: Date = ex.parse().unwrap();
    let source = "a filing".to_owned();
    NewAction {
        instrument,
        terms,
        announced_at: UnixMillis(7),
        ex_date,
        record_date: ex_date,
        pay_date: ex_date,
        source,
    }
}

#[tokio::test]
async fn actions_are_kept_and_change_prices_and_bars() {
    for (uri, _folder) in databases("corporate_actions").await {
        let db = Db::open(&uri).await.unwrap();
        let market = market(&db, 2).await;
        let (actions, apple) = (&market.corporate_actions, market.catalog.all()[0].clone());
        let (id, hours) = (apple.id, market.hours(&apple).clone());
        let dividend = ActionTerms::Dividend { amount: price("0.26"), currency: Currency::Usd };
        let (four, half) = (SplitRatio::new(4, 1).unwrap(), SplitRatio::new(1, 2).unwrap());
        let all = [
            new(id, "2026-12-01", dividend),
            new(id, "2026-12-03", ActionTerms::Split(four)),
            new(id, "2026-12-08", ActionTerms::Split(half)),
        ];
        assert_eq!(store::add(&db, &all.iter().collect::<Vec<_>>()).await.unwrap(), 3);
        assert_eq!(
            store::add(&db, &[&new(id, "2026-12-01", ActionTerms::Split(four))]).await.unwrap(),
            0,
            "one an ex date"
        );
        assert_eq!(actions.splits_at(id), None, "as it was read last");
        let read = async || actions.read(&db, &market.catalog, &market.calendars).await.unwrap();
        read().await;
        let at = |day: &str| hours.span(day.parse().unwrap()).start;
        assert_eq!(
            actions.of(id).iter().map(|action| action.terms).collect::<Vec<_>>(),
            all.map(|action| action.terms)
        );

        let day = |date: &str| date.parse::<Date>().unwrap();
        assert_eq!(actions.previous_close(id, day("2026-12-01"), price("268.00")), price("267.74"));
        assert_eq!(actions.previous_close(id, day("2026-12-02"), price("268.00")), price("268.00"));
        assert_eq!(actions.previous_close(id, day("2026-12-03"), price("268.00")), price("67.00"));

        // Before a split the bars are in old shares, after it all are in new ones.
        let bar = |date: &str| Bar {
            start: begin_of(day(date), hours.zone()),
            open: price("400"),
            high: price("444"),
            low: price("396"),
            close: price("400"),
            volume: Quantity::from_units(10 * ONE),
        };
        let adjusted = |now: &str| {
            let mut bars = [bar("2026-12-02"), bar("2026-12-03"), bar("2026-12-09")];
            actions.adjust(&apple, &hours, at(now), &mut bars);
            bars.map(|bar| (bar.high.display(0), bar.volume.to_string()))
        };
        let shown = |bars: [(&str, &str); 3]| bars.map(|(high, volume)| (high.to_owned(), volume.to_owned()));
        assert_eq!(adjusted("2026-12-02"), shown([("444", "10"), ("444", "10"), ("444", "10")]));
        assert_eq!(adjusted("2026-12-03"), shown([("111", "40"), ("444", "10"), ("444", "10")]));
        assert_eq!(adjusted("2026-12-08"), shown([("222", "20"), ("888", "5"), ("444", "10")]));

        let (before, after) = (at("2026-12-03").plus(-1), at("2026-12-03"));
        assert_eq!(actions.in_shares_of(id, price("400"), before, after), price("100"), "a new share at an old price");
        assert_eq!(actions.in_shares_of(id, price("100"), after, before), price("400"), "an old share at a new price");
        assert_eq!(actions.in_shares_of(id, price("100"), after, after), price("100"));

        // The instrument is held up from the split until that is done; later actions wait for earlier ones.
        assert_eq!((actions.held_up_since(id, before), actions.splits_at(id)), (None, Some(after)));
        assert_eq!(actions.held_up_since(id, after), Some(after));
        let ids = |now: &str| actions.due(at(now)).iter().map(|action| action.id).collect::<Vec<_>>();
        assert_eq!((ids("2026-11-30"), ids("2026-12-31")), (vec![], vec![CorporateActionId(1)]));
        for done in [1, 2] {
            store::applied(&db, CorporateActionId(done), after).await.unwrap();
        }
        read().await;
        assert_eq!((actions.held_up_since(id, after), ids("2026-12-31")), (None, vec![CorporateActionId(3)]));
        db.close().await;
    }
}

#[tokio::test]
async fn a_row_that_cannot_be_read_takes_nothing_from_others_and_can_be_withdrawn() {
    for (uri, _folder) in databases("corporate_action_rows").await {
        let db = Db::open(&uri).await.unwrap();
        let market = market(&db, 2).await;
        let actions = &market.corporate_actions;
        let [one, other] = [0, 1].map(|place| market.catalog.all()[place].id);
        let dividend = ActionTerms::Dividend { amount: price("0.26"), currency: Currency::Usd };
        let all = [
            new(one, "2026-12-01", dividend),
            new(one, "2026-12-03", dividend),
            new(other, "2026-12-03", dividend),
            new(other, "2026-12-08", dividend),
        ];
        assert_eq!(store::add(&db, &all.iter().collect::<Vec<_>>()).await.unwrap(), 4);
        let read = async || actions.read(&db, &market.catalog, &market.calendars).await.unwrap();
        let set = async |id: i64, kind: &str| {
            let mut tx = db.begin().await.unwrap();
            execute!(&mut tx, SET_KIND, id, kind).unwrap();
            tx.commit().await.unwrap();
        };
        let due = || actions.due(UnixMillis(i64::MAX)).iter().map(|action| action.id.0).collect::<Vec<_>>();
        let first = CorporateActionId(1);
        read().await;
        assert_eq!((due(), actions.is_unreadable(first)), (vec![1, 3], false));
        set(1, "gift").await;
        read().await;
        assert_eq!((actions.of(one).len(), actions.of(other).len(), actions.is_unreadable(first)), (1, 2, true));
        assert_eq!(due(), [3], "what stands behind it of its stock waits");

        assert!(store::withdraw(&db, first).await.unwrap());
        assert!(!store::withdraw(&db, first).await.unwrap(), "once");
        read().await;
        assert_eq!((due(), actions.is_unreadable(first)), (vec![2, 3], false));
        // A done action stays, even if it cannot be read any more, and holds up nothing.
        store::applied(&db, CorporateActionId(3), UnixMillis(9)).await.unwrap();
        assert!(!store::withdraw(&db, CorporateActionId(3)).await.unwrap());
        set(3, "gift").await;
        read().await;
        assert_eq!(due(), [2, 4]);
        db.close().await;
    }
}
