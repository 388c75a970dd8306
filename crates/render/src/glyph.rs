//! Symbols: small drawings used many times.

use crate::Node;

/// A drawing in a square from (0, 0) to (100, 100). Paint it does not set comes from where it is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Name, unique among the symbols of a picture; the id in the SVG is `symbol-NAME`.
    pub name: &'static str,
    /// What it shows.
    pub nodes: Vec<Node>,
}

impl Symbol {
    /// A symbol of these nodes.
    #[must_use]
    pub fn new(name: &'static str, nodes: impl IntoIterator<Item = Node>) -> Self {
        Self { name, nodes: nodes.into_iter().collect() }
    }

    /// A silhouette: one path, filled with whatever ink the user of the symbol sets.
    #[must_use]
    pub fn silhouette(name: &'static str, path: &str) -> Self {
        let mut node = Node::path(crate::Path::from_data(path));
        node.style.fill = crate::Fill::Inherit;
        Self::new(name, [node])
    }
}
