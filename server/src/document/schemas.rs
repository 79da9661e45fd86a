//! The schemas of the document, after the handlers' declarations.

use std::collections::BTreeMap;

use utoipa::openapi::schema::{Components, Schema};
use utoipa::openapi::{Ref, RefOr};

use super::tree;
use super::tuple::loosen_tuple;
use crate::http::wire;

/// Adds the kinds that only parameters have, and makes schemas refer to each other where generic ones contain copies.
pub fn complete(components: &mut Components) {
    refer_to_copies(&mut components.schemas);
    for schema in components.schemas.values_mut() {
        let RefOr::T(schema) = schema else { continue };
        loosen_tuple(schema);
        tree::visit(schema, &mut |field| {
            if let RefOr::T(schema) = field {
                loosen_tuple(schema);
            }
        });
    }
    components.schemas.extend(wire::all().map(|(name, kind)| (name.to_owned(), kind)));
}

/// `Envelope<Paged<BillRow>>` contains a copy of `BillRow`.
fn refer_to_copies(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let is_whole = |name: &str| !name.starts_with("Envelope_") && !name.starts_with("Paged_");
    let whole: Vec<(String, RefOr<Schema>)> = schemas
        .iter()
        .filter(|(name, schema)| is_whole(name) && matches!(schema, RefOr::T(Schema::Object(_) | Schema::AllOf(_))))
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect();
    for schema in schemas.values_mut() {
        let RefOr::T(schema) = schema else { continue };
        tree::visit(schema, &mut |part| {
            if let Some((name, _)) = whole.iter().find(|(_, schema)| schema == part) {
                *part = Ref::from_schema_name(name).into();
            }
        });
    }
}
