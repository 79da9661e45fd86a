//! The committed API document is the one that the handlers produce, and every call in it names its refusals and its
//! input. `tests/contract` compares the running server with it.

use std::collections::BTreeSet;
use std::path::Path;

use plumbline::http::limits::GUARDED;
use plumbline::http::{Language, message};
use plumbline::router::document;
use plumbline_core::decision::Refusal;
use serde_json::{Value, json};
use strum::IntoEnumIterator;

use crate::support::{Database, TestServer};

/// Request texts with free content: names that people write, and search words.
const FREE_TEXTS: [&str; 8] =
    ["assettype", "classify", "exchange", "keyword", "securityName", "stkName", "timeZone", "username"];

/// Reply texts with free content: names, titles, sentences and notes, and what the operator or the customer's device
/// has written.
const FREE_REPLIES: [&str; 33] = [
    "android",
    "announcedBy",
    "bank",
    "classify",
    "content",
    "desktop",
    "device",
    "dictLabel",
    "en",
    "f14",
    "headquarters",
    "ios",
    "msg",
    "name",
    "nameEn",
    "nameZhHans",
    "nameZhHant",
    "note",
    "outboxHint",
    "paperRefusedName",
    "parts",
    "profile",
    "publisher",
    "reference",
    "rule",
    "source",
    "summary",
    "text",
    "title",
    "value",
    "website",
    "zh-Hans",
    "zh-Hant",
];

fn described() -> Value {
    serde_json::to_value(document()).unwrap()
}

/// Hashing is slow on purpose: calls that test secrets are limited per minute.
#[test]
fn the_calls_that_take_a_secret_are_the_guarded_ones() {
    /// Sends a secret, and takes none.
    const SENDS_MAIL: &str = "/getEmailCode";
    /// Limited by its session: by its wrong passwords, and by other calls that end sessions.
    const BY_SESSION: &str = "/api/user/sessions/end";
    let document = described();
    let mut taking = BTreeSet::new();
    for (call, described) in calls(&document) {
        let mut parts = BTreeSet::new();
        name_parts(&document, &described["requestBody"], &mut parts);
        if ["LoginPassword", "PayPassword", "EmailCode"].iter().any(|kind| parts.contains(kind)) {
            taking.insert(call.split_once(' ').unwrap().1.to_owned());
        }
    }
    let expected = GUARDED.into_iter().filter(|path| *path != SENDS_MAIL).chain([BY_SESSION]);
    assert_eq!(taking, expected.map(str::to_owned).collect(), "GUARDED of server/src/http/limits.rs names them");
}

/// The named schemas that `value` refers to, at any depth.
fn name_parts<'a>(document: &'a Value, value: &'a Value, parts: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(object) => {
            if let Some(name) = object.get("$ref").and_then(Value::as_str)
                && parts.insert(name.rsplit('/').next().unwrap())
            {
                name_parts(document, resolved(document, value), parts);
            }
            object.values().for_each(|value| name_parts(document, value, parts));
        }
        Value::Array(items) => items.iter().for_each(|item| name_parts(document, item, parts)),
        _ => {}
    }
}

/// Every call as `METHOD /path`, with its description.
pub fn calls(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(move |(method, call)| (format!("{} {path}", method.to_uppercase()), call))
    })
}

/// The target of a `$ref`, or the value itself.
pub fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let reference = value["$ref"].as_str().and_then(|name| document.pointer(name.strip_prefix('#')?));
    reference.unwrap_or(value)
}

#[test]
fn the_committed_document_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let fresh = format!("{}\n", document().to_pretty_json().unwrap());
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "server/openapi.json is stale; ./scripts/generate writes it again");
}

#[test]
fn whatever_the_document_refers_to_is_in_it() {
    fn check(document: &Value, value: &Value) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(name)) = object.get("$ref") {
                    assert!(document.pointer(&name[1..]).is_some(), "{name} is not in the document");
                }
                object.values().for_each(|value| check(document, value));
            }
            Value::Array(items) => items.iter().for_each(|value| check(document, value)),
            _ => {}
        }
    }
    let document = described();
    check(&document, &document);
}

