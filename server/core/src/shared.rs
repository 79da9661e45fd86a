//! Serialisation of values with several owners: each is written as itself, and read back as one owner's own.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<T: Serialize + ?Sized, S: Serializer>(shared: &Arc<T>, to: S) -> Result<S::Ok, S::Error> {
    shared.as_ref().serialize(to)
}

pub(crate) fn deserialize<'de, T: ?Sized, D: Deserializer<'de>>(from: D) -> Result<Arc<T>, D::Error>
where
    Box<T>: Deserialize<'de>,
{
    Box::deserialize(from).map(Arc::from)
}

/// Serialisation of shared values that may be absent.
pub(crate) mod option {
    use super::*;

    pub(crate) fn serialize<T: Serialize, S: Serializer>(shared: &Option<Arc<T>>, to: S) -> Result<S::Ok, S::Error> {
        shared.as_deref().serialize(to)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Arc<T>>, D::Error> {
        Ok(Option::deserialize(from)?.map(Arc::new))
    }
}
