//! Refusals as data: a status and one sentence that says why.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Why a request was refused.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    reason: String,
}

impl Problem {
    pub(crate) fn bad(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, reason: reason.into() }
    }

    pub(crate) fn forbidden(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::FORBIDDEN, reason: reason.into() }
    }

    pub(crate) fn not_found(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, reason: reason.into() }
    }

    pub(crate) fn conflict(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::CONFLICT, reason: reason.into() }
    }

    pub(crate) fn busy(reason: impl Into<String>) -> Self {
        Self { status: StatusCode::TOO_MANY_REQUESTS, reason: reason.into() }
    }
}

/// What the person cannot help; the details go to the server's log.
impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        tracing::error!("{error:#}");
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            reason: "the server could not do this; its log says why".into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(serde_json::json!({ "error": self.reason }))).into_response()
    }
}