/// Handlers do not declare the refusals that any call of a kind can answer. Their own are compared with each refusal
/// that any test of this folder gets (`support/documented.rs`).
#[test]
fn every_call_names_its_refusals() {
    let document = described();
    for (name, call) in calls(&document) {
        let parameters = call["parameters"].as_array().cloned().unwrap_or_default();
        let has = |key: &str, value: &str| parameters.iter().any(|parameter| parameter[key] == value);
        let in_session = call["security"].as_array().unwrap().contains(&json!({ "session": [] }));
        let is_action = name.starts_with("POST ");
        let (body, idempotent) = (call.get("requestBody").is_some(), has("name", "Idempotency-Key"));
        let expected = [
            ("401", "session_required", in_session),
            ("404", "url_unknown", has("in", "path")),
            ("408", "body_too_slow", is_action),
            ("409", "idempotency_conflict", idempotent),
            ("413", "body_too_large", is_action),
            ("415", "content_encoding_unsupported", is_action),
            ("422", "body_invalid", body),
            ("422", "idempotency_key_required", idempotent),
            ("422", "out_of_range", idempotent),
            ("422", "query_invalid", has("in", "query")),
            ("429", "rate_limited", true),
            ("500", "internal", true),
            ("500", "record_unreadable", true),
            ("503", "overloaded", true),
            ("504", "timeout", true),
        ];
        for (status, word, _) in expected.iter().filter(|(.., meets)| *meets) {
            let named = words(&document, &call["responses"][status]).any(|named| named == *word);
            assert!(named, "{name} can answer {status} {word} and does not say so");
        }
        assert_eq!(call["responses"].get("401").is_some(), in_session, "{name} asks for a session or does not");
    }
}

#[test]
fn every_refusal_stands_at_some_call() {
    /// Sentences for refusals of no call: for unknown URLs and methods, for the house's own actions, which send
    /// withdrawals, record coins, charge nights, pay dividends and close positions, and for reviewers.
    const OF_NO_CALL: [&str; 17] = [
        "method_not_allowed",
        "withdrawal_not_approved",
        "withdrawal_not_sent",
        "split_applied",
        "dividend_entitled",
        "dividend_unknown",
        "dividend_not_due",
        "dividend_paid",
        "margin_suffices",
        "position_held",
        "identity_check_unknown",
        "identity_check_reviewed",
        "reason_required",
        "service_application_unknown",
        "service_reviewed",
        "output_recorded",
        "output_off_chain",
    ];
    let document = described();
    let responses = calls(&document).flat_map(|(_, call)| call["responses"].as_object().unwrap().values());
    let named: BTreeSet<&str> = responses.flat_map(|response| words(&document, response)).collect();
    for word in Refusal::iter().map(Refusal::word).filter(|word| !OF_NO_CALL.contains(word)) {
        assert!(named.contains(word), "no call names {word}");
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for word in refusals_in(&sources).iter().filter(|word| !OF_NO_CALL.contains(&word.as_str())) {
        assert!(named.contains(word.as_str()), "no call names {word}");
    }
}

/// The words that a response names.
fn words<'a>(document: &'a Value, response: &'a Value) -> impl Iterator<Item = &'a str> {
    resolved(document, response)["description"].as_str().unwrap_or_default().split(", ")
}

/// The words of refusals in the sources below a folder.
fn refusals_in(folder: &Path) -> BTreeSet<String> {
    const BEFORE: [&str; 3] = ["ApiError::invalid(\"", "ApiError::conflict(\"", "ApiError::not_found(\""];
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(refusals_in(&path));
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let after = BEFORE.iter().flat_map(|before| source.split(before).skip(1));
        found.extend(after.filter_map(|text| Some(text.split_once('"')?.0.to_owned())));
    }
    found
}

