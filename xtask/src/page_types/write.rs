//! The TypeScript half: types as text.

use super::rust::{Content, Field, Kind, Shape, Type};

/// The declaration of a type, with its documentation.
pub(super) fn declaration(item: &Type) -> String {
    let body = match &item.kind {
        Kind::Text => " string".to_owned(),
        Kind::Struct { flattened, fields } => {
            let flattened: String = flattened.iter().map(|shape| format!("{} & ", text(shape))).collect();
            let lines: String =
                fields.iter().map(|f| format!("{}  {};\n", doc(&f.doc, "  "), field(f))).collect();
            format!(" {flattened}{{\n{lines}}}")
        }
        Kind::Enum { tag, variants } => variants
            .iter()
            .map(|(name, content)| format!("\n  | {}", variant(tag.as_deref(), name, content)))
            .collect(),
    };
    format!("{}export type {} ={body};\n", doc(&item.doc, ""), item.name)
}

fn variant(tag: Option<&str>, name: &str, content: &Content) -> String {
    let fields = |all: &[Field]| all.iter().map(field).collect::<Vec<_>>().join("; ");
    match (tag, content) {
        (Some(tag), Content::Nothing) => format!("{{ {tag}: \"{name}\" }}"),
        (Some(tag), Content::One(shape)) => format!("{{ {tag}: \"{name}\" }} & {}", text(shape)),
        (Some(tag), Content::Fields(all)) => format!("{{ {tag}: \"{name}\"; {} }}", fields(all)),
        (None, Content::Nothing) => format!("\"{name}\""),
        (None, Content::One(shape)) => format!("{{ \"{name}\": {} }}", text(shape)),
        (None, Content::Fields(all)) => format!("{{ \"{name}\": {{ {} }} }}", fields(all)),
    }
}

fn field(field: &Field) -> String {
    format!("{}{}: {}", field.name, if field.optional { "?" } else { "" }, text(&field.shape))
}

fn text(shape: &Shape) -> String {
    match shape {
        Shape::Plain(word) => (*word).to_owned(),
        Shape::Named(name) => name.clone(),
        Shape::List(inner) if matches!(**inner, Shape::OrNull(_)) => format!("({})[]", text(inner)),
        Shape::List(inner) => format!("{}[]", text(inner)),
        Shape::Pair(all) => format!("[{}]", all.iter().map(text).collect::<Vec<_>>().join(", ")),
        Shape::Record(inner) => format!("Record<string, {}>", text(inner)),
        Shape::OrNull(inner) => format!("{} | null", text(inner)),
    }
}

fn doc(lines: &[String], indent: &str) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("{indent}/** {} */\n", lines.join(" ").trim())
}
