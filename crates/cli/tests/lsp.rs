//! The language server as an editor meets it: the real program, spoken to over its standard input and output.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An editor with a server of its own.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: i64,
    /// Findings by address, as they came.
    findings: Vec<(String, Value)>,
}

impl Editor {
    fn new(encodings: Value) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut editor = Self { child, input, output, next: 0, findings: Vec::new() };
        let general = json!({ "positionEncodings": encodings });
        let answer =
            editor.ask("initialize", json!({ "capabilities": { "general": general }, "processId": null }));
        let can = &answer["capabilities"];
        for ability in
            ["hoverProvider", "completionProvider", "documentFormattingProvider", "codeActionProvider"]
        {
            assert!(!can[ability].is_null(), "{answer}");
        }
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server left");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    fn tell(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// The answer to a request; findings that come first are kept.
    fn whole_answer(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": parameters }));
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics" {
                let address = message["params"]["uri"].as_str().unwrap().to_owned();
                self.findings.push((address, message["params"]["diagnostics"].clone()));
            } else if message["id"] == self.next {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.whole_answer(method, parameters)["result"].take()
    }

    fn open(&mut self, name: &str, text: &str) -> Value {
        let uri = format!("file:///desk/{name}");
        let document = json!({ "uri": uri, "languageId": "x", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        self.latest(name)
    }

    fn change(&mut self, name: &str, text: &str) -> Value {
        let document = json!({ "uri": format!("file:///desk/{name}"), "version": 2 });
        let parameters = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell("textDocument/didChange", parameters);
        self.latest(name)
    }

    /// The newest findings of a text. A request makes sure that the server has done what it was told before.
    fn latest(&mut self, name: &str) -> Value {
        let _ = self.whole_answer("hexwright/nothing", json!({}));
        let uri = format!("file:///desk/{name}");
        self.findings
            .iter()
            .rev()
            .find(|(address, _)| *address == uri)
            .map_or(Value::Null, |found| found.1.clone())
    }

    fn at(&mut self, method: &str, name: &str, line: u32, column: u32) -> Value {
        let document = json!({ "uri": format!("file:///desk/{name}") });
        self.ask(
            method,
            json!({ "textDocument": document, "position": { "line": line, "character": column } }),
        )
    }

    fn format(&mut self, name: &str) -> Value {
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let document = json!({ "uri": format!("file:///desk/{name}") });
        self.ask("textDocument/formatting", json!({ "textDocument": document, "options": options }))
    }

    fn leave(mut self) {
        assert!(self.ask("shutdown", Value::Null).is_null());
        self.tell("exit", Value::Null);
        assert!(self.child.wait().unwrap().success());
    }
}

fn ids(findings: &Value) -> Vec<&str> {
    findings.as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect()
}

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");

fn map(path: &str) -> String {
    std::fs::read_to_string(format!("{MAPS}/{path}")).unwrap()
}

#[test]
fn findings_appear_and_go_while_somebody_types() {
    let mut editor = Editor::new(json!(["utf-16"]));
    let wrong = editor.open("a.rnd", "AREA (inside) HAZARDS Snad,50.\n");
    assert_eq!(ids(&wrong), ["unknown-terrain"]);
    let range = &wrong[0]["range"];
    assert_eq!((&range["start"]["character"], &range["end"]["character"]), (&json!(22), &json!(26)));
    assert_eq!(wrong[0]["severity"], 1);
    assert!(wrong[0]["message"].as_str().unwrap().contains("help: "), "{wrong}");
    assert_eq!(editor.change("a.rnd", "AREA (inside) HAZARDS Sand,50.\n"), json!([]));
    // advice is a hint
    let advised = editor.change("a.rnd", "LABEL Heart = D4\nAREA (inside) HAZARDS Sand\n");
    assert_eq!(ids(&advised), ["label-case", "unused-label"]);
    assert!(advised.as_array().unwrap().iter().all(|found| found["severity"] == 4), "{advised}");
    // a text of no format is left alone
    assert_eq!(editor.open("notes.md", "# shopping\n"), json!([]));
    editor.leave();
}

#[test]
fn every_format_is_checked_laid_out_and_completed() {
    let mut editor = Editor::new(json!([]));
    let files = [
        ("catan/base.catan", "# title:"),
        ("pioneers/lantern_bay.game", "num-players"),
        ("titan/oasis.rnd", "HAZARDS"),
        ("terra/four-on-base-40.tms", "TurnOrder:"),
        ("terra/four-on-base.tmlog", "leech"),
        ("terra/four-on-base.tmgrid", "BonusCards:"),
    ];
    for (path, word) in files {
        let name = path.rsplit('/').next().unwrap();
        let text = map(path);
        let found = editor.open(name, &text);
        let errors = found.as_array().unwrap().iter().filter(|found| found["severity"] == 1).count();
        assert_eq!(errors, 0, "{name}: {found}");
        assert_eq!(editor.format(name), json!([]), "{name} is laid out already");
        let offered = editor.at("textDocument/completion", name, 0, 0);
        let labels: Vec<&str> =
            offered.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect();
        assert!(labels.contains(&word), "{name}: {labels:?}");
    }
    let loose = map("titan/oasis.rnd").replace("AREA (heart) HAZARDS", "AREA   (heart)   HAZARDS");
    editor.change("oasis.rnd", &loose);
    let edits = editor.format("oasis.rnd");
    assert_eq!(edits[0]["newText"], map("titan/oasis.rnd"));
    // a text with errors keeps its layout
    editor.change("oasis.rnd", "AREA (");
    assert_eq!(editor.format("oasis.rnd"), Value::Null);
    editor.leave();
}

#[test]
fn hovering_explains_findings_and_words() {
    let mut editor = Editor::new(json!(["utf-8", "utf-16"]));
    editor.open("a.rnd", "# ü\nAREA (inside) HAZARDS Snad\n");
    let said = editor.at("textDocument/hover", "a.rnd", 1, 23);
    let said = said["contents"]["value"].as_str().unwrap();
    assert!(said.starts_with("**unknown-terrain**: "), "{said}");
    let said = editor.at("textDocument/hover", "a.rnd", 1, 16);
    assert!(said["contents"]["value"].as_str().unwrap().starts_with("`HAZARDS`: "), "{said}");
    assert_eq!(editor.at("textDocument/hover", "a.rnd", 0, 1), Value::Null);
    assert_eq!(editor.at("textDocument/hover", "other.rnd", 0, 1), Value::Null);
    editor.leave();
}

/// The text after the edits of a code action, which stand in no overlapping ranges of one line each.
fn repaired(text: &str, action: &Value, uri: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let edits = action["edit"]["changes"][uri].as_array().unwrap();
    for edit in edits.iter().rev() {
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        assert_eq!(start["line"], end["line"]);
        let line = &mut lines[number(&start["line"])];
        line.replace_range(
            number(&start["character"])..number(&end["character"]),
            edit["newText"].as_str().unwrap(),
        );
    }
    lines.join("\n")
}

#[test]
fn repairs_are_offered_and_repair() {
    let mut editor = Editor::new(json!(["utf-8"]));
    let text = "AREA (inside) TERRAINS Sand\n";
    let uri = "file:///desk/old.rnd";
    assert_eq!(ids(&editor.open("old.rnd", text)), ["terrains-keyword"]);
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 99 } });
    let ask = json!({ "textDocument": { "uri": uri }, "range": all, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", ask);
    let kinds: Vec<&str> = actions.as_array().unwrap().iter().map(|a| a["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["quickfix", "source.fixAll"], "{actions}");
    let mended = repaired(text, &actions[0], uri);
    assert_eq!(editor.change("old.rnd", &mended), json!([]), "{mended}");
    editor.leave();
}

#[test]
fn what_makes_no_sense_is_answered_and_survived() {
    let mut editor = Editor::new(json!([]));
    let answer = editor.whole_answer("workspace/nonsense", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    let answer = editor.whole_answer("textDocument/hover", json!({ "nonsense": true }));
    assert_eq!(answer["error"]["code"], -32602);
    editor.tell("textDocument/didChange", json!({ "nonsense": true }));
    editor.tell("textDocument/didOpen", json!(null));
    // a large text, an empty one and one of strange letters
    assert_eq!(editor.open("big.catan", &"1 ".repeat(3_000_000)), json!([]));
    assert!(!ids(&editor.open("empty.game", "")).is_empty());
    assert!(!ids(&editor.open("odd.catan", "😀\u{0}\u{feff}\r\r\n")).is_empty());
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": "file:///desk/odd.catan" } }));
    assert_eq!(editor.latest("odd.catan"), json!([]));
    editor.leave();
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn file(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
}

/// The extension, the hook and the action know the endings of the table, and the verbs they call are there.
#[test]
fn editors_and_hooks_know_every_format() {
    let package: Value = serde_json::from_str(&file("editors/vscode/package.json")).unwrap();
    let languages = package["contributes"]["languages"].as_array().unwrap();
    let known: Vec<&str> = languages
        .iter()
        .flat_map(|l| l["extensions"].as_array().unwrap())
        .map(|e| e.as_str().unwrap())
        .collect();
    let hooks = file(".pre-commit-hooks.yaml");
    for ending in hexwright_formats::FORMATS.iter().flat_map(|format| format.endings) {
        assert!(known.contains(&format!(".{ending}").as_str()), "{ending} is unknown to the editor");
        assert!(hooks.contains(ending), "{ending} is unknown to the hook");
    }
    assert!(file("editors/vscode/extension.js").contains("args: [\"lsp\"]"));
    for verb in ["check", "fmt"] {
        assert!(hooks.contains(&format!("entry: hexwright {verb}\n")), "{hooks}");
    }
    assert!(file("action.yml").contains("run: hexwright check "), "the action runs check");
    // both are started with file names only
    let map = format!("{MAPS}/catan/base.catan");
    let program = || Command::new(env!("CARGO_BIN_EXE_hexwright"));
    assert!(program().args(["check", &map]).status().unwrap().success());
    assert!(program().args(["fmt", "--check", &map]).status().unwrap().success());
}
