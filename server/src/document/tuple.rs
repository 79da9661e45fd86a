//! Tuples in schemas.

use utoipa::openapi::schema::{ArrayItems, Object, Schema, SchemaType, Type};

/// A tuple is described by its length and by the union of its items: readers of the document, Schemathesis and
/// generators of clients, do not support each item's own schema well.
pub fn loosen_tuple(schema: &mut Schema) {
    let Schema::Array(tuple) = schema else { return };
    if tuple.prefix_items.is_empty() {
        return;
    }
    let length = Some(tuple.prefix_items.len());
    let mut any = Object::default();
    any.schema_type = SchemaType::Array(vec![Type::Integer, Type::String]);
    tuple.prefix_items.clear();
    tuple.items = ArrayItems::RefOrSchema(Box::new(Schema::Object(any).into()));
    (tuple.min_items, tuple.max_items) = (length, length);
}
