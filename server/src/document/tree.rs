//! Walks through a schema.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayItems, Schema};

/// Calls `f` with each part at any depth: fields, items of lists, alternatives.
pub fn visit(schema: &mut Schema, f: &mut impl FnMut(&mut RefOr<Schema>)) {
    let parts: Vec<&mut RefOr<Schema>> = match schema {
        Schema::Object(object) => object.properties.values_mut().collect(),
        Schema::Array(array) => match &mut array.items {
            ArrayItems::RefOrSchema(items) => vec![&mut **items],
            ArrayItems::False => Vec::new(),
        },
        Schema::OneOf(one) => one.items.iter_mut().collect(),
        Schema::AllOf(all) => all.items.iter_mut().collect(),
        Schema::AnyOf(any) => any.items.iter_mut().collect(),
        _ => Vec::new(),
    };
    for part in parts {
        f(part);
        if let RefOr::T(schema) = part {
            visit(schema, f);
        }
    }
}
