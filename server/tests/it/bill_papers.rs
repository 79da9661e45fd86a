//! The bill as a paper: a statement that adds up, a list for a part of the movements, and refusals.

use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::bills::{bill, customer, rows};
use crate::support::paper::{self, Page};
use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_statement_has_all_that_moved_and_adds_up,
    a_statement_goes_on_where_the_one_before_it_ended,
    what_is_filtered_is_a_list,
    a_paper_is_in_the_language_of_its_reader,
    rows_are_whole_on_every_page,
    books_that_differ_make_no_statement,
    a_period_with_too_much_in_it_is_refused,
}

const HONG_KONG: &str = "timeZone=Asia/Hong_Kong";

async fn pages(customer: &Customer<'_>, query: &str) -> Vec<Page> {
    pages_in(customer, query, "en").await
}

async fn pages_in(customer: &Customer<'_>, query: &str, language: &str) -> Vec<Page> {
    let url = format!("{}/wallet/bill.pdf?{query}", customer.server.base);
    let request = reqwest::Client::builder().no_proxy().build().unwrap().get(url).bearer_auth(&customer.token);
    let response = request.header("Accept-Language", language).send().await.unwrap();
    let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
    assert_eq!((response.status().as_u16(), kind.as_str()), (200, "application/pdf"));
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"bill.pdf\"");
    paper::pages(&response.bytes().await.unwrap())
}

/// The lines of all pages, with two spaces between the texts of a line.
fn lines(pages: &[Page]) -> Vec<String> {
    pages.iter().flat_map(Page::lines).map(|line| line.join("  ")).collect()
}

/// The lines between two others.
fn between<'a>(lines: &'a [String], from: &str, until: &str) -> &'a [String] {
    let begin = lines.iter().position(|line| line.starts_with(from)).unwrap_or_else(|| panic!("no {from}")) + 1;
    let end = lines[begin..].iter().position(|line| line.starts_with(until)).unwrap_or_else(|| panic!("no {until}"));
    &lines[begin..begin + end]
}

/// With commas and a true minus.
fn shown(amount: &Value) -> String {
    let amount = amount.as_str().unwrap();
    let (sign, digits) = amount.strip_prefix('-').map_or(("", amount), |digits| ("\u{2212}", digits));
    let (whole, cents) = digits.split_once('.').unwrap();
    let groups: Vec<_> = whole.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    format!("{sign}{}.{cents}", groups.join(","))
}

const NAMES: [(&str, &str, &str); 3] =
    [("BALANCE", "Funding", "USD"), ("STOCK", "US stocks", "USD"), ("HK_STOCK", "Hong Kong stocks", "HKD")];

async fn a_statement_has_all_that_moved_and_adds_up(server: TestServer) {
    let ann = customer(&server).await;
    let whole = bill(&ann, json!({})).await;
    let lines = lines(&pages(&ann, HONG_KONG).await);
    assert!(lines.contains(&"Account statement".to_owned()));
    for fact in ["Customer  ", "Period  Beginning – ", "Time zone  Asia/Hong_Kong · UTC+08:00", "Issued  "] {
        assert!(lines.iter().any(|line| line.starts_with(fact)), "{fact}: {lines:#?}");
    }
    assert!(
        lines.iter().any(|line| line.starts_with("Customer") && line.contains("***@") && !line.contains(&ann.email))
    );
    assert!(lines.contains(&"Paper money: nothing in this document is real.".to_owned()));
    for (wallet, name, currency) in NAMES {
        let balance =
            ann.call("POST /wallet/getWalletBalance", json!({ "walletType": wallet })).await.ok()["balance"].clone();
        let heading = format!("{name}  {currency}");
        let table = lines.iter().rposition(|line| *line == heading).unwrap();
        let table = &lines[table + 1..];
        assert_eq!(table[1], "Opening balance  0.00");
        // A long text continues in lines below its row.
        let moved = between(table, "Opening balance", "Money in").iter().filter(|line| line.starts_with("20"));
        let moved: Vec<&String> = moved.collect();
        let expected: Vec<&Value> = rows(&whole).iter().rev().filter(|row| row["walletType"] == wallet).collect();
        assert_eq!(moved.len(), expected.len(), "{moved:#?}");
        for (line, row) in moved.iter().zip(expected) {
            let (amount, after) = (shown(&row["amount"]), shown(&row["balanceAfter"]));
            assert!(line.starts_with(row["localDate"].as_str().unwrap()), "{line}");
            assert!(line.ends_with(&format!("  {}  {amount}  {after}", row["id"].as_str().unwrap())), "{line}");
        }
        let closing = between(table, "Money out", "Closing balance");
        assert!(closing.is_empty());
        let closing = table.iter().find(|line| line.starts_with("Closing balance")).unwrap();
        assert_eq!(*closing, format!("Closing balance  {}", shown(&balance)));
        assert!(lines.iter().any(|line| line.starts_with(&heading) && line.ends_with(&shown(&balance))), "the summary");
    }
    assert!(lines.iter().any(|line| line.contains("Bought  AAPL 2 @ ")));
    assert!(lines.iter().any(|line| line.contains("Transfer  Funding → US stocks  ")));
    let one = self::lines(&pages(&ann, &format!("{HONG_KONG}&walletType=FOREX")).await);
    assert!(one.contains(&"Account  Forex · USD".to_owned()), "{one:#?}");
    assert!(one.contains(&"Closing balance  0.00".to_owned()) && !one.contains(&"Funding  USD".to_owned()));
    let nobody = server.register().await;
    assert!(self::lines(&pages(&nobody, HONG_KONG).await).contains(&"Nothing moved in this period.".to_owned()));
}

