//! The headers of every answer, and the refusal of requests that are too many, too large or wrong.

use plumbline::clock::Clock;
use serde_json::{Value, json};

use crate::support::{Database, TestServer};

#[tokio::test]
async fn every_answer_is_guarded_and_named() {
    let server = TestServer::start(Database::Sqlite).await;
    for call in ["GET /healthz", "GET /", "GET /nowhere", "POST /api/user/info", "GET /docs/"] {
        let answer = server.call(call, json!({})).await;
        let header = |name: &str| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{call}: {policy}");
        let scripts = policy.split("; ").filter_map(|part| part.strip_prefix("script-src "));
        let strange = scripts
            .flat_map(str::split_whitespace)
            .find(|source| *source != "'self'" && !source.starts_with("'sha256-"));
        assert!(!policy.contains("unsafe-eval") && strange.is_none(), "{call}: {policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{call}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{call}");
        assert_eq!(header("x-request-id").len(), 36, "{call}");
    }
    let invite = server.call("GET /r/ABCDEFGH", Value::Null).await;
    let policy = invite.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'"), "a page's own policy stays: {policy}");
}

#[tokio::test]
async fn what_is_not_there_is_refused_in_the_envelope() {
    let server = TestServer::start(Database::Sqlite).await;
    server.call("GET /nowhere", Value::Null).await.refused(404, "url_unknown");
    server.call("POST /nowhere", json!({})).await.refused(404, "url_unknown");
    server.call("GET /logout", Value::Null).await.refused(405, "method_not_allowed");
    server.call("POST /loginByUsername", json!({ "username": 5 })).await.refused(422, "body_invalid");
    let large = json!({ "username": "a".repeat(70_000), "password": "b" });
    server.call("POST /loginByUsername", large).await.refused(413, "body_too_large");
}

#[tokio::test]
async fn too_many_requests_are_told_when_to_come_back() {
    let flags = ["--requests-per-minute", "20", "--attempts-per-minute", "3"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let login = json!({ "username": "nobody", "password": "correct horse" });
    let mut refused = 0;
    for _ in 0..5 {
        let answer = server.call("POST /loginByUsername", login.clone()).await;
        if answer.status == 429 {
            refused += 1;
            answer.refused(429, "rate_limited");
            let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=21).contains(&wait), "{wait}");
        }
    }
    assert_eq!(refused, 2, "three attempts a minute are free");

    let mut reads = Vec::new();
    for _ in 0..17 {
        reads.push(server.call("GET /healthz", Value::Null).await.status);
    }
    assert_eq!((reads.first(), reads.last()), (Some(&200), Some(&429)), "twenty requests a minute from one address");
}

#[tokio::test]
async fn operators_read_figures_and_readers_the_documentation() {
    let server = TestServer::start(Database::Sqlite).await;
    server.call("GET /healthz", Value::Null).await;
    server.call("BREW /healthz", Value::Null).await.refused(405, "method_not_allowed");
    let figures = server.call("GET /metrics", Value::Null).await.json;
    let figures = figures.as_str().unwrap();
    for line in [
        r#"http_requests_total{method="GET",call="/healthz",status="200"}"#,
        r#"http_requests_total{method="other",call="/healthz",status="405"}"#,
    ] {
        assert!(figures.contains(line), "{figures}");
    }
    assert!(!figures.contains("BREW"), "what a client makes up is kept nowhere");
    let document = server.call("GET /openapi.json", Value::Null).await.json;
    assert!(document["paths"]["/loginByUsername"]["post"].is_object());
    let page = server.call("GET /docs/", Value::Null).await.json;
    let page = page.as_str().unwrap();
    assert!(
        page.contains("swagger-ui-bundle.js") && !page.contains("https://"),
        "nothing comes from elsewhere: {page}"
    );
}

