//! Types for the scripts of the pages, made from the Rust types that are sent to them.
//!
//! `web/types/*.d.ts` are written by `cargo xtask types` and compared by `cargo xtask check`. The sources are
//! parsed, not compiled: no crate needs a feature or a dependency for it. Known are the forms of serde that
//! the listed types use; any other is an error here.

mod rust;
mod write;

use anyhow::{Context, Result, bail};
use std::fmt::Write as _;

/// A file of types: its name, and the Rust files with the types taken from each.
type File = (&'static str, &'static [(&'static str, &'static [&'static str])]);

const FILES: &[File] = &[
    (
        "present",
        &[("crates/core/src/present.rs", &["Sentence", "Part", "Good", "Place", "Choice", "Panel", "Fact"])],
    ),
    (
        "catan",
        &[
            ("crates/catan/src/game/hidden/view.rs", &["OfferView"]),
            ("crates/league/src/catan/page.rs", &["TableView", "TableSeat"]),
        ],
    ),
    (
        "table",
        &[
            (
                "crates/server/src/table/wire.rs",
                &["FromClient", "ToClient", "State", "Gathering", "SeatInfo", "ChatLine", "Over"],
            ),
            ("crates/server/src/table/live.rs", &["LogLine"]),
            ("crates/server/src/table/motion.rs", &["Motion", "Poll"]),
            ("crates/league/src/story.rs", &["Story", "PointSource", "Moment", "Production"]),
        ],
    ),
];

/// Writes all files of types.
pub(crate) fn write() -> Result<()> {
    std::fs::create_dir_all("web/types")?;
    FILES.iter().try_for_each(|file| Ok(std::fs::write(path(file), text(file)?)?))
}

/// Fails if a file of types is not what the Rust types say.
pub(crate) fn check() -> Result<()> {
    for file in FILES {
        let found = std::fs::read_to_string(path(file)).unwrap_or_default();
        if found != text(file)? {
            bail!("{} is older than the Rust types; run `cargo xtask types`", path(file));
        }
    }
    Ok(())
}

fn path((name, _): &File) -> String {
    format!("web/types/{name}.d.ts")
}

/// The file that holds a type.
fn home_of(name: &str) -> Option<&'static str> {
    let holds = |file: &&File| file.1.iter().any(|(_, types)| types.contains(&name));
    FILES.iter().find(holds).map(|(home, _)| *home)
}

fn text(file: &File) -> Result<String> {
    let mut types = Vec::new();
    for (source, names) in file.1 {
        let text = std::fs::read_to_string(source).with_context(|| format!("cannot read {source}"))?;
        let parsed = syn::parse_file(&text).with_context(|| format!("cannot parse {source}"))?;
        for name in *names {
            let found = rust::find(&parsed, name).with_context(|| format!("{source}: {name}"))?;
            types.push(found);
        }
    }
    let mut out =
        "// Written by `cargo xtask types` from the Rust types of the same names. Do not edit.\n".to_owned();
    let mut foreign: Vec<&str> = types.iter().flat_map(rust::Type::names).collect();
    foreign.retain(|name| home_of(name).is_some_and(|home| home != file.0));
    foreign.sort_unstable();
    foreign.dedup();
    for name in foreign {
        let home = home_of(name).unwrap_or_default();
        let _ = writeln!(out, "import type {{ {name} }} from \"./{home}\";");
    }
    for item in &types {
        out += "\n";
        out += &write::declaration(item);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(source: &str, name: &str) -> String {
        write::declaration(&rust::find(&syn::parse_file(source).unwrap(), name).unwrap())
    }

    #[test]
    fn structs_and_enums_become_what_serde_sends() {
        let source = r#"
            /// A seat.
            #[derive(Serialize)]
            struct Seat<'a> {
                #[serde(flatten)]
                view: &'a View,
                /// Its name.
                name: String,
                hand: Option<[u16; 5]>,
                #[serde(skip_serializing_if = "Option::is_none")]
                bot: Option<Box<Bot>>,
                clocks: BTreeMap<u8, u64>,
            }
            #[derive(Serialize)]
            #[serde(tag = "type", rename_all = "kebab-case")]
            enum Message { State(Box<State>), NotYet, Seats { seats: Vec<(u8, bool)> } }
            #[derive(Serialize)]
            #[serde(rename_all = "kebab-case")]
            enum Part { Seat(u8), BigWord(&'static str) }
        "#;
        let seat = "/** A seat. */\nexport type Seat = View & {\n  /** Its name. */\n  name: string;\n  \
                    hand: number[] | null;\n  bot?: Bot;\n  clocks: Record<string, number>;\n};\n";
        assert_eq!(written(source, "Seat"), seat);
        let message = "export type Message =\n  | { type: \"state\" } & State\n  | { type: \"not-yet\" }\n  \
                       | { type: \"seats\"; seats: [number, boolean][] };\n";
        assert_eq!(written(source, "Message"), message);
        assert_eq!(
            written(source, "Part"),
            "export type Part =\n  | { \"seat\": number }\n  | { \"big-word\": string };\n"
        );
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let fails = |source: &str| rust::find(&syn::parse_file(source).unwrap(), "A").is_err();
        assert!(fails("#[derive(Serialize)] struct A { #[serde(rename = \"c\")] b: u8 }"));
        assert!(fails("#[derive(Serialize)] struct A { b: fn() }"));
        assert!(fails("struct A { b: u8 }"), "it is not sent at all");
        assert!(fails("struct B;"));
    }
}