#[test]
fn a_refusal_has_the_envelope_and_words_with_sentences() {
    let document = described();
    for (name, call) in calls(&document) {
        for (status, response) in call["responses"].as_object().unwrap().iter().filter(|(s, _)| s.as_str() >= "400") {
            let response = resolved(&document, response);
            let schema = &response["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Refusal", "{name} {status}");
            for word in response["description"].as_str().unwrap().split(", ") {
                let sentence = message(Language::English, String::leak(word.to_owned()));
                assert_ne!(sentence, word, "{name} {status} names a word that has no sentence in server/words.toml");
            }
        }
    }
}

#[test]
fn a_path_has_the_parameters_that_are_said_to_be_in_it() {
    let document = described();
    for (name, call) in calls(&document) {
        let parameters = call["parameters"].as_array().into_iter().flatten();
        let said: BTreeSet<&str> =
            parameters.filter(|p| p["in"] == "path").map(|p| p["name"].as_str().unwrap()).collect();
        let there: BTreeSet<&str> = name.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
        assert_eq!(said, there, "{name}");
    }
}

#[test]
fn every_text_of_a_request_says_what_it_may_hold() {
    let document = described();
    for (name, call) in calls(&document) {
        let mut fields = Vec::new();
        for parameter in call["parameters"].as_array().into_iter().flatten() {
            fields.push((parameter["name"].as_str().unwrap().to_owned(), &parameter["schema"]));
        }
        if let Some(body) = call.get("requestBody") {
            collect(&document, "body", &body["content"]["application/json"]["schema"], &mut fields);
        }
        for (field, schema) in fields {
            assert!(
                says_what_it_holds(resolved(&document, schema)) || FREE_TEXTS.contains(&field.as_str()),
                "{name} does not say what {field} may hold: give it a type of server/src/http/wire"
            );
        }
    }
}

#[test]
fn every_text_of_a_reply_says_what_it_holds() {
    let document = described();
    let mut free = BTreeSet::new();
    for (name, call) in calls(&document) {
        for (status, response) in call["responses"].as_object().unwrap() {
            let mut fields = Vec::new();
            let content = &resolved(&document, response)["content"]["application/json"];
            collect(&document, "reply", &content["schema"], &mut fields);
            for (field, _) in fields.into_iter().filter(|(_, schema)| !says_what_it_holds(schema)) {
                assert!(
                    FREE_REPLIES.contains(&field.as_str()),
                    "{name} {status} does not say what {field} holds: give it a type of server/src/http/wire"
                );
                free.insert(field);
            }
        }
    }
    assert_eq!(free, FREE_REPLIES.map(str::to_owned).into(), "FREE_REPLIES has no more than there are");
}

/// False for a text of which the schema says nothing. Anything else, also a tuple's item, says its type.
fn says_what_it_holds(schema: &Value) -> bool {
    let is_text = schema["type"] == "string" || schema["type"] == json!(["string", "null"]);
    !is_text || ["pattern", "enum", "maxLength", "format"].iter().any(|key| schema.get(key).is_some())
}

/// The fields below a schema, at any depth.
fn collect<'a>(document: &'a Value, name: &str, schema: &'a Value, fields: &mut Vec<(String, &'a Value)>) {
    let schema = resolved(document, schema);
    fields.push((name.to_owned(), schema));
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        collect(document, name, field, fields);
    }
    for key in ["allOf", "oneOf", "anyOf"] {
        for part in schema[key].as_array().into_iter().flatten() {
            collect(document, name, part, fields);
        }
    }
    if let Some(items) = schema.get("items") {
        collect(document, name, items, fields);
    }
}

#[tokio::test]
async fn a_path_that_is_no_text_is_refused_like_any_unknown_one() {
    let server = TestServer::start(Database::Sqlite).await;
    let ann = server.register().await;
    server.call("GET /r/%FF", json!({})).await.refused(404, "url_unknown");
    ann.call("POST /userSelfSecurity/delete/%FF", json!({})).await.refused(404, "url_unknown");
    ann.call("POST /userSelfSecurity/deleteByStockCode/%C3%28", json!({})).await.refused(404, "url_unknown");
}
