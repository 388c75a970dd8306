//! The Rust half: types as serde sends or reads them.

use anyhow::{Context, Result, bail};
use syn::{Attribute, Fields, Item, Meta};

/// A type of the scripts.
pub(super) enum Shape {
    /// A TypeScript word of its own, as `string`.
    Plain(&'static str),
    /// One of the types that are written.
    Named(String),
    List(Box<Shape>),
    Pair(Vec<Shape>),
    Record(Box<Shape>),
    OrNull(Box<Shape>),
}

pub(super) struct Field {
    pub(super) doc: Vec<String>,
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) optional: bool,
}

pub(super) enum Content {
    Nothing,
    One(Shape),
    Fields(Vec<Field>),
}

pub(super) enum Kind {
    /// A text with rules of its own.
    Text,
    Struct {
        flattened: Vec<Shape>,
        fields: Vec<Field>,
    },
    /// `tag` is the field that names the variant; without it the variant is the only key.
    Enum {
        tag: Option<String>,
        variants: Vec<(String, Content)>,
    },
}

pub(super) struct Type {
    pub(super) doc: Vec<String>,
    pub(super) name: String,
    pub(super) kind: Kind,
}

impl Type {
    /// The types it mentions.
    pub(super) fn names(&self) -> Vec<&str> {
        match &self.kind {
            Kind::Text => Vec::new(),
            Kind::Struct { flattened, fields: all } => {
                flattened.iter().flat_map(Shape::names).chain(names_in(all)).collect()
            }
            Kind::Enum { variants, .. } => variants
                .iter()
                .flat_map(|(_, content)| match content {
                    Content::Nothing => Vec::new(),
                    Content::One(shape) => shape.names(),
                    Content::Fields(all) => names_in(all),
                })
                .collect(),
        }
    }
}

fn names_in(fields: &[Field]) -> Vec<&str> {
    fields.iter().flat_map(|field| field.shape.names()).collect()
}

impl Shape {
    fn names(&self) -> Vec<&str> {
        match self {
            Self::Plain(_) => Vec::new(),
            Self::Named(name) => vec![name],
            Self::List(inner) | Self::Record(inner) | Self::OrNull(inner) => inner.names(),
            Self::Pair(all) => all.iter().flat_map(Self::names).collect(),
        }
    }
}

/// What the attributes of serde say of a type or a field.
#[derive(Default)]
struct Serde {
    tag: Option<String>,
    kebab: bool,
    as_text: bool,
    flatten: bool,
    may_be_missing: bool,
    as_map: bool,
}

fn serde(attributes: &[Attribute]) -> Result<Serde> {
    let mut found = Serde::default();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            let value = || meta.value()?.parse::<syn::LitStr>().map(|text| text.value());
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match name.as_str() {
                "tag" => found.tag = Some(value()?),
                "rename_all" => found.kebab = value()? == "kebab-case",
                "into" | "try_from" => found.as_text |= value()? == "String",
                "flatten" => found.flatten = true,
                "skip_serializing_if" => {
                    value()?;
                    found.may_be_missing = true;
                }
                "serialize_with" => found.as_map = value()? == "as_map",
                "deny_unknown_fields" | "default" => {}
                other => return Err(meta.error(format!("the types of pages do not know serde's `{other}`"))),
            }
            Ok(())
        })?;
    }
    Ok(found)
}

fn derives(attributes: &[Attribute], wanted: &str) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|a| a.path().is_ident("derive")) {
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.segments.last().is_some_and(|s| s.ident == wanted);
            Ok(())
        });
    }
    found
}

fn doc(attributes: &[Attribute]) -> Vec<String> {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
                Some(text.value().trim().to_owned())
            }
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect()
}

/// The type of this name.
pub(super) fn find(file: &syn::File, name: &str) -> Result<Type> {
    for item in &file.items {
        let (attributes, ident) = match item {
            Item::Struct(item) => (&item.attrs, &item.ident),
            Item::Enum(item) => (&item.attrs, &item.ident),
            _ => continue,
        };
        if ident != name {
            continue;
        }
        let read = derives(attributes, "Deserialize") && !derives(attributes, "Serialize");
        if !read && !derives(attributes, "Serialize") {
            bail!("expected a type that serde writes or reads");
        }
        let how = serde(attributes)?;
        let kind = match item {
            _ if how.as_text => Kind::Text,
            Item::Struct(item) => structure(&item.fields, read)?,
            Item::Enum(item) => {
                let variants = item.variants.iter().map(|variant| {
                    let name = variant.ident.to_string();
                    let name = if how.kebab { kebab(&name) } else { name };
                    Ok((name, content(&variant.fields, read)?))
                });
                Kind::Enum { tag: how.tag, variants: variants.collect::<Result<_>>()? }
            }
            _ => continue,
        };
        return Ok(Type { doc: doc(attributes), name: name.to_owned(), kind });
    }
    bail!("there is no such type")
}

