//! The language server: findings, repairs, explanations, layout and keywords of every format, for editors.
//!
//! It speaks the Language Server Protocol over standard input and output and keeps one thing only: the texts that
//! are open. Everything it says comes from the table of formats.

mod answers;
mod places;
mod protocol;

use anyhow::{Context as _, Result};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use places::Encoding;
use protocol::{About, Change, FIX_ALL, Initialize, PublishDiagnostics, QUICK_FIX, SYNC_WHOLE_TEXT, method};
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
    let parameters: Initialize = serde_json::from_value(parameters)?;
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
                    let method = method::PUBLISH_DIAGNOSTICS.to_owned();
                    connection.sender.send(Notification::new(method, found).into())?;
                }
            }
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn capabilities(encoding: Encoding) -> serde_json::Value {
    serde_json::json!({
        "positionEncoding": encoding.name(),
        "textDocumentSync": SYNC_WHOLE_TEXT,
        "hoverProvider": true,
        "completionProvider": {},
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": [QUICK_FIX, FIX_ALL] },
    })
}

impl Desk {
    /// The answer to a request.
    fn answer(&self, request: Request) -> Response {
        match request.method.as_str() {
            method::HOVER => reply(request, |asked| answers::hover(self, &asked)),
            method::COMPLETION => reply(request, |asked| answers::completion(self, &asked)),
            method::FORMATTING => reply(request, |asked| answers::formatting(self, &asked)),
            method::CODE_ACTION => reply(request, |asked| answers::repairs(self, &asked)),
            _ => {
                let words = format!("the request {} is not known here", request.method);
                Response::new_err(request.id, ErrorCode::MethodNotFound as i32, words)
            }
        }
    }

    /// Takes up what the editor tells; the findings of the text it is about, if they may have changed.
    fn note(&mut self, notification: Notification) -> Option<PublishDiagnostics> {
        let (document, text) = match notification.method.as_str() {
            method::DID_OPEN => {
                let mut opened: About = read(notification.params)?;
                let text = std::mem::take(&mut opened.text_document.text);
                (opened.text_document, text)
            }
            method::DID_CHANGE => {
                let changed: Change = read(notification.params)?;
                // every change is the whole text: the capabilities ask for that
                (changed.text_document, changed.content_changes.into_iter().last()?.text)
            }
            method::DID_CLOSE => {
                let closed: About = read(notification.params)?;
                let uri = closed.text_document.uri;
                self.texts.remove(&uri);
                return Some(PublishDiagnostics { uri, diagnostics: Vec::new(), version: None });
            }
            _ => return None,
        };
        self.texts.insert(document.uri.clone(), text);
        let diagnostics = answers::findings(self, &document.uri);
        Some(PublishDiagnostics { uri: document.uri, diagnostics, version: document.version })
    }
}

fn read<P: DeserializeOwned>(parameters: serde_json::Value) -> Option<P> {
    serde_json::from_value(parameters).ok()
}

/// Answers a request, or says that its parameters make no sense.
fn reply<P: DeserializeOwned, A: Serialize>(request: Request, answer: impl FnOnce(P) -> A) -> Response {
    match serde_json::from_value(request.params) {
        Ok(parameters) => Response::new_ok(request.id, answer(parameters)),
        Err(error) => Response::new_err(request.id, ErrorCode::InvalidParams as i32, error.to_string()),
    }
}
