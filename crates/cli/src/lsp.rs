//! The language server: findings, repairs, explanations, layout and keywords of every format, for editors.
//!
//! It speaks the Language Server Protocol over standard input and output and keeps one thing only: the texts that
//! are open. Everything it says comes from the table of formats.

mod answers;
mod places;

use anyhow::{Context as _, Result};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{CodeActionRequest, Completion, Formatting, HoverRequest, Request as _};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    HoverProviderCapability, InitializeParams, OneOf, PositionEncodingKind, PublishDiagnosticsParams,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind,
};
use places::Encoding;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Answers one editor until it leaves.
pub(crate) fn serve() -> Result<()> {
    let (connection, threads) = Connection::stdio();
    answer_all(&connection)?;
    drop(connection);
    threads.join().context("the connection to the editor broke")
}

/// The open texts, as the editor has them, by their addresses.
pub(crate) struct Desk {
    encoding: Encoding,
    texts: BTreeMap<String, String>,
}

fn answer_all(connection: &Connection) -> Result<()> {
    let (id, parameters) =
        connection.initialize_start().context("the editor does not begin as the protocol asks")?;
    let parameters: InitializeParams = serde_json::from_value(parameters)?;
    let encoding = Encoding::agreed(&parameters);
    let answer = serde_json::json!({
        "capabilities": capabilities(encoding),
        "serverInfo": { "name": "hexwright", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, answer)?;
    let mut desk = Desk { encoding, texts: BTreeMap::new() };
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request)? {
                    return Ok(());
                }
                connection.sender.send(desk.answer(request).into())?;
            }
            Message::Notification(notification) => {
                if let Some(found) = desk.note(notification) {
                    let method = PublishDiagnostics::METHOD.to_owned();
                    connection.sender.send(Notification::new(method, found).into())?;
                }
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions::default()),
        document_formatting_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::SOURCE_FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

impl Desk {
    /// The answer to a request.
    fn answer(&self, request: Request) -> Response {
        match request.method.as_str() {
            HoverRequest::METHOD => reply::<HoverRequest>(request, |asked| answers::hover(self, &asked)),
            Completion::METHOD => reply::<Completion>(request, |asked| answers::completion(self, &asked)),
            Formatting::METHOD => reply::<Formatting>(request, |asked| answers::formatting(self, &asked)),
            CodeActionRequest::METHOD => {
                reply::<CodeActionRequest>(request, |asked| answers::repairs(self, &asked))
            }
            _ => {
                let words = format!("the request {} is not known here", request.method);
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, words)
            }
        }
    }

    /// Takes up what the editor tells; the findings of the text it is about, if they may have changed.
    fn note(&mut self, notification: Notification) -> Option<PublishDiagnosticsParams> {
        let (uri, text, version) = match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let opened = read::<<DidOpenTextDocument as lsp_types::notification::Notification>::Params>(
                    notification.params,
                )?;
                let document = opened.text_document;
                (document.uri, document.text, Some(document.version))
            }
            DidChangeTextDocument::METHOD => {
                let changed = read::<<DidChangeTextDocument as lsp_types::notification::Notification>::Params>(
                    notification.params,
                )?;
                // every change is the whole text: the capabilities ask for that
                let text = changed.content_changes.into_iter().last()?.text;
                (changed.text_document.uri, text, Some(changed.text_document.version))
            }
            DidCloseTextDocument::METHOD => {
                let closed = read::<<DidCloseTextDocument as lsp_types::notification::Notification>::Params>(
                    notification.params,
                )?;
                let uri = closed.text_document.uri;
                self.texts.remove(uri.as_str());
                return Some(PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None });
            }
            _ => return None,
        };
        self.texts.insert(uri.as_str().to_owned(), text);
        let diagnostics = answers::findings(self, &uri);
        Some(PublishDiagnosticsParams { uri, diagnostics, version })
    }
}

fn read<P: DeserializeOwned>(parameters: serde_json::Value) -> Option<P> {
    serde_json::from_value(parameters).ok()
}

/// Answers a request, or says that its parameters make no sense.
fn reply<R>(request: Request, answer: impl FnOnce(R::Params) -> R::Result) -> Response
where
    R: lsp_types::request::Request,
    R::Params: DeserializeOwned,
    R::Result: Serialize,
{
    match serde_json::from_value(request.params) {
        Ok(parameters) => Response::new_ok(request.id, answer(parameters)),
        Err(error) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