fn structure(fields: &Fields, read: bool) -> Result<Kind> {
    let (mut flattened, mut all) = (Vec::new(), Vec::new());
    for field in fields {
        if serde(&field.attrs)?.flatten {
            flattened.push(shape(&field.ty)?);
        } else {
            all.push(named(field, read)?);
        }
    }
    Ok(Kind::Struct { flattened, fields: all })
}

fn content(fields: &Fields, read: bool) -> Result<Content> {
    Ok(match fields {
        Fields::Unit => Content::Nothing,
        Fields::Unnamed(one) if one.unnamed.len() == 1 => Content::One(shape(&one.unnamed[0].ty)?),
        Fields::Unnamed(_) => bail!("a variant with several values has no names for them"),
        Fields::Named(all) => {
            Content::Fields(all.named.iter().map(|field| named(field, read)).collect::<Result<_>>()?)
        }
    })
}

/// A field; what is read may leave out what is `None`, what is written only if serde is told so.
fn named(field: &syn::Field, read: bool) -> Result<Field> {
    let how = serde(&field.attrs)?;
    let name = field.ident.as_ref().context("expected a field with a name")?.to_string();
    let mut shape = shape(&field.ty).with_context(|| format!("field {name}"))?;
    let is_option = matches!(shape, Shape::OrNull(_));
    if how.as_map {
        shape = match shape {
            Shape::List(inner) => match *inner {
                Shape::Pair(mut pair) => Shape::Record(Box::new(pair.pop().context("an empty pair")?)),
                _ => bail!("field {name}: expected a list of pairs"),
            },
            _ => bail!("field {name}: expected a list of pairs"),
        };
    }
    if how.may_be_missing
        && let Shape::OrNull(inner) = shape
    {
        shape = *inner;
    }
    Ok(Field { doc: doc(&field.attrs), name, shape, optional: how.may_be_missing || read && is_option })
}

fn shape(ty: &syn::Type) -> Result<Shape> {
    match ty {
        syn::Type::Reference(reference) => shape(&reference.elem),
        syn::Type::Array(array) => Ok(Shape::List(Box::new(shape(&array.elem)?))),
        syn::Type::Slice(slice) => Ok(Shape::List(Box::new(shape(&slice.elem)?))),
        syn::Type::Tuple(tuple) => Ok(Shape::Pair(tuple.elems.iter().map(shape).collect::<Result<_>>()?)),
        syn::Type::Path(path) => {
            let last = path.path.segments.last().context("an empty path")?;
            let mut inner = Vec::new();
            if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments {
                for argument in &arguments.args {
                    if let syn::GenericArgument::Type(ty) = argument {
                        inner.push(shape(ty)?);
                    }
                }
            }
            let name = last.ident.to_string();
            Ok(match (name.as_str(), inner.pop()) {
                ("bool", None) => Shape::Plain("boolean"),
                ("u8" | "u16" | "u32" | "u64" | "usize" | "i16" | "i32" | "i64" | "f64", None) => {
                    Shape::Plain("number")
                }
                // a phase is written by its name
                ("String" | "str" | "Phase", None) => Shape::Plain("string"),
                ("Written", None) => Shape::Plain("unknown"),
                ("Option", Some(inner)) => Shape::OrNull(Box::new(inner)),
                ("Vec", Some(inner)) => Shape::List(Box::new(inner)),
                ("BTreeMap", Some(value)) => Shape::Record(Box::new(value)),
                ("Box", Some(inner)) => inner,
                (_, None) => Shape::Named(name),
                (_, Some(_)) => bail!("the types of pages do not know `{name}<…>`"),
            })
        }
        _ => bail!("the types of pages know no such type"),
    }
}

fn kebab(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
