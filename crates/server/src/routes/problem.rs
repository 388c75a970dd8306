//! Refusals as data: a status and one sentence that says why.

use crate::store::{Owner, SaveError, Unreadable};
use crate::work::WorkError;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

/// Why a request was refused.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    reason: String,
    findings: Value,
    retry_after: Option<u32>,
}

impl Problem {
    fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into(), findings: Value::Null, retry_after: None }
    }

    pub(crate) fn bad(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    /// A body that is not what the route expects: what is wrong with it, without the framework's lead-in.
    pub(crate) fn unreadable(rejection: &JsonRejection) -> Self {
        let text = rejection.body_text();
        let what = text.split_once(": ").filter(|(lead, _)| lead.starts_with("Failed"));
        Self::bad(format!("cannot read this request: {}", what.map_or(text.as_str(), |(_, what)| what)))
    }

    /// With everything that is wrong with a text.
    pub(crate) fn with_findings(mut self, findings: Value) -> Self {
        self.findings = findings;
        self
    }

    /// Says after how many seconds another try has a chance.
    pub(crate) fn retry_after(mut self, seconds: f64) -> Self {
        self.retry_after = Some(seconds.ceil().clamp(1.0, 86_400.0) as u32);
        self
    }

    pub(crate) fn too_large(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, reason)
    }

    pub(crate) fn forbidden(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, reason)
    }

    pub(crate) fn not_found(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, reason)
    }

    pub(crate) fn conflict(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, reason)
    }

    /// The database fails; the same request can be made again later.
    pub(crate) fn not_now() -> Self {
        Self::unavailable("the server cannot reach its games at the moment; try again soon").retry_after(1.0)
    }

    pub(crate) fn too_slow(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, reason)
    }

    pub(crate) fn too_long(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, reason)
    }

    pub(crate) fn unavailable(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, reason)
    }

    pub(crate) fn busy(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, reason)
    }
}

/// What the person cannot help; the details go to the server's log.
impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        tracing::error!("{error:#}");
        let later = [SaveError::Unavailable, SaveError::Lost];
        if error.is::<Unreadable>()
            || error.is::<Owner>()
            || error.downcast_ref().is_some_and(|error| later.contains(error))
        {
            return Self::not_now();
        }
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server could not do this; its log says why")
    }
}

/// Work that was refused or given up.
impl From<WorkError> for Problem {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Full => Self::unavailable(error.to_string()).retry_after(3.0),
            WorkError::Yours(_) => Self::busy(error.to_string()).retry_after(1.0),
            WorkError::TooLong(_) => Self::unavailable(error.to_string()),
            WorkError::Broken => anyhow::Error::from(error).into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = serde_json::json!({ "error": self.reason });
        if !self.findings.is_null() {
            body["findings"] = self.findings;
        }
        let mut answer = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}
