//! The kinds of values on the wire. A field of a request or of a reply, and a parameter, has one of these types, which
//! says in the API document what it may hold. A kind limits what the document promises and not what is read: the
//! handler reads a request's value, and refuses it with its own word.

mod general;
mod kind;
mod market;
mod money;
mod person;
mod schema;
mod trading;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

pub use general::*;
pub use market::*;
pub use money::*;
pub use person::*;
pub use trading::*;

/// The schemas of all kinds, by their names.
pub fn all() -> impl Iterator<Item = (&'static str, RefOr<Schema>)> {
    [general::KINDS, market::KINDS, money::KINDS, person::KINDS, trading::KINDS]
        .into_iter()
        .flatten()
        .map(|(name, schema)| (*name, schema()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own_and_states_its_values() {
        let mut names = BTreeSet::new();
        for (name, schema) in all() {
            assert!(names.insert(name), "two kinds are named {name}");
            let stated = serde_json::to_value(schema).unwrap();
            let limits = ["pattern", "enum", "maxLength", "format", "minimum"];
            let states = |key: &&str| stated.get(*key).is_some_and(|stated| *stated != serde_json::json!([]));
            assert!(limits.iter().any(states), "{name} does not say what it may hold");
        }
    }

    #[test]
    fn a_kind_changes_nothing_on_the_wire() {
        assert_eq!(serde_json::to_string(&Decimal::from("1.50")).unwrap(), r#""1.50""#);
        assert_eq!(serde_json::to_string(&PageNumber(7)).unwrap(), "7");
        assert_eq!(*serde_json::from_str::<StockCode>(r#""?""#).unwrap(), *"?");
        let refusal = |json| serde_json::from_str::<Option<Direction>>(json).unwrap_err().to_string();
        assert_eq!(refusal(r#""a""#), serde_json::from_str::<Option<i64>>(r#""a""#).unwrap_err().to_string());
    }
}
