//! The refusals of each call: those that its handler declares, and by rule those that any call of its kind can get.
//!
//! A handler names the words of its own refusals, as in `(status = 409, description = "email_taken")`.

use std::collections::BTreeMap;

use utoipa::PartialSchema;
use utoipa::openapi::header::Header;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::response::Response;
use utoipa::openapi::schema::{Components, ObjectBuilder, Type};
use utoipa::openapi::{Content, Ref, RefOr};

use super::session::session_required;
use crate::http::{Envelope, ErrorData};

/// The schema of every refusal.
const SCHEMA: &str = "Refusal";

/// A refusal that calls of one kind share.
struct Rule {
    status: &'static str,
    word: &'static str,
    applies: fn(&Operation) -> bool,
}

const RULES: [Rule; 20] = [
    Rule { status: "401", word: "session_required", applies: takes_session },
    Rule {
        status: "404",
        word: "url_unknown",
        applies: |call| has_parameter(call, |p| p.parameter_in == ParameterIn::Path),
    },
    Rule { status: "408", word: "body_too_slow", applies: is_action },
    Rule { status: "409", word: "idempotency_conflict", applies: is_idempotent },
    Rule { status: "409", word: "instrument_halted", applies: trades },
    Rule { status: "413", word: "body_too_large", applies: is_action },
    Rule { status: "415", word: "content_encoding_unsupported", applies: is_action },
    Rule { status: "422", word: "body_invalid", applies: has_body },
    Rule {
        status: "422",
        word: "query_invalid",
        applies: |call| has_parameter(call, |p| p.parameter_in == ParameterIn::Query),
    },
    Rule { status: "422", word: "too_many_lots", applies: counts_lots },
    Rule { status: "422", word: "market_ambiguous", applies: looks_up_code },
    Rule { status: "422", word: "idempotency_key_required", applies: is_idempotent },
    Rule { status: "422", word: "out_of_range", applies: is_idempotent },
    Rule { status: "429", word: "rate_limited", applies: |_| true },
    Rule { status: "500", word: "internal", applies: |_| true },
    Rule { status: "500", word: "record_unreadable", applies: |_| true },
    Rule { status: "503", word: "overloaded", applies: |_| true },
    Rule { status: "503", word: "unavailable", applies: |_| true },
    Rule { status: "503", word: "no_leader", applies: is_action },
    Rule { status: "504", word: "timeout", applies: |_| true },
];

/// Declares the refusals of `call`. Refusals by rule alone are equal in many calls, so they are components.
pub fn declare(call: &mut Operation, components: &mut Components) {
    components.schemas.entry(SCHEMA.to_owned()).or_insert_with(Envelope::<ErrorData>::schema);
    components.schemas.entry("ErrorData".to_owned()).or_insert_with(ErrorData::schema);
    let mut by_rule: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for rule in RULES.iter().filter(|rule| (rule.applies)(call)) {
        by_rule.entry(rule.status).or_default().push(rule.word);
    }
    let declared = &mut call.responses.responses;
    for (status, words) in by_rule {
        match declared.get_mut(status) {
            Some(RefOr::T(own)) => own.description = [own.description.as_str(), &words.join(", ")].join(", "),
            _ => {
                let name = words.join("-or-");
                declared.insert(status.to_owned(), Ref::from_response_name(&name).into());
                components.responses.entry(name).or_insert_with(|| refusal(status, words.join(", ")).into());
            }
        }
    }
    for (status, response) in declared.iter_mut() {
        let RefOr::T(own) = response else { continue };
        if status.as_str() >= "400" {
            *own = refusal(status, std::mem::take(&mut own.description));
        } else if own.description.is_empty() {
            own.description = "Success".to_owned();
        }
    }
}

fn refusal(status: &str, words: String) -> Response {
    let mut response = Response::new(words);
    let schema: RefOr<_> = Ref::from_schema_name(SCHEMA).into();
    response.content.insert("application/json".to_owned(), Content::new(Some(schema)).into());
    if status == "429" {
        let mut header = Header::new(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build());
        header.description = Some("Seconds to wait before a repeat.".to_owned());
        response.headers.insert("Retry-After".to_owned(), header.into());
    }
    response
}

fn takes_session(call: &Operation) -> bool {
    call.security.iter().flatten().any(|requirement| *requirement == session_required())
}

/// True if the call names an instrument by its code, which several markets may have.
fn looks_up_code(call: &Operation) -> bool {
    declares(call, "404", "instrument_unknown")
}

/// True if the call has a quantity of lots.
fn counts_lots(call: &Operation) -> bool {
    declares(call, "422", "lot_size")
}

/// True if the call is about an order, which operators may halt.
fn trades(call: &Operation) -> bool {
    declares(call, "409", "instrument_not_tradable")
}

/// True if a handler declares a refusal of its own.
fn declares(call: &Operation, status: &str, word: &str) -> bool {
    let own = call.responses.responses.get(status);
    matches!(own, Some(RefOr::T(own)) if own.description.split(", ").any(|declared| declared == word))
}

fn is_idempotent(call: &Operation) -> bool {
    has_parameter(call, |parameter| parameter.name == "Idempotency-Key")
}

/// True if the call is a POST, whose body is waited for even if it is not read. An id begins with the method.
fn is_action(call: &Operation) -> bool {
    call.operation_id.as_deref().is_some_and(|id| id.starts_with("post"))
}

fn has_body(call: &Operation) -> bool {
    call.request_body.is_some()
}

fn has_parameter(call: &Operation, is: impl Fn(&Parameter) -> bool) -> bool {
    call.parameters.iter().flatten().any(|parameter| matches!(parameter, RefOr::T(parameter) if is(parameter)))
}
