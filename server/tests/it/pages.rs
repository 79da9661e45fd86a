//! One rule for the pages of all lists: values beyond the API document's bounds are refused, and never read as another
//! page. The calls come from the document, so that new lists are included.

use plumbline::router::document;
use serde_json::{Map, Value, json};

use crate::openapi::{calls, resolved};
use crate::support::{Database, TestServer};

/// A required parameter of a list beside its page.
fn needed(name: &str) -> Value {
    json!(match name {
        "keyword" | "stockCode" => "AAPL",
        "market" => "UsStock",
        "timeZone" => "UTC",
        other => panic!("a list needs {other}, and this test does not know what to give"),
    })
}

/// A field of a call: its name, its schema, and true if it is required.
type Field = (String, Value, bool);

fn in_query(call: &Value) -> Vec<Field> {
    let parameters = call["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query");
    let field =
        |one: &Value| (one["name"].as_str().unwrap().to_owned(), one["schema"].clone(), one["required"] == true);
    parameters.map(field).collect()
}

fn in_body(document: &Value, schema: &Value) -> Vec<Field> {
    let schema = resolved(document, schema);
    let parts = schema["allOf"].as_array().into_iter().flatten().flat_map(|part| in_body(document, part));
    let is_needed = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let own = schema["properties"].as_object().into_iter().flatten();
    own.map(|(name, field)| (name.clone(), field.clone(), is_needed(name))).chain(parts).collect()
}

/// The greatest value of a field.
fn maximum(document: &Value, schema: &Value) -> i64 {
    let choices = ["oneOf", "anyOf"].iter().filter_map(|key| schema[key].as_array()).flatten();
    let mut schemas = choices.chain([schema]).map(|one| resolved(document, one));
    schemas.find_map(|one| one["maximum"].as_i64()).unwrap_or_else(|| panic!("{schema} has no maximum"))
}

#[tokio::test]
async fn no_list_has_a_page_beyond_the_bounds_of_the_document() {
    let server = TestServer::start(Database::Sqlite).await;
    let customer = server.register().await;
    let document = serde_json::to_value(document()).unwrap();
    let mut asked = Vec::new();
    for (name, call) in calls(&document) {
        let body = &call["requestBody"]["content"]["application/json"]["schema"];
        let is_get = name.starts_with("GET ");
        let fields = if is_get { in_query(call) } else { in_body(&document, body) };
        let bounds = fields.iter().filter(|(field, ..)| ["pageNum", "pageSize"].contains(&field.as_str()));
        for (field, schema, _) in bounds {
            let most = maximum(&document, schema);
            let ask = async |number: i64| {
                let needed = fields.iter().filter(|(.., must)| *must).map(|(other, ..)| (other.clone(), needed(other)));
                let mut given: Map<String, Value> = needed.collect();
                given.insert(field.clone(), json!(number));
                if !is_get {
                    return customer.call(&name, Value::Object(given)).await;
                }
                let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let pairs: Vec<String> = given.iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
                customer.call(&format!("{name}?{}", pairs.join("&")), Value::Null).await
            };
            for number in [i64::MIN, -1, 0, most + 1, i64::MAX] {
                let answer = ask(number).await;
                assert_eq!(answer.status, 422, "{name} {field}={number}: {}", answer.json);
                answer.refused(422, "page_invalid");
                assert_eq!(answer.json["data"]["field"], field.as_str(), "{name}");
            }
            for number in [1, most] {
                assert_eq!(ask(number).await.status, 200, "{name} {field}={number}");
            }
            asked.push(format!("{name} {field}"));
        }
    }
    assert!(asked.len() > 50, "the document has fewer pages than it had: {asked:?}");
}
