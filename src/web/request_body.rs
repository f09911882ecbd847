//! The body of a request, read within bounds of size and time.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::StatusCode;
use tokio::time::timeout;

use super::refusal::Refusal;

/// How many bytes a body may have.
const MOST: usize = 256 << 10;

/// How many bytes of a longer one are heard out and forgotten: who is cut off while he speaks may miss the answer.
const MOST_HEARD: usize = 8 << 20;

/// How long it may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// Reads a whole body.
pub(super) async fn read(body: Body) -> Result<Vec<u8>, Refusal> {
    let read = timeout(PATIENCE, read_bounded(body)).await;
    read.unwrap_or_else(|_| {
        let message = format!(
            "the body has not arrived, expected it within {} s",
            PATIENCE.as_secs()
        );
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "time", message))
    })
}

/// Hears a body out and forgets it, before a refusal that did not wait for it.
pub(super) async fn forget(body: Body) {
    // Whatever is wrong with it, the refusal stands.
    let _ = timeout(PATIENCE, read_bounded(body)).await;
}

async fn read_bounded(mut body: Body) -> Result<Vec<u8>, Refusal> {
    let (mut bytes, mut heard) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| {
            let message = format!("the body breaks off: {error}");
            Refusal::new(StatusCode::BAD_REQUEST, "request", message)
        })?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        heard += data.len();
        if heard <= MOST {
            bytes.extend_from_slice(&data);
        } else if heard > MOST_HEARD {
            break;
        }
    }
    if heard > MOST {
        let message = format!("the body has more than {MOST} bytes, expected no more");
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "size", message));
    }
    Ok(bytes)
}
