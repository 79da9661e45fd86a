//! Long answers for one caller alone, which take the server's memory until they are sent.

use axum::body::Body;
use axum::response::Response;
use futures_util::{StreamExt, stream};

/// Bytes of such an answer that are passed to the connection at a time; they then belong to the connection.
const PIECE: usize = 64 * 1_024;

/// The answer, which keeps `seat` until its last piece is requested or its caller hangs up.
pub fn sent_apart<S: Send + 'static>(answer: Response, seat: S) -> Response {
    answer.map(|body| {
        let pieces = body.into_data_stream().flat_map(|read| {
            let cut = |mut rest: bytes::Bytes| {
                std::iter::from_fn(move || (!rest.is_empty()).then(|| rest.split_to(rest.len().min(PIECE))))
            };
            let (pieces, error) = match read {
                Ok(bytes) => (Some(cut(bytes)), None),
                Err(error) => (None, Some(error)),
            };
            stream::iter(pieces.into_iter().flatten().map(Ok).chain(error.map(Err)))
        });
        Body::from_stream(pieces.map(move |piece| {
            let _kept = &seat;
            piece
        }))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::response::IntoResponse;

    use super::*;

    #[tokio::test]
    async fn a_seat_is_kept_until_the_answer_is_sent() {
        let (text, seat) = ("a list ".repeat(PIECE), Arc::new(()));
        let mut sent = sent_apart(text.clone().into_response(), seat.clone()).into_body().into_data_stream();
        let mut read = Vec::new();
        while let Some(piece) = sent.next().await {
            let piece = piece.unwrap();
            assert!(piece.len() <= PIECE);
            assert_eq!(Arc::strong_count(&seat), 2, "while pieces are left");
            read.extend_from_slice(&piece);
        }
        drop(sent);
        assert_eq!((read, Arc::strong_count(&seat)), (text.into_bytes(), 1));
        let given_up = sent_apart("a list".into_response(), seat.clone());
        assert_eq!(Arc::strong_count(&seat), 2);
        drop(given_up);
        assert_eq!(Arc::strong_count(&seat), 1, "who hangs up");
    }
}
