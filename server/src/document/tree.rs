//! Walks through a schema.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayItems, Schema};

/// Calls `f` with each field at any depth and its name. The items of a list have the list's name.
pub fn visit(schema: &mut Schema, name: &str, f: &mut impl FnMut(&str, &mut RefOr<Schema>)) {
    let parts: Vec<(&str, &mut RefOr<Schema>)> = match schema {
        Schema::Object(object) => object.properties.iter_mut().map(|(name, field)| (name.as_str(), field)).collect(),
        Schema::Array(array) => match &mut array.items {
            ArrayItems::RefOrSchema(items) => vec![(name, &mut **items)],
            ArrayItems::False => Vec::new(),
        },
        Schema::OneOf(one) => one.items.iter_mut().map(|part| (name, part)).collect(),
        Schema::AllOf(all) => all.items.iter_mut().map(|part| (name, part)).collect(),
        Schema::AnyOf(any) => any.items.iter_mut().map(|part| (name, part)).collect(),
        _ => Vec::new(),
    };
    for (name, part) in parts {
        f(name, part);
        if let RefOr::T(schema) = part {
            visit(schema, name, f);
        }
    }
}
