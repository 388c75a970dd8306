//! What every public item of the libraries keeps to: the front page of a public module shows an example, and a
//! public function says with a type of its own what can go wrong.

use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use syn::{GenericArgument, ImplItem, Item, PathArguments, ReturnType, TraitItem, Type, Visibility};

/// The crates whose public modules are read as documentation.
const LIBRARIES: &[&str] =
    &["core", "catan-map", "catan", "titan", "terra", "play", "formats", "league", "render"];

/// Names every breach.
pub(crate) fn check(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    for library in LIBRARIES {
        let folder = Path::new("crates").join(library).join("src");
        front_pages(&folder.join("lib.rs"), &folder, breaches)?;
    }
    let is_source = |path: &&PathBuf| path.starts_with("crates") && path.iter().any(|part| part == "src");
    for path in files.iter().filter(is_source).filter(|path| path.extension().is_some_and(|e| e == "rs")) {
        let text = std::fs::read_to_string(path)?;
        for name in untyped_errors(&text).with_context(|| path.display().to_string())? {
            breaches.push(format!("{}: {name} fails with a String; give the error a type", path.display()));
        }
    }
    Ok(())
}

/// Looks at the front page of a module and at those of the public modules inside it.
fn front_pages(file: &Path, folder: &Path, breaches: &mut Vec<String>) -> Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    if !shows_an_example(&text) {
        breaches.push(format!("{}: the front page of a public module has an example", file.display()));
    }
    for name in text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')) {
        let inner = folder.join(name);
        front_pages(&inner.with_extension("rs"), &inner, breaches)?;
    }
    Ok(())
}

fn shows_an_example(text: &str) -> bool {
    text.lines().take_while(|line| line.starts_with("//!")).any(|line| line.starts_with("//! ```"))
}

/// The public functions of a file that fail with a `String`.
fn untyped_errors(text: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for item in &syn::parse_file(text)?.items {
        match item {
            Item::Fn(function) if is_public(&function.vis) => note(&function.sig, &mut found),
            Item::Impl(block) => {
                for item in &block.items {
                    match item {
                        ImplItem::Fn(function) if is_public(&function.vis) => note(&function.sig, &mut found),
                        ImplItem::Type(error) if error.ident == "Err" && is_string(&error.ty) => {
                            found.push("FromStr".to_owned());
                        }
                        _ => {}
                    }
                }
            }
            Item::Trait(block) if is_public(&block.vis) => {
                for item in &block.items {
                    if let TraitItem::Fn(function) = item {
                        note(&function.sig, &mut found);
                    }
                }
            }
            _ => {}
        }
    }
    Ok(found)
}

fn note(signature: &syn::Signature, found: &mut Vec<String>) {
    if let ReturnType::Type(_, returned) = &signature.output
        && fails_with_a_string(returned)
    {
        found.push(signature.ident.to_string());
    }
}

const fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_string(of: &Type) -> bool {
    matches!(of, Type::Path(path) if path.path.is_ident("String"))
}

/// Whether a `Result<_, String>` is in a type.
fn fails_with_a_string(of: &Type) -> bool {
    let Type::Path(path) = of else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return false };
    let types: Vec<&Type> = arguments
        .args
        .iter()
        .filter_map(|argument| if let GenericArgument::Type(of) = argument { Some(of) } else { None })
        .collect();
    let here = last.ident == "Result" && types.get(1).is_some_and(|error| is_string(error));
    here || types.iter().any(|inner| fails_with_a_string(inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_without_a_type_are_found() {
        let text = "
            pub fn open() -> Result<u8, String> { Ok(1) }
            pub fn later() -> Option<Result<u8, String>> { None }
            fn inside() -> Result<u8, String> { Ok(1) }
            pub fn typed() -> Result<String, Wrong> { Err(Wrong) }
            pub trait Lock { fn turn(&self) -> Result<(), String>; }
            impl std::str::FromStr for Key { type Err = String; }
        ";
        assert_eq!(untyped_errors(text).unwrap(), ["open", "later", "turn", "FromStr"]);
    }

    #[test]
    fn an_example_stands_on_the_front_page() {
        assert!(shows_an_example("//! Words.\n//!\n//! ```\n//! assert!(true);\n//! ```\n\nuse a;\n"));
        assert!(!shows_an_example("//! Words.\n\n/// ```\n/// assert!(true);\n/// ```\nfn a() {}\n"));
    }
}
