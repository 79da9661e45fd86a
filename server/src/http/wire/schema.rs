//! The parts of the kinds' schemas.

use std::ops::RangeInclusive;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

/// A schema with the lines of a comment as its description; its own stays where there is no comment.
pub fn described(schema: ObjectBuilder, lines: &[&str]) -> RefOr<Schema> {
    let description = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    if description.is_empty() { schema.build().into() } else { schema.description(Some(description)).build().into() }
}

pub fn text(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern))
}

pub fn longest(most: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).max_length(Some(most))
}

pub fn whole(least: i64, most: Option<i64>) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .minimum(Some(least))
        .maximum(most)
}

/// The pattern of the texts of a list.
pub fn one_of<const N: usize>(codes: [&'static str; N]) -> String {
    format!("^({})$", codes.join("|"))
}

pub fn codes(codes: impl IntoIterator<Item = &'static str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes))
}

pub fn numbers(codes: impl IntoIterator<Item = i64>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(codes.into_iter().collect::<Vec<_>>()))
}

/// The numbers of a list, whose description says what each means: `0 market, 1 limit.`
pub fn named_numbers<const N: usize>(named: [(i64, &'static str); N]) -> ObjectBuilder {
    let meanings = named.map(|(number, word)| format!("{number} {}", word.replace('_', " ")));
    numbers(named.map(|(number, _)| number)).description(Some(format!("{}.", meanings.join(", "))))
}

pub fn secret() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
}

pub fn password(length: RangeInclusive<usize>) -> ObjectBuilder {
    secret().min_length(Some(*length.start())).max_length(Some(*length.end()))
}

pub fn uuid() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::Custom("uuid".to_owned())))
}
