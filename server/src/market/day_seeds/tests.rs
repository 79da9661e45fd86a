use super::*;
use crate::secret::Secret;
use crate::testing::databases;

/// 2026-11-20T15:00:00Z.
const FRIDAY: UnixMillis = UnixMillis(1_795_186_800_000);

fn key(digit: &str) -> ServerKey {
    ServerKey::load(Some(&Secret::new(digit.repeat(64))), std::path::Path::new("nowhere")).unwrap()
}

async fn kept(db: &Db) -> Vec<(String, [u8; 32], i64)> {
    let kept = store::since(&mut db.read().await.unwrap(), Date::MIN).await.unwrap();
    kept.into_iter().map(|kept| (kept.day.to_string(), kept.seed.0, kept.committed_at.0)).collect()
}

#[tokio::test]
async fn days_are_published_ahead_and_stay() {
    for (uri, _folder) in databases("day_seeds").await {
        let db = Db::open(&uri).await.unwrap();
        let (one, other) = (key("1"), key("2"));
        let opened = DaySeeds::open(&db, &one, FRIDAY).await.unwrap();
        let first = kept(&db).await;
        assert_eq!(
            first.iter().map(|row| row.0.as_str()).collect::<Vec<_>>(),
            ["2026-11-20", "2026-11-21", "2026-11-22"]
        );
        assert!(first[0].1 != first[1].1 && first.iter().all(|row| row.2 == FRIDAY.0));
        assert_eq!(opened.days.known_until(), begins("2026-11-23".parse().unwrap()));

        let again = DaySeeds::open(&db, &other, FRIDAY.plus(1)).await.unwrap();
        assert_eq!(kept(&db).await, first, "what was published stays, also under another key");
        assert_eq!(again.description, opened.description, "the same market goes on");

        let midnight = begins("2026-11-21".parse().unwrap());
        opened.go_on(&db, midnight.plus(-1)).await.unwrap();
        assert_eq!(kept(&db).await.len(), 3);
        opened.go_on(&db, midnight).await.unwrap();
        again.go_on(&db, midnight.plus(5)).await.unwrap();
        let later = kept(&db).await;
        assert_eq!((later.len(), later[3].2), (4, midnight.0), "the first server's");
        assert_eq!([&opened, &again].map(|seeds| seeds.days.known_until()), [midnight.plus(3 * UnixMillis::DAY); 2]);

        let week = midnight.plus(7 * UnixMillis::DAY);
        let woken = DaySeeds::open(&db, &one, week).await.unwrap();
        let all = kept(&db).await;
        assert_eq!((all.len(), all[9].0.as_str(), all[4].2), (11, "2026-11-29", week.0), "nobody ran: published late");
        assert_eq!(woken.description, opened.description);
        db.close().await;
    }
}

#[tokio::test]
async fn servers_that_start_at_once_agree_and_another_key_is_another_market() {
    for (uri, _folder) in databases("day_seeds_two").await {
        let db = Db::open(&uri).await.unwrap();
        let (one, other) = (key("1"), key("2"));
        let (here, there) = tokio::join!(DaySeeds::open(&db, &one, FRIDAY), DaySeeds::open(&db, &other, FRIDAY));
        assert_eq!(here.unwrap().description, there.unwrap().description);
        assert_eq!(kept(&db).await.len(), 3);
        db.close().await;
    }
    let mut seeds = Vec::new();
    for digit in ["1", "2", "1"] {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("t.db").display())).await.unwrap();
        DaySeeds::open(&db, &key(digit), FRIDAY).await.unwrap();
        seeds.push(kept(&db).await[0].1);
        db.close().await;
    }
    assert!(seeds[0] != seeds[1] && seeds[0] == seeds[2], "by the key, and by nothing else");
}