async fn a_statement_goes_on_where_the_one_before_it_ended(server: TestServer) {
    let ann = customer(&server).await;
    let whole = bill(&ann, json!({})).await;
    let newest = rows(&whole)[0]["localDate"].as_str().unwrap().to_owned();
    let oldest = rows(&whole).last().unwrap()["localDate"].as_str().unwrap().to_owned();
    let before = lines(&pages(&ann, &format!("{HONG_KONG}&endDate={oldest}")).await);
    let after = lines(&pages(&ann, &format!("{HONG_KONG}&startDate={newest}")).await);
    assert!(before.contains(&format!("Period  Beginning – {oldest}")));
    assert!(after.iter().any(|line| line.starts_with(&format!("Period  {newest} – {newest} "))));
    let figure = |lines: &[String], name: &str, word: &str| {
        let at = lines.iter().rposition(|line| line == name)?;
        let line = lines[at..].iter().find(|line| line.starts_with(word)).unwrap();
        Some(line.rsplit("  ").next().unwrap().to_owned())
    };
    let mut compared = 0;
    for (_, name, currency) in NAMES {
        let name = format!("{name}  {currency}");
        let Some(closing) = figure(&before, &name, "Closing balance") else { continue };
        assert_eq!(figure(&after, &name, "Opening balance"), Some(closing), "{name}");
        compared += 1;
    }
    assert!(compared >= 1);
}

async fn what_is_filtered_is_a_list(server: TestServer) {
    let ann = customer(&server).await;
    let table = [
        ("kinds=transfer", json!({ "kinds": "transfer" }), "Type  Transfer"),
        ("flow=out", json!({ "flow": "out" }), "Direction  Money out"),
        ("keyword=AAPL", json!({ "keyword": "AAPL" }), "Search  aapl"),
    ];
    for (query, wish, said) in table {
        let lines = lines(&pages(&ann, &format!("{HONG_KONG}&{query}")).await);
        assert!(lines.contains(&"Transaction list".to_owned()) && lines.contains(&said.to_owned()), "{lines:#?}");
        assert!(lines.iter().any(|line| line.contains("not an account statement")));
        assert!(!lines.iter().any(|line| line.contains("Opening balance") || line.contains("Closing balance")));
        let listed = bill(&ann, wish).await;
        for row in rows(&listed) {
            let end = format!("  {}  {}", row["id"].as_str().unwrap(), shown(&row["amount"]));
            assert_eq!(lines.iter().filter(|line| line.ends_with(&end)).count(), 1, "{end}");
        }
        let dated = lines.iter().filter(|line| line.starts_with("20")).count();
        assert_eq!(dated, rows(&listed).len());
    }
}

async fn a_paper_is_in_the_language_of_its_reader(server: TestServer) {
    let ann = customer(&server).await;
    let table = [
        ("en", "Account statement", "Opening balance", "Funding → US stocks"),
        ("zh-Hans", "账户结单", "期初余额", "资金账户 → 美股账户"),
        ("zh-Hant", "賬戶結單", "期初餘額", "資金賬戶 → 美股賬戶"),
    ];
    for (language, title, opening, note) in table {
        let pages = pages_in(&ann, HONG_KONG, language).await;
        for words in [title, opening, note] {
            assert!(pages.iter().any(|page| page.has(words)), "{language} {words}");
        }
    }
}

