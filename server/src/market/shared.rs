//! Replies that all callers share: written once, and sent to each.

use std::collections::HashSet;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use memchr::memmem;
use plumbline_core::ids::InstrumentId;
use serde::Serialize;

use crate::http::asset::Asset;
use crate::http::{ApiError, Language, enveloped, written};

/// A reply is written again after this long at the latest, and with it the fields that depend on the clock alone: the
/// session, and the staleness of a quote.
pub const MAX_AGE_MILLIS: i64 = 1_000;

/// The field of a row that its caller does not watch, and as many bytes for one that the caller does. In a JSON string
/// the quotation marks would be escaped.
const UNWATCHED: &[u8] = br#""selfSelectStatus":false"#;
const WATCHED: &[u8] = br#""selfSelectStatus": true"#;

/// The data of a reply, as for a caller who watches nothing.
#[derive(Debug)]
pub struct Shared {
    bytes: Bytes,
    /// The places of the marks that an instrument is not watched.
    marks: Vec<(usize, InstrumentId)>,
    /// The whole reply, which contains `bytes`, if it was written with its envelope.
    envelope: Option<Bytes>,
}

impl Shared {
    /// Writes `data`, in which each of `instruments`, in this order, is marked as not watched.
    pub fn write<T: Serialize>(data: T, instruments: impl Iterator<Item = InstrumentId>) -> Result<Self, ApiError> {
        let bytes = Bytes::from(serde_json::to_vec(&data).map_err(ApiError::internal)?);
        let marks = instruments.zip(memmem::find_iter(&bytes, UNWATCHED)).map(|(id, place)| (place, id)).collect();
        Ok(Self { bytes, marks, envelope: None })
    }

    /// Writes `data` with its envelope, for a reply that is also sent as a file is: compressed once, and skipped if the
    /// caller has it.
    pub fn write_reply<T: Serialize>(
        data: T,
        instruments: impl Iterator<Item = InstrumentId>,
        language: Language,
    ) -> Result<Self, ApiError> {
        let Self { bytes, marks, .. } = Self::write(data, instruments)?;
        let envelope = enveloped(&bytes, language);
        // The data ends before the envelope's bracket.
        let data = envelope.len() - 1 - bytes.len();
        Ok(Self { bytes: envelope.slice(data..data + bytes.len()), marks, envelope: Some(envelope) })
    }

    /// The reply of `write_reply`, as a file.
    pub fn asset(&self) -> Arc<Asset> {
        Arc::new(Asset::reply(self.envelope.clone().unwrap_or_default()))
    }

    /// True if the caller watches any instrument of the reply.
    pub fn tells_of_any(&self, watched: &HashSet<InstrumentId>) -> bool {
        !watched.is_empty() && self.marks.iter().any(|(_, id)| watched.contains(id))
    }

    /// True if the reply has any instrument.
    pub const fn has_rows(&self) -> bool {
        !self.marks.is_empty()
    }

    /// The reply of a call that does not depend on its caller.
    pub fn for_all(&self) -> SharedReply {
        SharedReply(self.bytes.clone())
    }

    /// The reply for a caller.
    pub fn for_watcher(&self, watched: &HashSet<InstrumentId>) -> SharedReply {
        let mut places = self.marks.iter().filter(|(_, id)| watched.contains(id)).map(|(place, _)| *place).peekable();
        if watched.is_empty() || places.peek().is_none() {
            return self.for_all();
        }
        let mut bytes = self.bytes.to_vec();
        for place in places {
            bytes[place..place + WATCHED.len()].copy_from_slice(WATCHED);
        }
        SharedReply(bytes.into())
    }
}

/// A successful reply whose data is written already; its envelope is in the caller's language.
#[derive(Debug)]
pub struct SharedReply(Bytes);

impl IntoResponse for SharedReply {
    fn into_response(self) -> Response {
        written(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn each_caller_reads_what_that_caller_watches() {
        let row = |name: &str| json!({ "name": name, "selfSelectStatus": false });
        let rows = json!([row("one"), row(r#"two "selfSelectStatus":false"#), row("three")]);
        let shared = Shared::write(rows, (1..=3).map(InstrumentId)).unwrap();
        let watched = |ids: &[i64]| {
            let reply = shared.for_watcher(&ids.iter().copied().map(InstrumentId).collect());
            let reply: Value = serde_json::from_slice(&reply.0).unwrap();
            let rows = reply.as_array().unwrap().clone();
            assert_eq!(rows[1]["name"], r#"two "selfSelectStatus":false"#);
            rows.iter().map(|row| row["selfSelectStatus"].as_bool().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(watched(&[]), [false, false, false]);
        assert_eq!(watched(&[2, 9]), [false, true, false]);
        assert_eq!(watched(&[3, 1]), [true, false, true]);
        assert_eq!(watched(&[]), [false, false, false], "what one watches is not told to the next");
    }
}
