//! A request that is refused: a status with the error of the contract.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::report::Failure;

/// Why a request is refused.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    /// What HTTP calls it.
    pub(super) status: StatusCode,
    /// What the contract calls it.
    pub(super) failure: Failure,
}

impl Refusal {
    /// Refuses a request as a whole.
    pub(super) fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        let failure = Failure::new(Value::Null, kind, message);
        Self { status, failure }
    }
}

/// Refuses the one record of a request.
impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let status = match failure.error.kind {
            "size" | "work" => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self { status, failure }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, json(self.failure.to_json())).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let soon = HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
        }
        response
    }
}

/// Answers with JSON.
pub(super) fn json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text + "\n").into_response()
}
