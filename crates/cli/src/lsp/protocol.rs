//! The part of the Language Server Protocol that is spoken here. Names are those of the protocol; what an editor may say
//! beyond this is not read, as the protocol allows.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Requests and notifications by their methods.
pub(super) mod method {
    pub(crate) const HOVER: &str = "textDocument/hover";
    pub(crate) const COMPLETION: &str = "textDocument/completion";
    pub(crate) const FORMATTING: &str = "textDocument/formatting";
    pub(crate) const CODE_ACTION: &str = "textDocument/codeAction";
    pub(crate) const DID_OPEN: &str = "textDocument/didOpen";
    pub(crate) const DID_CHANGE: &str = "textDocument/didChange";
    pub(crate) const DID_CLOSE: &str = "textDocument/didClose";
    pub(crate) const PUBLISH_DIAGNOSTICS: &str = "textDocument/publishDiagnostics";
}

/// A code action that repairs one finding.
pub(super) const QUICK_FIX: &str = "quickfix";
/// A code action that repairs the whole text.
pub(super) const FIX_ALL: &str = "source.fixAll";
/// Every change of a text brings the whole text.
pub(super) const SYNC_WHOLE_TEXT: u8 = 1;
/// A completion that is a keyword.
pub(super) const KEYWORD: u8 = 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) line: u32,
    pub(super) character: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Range {
    pub(super) start: Position,
    pub(super) end: Position,
}

/// What an editor says of itself: which units its columns may count.
#[derive(Deserialize)]
pub(super) struct Initialize {
    #[serde(default)]
    pub(super) capabilities: ClientCapabilities,
}

#[derive(Default, Deserialize)]
pub(super) struct ClientCapabilities {
    pub(super) general: Option<GeneralCapabilities>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GeneralCapabilities {
    pub(super) position_encodings: Option<Vec<String>>,
}

/// A text by its address.
#[derive(Deserialize)]
pub(super) struct TextDocument {
    pub(super) uri: String,
    pub(super) version: Option<i32>,
    /// The text itself, when it is opened.
    #[serde(default)]
    pub(super) text: String,
}

/// What every request and notification about a text has.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct About {
    pub(super) text_document: TextDocument,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Change {
    pub(super) text_document: TextDocument,
    pub(super) content_changes: Vec<WholeText>,
}

#[derive(Deserialize)]
pub(super) struct WholeText {
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AtPosition {
    pub(super) text_document: TextDocument,
    pub(super) position: Position,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeActionRequest {
    pub(super) text_document: TextDocument,
    pub(super) range: Range,
    pub(super) context: CodeActionContext,
}

#[derive(Deserialize)]
pub(super) struct CodeActionContext {
    pub(super) only: Option<Vec<String>>,
}

#[derive(Serialize)]
pub(super) struct PublishDiagnostics {
    pub(super) uri: String,
    pub(super) diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<i32>,
}

#[derive(Serialize)]
pub(super) struct Diagnostic {
    pub(super) range: Range,
    /// 1 error, 2 warning, 4 hint.
    pub(super) severity: u8,
    pub(super) code: &'static str,
    pub(super) source: &'static str,
    pub(super) message: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextEdit {
    pub(super) range: Range,
    pub(super) new_text: String,
}

#[derive(Serialize)]
pub(super) struct Hover {
    pub(super) contents: Markdown,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename = "markdown")]
pub(super) struct Markdown {
    pub(super) value: String,
}

#[derive(Serialize)]
pub(super) struct CompletionItem {
    pub(super) label: &'static str,
    pub(super) kind: u8,
    pub(super) detail: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeAction {
    pub(super) title: String,
    pub(super) kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) edit: WorkspaceEdit,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_preferred: bool,
}

#[derive(Serialize)]
pub(super) struct WorkspaceEdit {
    pub(super) changes: BTreeMap<String, Vec<TextEdit>>,
}
