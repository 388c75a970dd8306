//! The commands of the README and of the pages under `docs/` are true: each `sh` and `console` block is run
//! with the real binary, page by page in a folder of its own beside copies of `maps/` and `examples/`.
//!
//! - `sh`: a command a line, `#` begins a comment. A command must succeed, unless its comment says `exits N`.
//! - `console`: commands stand behind `$ `, below them what they print; a line `…` stands for any lines.
//! - `cargo run … -- ARGUMENTS` is the binary too.
//! - A block whose fence names a file, as in `text island.catan`, is that file for the commands below it.
//! - A block below a line `<!-- not run: WHY -->` is left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command of a page.
#[derive(Default)]
struct Example {
    line: usize,
    arguments: Vec<String>,
    exit: i32,
    /// What it prints, where the page shows it.
    prints: Option<String>,
    /// Files the page shows above the command: name and text.
    files: Vec<(String, String)>,
}

/// The commands of a page, and what could not be understood.
fn examples(page: &str) -> Result<Vec<Example>, String> {
    let (mut found, mut block, mut above) = (Vec::<Example>::new(), None, "");
    let mut files: Vec<(String, String)> = Vec::new();
    for (line, text) in (1..).zip(page.lines()) {
        match (block, text.strip_prefix("```")) {
            (None, Some(_)) if above.starts_with("<!-- not run: ") => block = Some("not run"),
            (None, Some(language)) => {
                block = Some(language);
                files.extend(language.split_once(' ').map(|(_, name)| (name.to_owned(), String::new())));
            }
            (Some(_), Some(_)) => block = None,
            (Some(language), None) if language.contains(' ') => {
                files.iter_mut().next_back().into_iter().for_each(|(_, file)| *file += &format!("{text}\n"));
            }
            (Some("sh"), None) if !text.trim().is_empty() => found.extend(example(line, text)?),
            (Some("console"), None) => match text.strip_prefix("$ ") {
                Some(command) => found.extend(example(line, command)?.map(|mut example| {
                    example.prints = Some(String::new());
                    example
                })),
                None => {
                    let last = found.last_mut().and_then(|e| e.prints.as_mut());
                    let prints = last.ok_or_else(|| format!("line {line}: output without a command"))?;
                    *prints += &format!("{text}\n");
                }
            },
            _ => {}
        }
        for example in found.iter_mut().filter(|e| e.line == line) {
            example.files.clone_from(&files);
        }
        above = text;
    }
    Ok(found)
}

/// The command on a line, if it is more than a comment.
fn example(line: usize, text: &str) -> Result<Option<Example>, String> {
    let (mut words, mut word, mut quote, mut comment) = (Vec::new(), String::new(), None, "");
    for (place, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') if word.is_empty() => {
                comment = &text[place..];
                break;
            }
            (None, ' ') => words.extend(Some(std::mem::take(&mut word)).filter(|w| !w.is_empty())),
            (_, c) => word.push(c),
        }
    }
    words.extend(Some(word).filter(|w| !w.is_empty()));
    let exit = comment.split_once("exits ").and_then(|(_, n)| n.chars().next()?.to_digit(10)).unwrap_or(0);
    let arguments = match words.first().map(String::as_str) {
        None => return Ok(None),
        Some("hexwright") => words.split_off(1),
        Some("cargo") if words[1] == "run" && words.contains(&"--".to_owned()) => {
            words.iter().skip_while(|w| *w != "--").skip(1).cloned().collect()
        }
        Some(other) => {
            return Err(format!("line {line}: `{other}` cannot be run; mark the block as not run"));
        }
    };
    Ok(Some(Example { line, arguments, exit: exit as i32, ..Example::default() }))
}

/// Whether an output is the one shown, where a line `…` stands for any lines.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => (0..=printed.len()).any(|skip| fits(rest, &printed[skip..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(p, more)| p.trim_end() == *line && fits(rest, more))
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Runs a page: how many commands it has and what is untrue.
fn run(page: &str) -> (usize, Vec<String>) {
    let examples = match examples(page) {
        Ok(examples) => examples,
        Err(message) => return (0, vec![message]),
    };
    let (desk, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    if !examples.is_empty() {
        ["maps", "examples"].iter().for_each(|name| copy(&root().join(name), &desk.path().join(name)));
        fs::create_dir_all(desk.path().join("docs/img")).unwrap();
    }
    let mut untrue = Vec::new();
    let mut shown_files = 0;
    for Example { line, arguments, exit, prints, files } in &examples {
        for (name, text) in files.iter().skip(shown_files) {
            fs::write(desk.path().join(name), text).unwrap();
        }
        shown_files = files.len();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
        let output = command
            .current_dir(desk.path())
            .env("XDG_STATE_HOME", state.path())
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let what = format!("line {line}: hexwright {}", arguments.join(" "));
        if output.status.code() != Some(*exit) {
            untrue.push(format!("{what}\n  expected exit {exit}, found {}\n{err}", output.status));
        } else if let Some(prints) = prints {
            let (shown, printed): (Vec<_>, Vec<_>) = (prints.lines().collect(), out.lines().collect());
            if !fits(&shown, &printed) {
                untrue.push(format!("{what}\n  prints\n{out}{err}"));
            }
        }
    }
    (examples.len(), untrue)
}

fn pages(folder: &Path, into: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true => pages(&path, into),
            false if path.extension().is_some_and(|e| e == "md") => into.push(path),
            false => {}
        }
    }
}

#[test]
fn the_commands_of_the_pages_are_true() {
    let mut files = vec![root().join("README.md")];
    pages(&root().join("docs"), &mut files);
    files.sort();
    let (mut count, mut untrue) = (0, Vec::new());
    for file in &files {
        let (commands, more) = run(&fs::read_to_string(file).unwrap());
        count += commands;
        untrue.extend(more.into_iter().map(|text| format!("{}: {text}", file.display())));
    }
    eprintln!("{count} commands on {} pages", files.len());
    assert!(untrue.is_empty(), "{}", untrue.join("\n"));
    assert!(count >= 50, "only {count} commands were found");
}

#[test]
fn a_page_that_is_untrue_is_found_out() {
    let untrue = |page: &str| run(page).1.len();
    assert_eq!(untrue("```sh\nhexwright --version # fine\n```"), 0);
    assert_eq!(untrue("```sh\nhexwright check nothing.catan\n```"), 1);
    assert_eq!(untrue("```sh\nhexwright check nothing.catan   # exits 2\n```"), 0);
    assert_eq!(untrue("```sh\nrm -r maps\n```"), 1);
    assert_eq!(untrue("<!-- not run: it would -->\n```sh\nrm -r maps\n```"), 0);
    let caldera = "```console\n$ hexwright generate maps/titan/caldera.rnd --seed 3 --format canonical\n";
    assert_eq!(untrue(&format!("{caldera}…\n```")), 0);
    assert_eq!(untrue(&format!("{caldera}A1:Lake:0\n```")), 1);
    assert_eq!(untrue("```console\nA1:Lake:0\n```"), 1);
    let script = "```text lake.rnd\nAREA A1 HAZARDS Lake\n```\n```sh\nhexwright check lake.rnd";
    assert_eq!(untrue(&format!("{script}\n```")), 0);
    assert_eq!(untrue(&format!("{script}x # exits 2\n```")), 0);
}