#[tokio::test]
async fn figures_are_for_this_machine_and_not_for_whoever_a_proxy_passes_on() {
    let allowed = ["--trusted-proxy", "127.0.0.0/8,10.0.0.0/8", "--metrics-from", "203.0.113.0/24"];
    let behind_a_proxy = TestServer::start_with(Database::Sqlite, Clock::System, &allowed).await;
    let alone = TestServer::start(Database::Sqlite).await;
    type Headers<'a> = &'a [(&'a str, &'a str)];
    let table: [(&TestServer, Headers, u16); 10] = [
        (&alone, &[], 200),
        (&alone, &[("X-Forwarded-For", "127.0.0.1")], 404),
        (&alone, &[("Forwarded", "for=127.0.0.1")], 404),
        (&alone, &[("X-Real-IP", "127.0.0.1")], 404),
        (&behind_a_proxy, &[], 200),
        (&behind_a_proxy, &[("X-Forwarded-For", "198.51.100.5")], 404),
        (&behind_a_proxy, &[("X-Forwarded-For", "203.0.113.5")], 200),
        (&behind_a_proxy, &[("X-Forwarded-For", "203.0.113.5, 10.1.2.3")], 200),
        (&behind_a_proxy, &[("X-Forwarded-For", "203.0.113.5, unknown")], 404),
        (&behind_a_proxy, &[("Forwarded", "for=203.0.113.5")], 404),
    ];
    for (server, headers, status) in table {
        let answer = server.send("GET /metrics", &Value::Null, None, headers).await;
        assert_eq!(answer.status, status, "{headers:?}");
    }
}

#[tokio::test]
async fn replies_are_kept_by_nobody_and_files_for_as_long_as_they_hold() {
    let server = TestServer::start(Database::Sqlite).await;
    let customer = server.register().await;
    let kept = |answer: &crate::support::Answer| answer.headers["cache-control"].to_str().unwrap().to_owned();
    for (call, status) in [("POST /api/user/info", 200), ("POST /orders/detail", 422), ("GET /logout", 405)] {
        let answer = customer.call(call, json!({})).await;
        assert_eq!((answer.status, kept(&answer)), (status, "no-store".to_owned()), "{call}");
    }
    let login = json!({ "username": customer.email, "password": customer.password });
    assert_eq!(kept(&server.call("POST /loginByUsername", login).await), "no-store");
    server.call("POST /api/user/info", json!({})).await.refused(401, "session_required");
    assert_eq!(kept(&server.call("POST /api/user/info", json!({})).await), "no-store");
    assert_eq!(kept(&server.call("GET /docs/", Value::Null).await), "no-cache");
    assert_eq!(kept(&server.call("GET /openapi.json", Value::Null).await), "no-cache");
}

#[tokio::test]
async fn files_and_long_lists_are_compressed_and_short_replies_are_not() {
    let server = TestServer::start(Database::Sqlite).await;
    let table = [
        ("GET /docs/swagger-ui-bundle.js", "gzip, br", Some("br")),
        ("GET /docs/swagger-ui-bundle.js", "gzip", Some("gzip")),
        ("GET /docs/swagger-ui-bundle.js", "", None),
        ("GET /openapi.json", "br", Some("br")),
        ("GET /m_ft/all_stock_list?pageNum=1&pageSize=100", "gzip, br", Some("gzip")),
        ("GET /appVersion/getPublishAppVersion", "gzip, br", None),
        ("GET /healthz", "gzip, br", None),
    ];
    for (call, accepted, encoding) in table {
        let answer = server.send(call, &Value::Null, None, &[("Accept-Encoding", accepted)]).await;
        assert_eq!(answer.status, 200, "{call}");
        let found = answer.headers.get("content-encoding").map(|encoding| encoding.to_str().unwrap());
        assert_eq!(found, encoding, "{call} {accepted}");
    }
}