async fn rows_are_whole_on_every_page(server: TestServer) {
    let ann = server.funded(10_000).await;
    for number in 0..60 {
        let (from, to) = if number % 2 == 0 { ("STOCK", "FOREX") } else { ("FOREX", "STOCK") };
        ann.call("POST /wallet/transfer", json!({ "from": from, "to": to, "amount": "123.45" })).await.ok();
        server.app.clock.advance(UnixMillis::MINUTE);
    }
    let pages = pages(&ann, HONG_KONG).await;
    assert!(pages.len() > 2, "{}", pages.len());
    for (index, page) in pages.iter().enumerate() {
        let lines = page.lines();
        let foot = lines.last().unwrap();
        assert_eq!(*foot.last().unwrap(), format!("{}/{}", index + 1, pages.len()));
        let head = "Account statement";
        assert!(lines.iter().take(3).any(|line| line.contains(&head)), "{:?}", lines[0]);
        assert!(lines.iter().any(|line| line.join("  ") == "Time  Type  Details  Reference  Amount  Balance"));
        let foot = page.0.iter().map(|text| text.bottom).fold(f32::MAX, f32::min);
        for text in &page.0 {
            assert!((30.0..800.0).contains(&text.bottom) && (42.0..553.0).contains(&text.left), "{text:?}");
            assert!(text.bottom == foot || text.bottom > foot + 20.0, "rows end above the foot: {text:?}");
        }
    }
    let listed = [1, 2].map(|page| bill(&ann, json!({ "pageNum": page })));
    let lines = lines(&pages);
    for page in listed {
        for row in rows(&page.await) {
            let (amount, after) = (shown(&row["amount"]), shown(&row["balanceAfter"]));
            let end = format!("  {}  {amount}  {after}", row["id"].as_str().unwrap());
            let whole = lines.iter().filter(|line| line.starts_with("20") && line.ends_with(&end));
            assert_eq!(whole.count(), 1, "{end}");
        }
    }
}

async fn execute(server: &TestServer, statement: &'static str) {
    let mut tx = server.app.db.begin().await.unwrap();
    plumbline::on_database!(&mut tx, c => sqlx::query(statement).execute(c).await.map(|_| ())).unwrap();
    tx.commit().await.unwrap();
}

async fn books_that_differ_make_no_statement(server: TestServer) {
    let ann = customer(&server).await;
    let paper = async |query: &str| ann.call(&format!("GET /wallet/bill.pdf?timeZone=UTC{query}"), Value::Null).await;
    execute(&server, "UPDATE balances SET posted = posted + 1 WHERE book = 'STOCK'").await;
    paper("").await.refused(500, "bill_differs");
    paper("&walletType=STOCK&startDate=2020-01-01").await.refused(500, "bill_differs");
    // Papers without balances are not affected, nor are other wallets.
    assert_eq!(paper("&kinds=transfer").await.status, 200);
    assert_eq!(paper("&walletType=BALANCE").await.status, 200);
    execute(&server, "UPDATE balances SET posted = posted - 1 WHERE book = 'STOCK'").await;
    for query in ["", "&startDate=2020-01-01", "&endDate=2000-01-01", "&endDate=2031-01-01"] {
        assert_eq!(paper(query).await.status, 200, "{query}");
    }
    for query in ["&startDate=2031-01-01", "&startTimestamp=4000000000000&endTimestamp=1"] {
        paper(query).await.refused(422, "period_invalid");
    }
    execute(&server, "UPDATE postings SET amount = amount + 1 WHERE book = 'HK_STOCK'").await;
    paper("").await.refused(500, "bill_differs");
    paper("&endDate=2000-01-01").await.refused(500, "bill_differs");
}

/// Ten thousand and some movements of a cent, up and down, an hour ago.
const MANY: [&str; 2] = [
    "INSERT INTO journals (id, kind, cause_id, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
        SELECT a.first - 1099511627776 + i, 'transfer', i, a.at - 3600000
        FROM n, (SELECT MIN(id) AS first, MIN(created_at) AS at FROM journals) a",
    "INSERT INTO postings (journal_id, line, account_id, book, currency, amount, balance_after)
        SELECT j.id, 0, (SELECT MAX(account_id) FROM balances), 'BALANCE', 'USD',
            CASE WHEN j.cause_id % 2 = 0 THEN -1 ELSE 1 END, j.cause_id % 2
        FROM journals j WHERE j.cause_id BETWEEN 1 AND 10000",
];

async fn a_period_with_too_much_in_it_is_refused(server: TestServer) {
    let ann = server.funded(10_000).await;
    let oldest = bill(&ann, json!({})).await;
    let oldest = rows(&oldest).last().unwrap()["createTimeTimestamp"].as_str().unwrap().to_owned();
    for statement in MANY {
        execute(&server, statement).await;
    }
    for query in ["timeZone=UTC", "timeZone=UTC&kinds=transfer,deposit", "timeZone=UTC&keyword=x"] {
        let refused = ann.call(&format!("GET /wallet/bill.pdf?{query}"), Value::Null).await;
        refused.refused(422, "bill_too_long");
        assert_eq!(refused.json["data"]["field"], "startDate");
        assert!(refused.json["msg"].as_str().unwrap().ends_with("Choose a shorter period."), "{}", refused.json);
    }
    // The most that a paper may have.
    let pages = pages(&ann, &format!("timeZone=UTC&endTimestamp={oldest}")).await;
    let all = lines(&pages);
    assert_eq!(all.iter().filter(|line| line.starts_with("20")).count(), 10_000);
    assert_eq!(all.iter().filter(|line| *line == "Closing balance  0.00").count(), 1);
    let few = self::pages(&ann, &format!("timeZone=UTC&startTimestamp={oldest}")).await;
    assert!(lines(&few).contains(&"Opening balance  0.00".to_owned()));
}