#[tokio::test]
async fn the_app_comes_compressed_as_it_was_built_and_a_new_release_is_noticed() {
    let server = TestServer::start(Database::Sqlite).await;
    let get = async |call: &str, accepted: &str| {
        let answer = server.send(call, &Value::Null, None, &[("Accept-Encoding", accepted)]).await;
        assert_eq!(answer.status, 200, "{call}");
        answer.headers
    };
    let table = [
        ("GET /", "text/html", true),
        ("GET /sw.js", "text/javascript", true),
        ("GET /manifest.webmanifest", "application/manifest+json", false),
        ("GET /icons/192.png", "image/png", false),
    ];
    for (call, kind, compressed) in table {
        let headers = get(call, "gzip, br").await;
        assert_eq!(headers["content-type"], kind, "{call}");
        assert_eq!(headers["cache-control"], "no-cache", "{call}");
        assert_eq!(headers["vary"], "accept-encoding", "{call}");
        assert_eq!(headers.get("content-encoding").is_some_and(|encoding| encoding == "br"), compressed, "{call}");
    }
    let page = get("GET /", "gzip").await;
    assert_eq!(page["content-encoding"], "gzip");
    assert_eq!(page["server-timing"], "mode;desc=paper");
    let policy = page["content-security-policy"].to_str().unwrap();
    let scripts = policy.split("; ").find(|part| part.starts_with("script-src ")).unwrap();
    assert!(scripts.starts_with("script-src 'self' 'sha256-") && !scripts.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn a_request_keeps_a_plain_id_and_loses_a_strange_one() {
    let server = TestServer::start(Database::Sqlite).await;
    let long = "a".repeat(65);
    let table = [("0af7651916cd43dd-8448eb211c80319c", true), (&long, false), ("a b", false), ("<script>", false)];
    for (id, kept) in table {
        let answer = server.send("GET /healthz", &Value::Null, None, &[("X-Request-Id", id)]).await;
        let answered = answer.headers["x-request-id"].to_str().unwrap();
        assert_eq!(answered == id, kept, "{answered}");
        assert!(kept || answered.len() == 36, "{answered}");
    }
}

#[tokio::test]
async fn a_customer_has_one_share_of_actions_in_however_many_sessions() {
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &["--actions-per-minute", "4"]).await;
    let (ann, bo) = (server.register().await, server.register().await);
    let login = json!({ "username": ann.email, "password": ann.password });
    let second = server.call("POST /loginByUsername", login).await.ok()["token"].as_str().unwrap().to_owned();
    let mut statuses = Vec::new();
    for scheme in ["Bearer ", "bearer ", "BEARER \t "] {
        for token in [&ann.token, &second] {
            let header = format!("{scheme}{token}");
            let answer = server.send("POST /api/user/info", &json!({}), None, &[("Authorization", &header)]).await;
            statuses.push(answer.status);
        }
    }
    assert_eq!(statuses, [200, 200, 200, 200, 429, 429]);
    ann.call("GET /userSelfSecurity/selectSelfSelectionStocksData", Value::Null).await.ok();
    bo.call("POST /api/user/info", json!({})).await.ok();
}

#[tokio::test]
async fn clients_learn_what_the_server_offers() {
    let flags = ["--support", "mailto:help@example.com"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let answer = server.call("GET /appVersion/getPublishAppVersion", Value::Null).await;
    let facts = answer.ok();
    assert_eq!(facts["supportUrl"], flags[1]);
    assert_eq!(facts["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!((&facts["mode"], &facts["mailDelivery"]), (&json!("paper"), &json!("outbox")));
    assert_eq!(facts["outboxHint"], server.data_dir().join("outbox").display().to_string());
    assert_eq!(facts["supportedLanguages"], json!(["en", "zh-Hans", "zh-Hant"]));
}

#[tokio::test]
async fn a_stopping_server_answers_what_it_accepted() {
    let server = TestServer::start(Database::Sqlite).await;
    let app = server.app.clone();
    // A login counts its try and then hashes for tens of milliseconds; the stop comes in between.
    let login = json!({ "username": "nobody", "password": "correct horse" });
    let (answer, ()) = tokio::join!(server.call("POST /loginByUsername", login), async {
        while count_tries(&server).await == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        app.stopping.cancel();
    });
    answer.refused(422, "login_failed");
    server.stop().await;
}

async fn count_tries(server: &TestServer) -> i64 {
    use plumbline::db::{Handle, Session};
    let mut reader = server.app.db.read().await.unwrap();
    let Handle::Sqlite(connection) = reader.handle() else { panic!("the server runs on SQLite") };
    let (count,) = sqlx::query_as::<_, (i64,)>("SELECT COUNT(*) FROM throttles").fetch_one(connection).await.unwrap();
    count
}
